import { arrange, el, setText } from "./dom.js";
import { setSuited, textNode } from "./entities.js";
import { panelHead } from "./panel.js";
import { visibleName } from "./names.js";

const KEPT = 100;

/** What the bot asks of Telegram: calls per minute of each chat against the limits, and the last requests. */
export class TrafficPanel {
  #stage;
  #calls = [];
  #chats = [];
  #second = 0;
  #bars = new Map();

  constructor(stage) {
    const { t } = stage;
    this.#stage = stage;
    this.second = el("small");
    this.meters = el("div", { class: "meters" });
    this.list = el("div", { class: "calls" });
    this.node = el("section", { class: "panel traffic", hidden: true, data: { testid: "traffic" }, "aria-label": t.traffic }, panelHead(stage, this, "traffic", t.perMinute, this.second), this.meters, el("h2", { text: t.lastCalls }), this.list);
  }

  take(frame) {
    const known = this.#calls.length ? this.#calls[this.#calls.length - 1].number : -1;
    const fresh = frame.calls.filter((call) => call.number > known);
    this.#calls = [...this.#calls, ...fresh].slice(-KEPT);
    this.#chats = frame.chats;
    this.#second = frame.second;
    this.draw();
  }

  draw() {
    if (this.node.hidden) return;
    const { t } = this.#stage;
    setText(this.second, t.perSecond(this.#second));
    arrange(this.meters, this.#chats.map((chat) => this.#meter(chat)));
    const old = new Map([...this.list.children].map((node) => [node.dataset.number, node]));
    const nodes = this.#calls.map((call) => old.get(String(call.number)) || this.#call(call)).reverse();
    arrange(this.list, nodes.length ? nodes : [el("p", { class: "hint", text: t.noCalls })]);
  }

  #meter({ id, title, kind, calls, limit }) {
    const { t } = this.#stage;
    let parts = this.#bars.get(id);
    if (!parts) {
      parts = { title: el("bdi"), count: el("b"), bar: el("span", { class: "meter-bar" }) };
      parts.node = el("div", { class: "meter", data: { chat: id } }, el("span", { class: "meter-line" }, parts.title, parts.count), el("span", { class: "meter-track" }, parts.bar));
      this.#bars.set(id, parts);
    }
    const share = Math.min(calls / limit, 1);
    setSuited(parts.title, visibleName(title, t.noName) + (kind === "private" ? ` · ${t.private}` : ""));
    setText(parts.count, `${calls} / ${limit}`);
    parts.bar.style.width = `${share * 100}%`;
    parts.node.classList.toggle("high", share > 0.7);
    parts.node.classList.toggle("over", calls >= limit);
    return parts.node;
  }

  #call(call) {
    const { t } = this.#stage;
    const time = typeof call.time === "number" ? new Date(call.time * 1000).toLocaleTimeString("en-GB") : String(call.time);
    const node = el(
      "details",
      { class: `call ${call.ok ? "" : "bad"}`, data: { number: call.number, testid: "call" } },
      el("summary", {}, el("time", { text: time }), el("b", { text: call.method }), textNode("bdi", {}, call.chat), el("span", { class: "code", text: call.code }), el("span", { class: "ms", text: `${call.ms} ms` })),
    );
    node.addEventListener("toggle", () => {
      if (node.open && node.children.length === 1) node.append(textNode("pre", {}, call.params || t.hidden), textNode("pre", {}, call.answer || t.hidden));
    });
    return node;
  }
}
