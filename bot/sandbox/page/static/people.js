import { el } from "./dom.js";
import { ask, sheet } from "./menus.js";
import { avatar, nameNode } from "./names.js";

const isAdmin = (status) => status === "creator" || status === "administrator";

/** People this phone knows of who are not in the chat. */
function strangers(phone, chat) {
  const here = new Set((chat.members || []).filter((member) => member.is_here).map((member) => member.id));
  const found = new Map();
  for (const other of phone.chats.values()) {
    for (const member of other.members || []) if (!here.has(member.id) && !member.is_bot && member.id !== phone.me.id) found.set(member.id, member);
  }
  return [...found.values()];
}

/** What the ⋮ of a chat offers. */
export function chatMenu(phone, chat, topic) {
  const { t } = phone;
  const autoplay = { icon: "play", text: phone.autoplay ? t.autoplayOff : t.autoplayOn, run: () => phone.request("autoplay", { on: !phone.autoplay }) };
  const confirmed = async (text, what, fields, danger = true) => (await phone.ask({ text, ok: t.yes, danger })) && phone.request(what, fields);
  if (chat.kind === "private") {
    return [
      chat.is_blocked
        ? { text: t.unblockBot, run: () => phone.request("unblock") }
        : chat.is_started && { text: t.block, danger: true, run: () => confirmed(t.blockAsk, "block", {}) },
      autoplay,
    ];
  }
  const inside = chat.me !== "left" && chat.me !== "kicked" && !chat.migrated_to;
  if (!inside) return [{ icon: "share", text: t.membersTitle, run: () => membersSheet(phone, chat.id) }, autoplay];
  const mine = isAdmin(chat.me);
  const botIsHere = chat.bot !== "left" && chat.bot !== "kicked";
  const id = { chat: chat.id };
  const info = topic ? (chat.topics || []).find((one) => one.id === topic) : null;
  return [
    { icon: "share", text: t.membersTitle, run: () => membersSheet(phone, chat.id) },
    autoplay,
    !botIsHere && { icon: "plus", text: t.addBot, run: () => phone.request("add_bot", id) },
    strangers(phone, chat).length > 0 && { icon: "plus", text: t.addMember, run: () => membersSheet(phone, chat.id) },
    chat.is_forum && { icon: "hash", text: t.newTopic, run: () => newTopic(phone, chat.id) },
    info && mine && {
      icon: "lock", text: info.is_closed ? t.reopenTopic : t.closeTopic,
      run: () => phone.request("close_topic", { ...id, topic, closed: !info.is_closed }),
    },
    info && mine && { icon: "trash", danger: true, text: t.deleteTopic, run: () => confirmed(t.deleteTopicAsk, "delete_topic", { ...id, topic }) },
    mine && chat.kind === "group" && { text: t.upgrade, run: () => confirmed(t.upgradeAsk, "upgrade", id, false) },
    mine && chat.kind === "supergroup" && !chat.is_forum && { icon: "hash", text: t.forum, run: () => phone.request("forum", id) },
    mine && botIsHere && { text: chat.is_bot_muted ? t.unmuteBot : t.muteBot, run: () => phone.request("mute_bot", { ...id, muted: !chat.is_bot_muted }) },
    { text: t.leave, danger: true, run: () => confirmed(t.leaveAsk, "leave", id) },
  ];
}

export async function newTopic(phone, chat) {
  const { t } = phone;
  const name = await ask(phone.frame, t, { title: t.newTopic, input: t.topicName, ok: t.create });
  if (name) phone.request("topic", { chat, name });
}

function memberRow(phone, chat, member, draw) {
  const { t } = phone;
  const status = { creator: t.owner, administrator: t.admin }[member.status] || (member.is_bot ? t.bot : "");
  const mine = isAdmin(chat.me) && !chat.migrated_to;
  const run = (what) => () => phone.request(what, { chat: chat.id, user: member.id }).then(draw);
  const items = mine && member.id !== phone.me.id && member.status !== "creator" ? [
    member.status === "administrator" ? { text: t.demote, run: run("demote") } : { text: t.promote, run: run("promote") },
    { text: t.kick, danger: true, run: run("kick") },
  ] : [];
  const props = { class: "person", data: { testid: "member", user: member.id }, "aria-haspopup": items.length ? "menu" : null, on: { click: (event) => phone.menu(event, items) } };
  const name = el("span", { class: "person-name" }, nameNode(member.name, t.noName), member.id === phone.me.id ? ` (${t.you})` : null);
  return el(items.length ? "button" : "div", props, avatar(member.id, member.name, "medium"), name, el("small", { text: status }), items.length ? el("span", { class: "chevron", text: "⋯" }) : null);
}

function strangerRow(phone, chat, { id, name, is_bot: isBot }, draw) {
  const { t } = phone;
  const add = () => (isBot ? phone.request("add_bot", { chat: chat.id }) : phone.request("add", { chat: chat.id, user: id })).then(draw);
  return el(
    "div",
    { class: "person", data: { testid: "stranger", user: id } },
    avatar(id, name, "medium"),
    el("span", { class: "person-name" }, nameNode(name, t.noName)),
    el("button", { class: "flat", text: t.add, on: { click: add } }),
  );
}

/** Who is in a group, and what may be done about it. */
export function membersSheet(phone, id) {
  const { t } = phone;
  const list = el("div", { class: "sheet-body" });
  const draw = () => {
    const chat = phone.chats.get(id);
    if (!chat) return;
    const here = (chat.members || []).filter((member) => member.is_here);
    const inside = chat.me !== "left" && chat.me !== "kicked" && !chat.migrated_to;
    const botIsHere = here.some((member) => member.id === phone.bot.id);
    const outside = inside ? [...(botIsHere ? [] : [{ id: phone.bot.id, name: phone.bot.first_name, is_bot: true }]), ...strangers(phone, chat)] : [];
    list.replaceChildren(
      ...here.map((member) => memberRow(phone, chat, member, draw)),
      ...(outside.length ? [el("h3", { text: t.addMember })] : []),
      ...outside.map((person) => strangerRow(phone, chat, person, draw)),
    );
  };
  draw();
  phone.onChats = draw;
  sheet(phone.frame, t, t.membersTitle, list, () => { phone.onChats = null; });
}
