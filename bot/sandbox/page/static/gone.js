import { el } from "./dom.js";

/** What is left of a phone or a stage that can be used no more. */
export function goneNode(reason, title, text) {
  return el("div", { class: "gone", role: "alert", data: { testid: "gone", reason } }, el("h2", { text: title }), el("p", { text }));
}
