import { copyText, hasFinePointer } from "./dom.js";
import { onLongPress } from "./menus.js";

/** What can be done with a message. */
function items(view, row) {
  const { t, chat, phone, composer } = view;
  const { message } = row;
  const canWrite = composer.mode === "write";
  const isAdmin = chat.me === "creator" || chat.me === "administrator";
  const mayDelete = !message.ephemeral && (message.out || isAdmin || !view.isGroup);
  const text = message.text || row.bubble.querySelector(".content").innerText;
  return [
    canWrite && !message.ephemeral && { icon: "reply", text: t.reply, run: () => composer.reply(message) },
    { icon: "copy", text: t.copy, run: () => copyMessage(view, text) },
    message.out && canWrite && { icon: "edit", text: t.edit, run: () => composer.edit(message) },
    mayDelete && { icon: "trash", text: t.remove, danger: true, run: () => phone.request("delete", { chat: view.id, key: message.key }) },
  ];
}

export async function copyMessage(view, text) {
  await copyText(text);
  view.phone.toast(view.t.copied);
}

export function openMessageMenu(view, row, event) {
  if (!row.isService) view.phone.menu(event, items(view, row));
}

/** Open the menu on a right click and on a long press of a bubble; `rowOf` finds the row of a node. */
export function listenForMenus(view, list, rowOf) {
  const rowAt = (target) => (target.closest(".bubble") ? rowOf(target.closest(".row")) : null);
  list.addEventListener("contextmenu", (event) => {
    const row = rowAt(event.target);
    if (!row || (hasFinePointer() && String(getSelection()))) return;
    event.preventDefault();
    openMessageMenu(view, row, event);
  });
  onLongPress(list, (event) => {
    const row = rowAt(event.target);
    if (row) openMessageMenu(view, row, event);
  });
}
