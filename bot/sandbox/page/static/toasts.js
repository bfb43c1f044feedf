import { el } from "./dom.js";
import { appendText } from "./entities.js";
import { avatar, chatAvatar, nameNode } from "./names.js";
import { overlay } from "./menus.js";

const SHORT = 2600;
const PER_SIGN = 45;
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
    const toast = el("div", { class: "toast", dir: "auto", data: { testid: "toast" } });
    appendText(toast, text);
    this.node.replaceChildren(toast);
    this.#hide = setTimeout(() => toast.remove(), SHORT + text.length * PER_SIGN);
  }

  /** Alerts wait for one another: each must be acknowledged. */
  alert(text) {
    this.#alerts.push(text);
    if (this.#alerts.length === 1) this.#showAlert();
  }

  #showAlert() {
    let close = () => {};
    const ok = el("button", { class: "flat", data: { testid: "alert-ok" }, text: this.#t.ok, on: { click: () => close() } });
    const text = el("p", { dir: "auto" });
    appendText(text, this.#alerts[0]);
    const box = el("div", { class: "dialog", role: "alertdialog", "aria-modal": "true", "aria-label": this.#alerts[0], data: { testid: "alert" } }, text, el("div", { class: "dialog-buttons" }, ok));
    const onClose = () => {
      this.#alerts.shift();
      if (this.#alerts.length) this.#showAlert();
    };
    close = overlay(this.#host, el("div", { class: "dim" }, box), { onClose, focus: ok });
  }

  banner(note, open) {
    clearTimeout(this.#bannerHide);
    const sender = note.sender && typeof note.sender === "object" ? note.sender.name : note.sender;
    const line = el("span", { class: "banner-line" });
    if (sender && sender !== note.title) line.append(nameNode(sender, this.#t.noName), ": ");
    line.append(el("bdi", { text: (note.text || "").replace(/\s+/g, " ") }));
    const remove = () => banner.remove();
    const banner = el(
      "button",
      { class: "banner", data: { testid: "note", chat: note.chat }, on: { click: () => { remove(); open(); } } },
      note.chat > 0 ? chatAvatar({ kind: "private" }, "medium") : avatar(note.chat, note.title, "medium"),
      el("span", { class: "banner-text" }, nameNode(note.title, this.#t.noName, "banner-title"), line),
    );
    this.banners.replaceChildren(banner);
    this.#bannerHide = setTimeout(remove, BANNER);
  }

  dropBanner(chat) {
    for (const node of this.banners.children) if (node.dataset.chat === String(chat)) node.remove();
  }
}
