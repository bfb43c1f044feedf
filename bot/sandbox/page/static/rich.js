import { el } from "./dom.js";
import { appendText, expandable, link, spoiler } from "./entities.js";

const TEXT_TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", subscript: "sub", superscript: "sup", marked: "mark",
};

/** RichText of the Bot API: a string, an array, or `{type, text, …}`. */
function appendRich(parent, text, actions) {
  if (text === null || text === undefined) return;
  if (typeof text === "string") return void appendText(parent, text);
  if (Array.isArray(text)) return void text.forEach((part) => appendRich(parent, part, actions));
  const inner = text.text ?? text.expression ?? text.alternative_text ?? "";
  let node;
  if (text.type === "url" || text.type === "text_link") node = link("", text.url || "", actions);
  else if (text.type === "spoiler") node = spoiler();
  else if (text.type === "bot_command")
    node = el("button", { class: "link", on: { click: (event) => actions.command(event.target.textContent) } });
  else if (text.type === "anchor") return;
  else node = el(TEXT_TAGS[text.type] || "span");
  appendRich(node, inner, actions);
  parent.append(node);
}

function filled(tag, text, actions, cls = null) {
  const node = el(tag, { class: cls });
  appendRich(node, text, actions);
  return node;
}

function table(block, actions) {
  const node = el("table", { class: `${block.is_bordered ? "bordered" : ""} ${block.is_striped ? "striped" : ""}` });
  if (block.caption) node.append(filled("caption", block.caption, actions));
  const body = el("tbody");
  for (const row of block.cells || []) {
    const line = el("tr");
    for (const cell of row) {
      const box = filled(cell.is_header ? "th" : "td", cell.text, actions, `cell-${cell.align || "left"} cell-${cell.valign || "middle"}`);
      if (cell.colspan > 1) box.colSpan = cell.colspan;
      if (cell.rowspan > 1) box.rowSpan = cell.rowspan;
      line.append(box);
    }
    body.append(line);
  }
  node.append(body);
  return el("div", { class: "table-wrap", tabindex: 0 }, node);
}

function list(block, actions) {
  const items = (block.items || []).map((item) => {
    const mark = item.has_checkbox ? (item.is_checked ? "☑" : "☐") : item.label || "•";
    const content = el("div");
    appendBlocks(content, item.blocks, actions);
    return el("li", {}, el("span", { class: "mark", text: mark }), content);
  });
  return el("ul", { class: "rich-list" }, ...items);
}

function details(block, actions) {
  const node = el("details", { open: block.is_open });
  node.append(filled("summary", block.summary, actions));
  appendBlocks(node, block.blocks, actions);
  return node;
}

function quote(block, actions) {
  const node = el("blockquote", { class: block.type === "pullquote" ? "pull" : null });
  if (block.blocks) appendBlocks(node, block.blocks, actions);
  else appendRich(node, block.text, actions);
  if (block.credit) node.append(filled("cite", block.credit, actions));
  return block.type === "expandable_blockquote" ? expandable(node) : node;
}

function blockNode(block, actions) {
  switch (block.type) {
    case "heading":
    case "section_heading": {
      const size = Math.min(Math.max(block.size || block.level || 2, 1), 6);
      return filled("div", block.text, actions, `heading h${size}`);
    }
    case "pre":
    case "preformatted":
      return filled("pre", block.text, actions);
    case "footer":
      return filled("div", block.text, actions, "footer");
    case "divider":
      return el("hr");
    case "list":
      return list(block, actions);
    case "table":
      return table(block, actions);
    case "details":
      return details(block, actions);
    case "blockquote":
    case "expandable_blockquote":
    case "pullquote":
      return quote(block, actions);
    case "anchor":
      return null;
    default: {
      // Unknown blocks keep what can be read of them.
      const node = filled("p", block.text ?? block.expression ?? block.caption?.text, actions);
      if (block.blocks) appendBlocks(node, block.blocks, actions);
      return node.childNodes.length ? node : null;
    }
  }
}

function appendBlocks(parent, blocks, actions) {
  for (const block of blocks || []) {
    const node = blockNode(block, actions);
    if (node) parent.append(node);
  }
}

/** A RichMessage of the Bot API. */
export function richNode(rich, actions) {
  const node = el("div", { class: "rich", dir: rich.is_rtl ? "rtl" : "auto" });
  appendBlocks(node, rich.blocks, actions);
  return node;
}
