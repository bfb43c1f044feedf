import { saw } from "./clock.js";
import { el } from "./dom.js";
import { goneNode } from "./gone.js";
import { follow, mention } from "./links.js";
import { ask, openMenu } from "./menus.js";
import { announce } from "./notes.js";
import { Presses } from "./presses.js";
import { Previews } from "./previews.js";
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
  previews = new Previews();
  #listener;
  #seen = () => this.shown();

  /** `listener`: ready(phone), viewed(screen), unread(n), moved(path), ended(reason); each may be missing. `page`: see Socket. */
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

  /** The chats to be listed: not a group in whose place a supergroup is there. */
  get listed() {
    return [...this.chats.values()].filter((chat) => !this.chats.has(chat.migrated_to));
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
      messages: () => this.#messages(frame),
      moved: () => this.#moved(frame.path),
      note: () => this.#note(frame),
      show: () => this.screens.bringUp(frame.chat),
      autoplay: () => this.#autoplay(frame.on),
      error: () => this.toast(frame.text),
    };
    if (takers[frame.type]) takers[frame.type]();
  }

  #hello({ me, bot, commands, description }) {
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
    return undefined;
  }

  #chats(chats) {
    const isFirst = !this.chats.size;
    this.chats = new Map(chats.map((chat) => [chat.id, chat]));
    for (const { last } of chats) if (last) saw(last.date);
    this.screens.update();
    if (this.onChats) this.onChats();
    if (this.#listener.unread) this.#listener.unread(this.listed.reduce((sum, chat) => sum + chat.unread, 0));
    if (isFirst && this.#listener.ready) this.#listener.ready(this);
  }

  #messages(frame) {
    this.previews.take(frame);
    if (this.chatView && this.chatView.id === frame.chat) this.chatView.take(frame);
    this.screens.updateTopics(frame.chat);
  }

  #moved(path) {
    this.socket.move(path);
    if (this.#listener.moved) this.#listener.moved(path);
  }

  #autoplay(on) {
    this.autoplay = on;
    this.playing.hidden = !on;
  }

  #note(note) {
    this.previews.note(note);
    this.screens.updateTopics(note.chat);
    announce(this, note);
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
    this.frame.append(goneNode(reason, title, text));
    if (this.#listener.ended) this.#listener.ended(reason);
  }
}
