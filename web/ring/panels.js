// What stands beside the board: who plays and how far everybody is from winning, the steps of the turn, the moves, what happened.

import { sentence, told } from "../board/summary.js";
import { h, put } from "../lib/dom.js";
import { attempt, ruleLink } from "../lib/shell.js";
import { COLOURS, playerName, withNames } from "./names.js";

/** @typedef {import("../lib/types.js").RingState} RingState */
/** @typedef {import("../lib/types.js").RingEvent} RingEvent */
/** @typedef {import("../lib/types.js").Standing} Standing */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {{player: number, turn: number, action: string}} Move */

/** @type {Record<string, string>} */
const GOALS = { elimination: "Rings eliminated", territory: "Territory", last_standing: "Opponents unable to act" };

/**
 * The players: rings, territory, and how far they are on every way to win.
 * @param {RingState} state @param {Table | null} table @param {{mine?: number[], clock?: (seat: number) => HTMLElement | null}} [more]
 */
export function players(state, table, { mine = [], clock = () => null } = {}) {
  // With many players there is only room for few words.
  const isFew = state.players.length === 2;
  return state.players.map((standing) => {
    const { player, seat } = standing;
    const isNext = state.player === player && table?.stage !== "over";
    const gone = table?.seats[seat].gone;
    return h(
      "section",
      { class: `player p${player}${isNext ? " next" : ""}`, "aria-label": `${COLOURS[player]}: ${playerName(table, state, player)}` },
      h(
        "div",
        { class: "row" },
        h("span", { class: `pip p${player}`, "aria-hidden": "true" }),
        h("strong", { class: "grow name" }, playerName(table, state, player), mine.includes(seat) && h("span", { class: "small quiet" }, " (you)")),
        isNext && h("span", { class: "badge turn" }, "to move"),
        clock(seat),
      ),
      gone && h("p", { class: "small quiet" }, `left the game: ${gone}`),
      h("dl", { class: "counts" }, count("in hand", standing.hand), count("on board", standing.on_board), count("eliminated", standing.eliminated), count("territory", standing.territory)),
      h("ul", { class: "plain goals" }, standing.goals.map((goal) => h("li", { title: goal.text }, meter(goal, player), h("span", { class: "small" }, isFew ? goal.text : aim(goal), " ", ruleLink(goal.rule))))),
    );
  });
}

/** @param {string} name @param {number} value */
function count(name, value) {
  return h("div", null, h("dt", null, name), h("dd", null, value));
}

/** What is counted on a way to win. @param {import("../lib/types.js").Goal} goal */
function aim({ kind }) {
  return GOALS[kind] ?? kind;
}

/** @param {import("../lib/types.js").Goal} goal @param {number} player */
function meter(goal, player) {
  const need = Math.max(goal.need ?? 1, 1);
  const bar = h("span", { class: `fill p${player}` });
  bar.style.width = `${Math.min(100, (100 * goal.have) / need)}%`;
  return h("span", { class: "meter", role: "img", "aria-label": `${aim(goal)}: ${goal.have} of ${need}` }, h("span", { class: "bar" }, bar), h("span", { class: "small mono" }, `${goal.have}/${need}`));
}

/** The steps of the turn. @param {RingState} state @param {boolean} [isOver] */
export function track(state, isOver = false) {
  const step = isOver ? -1 : (state.step ?? -1);
  return state.steps.map(({ title }, index) => h("li", { class: index < step ? "done" : index === step ? "now" : null, "aria-current": index === step ? "step" : null }, title));
}

/**
 * The moves, grouped by turn. Each action is a button that shows the board after it.
 * @param {Move[]} moves @param {number} shown @param {(move: Move, ply: number) => string} [mark] a class for an action
 */
export function moveList(moves, shown, mark = () => "") {
  /** @type {HTMLElement[]} */
  const rows = [];
  let last = "";
  moves.forEach((move, index) => {
    const key = `${move.turn}:${move.player}`;
    if (key !== last) {
      last = key;
      rows.push(h("li", null, h("span", { class: "turn" }, move.turn), h("span", { class: `pip p${move.player}`, role: "img", "aria-label": COLOURS[move.player] }), h("span")));
    }
    const ply = index + 1;
    rows[rows.length - 1].lastElementChild?.append(
      h("button", { type: "button", class: `ply bare mono ${mark(move, ply)}`, "data-ply": ply, "aria-current": ply === shown ? "true" : null }, move.action),
    );
  });
  return rows;
}

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
    await this.#load?.(Math.max(from, to - EARLIER + 1), to);
    this.element.focus();
    setTimeout(() => this.element.removeAttribute("aria-live"), 500);
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    return scrollTop + clientHeight > scrollHeight - 20;
  }

  #end() {
    this.element.scrollTop = this.element.scrollHeight;
  }
}

/** Who decides, where colours are all there is. @param {RingState} state */
export function decides(state) {
  return state.player ? `${sentence(COLOURS[state.player])} decides.` : withNames(null, state, state.headline);
}

/**
 * What is asked, in one line, with the rule behind it.
 * @param {HTMLElement} element @param {RingState} state @param {string} lead
 */
export function askedLine(element, state, lead) {
  put(element, h("strong", null, lead), " ", state.player === null ? null : `${sentence(state.asked)}. `, ruleLink(state.rule));
}
