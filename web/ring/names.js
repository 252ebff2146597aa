// Names of people, colours and endings.

import { COLOURS } from "../board/pieces.js";
import { colours } from "../board/summary.js";

/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {import("../lib/types.js").RingState} RingState */

export { COLOURS };

/** @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "open") return "an open seat";
  const level = seat.kind === "bot" && /^level:(\d+)$/.exec(seat.name);
  return level ? `Computer, level ${level[1]}` : seat.name;
}

/**
 * Who plays a colour, for a table or for nobody in particular.
 * @param {Table | null} table @param {RingState} state @param {number} player
 */
export function playerName(table, state, player) {
  const seat = state.players.find((one) => one.player === player)?.seat ?? player - 1;
  const colour = COLOURS[player].charAt(0).toUpperCase() + COLOURS[player].slice(1);
  // On one screen one person has several colours.
  return table && table.purpose === "match" ? seatName(table.seats[seat]) : colour;
}

/**
 * Who plays a colour, and the colour, unless that is the name.
 * @param {Table | null} table @param {RingState} state @param {number} player @param {string} [own]
 */
export function nameAndColour(table, state, player, own = "") {
  const name = playerName(table, state, player);
  return name.toLowerCase() === COLOURS[player] ? `${COLOURS[player]}${own}` : `${name}${own} (${COLOURS[player]})`;
}

/** @type {Record<string, string>} */
const REASONS = {
  ring_elimination: "by eliminating rings",
  territory_control: "by territory",
  last_player_standing: "as the last player standing",
  stalemate: "on count, because nobody can act any more",
  turn_cap: "on count, because the last turn is over",
  resignation: "because the other side resigned",
  timeout: "because the other side ran out of time",
  agent_failure: "because the other side gave no answer",
};

/**
 * How a game ended, in a sentence.
 * @param {Table} table @param {RingState} state
 */
export function endingText(table, state) {
  const ending = table.ending;
  if (!ending) return "";
  if (ending.reason === "aborted") return "The game was called off. It does not count.";
  if (ending.reason === "abandoned") return "Nobody came back to this game. It does not count.";
  // The rules know best why.
  if (state.player === null) return withNames(table, state, state.headline);
  const why = REASONS[ending.reason] ?? `(${ending.reason.replaceAll("_", " ")})`;
  return ending.winner === null ? `The game is over ${why}.` : `${seatName(table.seats[ending.winner])} wins ${why}.`;
}

/**
 * Puts names where the server writes numbers of players.
 * @param {Table | null} table @param {RingState} state @param {string} text
 */
export function withNames(table, state, text) {
  return colours(text, (player, own) => nameAndColour(table, state, player, own));
}
