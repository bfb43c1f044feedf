import { ChatHeader } from "./chat-header.js";
import { el, setText } from "./dom.js";
import { Composer } from "./composer.js";
import { textNode } from "./entities.js";
import { History } from "./history.js";
import { copyMessage, listenForMenus, openMessageMenu } from "./message-menu.js";
import { Rows } from "./rows.js";
import { Scroller } from "./scroller.js";

const MOST_ROWS = 300;
const SPARE_ROWS = 40;

/** One open chat, or one topic of it (0 is General; null where there are no topics). */
export class ChatView {
  #expected = [];
  #rows;
  #loading = false;
  #read = -1;
  #drawn = false;
  #jump = null;

  /** `fromUnread`: whether it may begin above its end, with what has not been read. */
  constructor(phone, id, topic, fromUnread = false) {
    this.phone = phone;
    this.t = phone.t;
    this.id = id;
    this.topic = topic;
    this.fromUnread = fromUnread;
    this.history = new History();
    this.isGroup = this.chat.kind !== "private";
    this.actions = {
      command: (text) => this.composer.mode === "write" && this.composer.write(text),
      mention: (text, user) => phone.mention(text, user),
      url: (url) => phone.follow(url),
    };
    this.scroller = new Scroller(phone.t, { moved: () => this.#moved() });
    this.#rows = new Rows(this, this.scroller.list);
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
    const changed = this.history.take(frame.messages, kind);
    if (isAnswer) this.history.hasOlder = frame.older;
    const mine = this.#drawn && kind === null && frame.messages.some((message) => message.out && !this.#rows.get(message.key));
    const isFirst = kind === "open" && !this.#drawn;
    this.scroller.keep(() => this.#draw(changed), mine || isFirst);
    this.#drawn = true;
    if (isFirst && this.fromUnread) this.#showUnread();
    this.#trim();
    this.#drawEmpty();
    this.#continueJump();
  }

  refreshKeys() {
    this.#rows.refreshKeys();
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

  #draw(changed) {
    const isFresh = (key) => this.#drawn && changed.has(key) && key > this.#read;
    this.#rows.draw(this.history.shown(this.topic), changed, isFresh);
  }

  /** A chat with more news than fit is read from where they begin. */
  #showUnread() {
    const { unread, unread_topics: topics } = this.chat;
    const count = this.topic === null ? unread : (topics || {})[this.topic] || 0;
    const key = this.history.firstUnread(this.topic, count);
    const row = key === null ? null : this.#rows.at(key);
    if (!row || !this.scroller.isAbove(row.node)) return;
    row.mark(this.t.newMessages);
    this.scroller.startAt(row.node);
  }

  /** A chat that has been open for hours does not grow without end. */
  #trim() {
    if (this.#rows.size <= MOST_ROWS + SPARE_ROWS || !this.scroller.isFollowing || this.#loading || this.#jump) return;
    this.history.trim(this.topic, MOST_ROWS);
    this.scroller.keep(() => this.#draw(new Set()), true);
  }

  #drawEmpty() {
    const { t, chat } = this;
    const isFresh = chat.kind === "private" && !chat.is_started;
    const isEmpty = this.#drawn && !this.#rows.size && (!isFresh || this.phone.description !== "");
    this.empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const card = el("div", { class: "empty-card" });
    if (isFresh) card.append(el("b", { text: t.whatCan }), textNode("p", { dir: "auto" }, this.phone.description));
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
    const below = this.#rows.countBelow(this.#read);
    setText(this.scroller.badge, below ? String(below) : "");
  }
}
