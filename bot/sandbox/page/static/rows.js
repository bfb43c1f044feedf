import { arrange } from "./dom.js";
import { MessageRow } from "./message.js";
import { now } from "./clock.js";

/** The rows of an open chat, kept from one drawing to the next. */
export class Rows {
  #view;
  #list;
  #rows = new Map();

  constructor(view, list) {
    this.#view = view;
    this.#list = list;
  }

  get size() {
    return this.#rows.size;
  }

  get(key) {
    return this.#rows.get(key);
  }

  /** The row of a message, or the next one below where it was. */
  at(key) {
    let found = null;
    for (const row of this.#rows.values()) if (row.key >= key && (!found || row.key < found.key)) found = row;
    return found;
  }

  refreshKeys() {
    for (const row of this.#rows.values()) row.refreshKeys();
  }

  /** How many messages of others lie below a key. */
  countBelow(key) {
    let below = 0;
    for (const row of this.#rows.values()) if (!row.message.out && !row.isService && row.key > key) below += 1;
    return below;
  }

  /** Draw these messages; `changed`: the keys of those that may differ, `isFresh(key)`: whether a new row is to be seen coming. */
  draw(messages, changed, isFresh) {
    const kept = new Set(messages.map((message) => message.key));
    for (const key of [...this.#rows.keys()]) if (!kept.has(key)) this.#rows.delete(key);
    const rows = messages.map((message) => {
      let row = this.#rows.get(message.key);
      if (!row) {
        row = new MessageRow(this.#view, message);
        if (isFresh(message.key)) row.node.classList.add("fresh");
        this.#rows.set(message.key, row);
      } else if (changed.has(message.key)) row.update(message);
      return row;
    });
    this.#place(rows);
    arrange(this.#list, rows.map((row) => row.node));
  }

  #place(rows) {
    const { t } = this.#view;
    const sameDay = (a, b) => a && b && t.dayKey(a.message.date) === t.dayKey(b.message.date);
    const isOneSpeech = (a, b) => sameDay(a, b) && !a.isService && !b.isService && a.message.sender.id === b.message.sender.id;
    const today = t.dayKey(now() / 1000);
    rows.forEach((row, at) => {
      const day = sameDay(rows[at - 1], row) ? "" : t.dayKey(row.message.date) === today ? t.today : t.day(row.message.date);
      row.place(day, isOneSpeech(rows[at - 1], row), !isOneSpeech(row, rows[at + 1]));
    });
  }
}
