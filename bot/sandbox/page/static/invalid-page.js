import { browserTexts } from "./texts.js";

const t = browserTexts();
document.documentElement.lang = t.lang;
document.title = t.stageTitle;
document.getElementById("title").textContent = t.invalid;
document.getElementById("text").textContent = t.invalidMore;
