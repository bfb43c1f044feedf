import { el } from "./dom.js";
import { textNode } from "./entities.js";

// Letters by Unicode, nothing to the eye: fillers, joiners, direction marks, tags.
const INVISIBLE = /[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0\u2800\u{e0000}-\u{e007f}]/gu;
const graphemes = globalThis.Intl && Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

/** A name that can be seen: as it is, or the stand-in if it would show as nothing. */
export function visibleName(name, standIn) {
  return (name || "").replace(INVISIBLE, "") ? name : standIn;
}

/** A name isolated from its surroundings, whatever direction it is written in. */
export function nameNode(name, standIn, cls = "") {
  return textNode("bdi", { class: cls }, visibleName(name, standIn));
}

function firstSign(word) {
  if (!graphemes) return Array.from(word)[0] || "";
  const [first] = graphemes.segment(word);
  return first ? first.segment : "";
}

/** The one or two signs in an avatar. */
export function initials(name) {
  const words = (name || "").split(/\s+/).filter((word) => word.replace(INVISIBLE, ""));
  if (!words.length) return "?";
  const signs = [words[0], words.length > 1 ? words[words.length - 1] : ""].map((word) => {
    const letters = word.replace(/^[\p{P}\p{S}\p{Cf}]+(?=[\p{L}\p{N}])/u, "");
    return firstSign(letters.normalize("NFC").replace(/\p{M}/gu, "")).toLocaleUpperCase();
  });
  return /\p{Extended_Pictographic}/u.test(signs[0]) ? signs[0] : signs.join("");
}

export const colourOf = (id) => Math.abs(Number(id) || 0) % 7;

/** The face of a chat; the one with the bot has its own. */
export function chatAvatar(chat, cls = "") {
  return chat.kind === "private" ? el("span", { class: `avatar bot-face ${cls}`, "aria-hidden": "true", text: "♠" }) : avatar(chat.id, chat.title, cls);
}

export function avatar(id, name, cls = "") {
  return el("span", { class: `avatar tint-${colourOf(id)} ${cls}`, "aria-hidden": "true", text: initials(name) });
}
