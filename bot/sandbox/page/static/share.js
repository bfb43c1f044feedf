import { copyText, el } from "./dom.js";
import { sheet } from "./menus.js";
import { visibleName } from "./names.js";

/** The link and QR code with which a friend takes a phone. */
export async function shareDialog(stage, phone) {
  const { t } = stage;
  const title = t.giveTitle(visibleName(phone.name, t.noName));
  const body = el("div", { class: "sheet-body share" });
  sheet(document.body, t, title, body);
  const link = el("input", { class: "text-input", readonly: true, value: phone.link, "aria-label": t.copyLink, data: { testid: "link" } });
  link.addEventListener("focus", () => link.select());
  const copy = el("button", { class: "tool primary", text: t.copyLink, on: { click: async () => { await copyText(phone.link); copy.textContent = t.copied; } } });
  const box = el("div", { class: "qr" });
  body.append(el("p", { text: stage.state.shared ? t.giveMore : t.notShared }), box, link, copy);
  if (!stage.state.shared) return;
  const answer = await stage.request("link", { phone: phone.id });
  if (!answer || !answer.svg) return;
  // As a picture of its own, unlike inside a page, an SVG must name its namespace.
  const svg = answer.svg;
  box.append(el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "QR", width: 240, height: 240 }));
}
