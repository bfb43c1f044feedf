import { el } from "./dom.js";
import { ChatView } from "./chat.js";
import { ChatList, TopicList } from "./chatlist.js";

const isInside = (chat) => chat.me !== "left" && chat.me !== "kicked";

/** Which screen of a phone is in front: the list of chats, the topics of one, or a chat. */
export class Screens {
  chat = null;
  topics = null;
  #phone;
  #list = null;
  #wanted = null;
  #viewed;

  constructor(phone, viewed) {
    this.#phone = phone;
    this.#viewed = viewed;
    this.node = el("div", { class: "screens" });
  }

  /** Begin with the list of chats; `extra` lies over every screen. */
  begin(extra) {
    this.#closeChat();
    this.#closeTopics();
    this.#list = new ChatList(this.#phone);
    this.node.replaceChildren(this.#list.node, extra);
    this.#list.update();
    this.#show("list");
  }

  /** Show a chat; of a forum, its topics unless one is named. `focus`: a person asked for it. */
  open(id, topic = null, focus = false) {
    const chat = this.#phone.chats.get(id);
    if (!chat) return;
    this.#phone.toasts.dropBanner(id);
    const hasTopics = chat.is_forum && isInside(chat);
    this.#openTopics(hasTopics ? id : null);
    if (hasTopics && topic === null) {
      this.#closeChat();
      this.#show("topics");
      return;
    }
    const at = hasTopics ? topic : null;
    if (!this.chat || this.chat.id !== id || this.chat.topic !== at) {
      this.#closeChat(id);
      this.chat = new ChatView(this.#phone, id, at, focus);
      this.node.append(this.chat.node);
    }
    this.#show("chat");
    if (focus) this.chat.composer.focus();
  }

  /** Open a chat that the server wants to be seen, as soon as it is in the list. */
  bringUp(id) {
    this.#wanted = this.#phone.chats.has(id) ? null : id;
    if (!this.chat || this.chat.id !== id) this.open(id);
  }

  /** Something has been said in a chat: its topics may be in view. */
  updateTopics(id) {
    if (this.topics && this.topics.id === id) this.topics.update();
  }

  back() {
    const fromTopic = this.chat !== null && this.topics !== null;
    if (this.chat) this.#closeChat();
    else this.#closeTopics();
    this.#show(fromTopic ? "topics" : "list");
    const row = (fromTopic ? this.topics.node : this.#list.node).querySelector(".chat-row");
    if (row && document.activeElement === document.body) row.focus({ preventScroll: true });
  }

  /** The chats have changed. The open one may have gone, got topics, or lost the topic that is open. */
  update() {
    const { chats } = this.#phone;
    this.#list.update();
    if (this.topics && !chats.has(this.topics.id)) this.#closeTopics();
    if (this.topics) this.topics.update();
    if (this.#wanted) this.bringUp(this.#wanted);
    const view = this.chat;
    if (!view) return;
    const chat = chats.get(view.id);
    if (!chat || (view.topic && !view.topicInfo)) this.back();
    else if (chat.is_forum && isInside(chat) && view.topic === null) this.open(view.id, 0);
    else view.update();
  }

  end() {
    if (this.chat) this.chat.end();
    this.chat = null;
  }

  #show(screen) {
    this.#phone.frame.dataset.view = screen;
    if (screen === "list") this.#phone.toasts.dropBanner();
    const nodes = { list: this.#list, topics: this.topics, chat: this.chat };
    for (const [name, part] of Object.entries(nodes)) if (part) part.node.inert = name !== screen;
    this.#viewed(screen);
  }

  #closeChat(next = null) {
    const view = this.chat;
    if (!view) return;
    this.chat = null;
    if (view.id !== next) this.#phone.request("close", { chat: view.id });
    view.end();
  }

  #openTopics(id) {
    if (this.topics && this.topics.id === id) return;
    this.#closeTopics();
    if (id === null) return;
    this.topics = new TopicList(this.#phone, id);
    this.node.append(this.topics.node);
  }

  #closeTopics() {
    if (this.topics) this.topics.node.remove();
    this.topics = null;
  }
}
