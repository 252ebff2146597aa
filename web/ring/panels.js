// Panels beside the board: players with their progress, the steps of the turn, the list of moves.

import { sentence } from "../board/event-text.js";
import { h, put } from "../lib/dom.js";
import { ruleLink } from "../lib/shell.js";
import { t, textOr } from "../lib/text.js";
import { actionText } from "./action-text.js";
import { COLOURS, playerName, withNames } from "./names.js";

/** @import { Goal, RingState, Standing, Table } from "../lib/types.js" */
/** @typedef {{player: number, turn: number, action: string}} Move */

/** Signs of the gauges on small screens. @type {Record<string, string>} */
const SIGNS = { hand: "◎", elimination: "✕", territory: "▩" };
/** Victory conditions with a gauge. @type {Record<string, import("../lib/text.js").TextId>} */
const GOALS = { elimination: "gauge.elimination", territory: "gauge.territory" };

/** Characters of a decision that fit into its place on small screens. */
const LONG_TEXT = 72;

/**
 * Draws the players: rings in hand, and the progress towards the two main victory conditions.
 * @param {RingState} state @param {Table | null} table @param {{mine?: number[], clock?: (seat: number) => HTMLElement | null}} [more]
 */
export function players(state, table, { mine = [], clock = () => null } = {}) {
  return state.players.map((standing) => {
    const { player, seat, hand, on_board: onBoard } = standing;
    const isNext = state.player === player && table?.stage !== "over";
    const gone = table?.seats[seat].gone;
    return h(
      "section",
      { class: `player p${player}${isNext ? " next" : ""}`, "aria-label": `${COLOURS[player]}: ${playerName(table, state, player)}` },
      h(
        "div",
        { class: "who" },
        h("span", { class: `pip p${player}`, "aria-hidden": "true" }),
        h("strong", { class: "name" }, playerName(table, state, player), mine.includes(seat) && h("span", { class: "small quiet" }, ` ${t("lobby.you")}`)),
        gone && h("span", { class: "small quiet" }, textOr(`ring.gone.${gone}`, gone)),
        isNext && h("span", { class: "badge turn" }, t("ring.to_move")),
        clock(seat),
      ),
      h("div", { class: "gauges" },
        h("span", { class: "gauge hand", title: t("gauge.hand_title", { hand, board: onBoard }) },
          gaugeLabel("hand", t("gauge.hand")), h("span", { class: "value" }, hand)),
        standing.goals.filter(({ kind }) => kind in GOALS).map((goal) => gauge(goal, player))),
    );
  });
}

/** Explains what each player needs to win. @param {RingState} state @param {Table | null} table */
export function goalList(state, table) {
  return state.players.map((standing) =>
    h("section", { class: "goals" },
      h("h2", { class: "sub" }, h("span", { class: `pip p${standing.player}`, "aria-hidden": "true" }), ` ${playerName(table, state, standing.player)}`),
      h("ul", { class: "plain small" }, standing.goals.map((goal) => h("li", null, sentence(goal.text), ". ", ruleLink(goal.rule))))));
}

/** @param {Goal} goal @param {number} player */
function gauge({ kind, have, need, text }, player) {
  const [name, most] = [t(GOALS[kind]), Math.max(need ?? 1, 1)];
  const fill = h("span", { class: `fill p${player}` });
  fill.style.width = `${Math.min(100, (100 * have) / most)}%`;
  return h("span", { class: "gauge", title: text, role: "img", "aria-label": t("gauge.of", { name, have, most }) },
    gaugeLabel(kind, name), h("span", { class: "value" }, `${have}/${most}`), h("span", { class: "bar" }, fill));
}

/** Writes the name of a gauge, or a sign where there is no room for it. @param {string} kind @param {string} name */
function gaugeLabel(kind, name) {
  return h("span", { class: "label", "data-sign": SIGNS[kind] }, h("span", null, name));
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
    const before = moves[index - 1];
    const key = `${move.turn}:${move.player}`;
    if (key !== last) {
      last = key;
      rows.push(h("li", null, h("span", { class: "turn" }, move.turn),
        h("span", { class: `pip p${move.player}`, role: "img", "aria-label": COLOURS[move.player] }), h("span")));
    }
    const ply = index + 1;
    const words = sentence(actionText(move.action, before?.turn === move.turn && before.player === move.player ? before.action : ""));
    rows[rows.length - 1].lastElementChild?.append(
      h("button", { class: `ply bare ${mark(move, ply)}`, "data-ply": ply, title: words, "aria-current": ply === shown ? "true" : null },
        h("span", { class: "words" }, words), h("span", { class: "notation mono" }, move.action)),
    );
  });
  return rows;
}

/** Says which colour decides. @param {RingState} state */
export function decides(state) {
  return state.player ? t("ring.decides", { colour: sentence(COLOURS[state.player]) }) : withNames(null, state, state.headline);
}

/**
 * Shows the current decision with a link to its rule.
 * @param {HTMLElement} element @param {RingState} state @param {string} lead
 */
export function askedLine(element, state, lead) {
  askedText(element, lead, state.player === null ? "" : `${sentence(state.asked)}. `, ruleLink(state.rule));
}

/**
 * Shows a text after its lead. Its place has a fixed height, so that a long text gets smaller letters.
 * @param {HTMLElement} element @param {string} lead @param {string} text @param {HTMLElement | null} [link]
 */
export function askedText(element, lead, text, link = null) {
  put(element, h("strong", null, lead), " ", text, link);
  element.title = `${lead} ${text}`.trim();
  element.classList.toggle("long", element.title.length > LONG_TEXT);
}
