import { el, setText } from "./dom.js";
import { setSuited } from "./entities.js";
import { icon } from "./icons.js";
import { chatAvatar, visibleName } from "./names.js";
import { chatMenu, membersSheet } from "./people.js";

const MOST = 99;

/** The bar over a chat: back, who it is, the ⋮ menu. */
export class ChatHeader {
  #view;

  constructor(view) {
    const { phone, t, chat } = view;
    this.#view = view;
    this.title = el("bdi", { class: "title" });
    this.subtitle = el("bdi", { class: "subtitle" });
    this.others = el("span", { class: "back-badge" });
    const openMembers = () => view.isGroup && membersSheet(phone, view.id);
    this.node = el(
      "header",
      { class: "bar" },
      el("button", { class: "icon-button", data: { testid: "back" }, "aria-label": t.back, on: { click: () => phone.back() } }, icon("back"), this.others),
      el("button", { class: "who", on: { click: openMembers } }, chatAvatar(chat, "medium"), el("span", { class: "who-text" }, this.title, this.subtitle)),
      el("button", {
        class: "icon-button", data: { testid: "chat-menu" }, "aria-label": t.menu, "aria-haspopup": "menu",
        on: { click: (event) => phone.menu(event, chatMenu(phone, view.chat, view.topic)) },
      }, icon("dots")),
    );
  }

  update() {
    const { t, chat, id, topic, topicInfo, isGroup, phone } = this.#view;
    const title = visibleName(chat.title, t.noName);
    const topicName = topic === 0 ? t.general : topicInfo && topicInfo.name;
    const isOut = chat.me === "left" || chat.me === "kicked";
    const count = (chat.members || []).filter((member) => member.is_here).length;
    setSuited(this.title, topicName || title);
    setSuited(this.subtitle, topicName ? title : !isGroup ? t.bot : isOut ? t.group : t.members(count, t.plural(count)));
    const others = phone.listed.reduce((sum, other) => sum + (other.id === id ? 0 : other.unread), 0);
    setText(this.others, others > MOST ? `${MOST}+` : others ? String(others) : "");
  }
}
