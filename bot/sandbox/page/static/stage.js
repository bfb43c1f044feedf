import { arrange, el, setText } from "./dom.js";
import { goneNode } from "./gone.js";
import { fadeEnds } from "./panel.js";
import { PhoneCard } from "./phone-card.js";
import { Socket } from "./socket.js";
import { StageBar } from "./stage-bar.js";
import { browserTexts } from "./texts.js";
import { Toasts } from "./toasts.js";
import { TrafficPanel } from "./traffic.js";
import { WeatherPanel } from "./weather.js";

/** The page of who started the sandbox: phones side by side, and what makes them live. */
class Stage {
  t = browserTexts();
  state = null;
  #cards = new Map();
  #active = null;

  constructor() {
    const { t } = this;
    document.documentElement.lang = t.lang;
    document.title = t.stageTitle;
    this.weather = new WeatherPanel(this);
    this.traffic = new TrafficPanel(this);
    this.offline = el("div", { class: "offline", role: "status", hidden: true, text: t.connecting });
    this.tabs = el("nav", { class: "tabs" });
    this.phones = el("div", { class: "phones" });
    this.panels = el("aside", { class: "panels", hidden: true }, this.weather.node, this.traffic.node);
    this.bar = new StageBar(this);
    document.body.append(this.bar.node, this.bar.said, this.offline, this.tabs, el("main", { class: "floor" }, this.phones, this.panels));
    this.toasts = new Toasts(document.body, t);
    this.socket = new Socket(`${location.pathname.replace(/\/+$/, "")}/socket`, {
      frame: (frame) => this.#take(frame),
      state: (state) => {
        this.offline.hidden = state === "open";
        if (state === "open") this.request("language", { code: t.lang });
      },
      gone: () => this.#gone(),
    }, location.pathname);
    new ResizeObserver(() => this.#fit()).observe(this.phones);
    fadeEnds(this.tabs);
  }

  async request(what, fields = {}) {
    try {
      return await this.socket.request(what, fields);
    } catch (error) {
      this.toasts.toast(error.message || this.t.offline);
      return null;
    }
  }

  activate(id) {
    this.#active = id;
    for (const [other, card] of this.#cards) card.setActive(other === id);
    this.#drawTabs();
    const card = this.#cards.get(id);
    if (card) card.node.scrollIntoView({ inline: "center", block: "nearest", behavior: "smooth" });
  }

  drawTabs() {
    this.#drawTabs();
  }

  /** Make sure that one of these phones is the one in front. */
  bringForward(ids) {
    if (ids.length && !ids.includes(this.#active)) this.activate(ids[0]);
  }

  /** A phone has been drawn with its chats; the page is ready when all have. */
  ready() {
    if ([...this.#cards.values()].every((card) => card.isReady)) document.documentElement.dataset.ready = "yes";
  }

  /** Show or hide a panel. */
  toggle(panel) {
    panel.node.hidden = !panel.node.hidden;
    this.panels.hidden = this.weather.node.hidden && this.traffic.node.hidden;
    panel.draw();
    this.bar.drawToggles();
  }

  #take(frame) {
    if (frame.type === "stage") {
      this.state = frame;
      this.#draw();
    } else if (frame.type === "traffic") this.traffic.take(frame);
    else if (frame.type === "error") this.toasts.toast(frame.text);
  }

  #draw() {
    this.bar.draw();
    this.weather.draw();
    this.#drawPhones();
  }

  #drawPhones() {
    const ids = new Set(this.state.phones.map((phone) => phone.id));
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.end();
      this.#cards.delete(id);
    }
    const nodes = this.state.phones.map((phone) => {
      const card = this.#cards.get(phone.id) || new PhoneCard(this, phone);
      this.#cards.set(phone.id, card);
      card.update(phone);
      return card.node;
    });
    arrange(this.phones, nodes);
    this.phones.style.setProperty("--count", nodes.length);
    if (!ids.has(this.#active) && nodes.length) this.activate(this.state.phones[0].id);
    this.#drawTabs();
    this.#fit();
    this.ready();
  }

  #drawTabs() {
    const tabs = [...this.#cards].map(([id, card]) => {
      const old = [...this.tabs.children].find((node) => node.dataset.phone === String(id));
      const tab = old || el("button", { class: "tab", data: { phone: id, testid: "tab" }, on: { click: () => this.activate(id) } }, el("bdi"), el("span", { class: "badge" }));
      setText(tab.firstChild, card.name);
      setText(tab.lastChild, card.unread ? String(card.unread) : "");
      tab.classList.toggle("active", id === this.#active);
      tab.setAttribute("aria-pressed", String(id === this.#active));
      return tab;
    });
    arrange(this.tabs, tabs);
  }

  #fit() {
    document.body.classList.toggle("overflows", this.phones.scrollWidth > this.phones.clientWidth + 8);
  }

  #gone() {
    const { t } = this;
    for (const card of this.#cards.values()) card.end();
    document.body.replaceChildren(goneNode("closed", t.gone, t.closedMore));
  }
}

new Stage();
