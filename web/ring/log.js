// What happened, in words.

import { sentence, told } from "../board/summary.js";
import { h } from "../lib/dom.js";
import { attempt, ruleLink } from "../lib/shell.js";
import { withNames } from "./names.js";

/** @typedef {import("../lib/types.js").RingState} RingState */
/** @typedef {import("../lib/types.js").RingEvent} RingEvent */
/** @typedef {import("../lib/types.js").Table} Table */

/** How many actions are told at once that happened long ago. */
const EARLIER = 40;

/** What happened, in words, action by action; the latest last. */
export class Log {
  /** @type {Map<number, HTMLElement>} What each action did. */
  #plies = new Map();
  #list = h("ol", { class: "plain" });
  #load;
  element = h("div", { class: "log", role: "log", tabindex: 0, "aria-label": "What happened" }, this.#list);

  /** @param {(from: number, to: number) => Promise<unknown>} [load] tells of actions that are not here */
  constructor(load) {
    this.#load = load;
  }

  /** Tells what an action did, unless that is told. @param {number} ply @param {RingEvent[]} events @param {Table | null} table @param {RingState} state after it */
  tell(ply, events, table, state) {
    const old = this.#plies.get(ply);
    if (events.length === 0 || old?.dataset.position === state.position) return;
    if (old) this.cut(ply - 1);
    const follows = this.#isAtEnd();
    const lines = told(events).map((event) => h("div", { class: event.event === "turn_started" ? "begin" : null }, sentence(withNames(table, state, event.text)), ". ", ruleLink(event.rule)));
    const entry = h("li", { "data-position": state.position, hidden: lines.length === 0 }, lines);
    const next = Math.min(...[...this.#plies.keys()].filter((one) => one > ply));
    this.#plies.set(ply, entry);
    this.#list.insertBefore(entry, this.#plies.get(next) ?? null);
    this.#gaps();
    if (next === Infinity && follows) this.#end();
  }

  /** @param {string} text */
  note(text) {
    const follows = this.#isAtEnd();
    this.#list.append(h("li", { class: "note" }, text));
    if (follows) this.#end();
  }

  /** Points out what an action did that is looked at, or nothing. @param {number | null} ply */
  show(ply) {
    const [entry, before] = [ply === null ? undefined : this.#plies.get(ply), this.#list.querySelector(".now")];
    before?.classList.remove("now");
    entry?.classList.add("now");
    if (entry) this.element.scrollTop = entry.offsetTop - this.element.clientHeight / 3;
    else if (before) this.#end();
  }

  /** Nothing was played after an action. @param {number} last */
  cut(last) {
    for (const [ply, entry] of this.#plies) if (ply > last) entry.remove(), this.#plies.delete(ply);
    this.#gaps();
  }

  /** Only these actions were played, by the positions they led to. @param {string[]} positions */
  keep(positions) {
    const wrong = [...this.#plies].flatMap(([ply, entry]) => (entry.dataset.position === positions[ply - 1] ? [] : [ply]));
    if (wrong.length) this.cut(Math.min(...wrong) - 1);
  }

  /** Offers to tell of what is missing. */
  #gaps() {
    const plies = this.#load ? [...this.#plies.keys()].sort((a, b) => a - b) : [];
    const wanted = new Map(plies.map((ply, i) => [`${(plies[i - 1] ?? 0) + 1} to ${ply - 1}`, ply]));
    for (const gap of this.#list.querySelectorAll(".gap")) if (!wanted.delete(gap.getAttribute("data-range") ?? "")) gap.remove();
    for (const [range, ply] of wanted) {
      const [from, to] = range.split(" to ").map(Number);
      const tell = h("button", { type: "button", class: "bare small", onclick: () => attempt(() => this.#recall(from, to)) }, from === to ? `Action ${to} …` : `Actions ${range} …`);
      if (from <= to) this.#plies.get(ply)?.before(h("li", { class: "gap", "data-range": range }, tell));
    }
  }

  /** Tells of old actions, without reading them all out. @param {number} from @param {number} to */
  async #recall(from, to) {
    this.element.setAttribute("aria-live", "off");
    await this.#load?.(Math.max(from, to - EARLIER + 1), to).finally(() => setTimeout(() => this.element.removeAttribute("aria-live"), 500));
    this.element.focus();
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    return scrollTop + clientHeight > scrollHeight - 20;
  }

  #end() {
    this.element.scrollTop = this.element.scrollHeight;
  }
}
