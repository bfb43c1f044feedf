import { ChatHeader } from "./chat-header.js";
import { arrange, el, setText } from "./dom.js";
import { Composer } from "./composer.js";
import { History } from "./history.js";
import { copyMessage, listenForMenus, openMessageMenu } from "./message-menu.js";
import { MessageRow } from "./message.js";
import { Scroller } from "./scroller.js";

/** One open chat, or one topic of it (0 is General; null where there are no topics). */
export class ChatView {
  #expected = [];
  #rows = new Map();
  #loading = false;
  #read = -1;
  #drawn = false;
  #jump = null;

  constructor(phone, id, topic) {
    this.phone = phone;
    this.t = phone.t;
    this.id = id;
    this.topic = topic;
    this.history = new History();
    this.isGroup = this.chat.kind !== "private";
    this.actions = {
      command: (text) => this.composer.mode === "write" && this.composer.write(text),
      mention: (text, user) => phone.mention(text, user),
      url: (url) => phone.follow(url),
    };
    this.scroller = new Scroller(phone.t, { moved: () => this.#moved() });
    this.composer = new Composer(this);
    this.empty = el("div", { class: "empty" });
    this.node = el("section", { class: this.isGroup ? "chat-view in-group" : "chat-view", data: { testid: "chat-view", chat: id, topic } });
    this.header = new ChatHeader(this);
    this.node.append(this.header.node, this.empty, this.scroller.box, this.scroller.button, this.composer.node);
    listenForMenus(this, this.scroller.list, (node) => this.#rows.get(Number(node.dataset.key)));
    this.open();
  }

  get chat() {
    return this.phone.chats.get(this.id);
  }

  get topicInfo() {
    return this.topic ? (this.chat.topics || []).find((topic) => topic.id === this.topic) : null;
  }

  get isInView() {
    return document.visibilityState === "visible" && this.phone.isInView && this.phone.chatView === this;
  }

  /** Ask for the newest messages; also after the connection was lost. */
  open() {
    this.#expected = ["open"];
    this.#loading = false;
    this.#read = -1;
    this.phone.request("open", { chat: this.id });
    this.update();
  }

  /** The chat itself has changed: title, members, rights. */
  update() {
    if (!this.chat) return;
    this.header.update();
    this.composer.update();
    this.#drawEmpty();
    this.#moved();
  }

  /** A `messages` frame of this chat. */
  take(frame) {
    const isAnswer = frame.older !== undefined && frame.older !== null;
    const kind = isAnswer ? this.#expected.shift() : null;
    if (kind === "older") this.#loading = false;
    const changed = this.history.take(frame.messages, kind === "open");
    if (isAnswer) this.history.hasOlder = frame.older;
    const mine = this.#drawn && kind === null && frame.messages.some((message) => message.out && !this.#rows.has(message.key));
    this.scroller.keep(() => this.#sync(changed), mine || (kind === "open" && !this.#drawn));
    this.#drawn = true;
    this.#drawEmpty();
    this.#continueJump();
  }

  refreshKeys() {
    for (const row of this.#rows.values()) row.refreshKeys();
  }

  isBusy(row, data) {
    return this.phone.presses.has(this.id, row.key, data);
  }

  press(row, button) {
    this.scroller.pin(row.node);
    if (button.kind === "data") this.phone.presses.press(this.id, row.key, button.value);
    else if (button.kind === "url") this.phone.follow(button.value);
    else if (button.kind === "copy") copyMessage(this, button.value);
  }

  jump(key) {
    this.#jump = { key, tries: 12 };
    this.#continueJump();
  }

  menu(row, event) {
    openMessageMenu(this, row, event);
  }

  end() {
    this.composer.end();
    this.scroller.end();
    this.node.remove();
  }

  #sync(changed) {
    const shown = this.history.shown(this.topic);
    const kept = new Set(shown.map((message) => message.key));
    for (const key of [...this.#rows.keys()]) if (!kept.has(key)) this.#rows.delete(key);
    const rows = shown.map((message) => {
      let row = this.#rows.get(message.key);
      if (!row) {
        row = new MessageRow(this, message);
        if (this.#drawn && changed.has(message.key) && message.key > this.#read) row.node.classList.add("fresh");
        this.#rows.set(message.key, row);
      } else if (changed.has(message.key)) row.update(message);
      return row;
    });
    const sameDay = (a, b) => a && b && this.t.dayKey(a.message.date) === this.t.dayKey(b.message.date);
    const isOneSpeech = (a, b) => sameDay(a, b) && !a.isService && !b.isService && a.message.sender.id === b.message.sender.id;
    const today = this.t.dayKey(Date.now() / 1000);
    rows.forEach((row, at) => {
      const day = sameDay(rows[at - 1], row) ? "" : this.t.dayKey(row.message.date) === today ? this.t.today : this.t.day(row.message.date);
      row.place(day, isOneSpeech(rows[at - 1], row), !isOneSpeech(row, rows[at + 1]));
    });
    arrange(this.scroller.list, rows.map((row) => row.node));
  }

  #drawEmpty() {
    const { t, chat } = this;
    const isFresh = chat.kind === "private" && !chat.is_started;
    const isEmpty = this.#drawn && !this.#rows.size;
    this.empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const card = el("div", { class: "empty-card" });
    if (isFresh) card.append(el("b", { text: t.whatCan }), el("p", { dir: "auto", text: this.phone.description }));
    else card.append(el("p", { text: chat.me === "left" || chat.me === "kicked" ? t.notIn : t.noMessages }));
    this.empty.replaceChildren(card);
  }

  #continueJump() {
    if (!this.#jump) return;
    const row = this.#rows.get(this.#jump.key);
    if (!row && this.history.hasOlder && this.#jump.tries-- > 0) return void this.#loadOlder();
    this.#jump = null;
    if (row) this.scroller.jump(row.node);
  }

  async #loadOlder() {
    if (this.#loading || !this.history.hasOlder || !this.history.messages.size) return;
    this.#loading = true;
    this.#expected.push("older");
    const done = await this.phone.request("older", { chat: this.id, before: this.history.firstKey });
    if (!done) {
      this.#loading = false;
      this.#expected.pop();
    }
  }

  #moved() {
    if (!this.#drawn) return;
    if (this.scroller.isAtTop) this.#loadOlder();
    const isVisible = this.isInView;
    const last = this.scroller.lastInView();
    const seen = last ? Number(last.dataset.key) : -1;
    if (isVisible && seen > this.#read) {
      this.#read = seen;
      this.phone.request("read", { chat: this.id, topic: this.topic, key: seen });
    }
    let below = 0;
    for (const row of this.#rows.values()) if (!row.message.out && !row.isService && row.key > this.#read) below += 1;
    setText(this.scroller.badge, below ? String(below) : "");
  }
}
