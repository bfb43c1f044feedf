import { copyText, el } from "./dom.js";
import { sheet } from "./menus.js";
import { visibleName } from "./names.js";

/** The link and QR code with which a friend takes a phone. Returns the function that closes the dialog. */
export function shareDialog(stage, phone) {
  const { t } = stage;
  const { shared: isShared } = stage.state;
  const body = el("div", { class: "sheet-body share" });
  const close = sheet(document.body, t, t.giveTitle(visibleName(phone.name, t.noName)), body);
  const link = el("input", { class: "text-input", readonly: true, value: phone.link, "aria-label": t.copyLink, data: { testid: "link" } });
  link.addEventListener("focus", () => link.select());
  const copy = el("button", { class: "tool primary", text: t.copyLink, on: { click: async () => { await copyText(phone.link); copy.textContent = t.copied; } } });
  const box = el("div", { class: "qr" });
  const [before, option, after] = t.notShared;
  body.append(
    isShared ? el("p", { text: t.giveMore }) : el("p", {}, before, el("code", { text: option }), after),
    isShared ? "" : el("p", { text: t.giveHere }),
    box, link, copy,
  );
  if (isShared) showCode(stage, phone, box);
  return close;
}

async function showCode(stage, phone, box) {
  const answer = await stage.request("link", { phone: phone.id });
  if (!answer || !answer.svg) return;
  // As a picture of its own, unlike inside a page, an SVG must name its namespace.
  box.append(el("img", { src: `data:image/svg+xml,${encodeURIComponent(answer.svg)}`, alt: "QR", width: 240, height: 240 }));
}
