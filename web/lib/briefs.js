// How lists of games describe a game.

import { seatName } from "./seats.js";

/** @import { Seat } from "./types.js" */
/**
 * @typedef {{id: string, game: "ringrift" | "asg", rules: string, rules_title: string, purpose: string, stage: string, seats: Seat[], actions: number,
 *   ending: string | null, your_turn?: boolean, changed: number}} Brief
 */

/** @type {Record<string, string>} */
const BOARDS = { square8: "Small square", square19: "Large square", hex8: "Small hexagon", hexagonal: "Large hexagon",
  hexagonal12: "Largest hexagon" };

/** @param {string} board */
export function boardName(board) {
  return BOARDS[board] ?? board;
}

/** Describes the players, the rules and the stage of a game. @param {Brief} brief */
export function briefTexts(brief) {
  const stage = { waiting: "waiting for players", running: `${brief.actions} actions so far`,
    over: `over: ${(brief.ending ?? "").replaceAll("_", " ")}` }[brief.stage] ?? brief.stage;
  const [board, players, edition] = brief.rules_title.split(" ");
  const rules = brief.game === "asg" ? `ASG · rules ${brief.rules.replace(" on ", ", map ")}`
    : `RingRift · ${boardName(board).toLowerCase()}, ${players.replace("p", " players")}, ${edition}`;
  return { names: brief.seats.map(seatName).join(" – "), rules, stage: brief.your_turn ? "your turn" : stage };
}
