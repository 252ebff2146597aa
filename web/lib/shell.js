// Parts that all pages share: header, toasts, clipboard.

import { colours } from "../board/event-text.js";
import { Rejection, Unreachable } from "./api.js";
import { showDialog } from "./dialog.js";
import { h } from "./dom.js";
import { remember, remembered } from "./storage.js";
import { LANGUAGES, chooseLanguage, language, t, translate } from "./text.js";
import { menuButton, viewMenu } from "./view-menu.js";
import { pictureLook } from "./view-settings.js";

/** @import { Child, Props } from "./dom.js" */

export { remember, remembered };

const PAGES = [
  ["/", t("page.play")],
  ["/learn", t("page.learn")],
  ["/puzzles", t("page.puzzles")],
  ["/sandbox", t("page.sandbox")],
  ["/rules", t("page.rules")],
  ["/asg/rules", t("page.asg_rules")],
  ["/asg/replay", t("page.asg_replays")],
];

/** Time after which the next page is taken for unreachable. */
const LEAVING_MS = 5000;

export function pageHeader() {
  const link = (/** @type {string[]} */ [href, name]) => h("a", { href, "aria-current": location.pathname === href ? "page" : null }, name);
  const icon = h("img", { src: "/web/icon.svg", alt: "", width: 26, height: 26 });
  const pages = h("div", { class: "menu top-menu", id: "pages" }, h("nav", { "aria-label": t("page.pages") }, PAGES.map(link)), languageChoice());
  document.body.prepend(
    h("a", { class: "skip", href: "#main" }, t("page.skip")),
    h("header", { class: "top" }, h("a", { class: "brand", href: "/" }, icon, h("span", null, "Ringside")),
      pages, viewMenu(), menuButton(pages, t("page.menu"), "☰")),
  );
  translate(document);
}

function languageChoice() {
  const select = h("select", { class: "language", "aria-label": t("page.language"), onchange: () => chooseLanguage(select.value) },
    Object.entries(LANGUAGES).map(([value, name]) => h("option", { value, lang: value, selected: value === language }, name)));
  return select;
}

/** @type {HTMLElement | null} */
let toasts = null;

/** Shows a toast for a few seconds. @param {string} text */
export function toast(text) {
  if (!toasts) {
    toasts = h("div", { class: "toasts", role: "status" });
    document.body.append(toasts);
  }
  const element = h("div", null, text);
  toasts.append(element);
  setTimeout(() => element.remove(), 5000 + 40 * text.length);
}

/** Returns an error message for people. @param {unknown} error */
export function errorText(error) {
  if (error instanceof Rejection || error instanceof Unreachable) {
    const text = colours(error.message);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  console.error(error);
  return t("page.failed");
}

/** Runs a task; shows a toast if it fails. @template T @param {() => Promise<T>} task */
export async function attempt(task) {
  try {
    return await task();
  } catch (error) {
    toast(errorText(error));
    return undefined;
  }
}

/** Offers a text as a file. @param {string} text @param {string} name */
export function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Creates a button that runs a task. It ignores clicks until the task is done, but keeps the focus. @param {Child | Child[]} text @param {() => Promise<unknown>} task @param {Props} [props] */
export function button(text, task, props) {
  const onclick = async () => {
    if (element.hasAttribute("aria-busy")) return;
    element.setAttribute("aria-busy", "true");
    await attempt(task);
    element.removeAttribute("aria-busy");
  };
  const element = h("button", { ...props, onclick }, text);
  return element;
}

/** Opens another page. Resolves when this page is left, so that a button stays busy until then, or if that takes long. @param {string} address */
export function leaveTo(address) {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener("pagehide", resolve, { once: true });
    setTimeout(resolve, LEAVING_MS);
  });
}

/**
 * Copies a text to the clipboard and confirms it.
 * @param {string} text @param {string} what name of the text in messages
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("page.copied", { what }));
  } catch {
    // Browsers reject this without a secure connection: show the text for copying by hand.
    const area = h("textarea", { rows: 6, readonly: true, "aria-label": what }, text);
    showDialog(h("h2", null, what), area);
    area.select();
  }
}

/**
 * Copies a picture to the clipboard, with the colours of the board on the page, or shows it where the browser does not allow that.
 * @param {string} path with a query
 */
export async function copyPicture(path) {
  const url = `${path}&width=1000&${pictureLook()}`;
  const answer = fetch(url).catch(() => Promise.reject(new Unreachable()));
  const picture = answer.then(async (response) =>
    (response.ok ? response.blob() : Promise.reject(new Rejection(response.status, await response.json()))));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    toast(t("page.copied", { what: t("page.picture") }));
  } catch {
    await picture;
    showDialog(h("h2", null, t("page.picture")), h("img", { src: url, alt: t("page.picture_alt"), width: "100%" }));
  }
}

/** Creates a link to a rule: its number, or only a sign. @param {string | null | undefined} rule @param {boolean} [isNamed] */
export function ruleLink(rule, isNamed = false) {
  if (!rule) return null;
  const number = rule.replace("RR-CANON-", "");
  const name = t("page.rule", { number });
  // In a tab of its own, so that nobody leaves a game by it.
  return h("a", { class: isNamed ? "rule small" : "rule small sign", href: `/rules#${rule}`, target: "rules", title: name, "aria-label": name }, isNamed ? number : "i");
}
