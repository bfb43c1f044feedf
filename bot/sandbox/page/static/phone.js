import { el } from "./dom.js";
import { follow, mention } from "./links.js";
import { ask, openMenu } from "./menus.js";
import { Presses } from "./presses.js";
import { Screens } from "./screens.js";
import { Socket } from "./socket.js";
import { browserTexts, textsFor } from "./texts.js";
import { Toasts } from "./toasts.js";

/** One phone: a person's Telegram, drawn into `root`. */
export class Phone {
  t = browserTexts();
  me = null;
  bot = null;
  commands = {};
  description = "";
  chats = new Map();
  autoplay = false;
  onChats = null;
  #listener;
  #seen = () => this.shown();

  /** `listener`: ready(phone), viewed(screen), unread(n), ended(reason); each may be missing. `page`: see Socket. */
  constructor(root, { socket, page = null, listener = {} }) {
    this.frame = root;
    this.#listener = listener;
    this.screens = new Screens(this, (screen) => listener.viewed && listener.viewed(screen));
    this.presses = new Presses(this);
    this.offline = el("div", { class: "offline", role: "status", hidden: true });
    this.playing = el("div", { class: "playing", hidden: true });
    root.classList.add("phone");
    root.dataset.testid = "phone";
    root.replaceChildren(this.screens.node, this.offline);
    this.toasts = new Toasts(root, this.t);
    this.socket = new Socket(socket, {
      frame: (frame) => this.#take(frame),
      state: (state) => this.#connection(state),
      gone: (reason) => this.#gone(reason),
    }, page);
    document.addEventListener("visibilitychange", this.#seen);
  }

  /** Whether a person can see this phone: on a narrow stage only one is shown. */
  get isInView() {
    return this.frame.getClientRects().length > 0;
  }

  get chatView() {
    return this.screens.chat;
  }

  get privateChat() {
    return [...this.chats.values()].find((chat) => chat.kind === "private");
  }

  /** Ask the server; a refusal is shown. Resolves to the answer, or to null. */
  async request(what, fields = {}) {
    try {
      return await this.socket.request(what, fields);
    } catch (error) {
      const quiet = ["open", "older", "read", "close"].includes(what) && !error.message;
      if (!quiet) this.toast(error.message || this.t.offline);
      return null;
    }
  }

  toast(text) {
    this.toasts.toast(text);
  }

  menu(event, items) {
    openMenu(this.frame, event, items);
  }

  ask(question) {
    return ask(this.frame, this.t, question);
  }

  follow(address) {
    return follow(this, address);
  }

  mention(text, user) {
    mention(this, text, user);
  }

  openChat(id, topic = null, focus = false) {
    this.screens.open(id, topic, focus);
  }

  back() {
    this.screens.back();
  }

  refreshKeys() {
    if (this.chatView) this.chatView.refreshKeys();
  }

  /** The phone is shown again after having been hidden. */
  shown() {
    if (this.chatView) this.chatView.update();
  }

  end() {
    document.removeEventListener("visibilitychange", this.#seen);
    this.socket.end();
    this.screens.end();
    this.frame.replaceChildren();
  }

  #take(frame) {
    const takers = {
      hello: () => this.#hello(frame),
      chats: () => this.#chats(frame.chats),
      messages: () => this.chatView && this.chatView.id === frame.chat && this.chatView.take(frame),
      note: () => this.#note(frame),
      show: () => this.screens.bringUp(frame.chat),
      autoplay: () => this.#autoplay(frame.on),
      error: () => this.toast(frame.text),
    };
    if (takers[frame.type]) takers[frame.type]();
  }

  #hello({ me, bot, commands, description, show }) {
    const isFirst = !this.me;
    const isSame = JSON.stringify(me) === JSON.stringify(this.me);
    Object.assign(this, { me, bot, commands: commands || {}, description: description || "" });
    this.frame.dataset.user = me.id;
    if (isSame) return this.shown();
    const { t } = Object.assign(this, { t: textsFor(me.language_code) });
    this.frame.lang = t.lang;
    this.toasts.end();
    this.toasts = new Toasts(this.frame, t);
    const stop = () => this.request("autoplay", { on: false });
    this.playing.replaceChildren(el("span", { text: t.autoplayBar }), el("button", { class: "flat", text: t.stop, on: { click: stop } }));
    this.screens.begin(this.playing);
    if (isFirst && show) this.screens.bringUp(show);
    return undefined;
  }

  #chats(chats) {
    const isFirst = !this.chats.size;
    this.chats = new Map(chats.map((chat) => [chat.id, chat]));
    this.screens.update();
    if (this.onChats) this.onChats();
    if (this.#listener.unread) this.#listener.unread(chats.reduce((sum, chat) => sum + chat.unread, 0));
    if (isFirst && this.#listener.ready) this.#listener.ready(this);
  }

  #autoplay(on) {
    this.autoplay = on;
    this.playing.hidden = !on;
  }

  #note(note) {
    const view = this.chatView;
    const isOpen = view && view.id === note.chat && view.isInView;
    const isOtherTopic = isOpen && view.topic !== null && note.topic !== undefined && (note.topic ?? 0) !== view.topic;
    if (!note.text || (isOpen && !isOtherTopic)) return;
    this.toasts.banner(note, () => this.openChat(note.chat, note.topic === undefined ? null : note.topic ?? 0, true));
  }

  #connection(state) {
    this.offline.textContent = this.t.connecting;
    this.offline.hidden = state === "open";
    if (state === "lost") this.presses.forget();
    else if (this.chatView) this.chatView.open();
  }

  #gone(reason) {
    const { t } = this;
    const texts = { taken: [t.taken, t.takenMore], invalid: [t.invalid, t.invalidMore] };
    const [title, text] = texts[reason] || [t.closed, t.closedMore];
    this.end();
    this.frame.append(el("div", { class: "gone", role: "alert", data: { testid: "gone", reason } }, el("h2", { text: title }), el("p", { text })));
    if (this.#listener.ended) this.#listener.ended(reason);
  }
}
