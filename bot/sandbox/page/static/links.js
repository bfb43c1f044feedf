import { el } from "./dom.js";
import { sheet } from "./menus.js";
import { avatar, nameNode } from "./names.js";

const isOut = (status) => status === "left" || status === "kicked";

/** Open a link: deep links to the bot inside the phone, others in a new tab. */
export async function follow(phone, address) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return phone.toast(phone.t.noLink);
  }
  const isTelegram = ["t.me", "telegram.me"].includes(url.hostname);
  const name = url.protocol === "tg:" ? url.searchParams.get("domain") || "" : isTelegram ? url.pathname.slice(1) : "";
  if (name && name.toLowerCase() === phone.bot.username.toLowerCase()) {
    if (url.searchParams.has("startgroup")) return chooseGroup(phone);
    phone.openChat(phone.privateChat.id, null, true);
    if (url.searchParams.has("start")) await phone.request("start", { payload: url.searchParams.get("start") || null });
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol)) return phone.toast(phone.t.noLink);
  window.open(url.href, "_blank", "noopener");
  return undefined;
}

/** A name was tapped: the bot's opens the chat with it. */
export function mention(phone, text, user) {
  const isBot = user ? user.id === phone.bot.id : text.toLowerCase() === `@${phone.bot.username}`.toLowerCase();
  if (isBot) phone.openChat(phone.privateChat.id, null, true);
}

function chooseGroup(phone) {
  const { t } = phone;
  const groups = [...phone.chats.values()].filter((chat) => chat.kind !== "private" && !chat.migrated_to && !isOut(chat.me));
  let close = () => {};
  const add = async (chat) => {
    close();
    if (isOut(chat.bot) && !(await phone.request("add_bot", { chat: chat.id }))) return;
    phone.openChat(chat.id, null, true);
  };
  const rows = groups.map((chat) =>
    el("button", { class: "person", on: { click: () => add(chat) } }, avatar(chat.id, chat.title, "medium"), el("span", { class: "person-name" }, nameNode(chat.title, t.noName))),
  );
  close = sheet(phone.frame, t, t.addBot, el("div", { class: "sheet-body" }, ...rows));
}
