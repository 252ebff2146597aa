// A list of example games with a sentence on what to see in each.

import { h } from "./dom.js";
import { t } from "./text.js";

/** @param {{href: string, title: string, where: string, see: string}[]} examples */
export function exampleList(examples) {
  const item = (/** @type {typeof examples[number]} */ { href, title, where, see }) =>
    h("li", null, h("a", { href }, title), ` (${where}): `, h("span", { class: "quiet" }, see));
  return h("section", { class: "card", "aria-labelledby": "examples-title" }, h("h2", { id: "examples-title" }, t("example.title")),
    h("ul", { class: "examples" }, examples.map(item)));
}
