import { arrange, el, setText } from "./dom.js";
import { setSuited, textNode } from "./entities.js";
import { icon } from "./icons.js";
import { serviceText } from "./message.js";
import { avatar, chatAvatar, initials, nameNode, visibleName } from "./names.js";
import { chatMenu } from "./people.js";

const LONGEST = 120;

/** The beginning of a message in one line, after who has written it. */
function previewNodes(t, who, text) {
  return [who ? el("b", {}, nameNode(who, t.noName), ": ") : "", textNode("bdi", {}, text.replace(/\s+/g, " "))];
}

/** The list of chats; rows are kept and changed in place. */
export class ChatList {
  #phone;
  #rows = new Map();

  constructor(phone) {
    const { t, me } = phone;
    const name = [me.first_name, me.last_name].filter(Boolean).join(" ");
    this.#phone = phone;
    this.list = el("div", { class: "list" });
    const head = el("span", { class: "who-text" }, nameNode(name, t.noName, "title"), el("span", { class: "subtitle", text: t.chats }));
    this.node = el("section", { class: "screen list-screen" }, el("header", { class: "bar" }, el("span", { class: "who" }, avatar(me.id, name, "medium"), head)), this.list);
  }

  update() {
    const nodes = this.#phone.listed.map((chat) => {
      const row = this.#rows.get(chat.id) || this.#row(chat);
      this.#rows.set(chat.id, row);
      this.#fill(row, chat);
      return row.node;
    });
    arrange(this.list, nodes);
  }

  #row(chat) {
    const parts = {
      face: chatAvatar(chat),
      title: el("bdi", { class: "row-title" }),
      time: el("time"),
      preview: el("span", { class: "preview" }),
      badge: el("span", { class: "badge" }),
    };
    parts.node = el(
      "button",
      { class: "chat-row", data: { testid: "chat-row", chat: chat.id }, on: { click: () => this.#phone.openChat(chat.id, null, true) } },
      parts.face,
      el("span", { class: "row-text" }, el("span", { class: "row-line" }, parts.title, parts.time), el("span", { class: "row-line" }, parts.preview, parts.badge)),
    );
    return parts;
  }

  #fill(row, chat) {
    const { t } = this.#phone;
    const { last } = chat;
    setSuited(row.title, visibleName(chat.title, t.noName));
    if (chat.kind !== "private") setText(row.face, initials(chat.title));
    setText(row.time, last ? t.listTime(last.date) : "");
    setText(row.badge, chat.unread ? String(chat.unread) : "");
    row.preview.replaceChildren(...this.#preview(chat, last));
  }

  #preview(chat, last) {
    const { t } = this.#phone;
    if (chat.kind !== "private" && (chat.me === "left" || chat.me === "kicked")) return [t.notIn];
    if (!last) return [chat.kind === "private" && !chat.is_started ? t.notStarted : ""];
    const text = last.service ? serviceText(t, last.service) : last.text || "";
    const sender = last.sender && typeof last.sender === "object" ? last.sender.name : last.sender;
    const who = last.service ? "" : last.out ? t.you : chat.kind === "private" ? "" : sender;
    return previewNodes(t, who, text);
  }
}

/** The topics of a forum. */
export class TopicList {
  constructor(phone, id) {
    const { t } = phone;
    this.phone = phone;
    this.id = id;
    this.title = el("bdi", { class: "title" });
    this.list = el("div", { class: "list" });
    this.node = el(
      "section",
      { class: "screen topic-screen", data: { testid: "topic-view", chat: id } },
      el(
        "header",
        { class: "bar" },
        el("button", { class: "icon-button", data: { testid: "back" }, "aria-label": t.back, on: { click: () => phone.back() } }, icon("back")),
        el("span", { class: "who" }, avatar(id, phone.chats.get(id).title, "medium"), el("span", { class: "who-text" }, this.title, el("span", { class: "subtitle", text: t.topics }))),
        el("button", {
          class: "icon-button", data: { testid: "chat-menu" }, "aria-label": t.menu, "aria-haspopup": "menu",
          on: { click: (event) => phone.menu(event, chatMenu(phone, phone.chats.get(id), null)) },
        }, icon("dots")),
      ),
      this.list,
    );
    this.update();
  }

  update() {
    const chat = this.phone.chats.get(this.id);
    if (!chat) return;
    const { t } = this.phone;
    setSuited(this.title, visibleName(chat.title, t.noName));
    const topics = [{ id: 0, name: t.general, is_closed: false }, ...(chat.topics || [])];
    arrange(this.list, topics.map((topic) => this.#row(topic, (chat.unread_topics || {})[topic.id] || 0)));
  }

  #row(topic, unread) {
    const old = [...this.list.children].find((node) => node.dataset.topic === String(topic.id));
    const { t } = this.phone;
    const last = this.phone.previews.of(this.id, topic.id);
    const drawn = JSON.stringify([topic, unread, last]);
    if (old && old.drawn === drawn) return old;
    const face = topic.id ? avatar(topic.id, topic.name) : el("span", { class: "avatar hash-face", "aria-hidden": "true" }, icon("hash"));
    const node = el(
      "button",
      { class: "chat-row topic-row", data: { testid: "topic-row", topic: topic.id }, on: { click: () => this.phone.openChat(this.id, topic.id, true) } },
      face,
      el(
        "span",
        { class: "row-text" },
        el("span", { class: "row-line" }, nameNode(topic.name, t.noName, "row-title"), topic.is_closed ? icon("lock") : null, el("span", { class: "badge", text: unread || "" })),
        last && el("span", { class: "preview" }, ...previewNodes(t, last.out ? t.you : last.sender, last.text.slice(0, LONGEST))),
      ),
    );
    node.drawn = drawn;
    return node;
  }
}
