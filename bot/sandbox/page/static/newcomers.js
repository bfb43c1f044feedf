import { el } from "./dom.js";
import { sheet } from "./menus.js";
import { avatar, nameNode } from "./names.js";

const LANGUAGES = ["ru", "uk", "en", "ro"];

function field(label, props = {}) {
  const input = el("input", { class: "text-input", dir: "auto", maxlength: 64, autocomplete: "off", ...props });
  return { input, node: el("label", { class: "field-label" }, el("span", { text: label }), input) };
}

/** Add a person: somebody ready-made, or one of your own. */
export function personDialog(stage) {
  const { t } = stage;
  let close = () => {};
  const add = async (person) => {
    if (await stage.request("person", person)) close();
  };
  const ready = (stage.state.suggestions || []).map((person, index) => {
    const name = [person.first_name, person.last_name].filter(Boolean).join(" ");
    const notes = [person.username && `@${person.username}`, person.language_code].filter(Boolean).join(" · ");
    return el("button", { class: "person", data: { testid: "suggestion" }, on: { click: () => add(person) } }, avatar(index, name, "medium"), el("span", { class: "person-name" }, nameNode(name, t.noName)), el("small", { text: notes }));
  });
  const first = field(t.firstName, { required: true, data: { testid: "first-name" } });
  const last = field(t.lastName);
  const username = field(t.username, { pattern: "[A-Za-z][A-Za-z0-9_]{3,31}", dir: "ltr" });
  const language = el("select", { class: "text-input" }, ...LANGUAGES.map((code) => el("option", { value: code, text: code })));
  language.value = t.lang;
  const form = el("form", { class: "form" }, el("h3", { text: t.own }), first.node, last.node, username.node, el("label", { class: "field-label" }, el("span", { text: t.language }), language), el("button", { class: "tool primary", type: "submit", text: t.add, data: { testid: "person-add" } }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const person = { first_name: first.input.value, language_code: language.value };
    if (last.input.value) person.last_name = last.input.value;
    if (username.input.value) person.username = username.input.value;
    add(person);
  });
  close = sheet(document.body, t, t.addPerson, el("div", { class: "sheet-body" }, el("h3", { text: t.ready }), ...ready, form));
}

/** Open a group; everybody joins. */
export function groupDialog(stage) {
  const { t } = stage;
  let close = () => {};
  const title = field(t.groupTitle, { required: true, data: { testid: "group-title" } });
  const forum = el("input", { type: "checkbox", data: { testid: "group-forum" } });
  const form = el("form", { class: "form" }, title.node, el("label", { class: "check" }, forum, el("span", { text: t.withTopics })), el("p", { class: "hint", text: t.everybody }), el("button", { class: "tool primary", type: "submit", text: t.create, data: { testid: "group-create" } }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await stage.request("group", { title: title.input.value, forum: forum.checked })) close();
  });
  close = sheet(document.body, t, t.newGroup, el("div", { class: "sheet-body" }, form));
  title.input.focus();
}
