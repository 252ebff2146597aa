// Names of players and texts for endings.

import { COLOURS } from "../board/pieces.js";
import { colours, sentence } from "../board/event-text.js";
import { seatName } from "../lib/seats.js";
import { t, textOr } from "../lib/text.js";

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

/** Says how a game ended. @param {Table} table @param {RingState} state */
export function endingText(table, state) {
  if (!table.ending) return "";
  const { reason, winner } = table.ending;
  // The headline of an ended position is more precise.
  if (state.player === null) return withNames(table, state, state.headline);
  if (winner === null) return textOr(`ring.ending.${reason}`, t("ring.ending.other"));
  const name = seatName(table.seats[winner]);
  return textOr(`ring.won.${reason}`, t("ring.won.other", { name }), { name });
}

/**
 * Replaces the server's player numbers by names.
 * @param {Table | null} table @param {RingState} state @param {string} text
 */
export function withNames(table, state, text) {
  return colours(text, (player, own) => nameAndColour(table, state, player, own));
}
