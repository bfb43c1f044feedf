const nameOf = (who) => (who && typeof who === "object" ? who.name : who) || "";

/** The newest messages of topics, as far as this phone has been told of them. */
export class Previews {
  #last = new Map();

  /** Take a `messages` frame. */
  take({ chat, messages }) {
    for (const message of messages) {
      if (message.deleted) this.#forget(chat, message.key);
      else if (message.text && !message.service && !message.ephemeral) this.#keep(chat, message.topic, { key: message.key, sender: nameOf(message.sender), text: message.text, out: message.out });
    }
  }

  /** Take a `note` frame. */
  note({ chat, topic, key, sender, text }) {
    if (text) this.#keep(chat, topic, { key, sender: nameOf(sender), text, out: false });
  }

  /** {key, sender, text, out}, or null if nothing is known. */
  of(chat, topic) {
    return this.#last.get(`${chat}/${topic || 0}`) || null;
  }

  #keep(chat, topic, line) {
    const known = this.of(chat, topic);
    if (!known || known.key <= line.key) this.#last.set(`${chat}/${topic || 0}`, line);
  }

  #forget(chat, key) {
    for (const [at, line] of this.#last) if (line.key === key && at.startsWith(`${chat}/`)) this.#last.delete(at);
  }
}
