// Texts of the page in the language of the reader, from the catalogues in `web/text`.
//
// A text can have parameters, in the syntax of ICU MessageFormat: `{name}`, `{count, plural, one {# ring} other {# rings}}` and
// `{kind, select, win {wins} other {draws}}`. Other parts of that syntax are not supported.

import en from "../text/en.js";

/** @import { Child } from "./dom.js" */
/** Name of a text. @typedef {keyof typeof en} TextId */
/** A part of a text: characters, or a parameter with the texts to choose from. @typedef {string | {name: string, kind?: string, cases?: Record<string, Part[]>}} Part */

/** Languages with a catalogue, with their own names. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };

const SETTING = "ringside.language";

export const language = readLanguage();

/** @type {Record<TextId, string>} */
const texts = language === "en" ? en : (await import(`../text/${language}.js`)).default;
const plurals = new Intl.PluralRules(language);
/** @type {Map<string, Part[]>} */
const parsed = new Map();

document.documentElement.lang = language;

/** Returns a text. @param {TextId} id @param {Record<string, string | number>} [values] */
export function t(id, values = {}) {
  return parts(id, values).join("");
}

/** Returns the parts of a text whose parameters can be elements. @param {TextId} id @param {Record<string, Child>} values @returns {Child[]} */
export function parts(id, values) {
  return format(texts[id] ?? en[id], values);
}

/** Inserts parameters into a text. @param {string} text @param {Record<string, Child>} values @returns {Child[]} */
export function format(text, values) {
  let read = parsed.get(text);
  if (!read) parsed.set(text, (read = parse(text)));
  return insert(read, values, "");
}

/** Reports whether the catalogue has a text, for names that come from the server. @param {string} id @returns {id is TextId} */
export function hasText(id) {
  return Object.hasOwn(en, id);
}

/** Returns a text whose name comes from the server, or a replacement. @param {string} id @param {string} [otherwise] @param {Record<string, string | number>} [values] */
export function textOr(id, otherwise = "", values = {}) {
  return hasText(id) ? t(id, values) : otherwise;
}

/** Stores the language and loads the page again. @param {string} name */
export function chooseLanguage(name) {
  try {
    localStorage.setItem(SETTING, name);
  } catch {
    // Without storage the language of the browser stays.
  }
  location.reload();
}

/** Replaces the English texts of a document: `data-text` names the text of an element, or the content of a `meta` element. @param {ParentNode} root */
export function translate(root) {
  if (language === "en") return;
  for (const element of root.querySelectorAll("[data-text]")) {
    const id = element.getAttribute("data-text") ?? "";
    if (!hasText(id)) continue;
    if (element instanceof HTMLMetaElement) element.content = t(id);
    else element.textContent = t(id);
  }
}

function readLanguage() {
  let stored = null;
  try {
    stored = localStorage.getItem(SETTING);
  } catch {
    // Local storage is not available.
  }
  const wanted = [stored, ...navigator.languages].map((name) => name?.slice(0, 2) ?? "");
  return wanted.find((name) => name in LANGUAGES) ?? "en";
}

/** @param {Part[]} list @param {Record<string, Child>} values @param {Child} counted value for "#" @returns {Child[]} */
function insert(list, values, counted) {
  return list.flatMap((part) => {
    if (typeof part === "string") return part === "#" ? [counted] : [part];
    const value = values[part.name];
    if (!part.cases) return [value];
    const chosen = part.kind === "plural" ? (part.cases[`=${value}`] ?? part.cases[plurals.select(Number(value))]) : part.cases[String(value)];
    return insert(chosen ?? part.cases.other ?? [], values, part.kind === "plural" ? value : counted);
  });
}

/** Splits a text into its parts. @param {string} text */
export function parse(text) {
  const rest = { text, at: 0 };
  return sequence(rest, false);
}

/** @param {{text: string, at: number}} rest @param {boolean} isCase whether "#" is a number and "}" ends the text @returns {Part[]} */
function sequence(rest, isCase) {
  /** @type {Part[]} */
  const found = [];
  let plain = "";
  const flush = () => (plain && found.push(plain), (plain = ""));
  for (; rest.at < rest.text.length && !(isCase && rest.text[rest.at] === "}"); rest.at += 1) {
    const sign = rest.text[rest.at];
    if (sign === "{") (flush(), found.push(parameter(rest)));
    else if (sign === "#" && isCase) (flush(), found.push("#"));
    else plain += sign;
  }
  flush();
  return found;
}

/** Reads a parameter from its opening brace to its closing brace. @param {{text: string, at: number}} rest @returns {Part} */
function parameter(rest) {
  const head = /\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,|(?=\}))/y;
  head.lastIndex = rest.at;
  const [all, name, kind] = head.exec(rest.text) ?? fail(rest.text);
  rest.at += all.length;
  if (!kind) return { name };
  /** @type {Record<string, Part[]>} */
  const cases = {};
  for (;;) {
    const next = /\s*(?:([\w=]+)\s*\{|\})/y;
    next.lastIndex = rest.at;
    const [read, key] = next.exec(rest.text) ?? fail(rest.text);
    rest.at += read.length;
    if (key === undefined) break;
    cases[key] = sequence(rest, true);
    rest.at += 1;
  }
  rest.at -= 1;
  return { name, kind, cases };
}

/** @param {string} text @returns {never} */
function fail(text) {
  throw new Error(`the text cannot be read: ${text}`);
}
