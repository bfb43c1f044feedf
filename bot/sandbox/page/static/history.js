const placeOf = (message) => message.replaces ?? message.key;

/** The loaded part of a chat's messages, and what of it is to be shown. */
export class History {
  messages = new Map();
  hasOlder = false;
  // Messages before this place were loaded once and have been forgotten: what changes there is of no interest.
  #floor = -Infinity;

  /** Take new and changed messages; `kind`: "open" starts anew, "older" goes back. Returns the keys that changed. */
  take(messages, kind) {
    if (kind) this.#floor = -Infinity;
    if (kind === "open") {
      const kept = new Set(messages.map((message) => message.key));
      for (const key of [...this.messages.keys()]) if (!kept.has(key)) this.messages.delete(key);
    }
    for (const message of messages) {
      if (message.deleted) this.messages.delete(message.key);
      else if (placeOf(message) >= this.#floor) this.messages.set(message.key, message);
    }
    return new Set(messages.map((message) => message.key));
  }

  get firstKey() {
    let first = Infinity;
    for (const key of this.messages.keys()) if (key < first) first = key;
    return first;
  }

  /** Forget all but the newest `count` of what is shown; they can be loaded again. */
  trim(topic, count) {
    const shown = this.shown(topic);
    if (shown.length <= count) return;
    this.#floor = placeOf(shown[shown.length - count]);
    this.hasOlder = true;
    for (const [key, message] of this.messages) if (placeOf(message) < this.#floor) this.messages.delete(key);
  }

  /** The key of the first of the newest `count` messages of others; null if it is not loaded, or there is none. */
  firstUnread(topic, count) {
    const keys = [...this.messages.keys()].sort((a, b) => b - a);
    let left = count;
    for (const key of keys) {
      const message = this.messages.get(key);
      if (message.out || !this.#isOf(message, topic)) continue;
      left -= 1;
      if (left === 0) return key;
    }
    return null;
  }

  /** Messages in reading order, of one topic (0 is General) or of all (null); an ephemeral one stands where it replaces another. */
  shown(topic) {
    const standIns = new Map();
    const keys = [...this.messages.keys()].sort((a, b) => a - b);
    for (const key of keys) {
      const message = this.messages.get(key);
      if (this.#isStandIn(message)) standIns.set(message.replaces, message);
    }
    const found = [];
    for (const key of keys) {
      const message = this.messages.get(key);
      if (!this.#isStandIn(message) && this.#isOf(message, topic)) found.push(standIns.get(key) || message);
    }
    return found;
  }

  #isOf(message, topic) {
    return topic === null || (message.topic ?? 0) === topic;
  }

  #isStandIn(message) {
    return message.replaces !== null && message.replaces !== undefined && this.messages.has(message.replaces);
  }
}
