import { el } from "./dom.js";
import { appendFormatted, textNode } from "./entities.js";
import { icon } from "./icons.js";
import { Keyboard } from "./keyboard.js";
import { avatar, colourOf, nameNode, visibleName } from "./names.js";
import { richNode } from "./rich.js";

const nameOf = (who) => (who && typeof who === "object" ? who.name : who) || "";

export function serviceText(t, service) {
  const who = visibleName(nameOf(service.sender), t.noName);
  const names = (service.names || []).map((name) => visibleName(nameOf(name), t.noName)).join(", ");
  switch (service.kind) {
    case "joined":
      return t.joined(who, names || who);
    case "left":
      return t.left(who, names || who);
    case "topic":
      return t.topicOpened(who, service.title || "");
    case "upgraded":
      return t.upgraded();
    default:
      return t.titled(who, service.title || "");
  }
}

function fileSize(t, size) {
  return size < 1024 ? `${size} ${t.noBytes}` : `${Math.round(size / 102.4) / 10} ${t.kb}`;
}

/** One message of a chat: a row that is drawn once and edited in place. */
export class MessageRow {
  #view;
  #drawn = "";
  #context = "";
  #keyboard = null;

  /** `view`: phone, t, actions, isGroup, jump(key), menu(row, event), press(row, button), isBusy(row, data). */
  constructor(view, message) {
    this.#view = view;
    this.message = message;
    this.key = message.key;
    this.node = el("div", { class: "row", data: { testid: "message", key: message.key } });
    this.date = el("div", { class: "pill date" });
    this.body = el("div", { class: "line" });
    this.node.append(this.body);
    this.update(message);
  }

  get isService() {
    return Boolean(this.message.service);
  }

  update(message) {
    this.message = message;
    const { buttons, ...rest } = message;
    const drawn = JSON.stringify(rest);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#draw();
    }
    if (this.isService) return;
    if (buttons && buttons.length && !this.#keyboard) {
      this.#keyboard = new Keyboard(
        (button) => this.#view.press(this, button),
        (data) => this.#view.isBusy(this, data),
      );
    }
    if (this.#keyboard) {
      this.#keyboard.update(buttons);
      if (this.#keyboard.node.parentNode !== this.column) this.column.append(this.#keyboard.node);
    }
    this.node.classList.toggle("with-keys", Boolean(buttons && buttons.length));
  }

  refreshKeys() {
    if (this.#keyboard) this.#keyboard.refresh();
  }

  /** Tell the row about its neighbours: the day above it, whether it goes on or ends what one person says. */
  place(day, follows, ends) {
    const context = `${day}|${follows}|${ends}`;
    if (context === this.#context) return;
    this.#context = context;
    if (day) {
      this.date.textContent = day;
      this.node.prepend(this.date);
    } else this.date.remove();
    this.node.classList.toggle("follows", follows);
    this.node.classList.toggle("ends", ends);
  }

  /** Say above the row that from here on all is new. */
  mark(text) {
    this.node.insertBefore(el("div", { class: "divider", data: { testid: "new-messages" }, text }), this.body);
  }

  #draw() {
    const { t, isGroup } = this.#view;
    const message = this.message;
    if (this.isService) {
      this.node.classList.add("service");
      this.body.replaceChildren(textNode("div", { class: "pill", dir: "auto" }, serviceText(t, message.service)));
      return;
    }
    this.node.classList.toggle("out", message.out);
    this.node.classList.toggle("ephemeral", message.ephemeral);
    this.bubble = el("div", { class: "bubble" });
    if (isGroup && !message.out) {
      this.bubble.append(
        el("div", { class: `sender ink-${colourOf(message.sender.id)}` }, nameNode(message.sender.name, t.noName), message.sender.is_bot && el("span", { class: "bot-mark", text: t.bot })),
      );
    }
    if (message.ephemeral) this.bubble.append(el("div", { class: "only-you", text: `👁 ${t.onlyYou}` }));
    if (message.reply) this.bubble.append(this.#reply(message.reply));
    if (message.document) this.bubble.append(this.#document(message.document));
    const content = el("div", { class: "content", dir: "auto" });
    if (message.rich) content.append(richNode(message.rich, this.#view.actions));
    else appendFormatted(content, message.text || "", message.entities, this.#view.actions);
    content.append(this.#meta());
    this.bubble.append(content, el("button", { class: "more", "aria-label": t.more, "aria-haspopup": "menu", on: { click: (event) => this.#view.menu(this, event) } }, icon("down")));
    this.column = el("div", { class: "column" }, this.bubble);
    if (this.#keyboard) this.column.append(this.#keyboard.node);
    this.body.replaceChildren(this.column);
    if (isGroup && !message.out) this.body.prepend(avatar(message.sender.id, message.sender.name, "small"));
  }

  #meta() {
    const { t } = this.#view;
    const message = this.message;
    return el("span", { class: "meta" }, message.edited ? el("span", { class: "edited", text: t.edited }) : null, el("time", { text: t.time(message.date) }));
  }

  #reply(reply) {
    const { t } = this.#view;
    const node = el("button", { class: "reply", on: { click: () => this.#view.jump(reply.key) } });
    node.append(nameNode(nameOf(reply.sender), t.noName, "reply-name"), textNode("span", { class: "reply-text", dir: "auto" }, reply.text || t.deletedMessage));
    return node;
  }

  #document(file) {
    const { t } = this.#view;
    const props = { class: "file", href: /^(\/|https?:)/.test(file.url || "") ? file.url : null, download: file.name, rel: "noopener" };
    return el("a", props, el("span", { class: "file-icon" }, icon("file")), el("span", { class: "file-text" }, el("bdi", { text: file.name || t.file }), el("small", { text: fileSize(t, file.size || 0) })));
  }
}
