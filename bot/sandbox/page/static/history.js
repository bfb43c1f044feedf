/** The loaded part of a chat's messages, and what of it is to be shown. */
export class History {
  messages = new Map();
  hasOlder = false;

  /** Take new and changed messages; `reset` starts anew. Returns the keys that changed. */
  take(messages, reset) {
    if (reset) {
      const kept = new Set(messages.map((message) => message.key));
      for (const key of [...this.messages.keys()]) if (!kept.has(key)) this.messages.delete(key);
    }
    for (const message of messages) {
      if (message.deleted) this.messages.delete(message.key);
      else this.messages.set(message.key, message);
    }
    return new Set(messages.map((message) => message.key));
  }

  get firstKey() {
    let first = Infinity;
    for (const key of this.messages.keys()) if (key < first) first = key;
    return first;
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
      if (this.#isStandIn(message)) continue;
      if (topic !== null && (message.topic ?? 0) !== topic) continue;
      found.push(standIns.get(key) || message);
    }
    return found;
  }

  #isStandIn(message) {
    return message.replaces !== null && message.replaces !== undefined && this.messages.has(message.replaces);
  }
}
