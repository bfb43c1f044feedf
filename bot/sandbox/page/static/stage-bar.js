import { el, setText } from "./dom.js";
import { icon } from "./icons.js";
import { groupDialog, personDialog } from "./newcomers.js";

/** The bar over the stage: deal, who comes, the bot's process, the panels. */
export class StageBar {
  #stage;
  #dealt = false;

  constructor(stage) {
    const { t } = stage;
    this.#stage = stage;
    this.sub = el("small", { text: t.stageSub });
    this.dealText = el("span", { text: t.deal });
    this.deal = el("button", { class: "deal", data: { testid: "deal" }, on: { click: () => this.#deal() } }, icon("cards"), this.dealText);
    this.add = this.#tool("add-person", t.person, () => personDialog(stage), "plus");
    this.weather = this.#toggle("weather", stage.weather);
    const theme = el("button", { class: "tool", "aria-label": t.theme, title: t.theme, data: { testid: "theme" }, on: { click: () => dispatchEvent(new Event("toggle-theme")) } }, icon("sun"));
    this.node = el(
      "header",
      { class: "top" },
      el("div", { class: "brand" }, el("h1", { text: t.stageTitle }), this.sub),
      this.deal,
      el(
        "div",
        { class: "tools" },
        this.add,
        this.#tool("add-group", t.newGroup, () => groupDialog(stage), "plus"),
        this.#bot(),
        this.weather,
        this.#toggle("traffic", stage.traffic),
        theme,
      ),
    );
  }

  draw() {
    const { t, state, weather } = this.#stage;
    const here = state.phones.filter((phone) => phone.hand === "stage").length;
    this.deal.disabled = state.busy || here < 2;
    this.deal.classList.toggle("busy", state.busy);
    this.deal.classList.toggle("calm", this.#dealt);
    this.deal.title = here < 2 ? t.dealNeeds : "";
    setText(this.dealText, state.busy ? t.dealing : t.deal);
    this.add.disabled = !state.can_add;
    this.add.title = state.can_add ? t.addPerson : t.full;
    setText(this.sub, state.keep ? t.keep(state.keep) : t.stageSub);
    this.weather.classList.toggle("stormy", weather.isStormy);
    this.bot.hidden = !state.bot;
    if (state.bot) this.#drawBot(state.bot);
  }

  #drawBot({ state, starts, said }) {
    const { t } = this.#stage;
    this.bot.dataset.state = state;
    this.bot.title = [t.starts(starts), said].filter(Boolean).join("\n");
    setText(this.botText, `${t.botIs}: ${t[state] || state}`);
    this.kill.hidden = state === "down";
    this.start.hidden = state !== "down";
  }

  async #deal() {
    const stage = this.#stage;
    this.deal.disabled = true;
    const here = stage.state.phones.filter((phone) => phone.hand === "stage").slice(0, 2);
    const done = await stage.request("deal");
    if (done) {
      this.#dealt = true;
      stage.bringForward(here.map((phone) => phone.id));
    }
    this.draw();
  }

  #bot() {
    const { t } = this.#stage;
    const act = (action) => ({ click: () => this.#stage.request("bot", { action }) });
    this.botText = el("span");
    this.kill = el("button", { class: "tool small danger", data: { testid: "bot-kill" }, title: t.killMore, text: t.kill, on: act("kill") });
    this.start = el("button", { class: "tool small", data: { testid: "bot-start" }, text: t.startBot, on: act("start") });
    this.bot = el("div", { class: "bot-state", data: { testid: "bot-state" }, role: "status" }, el("span", { class: "dot" }), this.botText, this.kill, this.start);
    return this.bot;
  }

  #tool(testid, text, run, sign) {
    return el("button", { class: "tool", data: { testid }, on: { click: run } }, icon(sign), el("span", { text }));
  }

  #toggle(name, panel) {
    const button = el("button", { class: "tool", data: { testid: `${name}-toggle` }, "aria-pressed": "false", text: this.#stage.t[name] });
    button.addEventListener("click", () => {
      const isShown = this.#stage.toggle(panel);
      button.setAttribute("aria-pressed", String(isShown));
    });
    return button;
  }
}
