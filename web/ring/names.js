// Names of players and texts for endings.

import { COLOURS } from "../board/pieces.js";
import { colours, sentence } from "../board/event-text.js";
import { seatName } from "../lib/seats.js";

/** @import { RingState, Table } from "../lib/types.js" */

export { COLOURS };

/**
 * Returns the name of a player, or the colour outside of a match.
 * @param {Table | null} table @param {RingState} state @param {number} player
 */
export function playerName(table, state, player) {
  const seat = state.players.find((one) => one.player === player)?.seat ?? player - 1;
  const colour = sentence(COLOURS[player]);
  // With several players at one screen, a name does not identify a colour.
  return table && table.purpose === "match" ? seatName(table.seats[seat]) : colour;
}

/**
 * Returns name and colour of a player.
 * @param {Table | null} table @param {RingState} state @param {number} player @param {string} [own]
 */
export function nameAndColour(table, state, player, own = "") {
  const name = playerName(table, state, player);
  return name.toLowerCase() === COLOURS[player].toLowerCase() ? `${COLOURS[player]}${own}` : `${name}${own} (${COLOURS[player]})`;
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
  agreement: "as a draw, because the players agreed",
};

/** @param {Table} table @param {RingState} state */
export function endingText(table, state) {
  const ending = table.ending;
  if (!ending) return "";
  if (ending.reason === "aborted") return "The game was called off. It does not count.";
  if (ending.reason === "abandoned") return "Nobody came back to this game. It does not count.";
  // The headline of an ended position is more precise.
  if (state.player === null) return withNames(table, state, state.headline);
  const why = REASONS[ending.reason] ?? `(${ending.reason.replaceAll("_", " ")})`;
  return ending.winner === null ? `The game is over ${why}.` : `${seatName(table.seats[ending.winner])} wins ${why}.`;
}

/**
 * Replaces the server's player numbers by names.
 * @param {Table | null} table @param {RingState} state @param {string} text
 */
export function withNames(table, state, text) {
  return colours(text, (player, own) => nameAndColour(table, state, player, own));
}
