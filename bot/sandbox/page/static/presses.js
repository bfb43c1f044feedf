// A phone stops waiting by itself at last, whatever has become of the answer.
const ANSWER_WAIT = 40000;
const idOf = (chat, key, data) => `${chat}/${key}/${data}`;

/** The presses of a phone whose answers are still awaited. */
export class Presses {
  #phone;
  #waiting = new Set();

  constructor(phone) {
    this.#phone = phone;
  }

  has(chat, key, data) {
    return this.#waiting.has(idOf(chat, key, data));
  }

  async press(chat, key, data) {
    const phone = this.#phone;
    const id = idOf(chat, key, data);
    if (this.#waiting.has(id)) return;
    this.#waiting.add(id);
    phone.refreshKeys();
    const timer = setTimeout(() => this.#release(id), ANSWER_WAIT);
    const answer = await phone.request("press", { chat, key, data });
    clearTimeout(timer);
    this.#release(id);
    if (!answer || answer.lost) return;
    if (answer.url) phone.follow(answer.url);
    else if (answer.alert && answer.text) phone.toasts.alert(answer.text);
    else phone.toast(answer.text);
  }

  forget() {
    this.#waiting.clear();
    this.#phone.refreshKeys();
  }

  #release(id) {
    this.#waiting.delete(id);
    this.#phone.refreshKeys();
  }
}
