// Panels beside the board: players with their progress, the steps of the turn, the list of moves.

import { sentence } from "../board/event-text.js";
import { h, put } from "../lib/dom.js";
import { ruleLink } from "../lib/shell.js";
import { COLOURS, playerName, withNames } from "./names.js";

/** @import { Goal, RingState, Standing, Table } from "../lib/types.js" */
/** @typedef {{player: number, turn: number, action: string}} Move */

/** @type {Record<string, string>} */
const GOALS = { elimination: "Rings eliminated", territory: "Territory", last_standing: "Opponents unable to act" };

/**
 * Draws the players: rings, territory, and the progress towards each victory condition.
 * @param {RingState} state @param {Table | null} table @param {{mine?: number[], clock?: (seat: number) => HTMLElement | null}} [more]
 */
export function players(state, table, { mine = [], clock = () => null } = {}) {
  // With more players there is room only for short texts.
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
      h("dl", { class: "counts" }, count("in hand", standing.hand), count("on board", standing.on_board),
        count("eliminated", standing.eliminated), count("territory", standing.territory)),
      h("ul", { class: "plain goals" },
        standing.goals.map((goal) =>
          h("li", { title: goal.text }, meter(goal, player),
            h("span", { class: "small" }, isFew ? goal.text : aim(goal), " ", ruleLink(goal.rule))))),
    );
  });
}

/** @param {string} name @param {number} value */
function count(name, value) {
  return h("div", null, h("dt", null, name), h("dd", null, value));
}

/** Names a victory condition. @param {Goal} goal */
function aim({ kind }) {
  return GOALS[kind] ?? kind;
}

/** @param {Goal} goal @param {number} player */
function meter(goal, player) {
  const need = Math.max(goal.need ?? 1, 1);
  const bar = h("span", { class: `fill p${player}` });
  bar.style.width = `${Math.min(100, (100 * goal.have) / need)}%`;
  return h("span", { class: "meter", role: "img", "aria-label": `${aim(goal)}: ${goal.have} of ${need}` },
    h("span", { class: "bar" }, bar), h("span", { class: "small mono" }, `${goal.have}/${need}`));
}

/** Draws the steps of the turn. @param {RingState} state @param {boolean} [isOver] */
export function track(state, isOver = false) {
  const step = isOver ? -1 : (state.step ?? -1);
  return state.steps.map(({ title }, index) =>
    h("li", { class: index < step ? "done" : index === step ? "now" : null,
      "aria-current": index === step ? "step" : null }, title));
}

/**
 * Draws the moves, grouped by turn. Each action is a button that shows the position after it.
 * @param {Move[]} moves @param {number} shown @param {(move: Move, ply: number) => string} [mark] CSS class of an action
 */
export function moveList(moves, shown, mark = () => "") {
  /** @type {HTMLElement[]} */
  const rows = [];
  let last = "";
  moves.forEach((move, index) => {
    const key = `${move.turn}:${move.player}`;
    if (key !== last) {
      last = key;
      rows.push(h("li", null, h("span", { class: "turn" }, move.turn),
        h("span", { class: `pip p${move.player}`, role: "img", "aria-label": COLOURS[move.player] }), h("span")));
    }
    const ply = index + 1;
    rows[rows.length - 1].lastElementChild?.append(
      h("button", { class: `ply bare mono ${mark(move, ply)}`, "data-ply": ply, "aria-current": ply === shown ? "true" : null }, move.action),
    );
  });
  return rows;
}

/** Says which colour decides. @param {RingState} state */
export function decides(state) {
  return state.player ? `${sentence(COLOURS[state.player])} decides.` : withNames(null, state, state.headline);
}

/**
 * Shows the current decision with a link to its rule.
 * @param {HTMLElement} element @param {RingState} state @param {string} lead
 */
export function askedLine(element, state, lead) {
  put(element, h("strong", null, lead), " ", state.player === null ? null : `${sentence(state.asked)}. `, ruleLink(state.rule));
}
