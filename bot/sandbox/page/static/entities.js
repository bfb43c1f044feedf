import { el } from "./dom.js";

// What Telegram clients find by themselves in plain text: links, commands, mentions.
const FOUND = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'»”])|(?<![\w/@.])(t\.me\/[A-Za-z0-9_+/?=&-]+)|(?<![\w/@<])(\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?)(?![\w/@>])|(?<![\w/@])(@[A-Za-z0-9_]{3,32})(?!\w)/g;
const SUIT = /[\u2660\u2663\u2665\u2666]\ufe0f?/g;
const BLACK = /^[\u2660\u2663]/;
const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", blockquote: "blockquote", expandable_blockquote: "blockquote",
};

/** Append text; suits get elements of their own, to be seen on any ground. One that is not a picture has the text's colour. */
export function appendText(parent, text) {
  let end = 0;
  for (const match of text.matchAll(SUIT)) {
    const colour = !match[0].endsWith("\ufe0f") ? "plain" : BLACK.test(match[0]) ? "black" : "red";
    parent.append(text.slice(end, match.index), el("span", { class: `suit ${colour}`, text: match[0] }));
    end = match.index + match[0].length;
  }
  if (end < text.length) parent.append(text.slice(end));
}

/** An element with such text. */
export function textNode(tag, props, text) {
  const node = el(tag, props);
  appendText(node, text || "");
  return node;
}

/** Set such text only if it differs. */
export function setSuited(node, text) {
  if (node.textContent === text) return;
  node.replaceChildren();
  appendText(node, text);
}

function appendFound(parent, text, actions) {
  let end = 0;
  for (const match of text.matchAll(FOUND)) {
    appendText(parent, text.slice(end, match.index));
    const [whole, url, short, command] = match;
    if (url || short) parent.append(link(whole, url || `https://${short}`, actions));
    else if (command) parent.append(tappable(whole, () => actions.command(whole)));
    else parent.append(tappable(whole, () => actions.mention(whole)));
    end = match.index + whole.length;
  }
  appendText(parent, text.slice(end));
}

function tappable(text, run) {
  const node = el("button", { class: "link", on: { click: run } });
  appendText(node, text);
  return node;
}

/** A link; what it does (a deep link, a new tab) is for `actions.url` to say. */
export function link(text, url, actions) {
  const node = el("a", { class: "link", href: /^https?:/i.test(url) ? url : null, rel: "noopener noreferrer", target: "_blank", tabindex: 0 });
  node.addEventListener("click", (event) => {
    event.preventDefault();
    actions.url(url);
  });
  if (text) appendText(node, text);
  return node;
}

export function spoiler() {
  const node = el("span", { class: "spoiler", role: "button", tabindex: 0 });
  const reveal = (event) => {
    if (node.classList.contains("open") || (event.type === "keydown" && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("open");
  };
  node.addEventListener("click", reveal, true);
  node.addEventListener("keydown", reveal);
  return node;
}

/** A quote that opens when it is tapped. */
export function expandable(node) {
  node.classList.add("expandable");
  node.addEventListener("click", () => node.classList.toggle("open"));
  return node;
}

function wrapper(entity, text, actions) {
  switch (entity.type) {
    case "spoiler":
      return spoiler();
    case "pre": {
      const node = el("pre", { data: entity.language ? { language: entity.language } : {} });
      return node;
    }
    case "expandable_blockquote":
      return expandable(el("blockquote"));
    case "text_link":
      return link("", entity.url || "", actions);
    case "url":
      return link("", /^https?:/i.test(text) ? text : `https://${text}`, actions);
    case "bot_command":
      return el("button", { class: "link", on: { click: () => actions.command(text) } });
    case "mention":
    case "text_mention":
      return el("button", { class: "link", on: { click: () => actions.mention(text, entity.user) } });
    default:
      return el(TAGS[entity.type] || "span", { class: TAGS[entity.type] ? null : "link-like" });
  }
}

const VERBATIM = new Set(["pre", "code", "text_link", "url", "bot_command", "mention", "text_mention"]);
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);

/** Append `text` with its Bot API entities (offsets are UTF-16 units, as in JavaScript strings). */
export function appendFormatted(parent, text, entities, actions) {
  const sorted = [...(entities || [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  let index = 0;
  const plain = (into, from, to, verbatim) => {
    if (from >= to) return;
    if (verbatim) appendText(into, text.slice(from, to));
    else appendFound(into, text.slice(from, to), actions);
  };
  const fill = (into, from, to, verbatim) => {
    let at = from;
    while (index < sorted.length && sorted[index].offset < to) {
      const entity = sorted[index++];
      const start = Math.max(entity.offset, at);
      const end = Math.min(entity.offset + entity.length, to);
      if (start >= end) continue;
      plain(into, at, start, verbatim);
      const node = wrapper(entity, text.slice(start, end), actions);
      fill(node, start, end, verbatim || VERBATIM.has(entity.type));
      into.append(node);
      at = end;
      // A block ends its line itself; the line feed after it would show as an empty line.
      if (BLOCKS.has(entity.type) && text[at] === "\n" && at < to) at += 1;
    }
    plain(into, at, to, verbatim);
  };
  fill(parent, 0, text.length, false);
}
