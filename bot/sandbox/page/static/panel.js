import { el } from "./dom.js";
import { icon } from "./icons.js";

/** The head of a panel of the stage, with what closes it. */
export function panelHead(stage, panel, name, ...title) {
  const hide = () => {
    stage.toggle(panel);
    stage.bar[name].focus();
  };
  const close = el("button", { class: "icon-button", data: { testid: `${name}-close` }, "aria-label": stage.t.close, title: stage.t.close, on: { click: hide } }, icon("close"));
  return el("header", { class: "panel-head" }, el("h2", {}, ...title), close);
}

/** Let a row that scrolls sideways fade where more of it is out of sight. */
export function fadeEnds(node) {
  const look = () => {
    node.classList.toggle("more-before", node.scrollLeft > 4);
    node.classList.toggle("more-after", node.scrollWidth - node.clientWidth - node.scrollLeft > 4);
  };
  node.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(node);
  new MutationObserver(look).observe(node, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
}
