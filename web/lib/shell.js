// What every page has around its content: the head, short messages, copying.

import { Away, Refused } from "./api.js";
import { h } from "./dom.js";

const PAGES = [
  ["/", "Play"],
  ["/learn", "Learn"],
  ["/sandbox", "Sandbox"],
  ["/rules", "RingRift rules"],
  ["/asg/rules", "ASG rules"],
  ["/asg/replay", "ASG replays"],
];

/** Puts the head of all pages before everything else. */
export function head() {
  const link = (/** @type {string[]} */ [href, name]) => h("a", { href, "aria-current": location.pathname === href ? "page" : null }, name);
  const icon = h("img", { src: "/web/icon.svg", alt: "", width: 26, height: 26 });
  document.body.prepend(
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h("header", { class: "top" }, h("a", { class: "brand", href: "/" }, icon, "Ringside"), h("nav", { "aria-label": "Pages" }, PAGES.map(link))),
  );
}

/** @type {HTMLElement | null} */
let toasts = null;

/**
 * Says something for a few seconds.
 * @param {string} text
 */
export function say(text) {
  if (!toasts) {
    toasts = h("div", { class: "toasts", role: "status" });
    document.body.append(toasts);
  }
  const toast = h("div", null, text);
  toasts.append(toast);
  setTimeout(() => toast.remove(), 5000 + 40 * text.length);
}

/**
 * What went wrong, in words for people.
 * @param {unknown} error
 * @returns {string}
 */
export function words(error) {
  if (error instanceof Refused || error instanceof Away) return error.message.charAt(0).toUpperCase() + error.message.slice(1);
  console.error(error);
  return "Something went wrong on this page. Reload it; nothing is lost.";
}

/**
 * Does something, and says so if it fails.
 * @template T @param {() => Promise<T>} what
 * @returns {Promise<T | undefined>}
 */
export async function attempt(what) {
  try {
    return await what();
  } catch (error) {
    say(words(error));
    return undefined;
  }
}

/**
 * Copies a text, and says so.
 * @param {string} text @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    // Browsers refuse this without a secure connection: then it can be copied by hand.
    const area = h("textarea", { rows: 6, readonly: true, "aria-label": what }, text);
    showOver(h("h2", null, what), area);
    area.select();
  }
}

/** Copies a picture, and says so; where browsers refuse it, it is shown to be saved by hand. @param {string} url */
export async function copyPicture(url) {
  const picture = fetch(url).then(async (response) => (response.ok ? response.blob() : Promise.reject(new Refused(response.status, await response.json()))));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    say("Picture copied.");
  } catch {
    await picture;
    showOver(h("h2", null, "Picture"), h("img", { src: url, alt: "The position", width: "100%" }));
  }
}

/** Shows something over the page until it is closed. @param {...HTMLElement} content */
function showOver(...content) {
  const dialog = h("dialog", null, content, h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/**
 * A link to a rule in the rulebook.
 * @param {string | null | undefined} rule
 * @returns {HTMLElement | null}
 */
export function ruleLink(rule) {
  if (!rule) return null;
  return h("a", { class: "rule small", href: `/rules#${rule}`, title: "Read this rule" }, rule.replace("RR-CANON-", ""));
}

/** @param {string} name @param {string | null} [fallback] @returns {string | null} */
export function remembered(name, fallback = null) {
  try {
    return localStorage.getItem(`ringside.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`ringside.${name}`, value);
  } catch {
    // Then it is not remembered.
  }
}
