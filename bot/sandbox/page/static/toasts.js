import { el } from "./dom.js";
import { textNode } from "./entities.js";
import { avatar, chatAvatar, nameNode } from "./names.js";
import { overlay } from "./menus.js";

const SHORT = 2500;
// What is longer than a glance takes is left a little longer.
const GLANCE = 70;
const PER_SIGN = 25;
const BANNER = 4500;

/** What comes over a phone by itself: toasts, alerts, banners of new messages. */
export class Toasts {
  #host;
  #t;
  #hide = 0;
  #bannerHide = 0;
  #alerts = [];

  constructor(host, t) {
    this.#host = host;
    this.#t = t;
    this.node = el("div", { class: "toasts", role: "status", "aria-live": "polite" });
    this.banners = el("div", { class: "banners" });
    host.append(this.node, this.banners);
  }

  end() {
    this.node.remove();
    this.banners.remove();
  }

  toast(text) {
    if (!text) return;
    clearTimeout(this.#hide);
    const toast = textNode("div", { class: "toast", dir: "auto", data: { testid: "toast" } }, text);
    this.node.replaceChildren(toast);
    this.#hide = setTimeout(() => toast.remove(), SHORT + Math.max(0, text.length - GLANCE) * PER_SIGN);
  }

  /** Alerts wait for one another: each must be acknowledged. */
  alert(text) {
    this.#alerts.push(text);
    if (this.#alerts.length === 1) this.#showAlert();
  }

  #showAlert() {
    let close = () => {};
    const ok = el("button", { class: "flat", data: { testid: "alert-ok" }, text: this.#t.ok, on: { click: () => close() } });
    const text = textNode("p", { dir: "auto" }, this.#alerts[0]);
    const box = el("div", { class: "dialog", role: "alertdialog", "aria-modal": "true", "aria-label": this.#alerts[0], data: { testid: "alert" } }, text, el("div", { class: "dialog-buttons" }, ok));
    const onClose = () => {
      this.#alerts.shift();
      if (this.#alerts.length) this.#showAlert();
    };
    close = overlay(this.#host, el("div", { class: "dim" }, box), { onClose, focus: ok });
  }

  /** A message has come; `topic` is the name of the topic, if it has one. */
  banner(note, topic, open) {
    clearTimeout(this.#bannerHide);
    const sender = note.sender && typeof note.sender === "object" ? note.sender.name : note.sender;
    const line = el("span", { class: "banner-line" });
    if (sender && sender !== note.title) line.append(nameNode(sender, this.#t.noName), ": ");
    line.append(textNode("bdi", {}, (note.text || "").replace(/\s+/g, " ")));
    const title = el("span", { class: "banner-title" }, nameNode(note.title, this.#t.noName));
    if (topic) title.append(" · ", nameNode(topic, this.#t.noName));
    const remove = () => banner.remove();
    const banner = el(
      "button",
      { class: "banner", data: { testid: "note", chat: note.chat }, on: { click: () => { remove(); open(); } } },
      note.chat > 0 ? chatAvatar({ kind: "private" }, "medium") : avatar(note.chat, note.title, "medium"),
      el("span", { class: "banner-text" }, title, line),
    );
    this.banners.replaceChildren(banner);
    this.#bannerHide = setTimeout(remove, BANNER);
  }

  /** Take the banner of a chat away; without one, whichever is shown. */
  dropBanner(chat = null) {
    for (const node of this.banners.children) if (chat === null || node.dataset.chat === String(chat)) node.remove();
  }
}
