// The list of keyboard shortcuts, which `?` opens.

import { showDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/** @type {[string, import("./text.js").TextId][]} */
const KEYS = [
  ["← ↑ → ↓", "keys.cursor"], ["N, Shift+N", "keys.next"], ["Enter", "keys.choose"], ["Esc", "keys.back"], ["1 – 9", "keys.rings"], ["[ ]", "keys.step"],
  ["+ − 0", "keys.zoom"], [", .", "keys.browse"], ["< >", "keys.ends"], ["?", "keys.help"],
];
/** @type {import("./text.js").TextId[]} */
const POINTER = ["keys.wheel", "keys.hand", "keys.drag", "keys.right"];

export function showShortcuts() {
  if (document.querySelector("dialog[open]")) return;
  showDialog(h("h2", null, t("keys.title")),
    h("table", null, h("tbody", null, KEYS.map(([keys, text]) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, keys)), h("td", null, t(text)))))),
    h("ul", null, POINTER.map((text) => h("li", null, t(text)))));
}

/** Creates the button that opens the list, and opens it on `?`, too. */
export function shortcutsButton() {
  document.addEventListener("keydown", ({ key, target }) => {
    const isTyping = target instanceof Element && target.closest("input, select, textarea") !== null;
    if (key === "?" && !isTyping && document.querySelector("[role=grid]")) showShortcuts();
  });
  return h("button", { class: "bare", onclick: showShortcuts }, t("keys.title"));
}
