// Tabs, one panel of which is shown; the browser remembers which.

import { h } from "./dom.js";
import { remember, remembered } from "./shell.js";

/** @typedef {{id: string, title: string, content: (HTMLElement | null)[]}} Tab */

export class Tabs {
  /** @type {Map<string, {tab: HTMLElement, panel: HTMLElement}>} */
  #tabs = new Map();
  #name;
  #chosen = "";

  /** @param {string} name under which the choice is stored @param {string} label @param {Tab[]} tabs */
  constructor(name, label, tabs) {
    this.#name = name;
    for (const { id, title, content } of tabs) {
      const tab = h("button", { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => this.select(id, true) }, title);
      const panel = h("div", { role: "tabpanel", id: `panel-${id}`, class: "panel", "aria-labelledby": `tab-${id}`, tabindex: 0 }, content);
      this.#tabs.set(id, { tab, panel });
    }
    const all = [...this.#tabs.values()];
    this.element = h("div", { class: "tabs" },
      h("div", { class: "tab-row", role: "tablist", "aria-label": label, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
        all.map(({ tab }) => tab)),
      all.map(({ panel }) => panel));
    const stored = remembered(`tab.${name}`) ?? "";
    this.select(this.#tabs.has(stored) ? stored : tabs[0].id);
  }

  get chosen() {
    return this.#chosen;
  }

  /** @param {string} id @param {boolean} [isStored] whether the next page opens with it too */
  select(id, isStored = false) {
    this.#chosen = id;
    for (const [one, { tab, panel }] of this.#tabs) {
      tab.setAttribute("aria-selected", String(one === id));
      tab.tabIndex = one === id ? 0 : -1;
      panel.hidden = one !== id;
    }
    if (isStored) remember(`tab.${this.#name}`, id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const ids = [...this.#tabs.keys()];
    const at = ids.indexOf(this.#chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const id = ids[(to + ids.length) % ids.length];
    this.select(id, true);
    this.#tabs.get(id)?.tab.focus();
  }
}
