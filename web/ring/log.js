// The log of a game.

import { sentence, loggedEvents } from "../board/event-text.js";
import { h } from "../lib/dom.js";
import { button, ruleLink } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { withNames } from "./names.js";

/** @import { RingEvent, RingState, Table } from "../lib/types.js" */

/** Number of earlier actions loaded at once. */
const LOAD_COUNT = 40;

/** Returns the logged events of an action as sentences. @param {RingEvent[]} events @param {Table | null} table @param {RingState} state after it */
export function sentences(events, table, state) {
  return loggedEvents(events).map((event) => ({ ...event, text: `${sentence(withNames(table, state, event.text))}. ` }));
}

/** Lists the events of each action as text, the latest last. The page announces them: the list may be hidden. */
export class Log {
  /** @type {Map<number, HTMLElement>} log entries by ply */
  #plies = new Map();
  #list = h("ol", { class: "plain" });
  #load;
  /** Whether the end stays in view when entries are added. */
  #follows = true;
  element = h("div", { class: "log", role: "log", "aria-live": "off", tabindex: 0, "aria-label": t("log.label") }, this.#list);

  /** @param {(from: number, to: number) => Promise<unknown>} [load] adds missing actions */
  constructor(load) {
    this.#load = load;
    this.element.addEventListener("scroll", () => void (this.#follows = this.#isAtEnd()));
    // A hidden list has no size and cannot be scrolled; it follows when it appears.
    new ResizeObserver(() => this.#follows && this.#end()).observe(this.element);
  }

  /**
   * Adds the events of an action, unless they are listed.
   * @param {number} ply @param {RingEvent[]} events @param {Table | null} table @param {RingState} state after it
   */
  add(ply, events, table, state) {
    const old = this.#plies.get(ply);
    if (events.length === 0 || old?.dataset.position === state.position) return;
    if (old) this.cut(ply - 1);
    const lines = sentences(events, table, state)
      .map(({ event, text, rule }) => h("div", { class: event === "turn_started" ? "begin" : null }, text, ruleLink(rule)));
    const entry = h("li", { "data-position": state.position, hidden: lines.length === 0 }, lines);
    const next = Math.min(...[...this.#plies.keys()].filter((one) => one > ply));
    this.#plies.set(ply, entry);
    this.#list.insertBefore(entry, this.#plies.get(next) ?? null);
    this.#gaps();
    if (next === Infinity && this.#follows) this.#end();
  }

  /** @param {string} text */
  note(text) {
    this.#list.append(h("li", { class: "note" }, text));
    if (this.#follows) this.#end();
  }

  /** Highlights the entry of an action, or none. @param {number | null} ply */
  show(ply) {
    const [entry, before] = [ply === null ? undefined : this.#plies.get(ply), this.#list.querySelector(".now")];
    before?.classList.remove("now");
    entry?.classList.add("now");
    if (entry) this.element.scrollTop = entry.offsetTop - this.element.clientHeight / 3;
    else if (before) this.#end();
  }

  /** Removes the entries after an action. @param {number} last */
  cut(last) {
    for (const [ply, entry] of this.#plies) if (ply > last) entry.remove(), this.#plies.delete(ply);
    this.#gaps();
  }

  /** Removes entries that do not belong to the line with these positions. @param {string[]} positions */
  keep(positions) {
    const wrong = [...this.#plies].flatMap(([ply, entry]) => (entry.dataset.position === positions[ply - 1] ? [] : [ply]));
    if (wrong.length) this.cut(Math.min(...wrong) - 1);
  }

  /** Shows a button for each gap. */
  #gaps() {
    const plies = this.#load ? [...this.#plies.keys()].sort((a, b) => a - b) : [];
    const wanted = new Map(plies.map((ply, i) => [`${(plies[i - 1] ?? 0) + 1} to ${ply - 1}`, ply]));
    for (const gap of this.#list.querySelectorAll(".gap")) if (!wanted.delete(gap.getAttribute("data-range") ?? "")) gap.remove();
    for (const [range, ply] of wanted) {
      const [from, to] = range.split(" to ").map(Number);
      const tell = button(t(from === to ? "log.gap_one" : "log.gap", { from, to }), () => this.#recall(from, to), { class: "bare small" });
      if (from <= to) this.#plies.get(ply)?.before(h("li", { class: "gap", "data-range": range }, tell));
    }
  }

  /** Loads earlier actions. @param {number} from @param {number} to */
  async #recall(from, to) {
    await this.#load?.(Math.max(from, to - LOAD_COUNT + 1), to);
    this.element.focus();
  }

  #isAtEnd() {
    if (this.element.clientHeight === 0) return this.#follows;
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    return scrollTop + clientHeight > scrollHeight - 20;
  }

  #end() {
    this.element.scrollTop = this.element.scrollHeight;
  }
}
