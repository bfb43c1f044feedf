import { el } from "./dom.js";
import { appendText } from "./entities.js";
import { icon } from "./icons.js";

// A card of a hand: such labels are short, and shown large.
const CARD = /^.{1,2}[\u2660\u2663\u2665\u2666]\ufe0f?$/u;
// A label of so many signs may be cut off.
const LONG = 24;
const signature = (button) => JSON.stringify([button.text, button.style, button.kind, button.value]);

/**
 * The inline keyboard under a bubble. An edit keeps the very elements of the buttons that stay: a finger that
 * went down on one button can never press another that has come into its place.
 */
export class Keyboard {
  #press;
  #isBusy;

  /** `press(button)` is called for a live button; `isBusy(data)` says whether its answer is still awaited. */
  constructor(press, isBusy) {
    this.node = el("div", { class: "keyboard" });
    this.#press = press;
    this.#isBusy = isBusy;
  }

  update(rows) {
    const old = new Map();
    for (const node of this.node.querySelectorAll("button")) {
      const same = old.get(node.signature) || [];
      same.push(node);
      old.set(node.signature, same);
    }
    const focused = this.node.contains(document.activeElement) ? document.activeElement : null;
    const lines = (rows || []).map((row, index) => {
      const nodes = row.map((button) => (old.get(signature(button)) || []).shift() || this.#button(button));
      const line = this.node.children[index] || el("div", { class: "keys" });
      if (line.children.length !== nodes.length || nodes.some((node, at) => line.children[at] !== node)) line.replaceChildren(...nodes);
      return line;
    });
    if (lines.length !== this.node.children.length || lines.some((line, at) => this.node.children[at] !== line)) {
      this.node.replaceChildren(...lines);
    }
    this.refresh();
    if (focused && !focused.isConnected) {
      const next = [...this.node.querySelectorAll("button")].find((node) => node.dataset.data === focused.dataset.data);
      if (next) next.focus({ preventScroll: true });
    } else if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  /** Show or stop the spinners. */
  refresh() {
    for (const node of this.node.querySelectorAll("button")) {
      const busy = node.dataset.kind === "data" && this.#isBusy(node.dataset.data);
      node.classList.toggle("busy", busy);
      if (busy) node.setAttribute("aria-busy", "true");
      else node.removeAttribute("aria-busy");
    }
  }

  #button(button) {
    const dead = button.kind === "disabled";
    const label = el("span", { class: "key-label", dir: "auto" });
    appendText(label, button.text);
    const node = el(
      "button",
      {
        class: CARD.test(button.text) ? "key card-key" : "key",
        data: { testid: "inline-button", data: button.value, style: button.style || "default", kind: button.kind },
        on: { click: () => !dead && this.#press(button) },
      },
      label,
    );
    if (dead) node.disabled = true;
    if (button.text.length > LONG) node.title = button.text;
    if (button.kind === "url") node.append(icon("out"));
    if (button.kind === "copy") node.append(icon("copy"));
    node.signature = signature(button);
    return node;
  }
}
