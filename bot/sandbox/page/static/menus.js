import { el } from "./dom.js";
import { icon } from "./icons.js";

const LONG = 450;
const FAR = 10;

/** Call `run` when a finger stays down; the click that follows is swallowed. */
export function onLongPress(node, run) {
  let timer = 0;
  let start = null;
  let swallow = false;
  const stop = () => clearTimeout(timer);
  node.addEventListener("pointerdown", (event) => {
    swallow = false;
    stop();
    if (event.pointerType !== "touch") return;
    start = event;
    timer = setTimeout(() => {
      swallow = true;
      run(event);
    }, LONG);
  });
  node.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > FAR) stop();
  });
  for (const type of ["pointerup", "pointercancel", "contextmenu"]) node.addEventListener(type, stop);
  node.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** Put something over everything else in `host`, which cannot be used meanwhile. Returns the function that takes it away. */
export function overlay(host, node, { onClose = () => {}, focus = null } = {}) {
  const before = document.activeElement;
  const covered = [...host.children].filter((child) => !child.inert && !child.classList.contains("toasts"));
  for (const child of covered) child.inert = true;
  host.append(node);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    node.remove();
    for (const child of covered) child.inert = false;
    if (before && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
    onClose();
  };
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  // Only a tap that began on the layer closes it: not the finger that is lifted after the long press that opened it.
  let isTapped = false;
  node.addEventListener("pointerdown", (event) => { isTapped = event.target === node; });
  node.addEventListener("click", (event) => event.target === node && isTapped && close());
  (focus || node.querySelector("button, input") || node).focus({ preventScroll: true });
  return close;
}

/** A menu at the pointer, or under the button it was opened with. Items: {icon, text, danger, run}; falsy ones are left out. */
export function openMenu(host, event, items) {
  const shown = items.filter(Boolean);
  if (!shown.length || host.querySelector(":scope > .menu-layer")) return;
  const menu = el("div", { class: "menu", role: "menu" });
  const layer = el("div", { class: "menu-layer" }, menu);
  let close = () => {};
  for (const item of shown) {
    menu.append(
      el(
        "button",
        { class: `menu-item ${item.danger ? "danger" : ""}`, role: "menuitem", on: { click: () => { close(); item.run(); } } },
        item.icon ? icon(item.icon) : null,
        el("bdi", { text: item.text }),
      ),
    );
  }
  const frame = host.getBoundingClientRect();
  const button = event.type === "click" ? event.currentTarget.getBoundingClientRect() : null;
  const x = (button ? button.left : event.clientX) - frame.left;
  const y = (button ? button.bottom : event.clientY) - frame.top;
  close = overlay(host, layer);
  menu.style.left = `${Math.max(8, Math.min(x, frame.width - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, frame.height - menu.offsetHeight - 8))}px`;
  menu.addEventListener("keydown", (key) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    if (!step) return;
    key.preventDefault();
    const all = [...menu.children];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
  });
}

/** A question with two buttons; with `input`, for a text. Resolves to true or the text, or null if refused. */
export function ask(host, t, { title = "", text = "", input = null, ok = t.ok, danger = false }) {
  return new Promise((resolve) => {
    let answer = null;
    let close = () => {};
    const field = input === null ? null : el("input", { class: "text-input", placeholder: input, "aria-label": input, maxlength: 64, dir: "auto" });
    const form = el(
      "form",
      { class: "dialog", role: "dialog", "aria-modal": "true", "aria-label": title || text },
      title ? el("h2", { text: title }) : null,
      text ? el("p", { dir: "auto", text }) : null,
      field,
      el("div", { class: "dialog-buttons" }, el("button", { class: "flat", text: t.cancel, on: { click: () => close() } }), el("button", { class: `flat ${danger ? "danger" : ""}`, type: "submit", text: ok })),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field && !field.value.trim()) return;
      answer = field ? field.value.trim() : true;
      close();
    });
    close = overlay(host, el("div", { class: "dim" }, form), { onClose: () => resolve(answer), focus: field || form.querySelector("[type=submit]") });
  });
}

/** A panel with a title and a close button. Returns the function that closes it. */
export function sheet(host, t, title, content, onClose) {
  let close = () => {};
  const node = el(
    "div",
    { class: "sheet", role: "dialog", "aria-modal": "true", "aria-label": title },
    el("header", { class: "sheet-head" }, el("h2", { dir: "auto", text: title }), el("button", { class: "icon-button", "aria-label": t.close, on: { click: () => close() } }, icon("close"))),
    content,
  );
  close = overlay(host, el("div", { class: "dim sheet-layer" }, node), { onClose });
  return close;
}
