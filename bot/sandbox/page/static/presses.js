// A phone stops waiting by itself at last, whatever has become of the answer.
const ANSWER_WAIT = 20000;
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
    const patience = new Promise((resolve) => setTimeout(() => resolve({ lost: true }), ANSWER_WAIT));
    const answer = await Promise.race([phone.request("press", { chat, key, data }), patience]);
    this.#release(id);
    if (!answer) return;
    if (answer.lost) phone.toast(phone.t.noAnswer);
    else if (answer.url) phone.follow(answer.url);
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
