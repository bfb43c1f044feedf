import { el, setText } from "./dom.js";
import { icon } from "./icons.js";
import { fadeEnds } from "./panel.js";
import { groupDialog, personDialog } from "./newcomers.js";

// Which of its lives the bot was made to end here; known to a page that is loaded again, too.
const KILLED = `deberts-killed ${location.pathname}`;
let killed = null;

function noteKill(starts) {
  killed = String(starts);
  try {
    sessionStorage.setItem(KILLED, killed);
  } catch {
    // Not kept then.
  }
}

function wasKilled(starts) {
  try {
    return String(starts) === (killed || sessionStorage.getItem(KILLED));
  } catch {
    return String(starts) === killed;
  }
}

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
    this.traffic = this.#toggle("traffic", stage.traffic);
    this.said = el("p", { class: "bot-said", role: "status", dir: "auto", hidden: true, data: { testid: "bot-said" } });
    const theme = el("button", { class: "tool", "aria-label": t.theme, title: t.theme, data: { testid: "theme" }, on: { click: () => dispatchEvent(new Event("toggle-theme")) } }, icon("sun"));
    this.node = el(
      "header",
      { class: "stage-bar" },
      el("div", { class: "brand" }, el("h1", { text: t.stageTitle }), this.sub),
      this.deal,
      el(
        "div",
        { class: "tools" },
        this.add,
        this.#tool("add-group", t.newGroup, () => groupDialog(stage), "plus"),
        this.#bot(),
        this.weather,
        this.traffic,
        theme,
      ),
    );
    fadeEnds(this.node);
  }

  /** Show which panels are shown. */
  drawToggles() {
    const { weather, traffic } = this.#stage;
    this.weather.setAttribute("aria-pressed", String(!weather.node.hidden));
    this.traffic.setAttribute("aria-pressed", String(!traffic.node.hidden));
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
    // Where there is little room only this tells.
    this.sub.parentNode.title = this.sub.textContent;
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
    // Its last words, if nobody here has wanted it to end.
    this.said.hidden = state !== "down" || wasKilled(starts) || !said;
    setText(this.said, said || "");
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
    const act = (action) => ({ click: () => {
      if (action === "kill") noteKill(this.#stage.state.bot.starts);
      this.#stage.request("bot", { action });
    } });
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
    button.addEventListener("click", () => this.#stage.toggle(panel));
    return button;
  }
}
