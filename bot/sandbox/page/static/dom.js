/** Make an element. Props: class, text, data (dataset), on (listeners); anything else is an attribute. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on") for (const [type, run] of Object.entries(value)) node.addEventListener(type, run);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  if (tag === "button" && !props.type) node.type = "button";
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Set text only if it differs: keeps selections, and spares the browser work. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Make `parent` hold exactly `nodes` in this order, moving as few as possible. */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...parent.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] || null);
  });
}

/** Copy to the clipboard, also where the page is plain http and the clipboard API is missing. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "off-screen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export const hasFinePointer = () => matchMedia("(pointer: fine)").matches;
