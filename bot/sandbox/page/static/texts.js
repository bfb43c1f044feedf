import { now } from "./clock.js";
import en from "./texts-en.js";
import ru from "./texts-ru.js";

const RUSSIAN = /^(ru|uk|be)\b/i;

/** The texts for a language code: Russian for ru, uk and be, English for all others. */
export function textsFor(code) {
  const lang = RUSSIAN.test(code || "") ? "ru" : "en";
  return { ...(lang === "ru" ? ru : en), lang, ...formats(lang) };
}

export const browserTexts = () => textsFor(navigator.language);

function formats(lang) {
  const locale = lang === "ru" ? "ru-RU" : "en-GB";
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
  const short = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit" });
  const plural = new Intl.PluralRules(locale);
  const at = (seconds) => new Date(seconds * 1000);
  return {
    time: (seconds) => time.format(at(seconds)),
    day: (seconds) => day.format(at(seconds)),
    dayKey: (seconds) => at(seconds).toDateString(),
    listTime: (seconds) =>
      at(seconds).toDateString() === new Date(now()).toDateString() ? time.format(at(seconds)) : short.format(at(seconds)),
    plural: (n) => plural.select(n),
  };
}
