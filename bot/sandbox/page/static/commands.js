import { el } from "./dom.js";

/** The list of the bot's commands above the text field. */
export class CommandList {
  #all = [];
  #shown = [];
  #active = -1;
  #run;

  constructor(t, run) {
    this.#run = run;
    this.node = el("div", { class: "commands", role: "listbox", "aria-label": t.commands, hidden: true, data: { testid: "command-list" } });
  }

  get isShown() {
    return !this.node.hidden;
  }

  set(commands) {
    this.#all = commands;
  }

  show(start) {
    this.#shown = this.#all.filter(({ command }) => command.startsWith(start.toLowerCase()));
    this.#active = -1;
    this.node.replaceChildren(
      ...this.#shown.map(({ command, description }) =>
        el(
          "button",
          { class: "command", role: "option", data: { command }, on: { click: () => this.#run(command) } },
          el("b", { text: `/${command}` }),
          el("span", { dir: "auto", text: description }),
        ),
      ),
    );
    this.node.hidden = !this.#shown.length;
  }

  hide() {
    this.node.hidden = true;
  }

  /** Arrows choose, Enter sends the chosen one, Tab writes it out. Returns whether the key was used. */
  key(event, write) {
    const count = this.#shown.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.#active = this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count;
      [...this.node.children].forEach((node, at) => {
        node.classList.toggle("active", at === this.#active);
        node.setAttribute("aria-selected", String(at === this.#active));
      });
      this.node.children[this.#active].scrollIntoView({ block: "nearest" });
      return true;
    }
    if (event.key === "Tab" && !event.shiftKey) {
      write(`/${this.#shown[Math.max(this.#active, 0)].command} `);
      return true;
    }
    if (event.key === "Enter" && this.#active >= 0) {
      this.#run(this.#shown[this.#active].command);
      return true;
    }
    return false;
  }
}
