import { el } from "./dom.js";
import { icon } from "./icons.js";

const NEAR = 48;
// How long after a tap that opens a quote the list may grow without being followed.
const OPENING = 300;

/** The scrolling list of a chat: keeps its place while rows come, go and grow. */
export class Scroller {
  #on;
  #frame = 0;
  #bottom = true;
  #size = "";
  #pinned = null;
  #opened = -Infinity;

  /** `on.moved()` is called, once a frame, after the list was scrolled, filled or resized. */
  constructor(t, on) {
    this.#on = on;
    this.list = el("div", { class: "rows" });
    this.box = el("div", { class: "messages", tabindex: -1 }, this.list);
    this.badge = el("span", { class: "badge" });
    this.button = el("button", { class: "to-bottom", "aria-label": t.scrollDown, on: { click: () => this.toBottom(true) } }, icon("down"), this.badge);
    this.box.addEventListener("scroll", () => this.#moved(), { passive: true });
    this.box.addEventListener("click", (event) => {
      if (event.target.closest("summary, .expandable")) this.#opened = performance.now();
    }, true);
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(this.box);
    this.observer.observe(this.list);
  }

  get isAtBottom() {
    return this.box.scrollHeight - this.box.clientHeight - this.box.scrollTop < NEAR;
  }

  get isAtTop() {
    return this.box.scrollTop < this.box.clientHeight;
  }

  /** Whether the end is followed: what comes new is scrolled to. */
  get isFollowing() {
    return this.#bottom;
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

  /** Whether a row begins above what is in view. */
  isAbove(node) {
    return this.box.clientHeight > 0 && node.getBoundingClientRect().top < this.box.getBoundingClientRect().top;
  }

  /** Begin the view with a row. */
  startAt(node) {
    this.#bottom = false;
    this.box.scrollTop += node.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    this.#size = this.#measure();
    this.#moved();
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

  #measure() {
    return `${this.box.clientWidth} ${this.box.clientHeight} ${this.list.offsetHeight}`;
  }

  #resized() {
    const isOpened = performance.now() - this.#opened < OPENING;
    if (isOpened) this.#bottom = this.isAtBottom;
    else if (this.#bottom) this.toBottom();
    this.#moved();
  }

  #moved() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#look();
      this.#on.moved();
    });
  }

  /** Only a person leaves the end: what has got another size since the last look is followed to its new end. */
  #look() {
    if (!this.box.clientHeight) return;
    const size = this.#measure();
    if (this.#bottom && !this.isAtBottom && size !== this.#size) this.toBottom();
    else this.#bottom = this.isAtBottom;
    this.#size = size;
    this.button.classList.toggle("shown", !this.#bottom);
  }
}
