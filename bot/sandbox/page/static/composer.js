import { el, hasFinePointer, setText } from "./dom.js";
import { CommandList } from "./commands.js";
import { textNode } from "./entities.js";
import { icon } from "./icons.js";
import { visibleName } from "./names.js";

const drafts = new Map();

/** The bottom of a chat: a text field, or the one big button that makes it writable. */
export class Composer {
  #about = null;
  #held = "";

  constructor(view) {
    this.view = view;
    const { t, phone } = view;
    this.draftKey = `${phone.me.id}/${view.id}/${view.topic}`;
    this.input = el("textarea", { class: "field", rows: 1, placeholder: t.message, "aria-label": t.message, dir: "auto", data: { testid: "composer" }, maxlength: 4096, autocomplete: "off" });
    this.sendButton = el("button", { class: "send", data: { testid: "send" }, "aria-label": t.send, on: { click: () => this.#submit() } }, icon("send"));
    this.commands = new CommandList(t, (command) => {
      this.input.value = "";
      this.write(`/${command}`);
    });
    this.slash = el("button", { class: "icon-button slash", data: { testid: "commands" }, "aria-label": t.commands, "aria-expanded": "false", on: { click: () => this.#toggleCommands() } }, icon("slash"));
    this.about = el("div", { class: "about", hidden: true });
    this.big = el("button", { class: "big", on: { click: () => this.#bigRun() } });
    this.line = el("div", { class: "composer-line" }, this.slash, this.input, this.sendButton);
    this.node = el("footer", { class: "composer" }, this.commands.node, this.about, this.line, this.big);
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.value = drafts.get(this.draftKey) || "";
    requestAnimationFrame(() => this.#typed());
  }

  get mode() {
    const { chat, topicInfo, topic } = this.view;
    if (chat.kind === "private") return chat.is_blocked ? "unblock" : chat.is_started ? "write" : "start";
    if (chat.migrated_to) return "moved";
    if (chat.me === "left" || chat.me === "kicked") return "join";
    const isClosed = topic && (!topicInfo || topicInfo.is_closed);
    return isClosed && !["creator", "administrator"].includes(chat.me) ? "closed" : "write";
  }

  update() {
    const { t, phone, chat } = this.view;
    const mode = this.mode;
    this.line.hidden = mode !== "write";
    this.big.hidden = mode === "write";
    const texts = { start: t.start, unblock: t.unblock, join: t.join, moved: t.movedOn, closed: t.closedTopic };
    setText(this.big, texts[mode] || "");
    this.big.dataset.testid = mode;
    this.big.disabled = mode === "closed";
    const list = chat.kind === "private" ? phone.commands.private : chat.bot === "left" || chat.bot === "kicked" ? [] : phone.commands.group;
    this.commands.set(list || []);
    this.slash.hidden = !(list || []).length;
    if (mode !== "write") {
      this.commands.hide();
      this.#forget();
    }
  }

  async write(text) {
    const { phone, id, topic } = this.view;
    const about = this.#about;
    this.#forget();
    this.commands.hide();
    this.#typed();
    const fields = about && about.kind === "edit" ? { chat: id, key: about.message.key, text } : { chat: id, text, topic: topic || null, reply: about ? about.message.key : null };
    const done = await phone.request(about && about.kind === "edit" ? "edit" : "write", fields);
    if (!done && !this.input.value) {
      this.input.value = text;
      this.#typed();
    }
  }

  reply(message) {
    this.#open({ kind: "reply", message });
  }

  edit(message) {
    this.#held = this.input.value;
    this.input.value = message.text;
    this.#open({ kind: "edit", message });
    this.#typed();
  }

  focus() {
    if (hasFinePointer() && this.mode === "write") this.input.focus({ preventScroll: true });
  }

  end() {
    const text = this.#about && this.#about.kind === "edit" ? this.#held : this.input.value;
    if (text) drafts.set(this.draftKey, text);
    else drafts.delete(this.draftKey);
  }

  #open(about) {
    const { t } = this.view;
    this.#about = about;
    const name = about.kind === "edit" ? t.editing : visibleName(about.message.sender.name, t.noName);
    this.about.replaceChildren(
      icon(about.kind),
      el("span", { class: "about-text" }, textNode("bdi", { class: "about-name" }, name), textNode("span", { dir: "auto" }, about.message.text)),
      el("button", { class: "icon-button", "aria-label": t.cancel, on: { click: () => this.#forget(true) } }, icon("close")),
    );
    this.about.hidden = false;
    this.input.focus({ preventScroll: true });
  }

  #forget(restore = false) {
    if (restore && this.#about && this.#about.kind === "edit") this.input.value = this.#held;
    this.#about = null;
    this.about.hidden = true;
    if (restore) this.#typed();
  }

  #submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    this.write(text);
  }

  #typed() {
    const { input } = this;
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 132)}px`;
    this.sendButton.disabled = !input.value.trim();
    const typed = /^\/([A-Za-z0-9_]*)$/.exec(input.value);
    if (typed) this.commands.show(typed[1]);
    else this.commands.hide();
    this.slash.setAttribute("aria-expanded", String(this.commands.isShown));
  }

  #toggleCommands() {
    if (this.commands.isShown) this.commands.hide();
    else this.commands.show("");
    this.slash.setAttribute("aria-expanded", String(this.commands.isShown));
  }

  #key(event) {
    if (event.isComposing) return;
    if (this.commands.isShown && this.commands.key(event, (text) => { this.input.value = text; this.#typed(); })) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape") {
      if (this.commands.isShown) this.commands.hide();
      else if (this.#about) this.#forget(true);
      else return;
      event.stopPropagation();
    }
  }

  #bigRun() {
    const { phone, chat, id } = this.view;
    const runs = {
      start: () => phone.request("start", { payload: null }),
      unblock: () => phone.request("unblock"),
      join: () => phone.request("join", { chat: id }),
      moved: () => phone.openChat(chat.migrated_to),
    };
    const run = runs[this.mode];
    if (run) run();
  }
}
