const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const CHECK_AFTER = 2;

/** A WebSocket of JSON frames that numbers requests, finds their answers and reconnects. */
export class Socket {
  #url;
  #on;
  #ws = null;
  #n = 0;
  #waiting = new Map();
  #failures = 0;
  #timer = 0;
  #ended = false;
  #wake = () => {
    if (document.visibilityState === "visible" && this.#timer) this.#connect();
  };

  /** `on`: frame(frame), state("open" | "lost"), gone(reason). `page` is fetched to tell a dead link from a dead network. */
  constructor(path, on, page = null) {
    this.#url = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.#on = on;
    this.page = page;
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    this.#connect();
  }

  get isOpen() {
    return this.#ws !== null && this.#ws.readyState === WebSocket.OPEN;
  }

  /** Send a request; the promise has the `done` or `answer` frame, or throws what the server said. */
  request(what, fields = {}) {
    if (!this.isOpen) return Promise.reject(new Error(""));
    const n = ++this.#n;
    this.#ws.send(JSON.stringify({ do: what, n, ...fields }));
    return new Promise((resolve, reject) => this.#waiting.set(n, { resolve, reject }));
  }

  /** From now on the page, and its socket with it, is at another address. */
  move(page) {
    this.#url = new URL(`${page}/socket`, this.#url).href;
    this.page = page;
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    if (this.#ws) this.#ws.close();
    this.#drop();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const ws = new WebSocket(this.#url);
    this.#ws = ws;
    ws.onopen = () => {
      this.#failures = 0;
      this.#on.state("open");
    };
    ws.onmessage = (event) => this.#frame(JSON.parse(event.data));
    ws.onclose = () => {
      if (this.#ended || ws !== this.#ws) return;
      this.#drop();
      this.#on.state("lost");
      const wait = Math.min(FIRST_WAIT * 2 ** this.#failures++, LONGEST_WAIT);
      this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + Math.random() * 0.4));
      if (this.page && this.#failures >= CHECK_AFTER) this.#check();
    };
  }

  async #check() {
    try {
      const reply = await fetch(this.page, { cache: "no-store" });
      if ([403, 404, 410].includes(reply.status) && !this.isOpen) this.#finish("invalid");
    } catch {
      // Unreachable: go on trying.
    }
  }

  #finish(reason) {
    this.end();
    this.#on.gone(reason);
  }

  #drop() {
    for (const { reject } of this.#waiting.values()) reject(new Error(""));
    this.#waiting.clear();
  }

  #frame(frame) {
    if (frame.type === "gone") return this.#finish(frame.reason);
    const waiting = frame.n === undefined ? null : this.#waiting.get(frame.n);
    if (waiting && ["done", "answer", "error", "qr"].includes(frame.type)) {
      this.#waiting.delete(frame.n);
      if (frame.type === "error") {
        waiting.reject(new Error(frame.text));
        return undefined;
      }
      waiting.resolve(frame);
    }
    this.#on.frame(frame);
    return undefined;
  }
}
