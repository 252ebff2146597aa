// What stands beside the board: who plays and how far everybody is from winning, the steps of the turn, the moves.

import { sentence } from "../board/summary.js";
import { h, put } from "../lib/dom.js";
import { ruleLink } from "../lib/shell.js";
import { COLOURS, playerName, withNames } from "./names.js";

/** @typedef {import("../lib/types.js").RingState} RingState */
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
