import { el } from "./dom.js";
import { panelHead } from "./panel.js";
import { visibleName } from "./names.js";

const CALM = { slow: 0, throttled: null, lost: "never", failing: "never", repeat: false, held: false };
const DELAYS = [0, 1, 3, 10];

/** What may go wrong with Telegram, to be switched on and off. */
export class WeatherPanel {
  #stage;
  #drawn = "";
  // What was switched here and has not come back from the server yet.
  #pending = {};
  #asked = 0;

  constructor(stage) {
    this.#stage = stage;
    this.node = el("section", { class: "panel weather", hidden: true, data: { testid: "weather" }, "aria-label": stage.t.weather });
  }

  get now() {
    return { ...CALM, ...(this.#stage.state ? this.#stage.state.weather : {}), ...this.#pending };
  }

  get isStormy() {
    return JSON.stringify(CALM) !== JSON.stringify(Object.fromEntries(Object.keys(CALM).map((name) => [name, this.now[name]])));
  }

  draw() {
    const { state, t } = this.#stage;
    if (!state || this.node.hidden) return;
    const drawn = JSON.stringify([this.now, state.groups, state.phones.map((phone) => [phone.id, phone.name])]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { now } = this;
    const often = (names) => names.map((name) => [name, t[name]]);
    const chats = [[null, t.nobody], ...state.groups.map((group) => [group.id, group.title]), ...state.phones.map((phone) => [phone.id, `${visibleName(phone.name, t.noName)} · ${t.private}`])];
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
    this.node.replaceChildren(
      panelHead(this.#stage, this, "weather", t.weather),
      this.#choice("slow", t.slow, DELAYS.map((delay) => [delay, t.seconds(delay)]), now.slow),
      this.#choice("lost", t.lost, often(["never", "next", "third"]), now.lost),
      this.#choice("failing", t.failing, often(["never", "third"]), now.failing),
      this.#select("throttled", t.throttled, chats, now.throttled),
      this.#check("repeat", t.repeat, now.repeat),
      this.#check("held", t.held, now.held),
      el("button", { class: "tool", data: { testid: "calm" }, disabled: !this.isStormy, text: t.calm, on: { click: () => this.#set(CALM) } }),
      el("p", { class: "hint", text: `kill -9: ${t.killMore}` }),
    );
    if (focused) this.node.querySelector(`[data-testid="${focused}"]`)?.focus();
  }

  async #set(change) {
    this.#pending = { ...this.#pending, ...change };
    const asked = ++this.#asked;
    const { slow, throttled, lost, failing, repeat, held } = this.now;
    this.draw();
    const done = await this.#stage.request("weather", { slow, throttled, lost, failing, repeat, held });
    if (asked !== this.#asked) return;
    // The server's own state follows shortly after it has said that it is done.
    if (done) await new Promise((resolve) => setTimeout(resolve, 300));
    if (asked !== this.#asked) return;
    this.#pending = {};
    this.draw();
  }

  #choice(name, label, options, value) {
    const buttons = options.map(([option, text]) =>
      el("button", { class: "segment", role: "radio", "aria-checked": String(option === value), data: { testid: `${name}-${option}` }, text, on: { click: () => this.#set({ [name]: option }) } }),
    );
    return el("div", { class: "setting" }, el("span", { class: "setting-name", text: label }), el("div", { class: "segments", role: "radiogroup", "aria-label": label }, ...buttons));
  }

  #select(name, label, options, value) {
    const select = el("select", { class: "text-input", data: { testid: name }, on: { change: () => this.#set({ [name]: options[select.selectedIndex][0] }) } }, ...options.map(([, text]) => el("option", { text })));
    select.selectedIndex = Math.max(0, options.findIndex(([option]) => option === value));
    return el("label", { class: "setting" }, el("span", { class: "setting-name", text: label }), select);
  }

  #check(name, label, value) {
    const box = el("input", { type: "checkbox", role: "switch", data: { testid: name }, on: { change: () => this.#set({ [name]: box.checked }) } });
    box.checked = value;
    return el("label", { class: "switch wide" }, box, el("span", { class: "track" }), el("span", { text: label }));
  }
}
