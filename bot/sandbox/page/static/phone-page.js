import { Phone } from "./phone.js";
import { browserTexts } from "./texts.js";

const root = document.documentElement;
const main = document.getElementById("phone");
let path = location.pathname.replace(/\/+$/, "");

function title(unread) {
  const name = phone && phone.me ? `${phone.me.first_name} · ` : "";
  document.title = `${unread ? `(${unread}) ` : ""}${name}${browserTexts().stageTitle}`;
}

// The back button of the device goes back on the phone: one step of history lies over the list of chats. It stays
// there when a person goes back on the screen, for stepping back takes a while and could undo what comes next.
let hasStep = false;
let screen = "list";

function viewed(next) {
  screen = next;
  if (screen === "list" || hasStep) return;
  hasStep = true;
  history.pushState(null, "");
}

addEventListener("popstate", () => {
  hasStep = false;
  show(path);
  if (screen !== "list") phone.back();
});

// The link in the address bar is used up as soon as it is opened: what comes instead is this page's own.
function show(address) {
  path = address;
  if (location.pathname !== path) history.replaceState(null, "", path);
}

let phone = null;
title(0);
phone = new Phone(main, {
  socket: `${path}/socket`,
  page: path,
  listener: {
    viewed,
    moved: show,
    ready: ({ t }) => {
      root.lang = t.lang;
      root.dataset.ready = "yes";
    },
    unread: title,
    ended: () => { root.dataset.ready = "yes"; },
  },
});

// iOS shrinks only the visual viewport when its keyboard comes up.
const view = window.visualViewport;
if (view) {
  const fit = () => {
    if (view.scale > 1.01) return;
    main.style.height = `${view.height}px`;
    if (view.offsetTop) scrollTo(0, 0);
  };
  view.addEventListener("resize", fit);
  fit();
}
