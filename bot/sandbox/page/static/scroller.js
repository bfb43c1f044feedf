import { el } from "./dom.js";
import { icon } from "./icons.js";

const NEAR = 48;

/** The scrolling list of a chat: keeps its place while rows come, go and grow. */
export class Scroller {
  #on;
  #frame = 0;
  #bottom = true;
  #pinned = null;

  /** `on.moved()` is called, once a frame, after the list was scrolled, filled or resized. */
  constructor(t, on) {
    this.#on = on;
    this.list = el("div", { class: "rows" });
    this.box = el("div", { class: "messages", tabindex: -1 }, this.list);
    this.badge = el("span", { class: "badge" });
    this.button = el("button", { class: "to-bottom", "aria-label": t.scrollDown, on: { click: () => this.toBottom(true) } }, icon("down"), this.badge);
    this.box.addEventListener("scroll", () => this.#moved(), { passive: true });
    this.observer = new ResizeObserver(() => {
      if (this.#bottom) this.toBottom();
      this.#moved();
    });
    this.observer.observe(this.box);
  }

  get isAtBottom() {
    return this.box.scrollHeight - this.box.clientHeight - this.box.scrollTop < NEAR;
  }

  get isAtTop() {
    return this.box.scrollTop < this.box.clientHeight;
  }

  toBottom(smooth = false) {
    this.#bottom = true;
    // A long way is not worth watching: only its end is.
    const far = this.box.scrollHeight - 2.2 * this.box.clientHeight;
    if (smooth && this.box.scrollTop < far) this.box.scrollTop = far;
    this.box.scrollTo({ top: this.box.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }

  /** Remember the row somebody has just pressed: it is the one to hold still. */
  pin(node) {
    this.#pinned = { node, until: performance.now() + 10000 };
  }

  /** Run `change` on the list so that what is being read stays where it is. */
  keep(change, toBottom = false) {
    const bottom = toBottom || this.#bottom || this.isAtBottom;
    const anchor = bottom ? null : this.#anchor();
    const before = anchor ? anchor.getBoundingClientRect().top : 0;
    change();
    if (bottom) this.toBottom();
    else if (anchor && anchor.isConnected) this.box.scrollTop += anchor.getBoundingClientRect().top - before;
    this.#moved();
  }

  jump(node) {
    this.#bottom = false;
    node.scrollIntoView({ block: "center", behavior: "smooth" });
    node.classList.remove("found");
    requestAnimationFrame(() => node.classList.add("found"));
  }

  /** The last row of which something is in view. */
  lastInView() {
    const floor = this.box.getBoundingClientRect().bottom;
    const rows = this.list.children;
    let low = 0;
    let high = rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (rows[middle].getBoundingClientRect().top < floor - 8) low = middle;
      else high = middle - 1;
    }
    return rows[low] || null;
  }

  end() {
    this.observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #anchor() {
    const view = this.box.getBoundingClientRect();
    const isSeen = (node) => {
      const box = node.getBoundingClientRect();
      return box.bottom > view.top && box.top < view.bottom;
    };
    if (this.#pinned && this.#pinned.until > performance.now() && this.#pinned.node.isConnected && isSeen(this.#pinned.node)) {
      return this.#pinned.node;
    }
    return [...this.list.children].find((node) => node.getBoundingClientRect().bottom > view.top) || null;
  }

  #moved() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#bottom = this.isAtBottom;
      this.button.classList.toggle("shown", !this.#bottom);
      this.#on.moved();
    });
  }
}
