import { now } from "./clock.js";
import { el, setText } from "./dom.js";
import { setSuited } from "./entities.js";
import { icon } from "./icons.js";
import { ask } from "./menus.js";
import { visibleName } from "./names.js";
import { Phone } from "./phone.js";
import { shareDialog } from "./share.js";

/** The stage's key says that it is the stage that opens this phone, not a friend. */
function stagePath(socket) {
  const key = location.pathname.replace(/\/+$/, "").split("/").pop();
  return `${socket}?stage=${encodeURIComponent(key)}`;
}

/** One phone of the stage with its caption; covered while it is in a friend's hands. */
export class PhoneCard {
  unread = 0;
  phone = null;
  #socket = null;
  #stage;
  #clock;
  #closeShare = () => {};

  constructor(stage, state) {
    const { t } = stage;
    this.#stage = stage;
    this.state = state;
    this.isReady = false;
    this.title = el("bdi", { class: "caption-name" });
    this.auto = el("input", { type: "checkbox", role: "switch", data: { testid: "autoplay" }, on: { change: () => stage.request("autoplay", { phone: this.state.id, on: this.auto.checked }) } });
    this.give = el("button", { class: "tool small", data: { testid: "give" }, "aria-label": t.friend, title: t.friend, on: { click: () => { this.#closeShare = shareDialog(stage, this.state); } } }, icon("share"), el("span", { text: t.friend }));
    this.clock = el("time");
    this.screen = el("div", { class: "screen-box" });
    this.node = el(
      "section",
      { class: "card", data: { phone: state.id } },
      el("div", { class: "caption" }, this.title, el("label", { class: "switch" }, this.auto, el("span", { class: "track" }), el("span", { text: t.playForMe })), this.give),
      el("div", { class: "shell" }, el("div", { class: "status", "aria-hidden": "true" }, this.clock, el("span", { class: "notch" }), el("span", { class: "signal" })), this.screen),
    );
    this.#tick();
    this.#clock = setInterval(() => this.#tick(), 15000);
  }

  get name() {
    return visibleName(this.state.name, this.#stage.t.noName);
  }

  setActive(isActive) {
    this.node.classList.toggle("active", isActive);
    if (isActive && this.phone) this.phone.shown();
  }

  update(state) {
    this.state = state;
    setSuited(this.title, this.name);
    this.title.title = this.name;
    this.auto.checked = state.autoplay;
    const isHere = state.hand === "stage";
    this.auto.disabled = !isHere;
    this.give.disabled = !isHere;
    this.node.classList.toggle("is-covered", !isHere);
    // The link in the dialog is used up.
    if (!isHere) this.#closeShare();
    if (!isHere) this.#cover(state.hand);
    else if (this.#socket !== state.socket) this.#uncover(state);
  }

  end() {
    clearInterval(this.#clock);
    this.#drop();
    this.node.remove();
  }

  #drop() {
    if (this.phone) this.phone.end();
    this.phone = null;
    this.#socket = null;
  }

  #uncover(state) {
    this.#drop();
    this.#socket = state.socket;
    const root = el("div");
    this.screen.replaceChildren(root);
    this.phone = new Phone(root, {
      socket: stagePath(state.socket),
      listener: {
        ready: () => {
          this.isReady = true;
          this.#stage.ready();
        },
        unread: (count) => {
          this.unread = count;
          this.#tick();
          this.#stage.drawTabs();
        },
        ended: () => { this.#socket = null; },
      },
    });
  }

  #cover(hand) {
    const { t } = this.#stage;
    this.#drop();
    this.isReady = true;
    this.unread = 0;
    const takeBack = async () => {
      if (await ask(this.screen, t, { text: t.takeBackAsk, ok: t.takeBack })) this.#stage.request("take_back", { phone: this.state.id });
    };
    const old = this.screen.firstChild;
    if (old && old.dataset.hand === hand) return;
    this.screen.replaceChildren(
      el(
        "div",
        { class: "covered", data: { testid: "covered", hand } },
        el("div", { class: "card-back", "aria-hidden": "true" }),
        el("h2", { text: hand === "away" ? t.away : t.inHands }),
        el("p", { text: t.covered }),
        el("button", { class: "tool", data: { testid: "take-back" }, text: t.takeBack, on: { click: takeBack } }),
      ),
    );
  }

  #tick() {
    setText(this.clock, this.#stage.t.time(now() / 1000));
  }
}
