// Texts for states, orders and events of ASG, and totals for display. Contains no rules.

import { hasText, language, t, textOr } from "../lib/text.js";

/** @import { AsgNode, AsgState } from "../lib/types.js" */
/** @typedef {"P1" | "P2"} Side */
/** @typedef {{supply: number, income?: number, spendable?: number, forces: number, nodes: number}} Totals */

/** @type {Side[]} */
export const SIDES = ["P1", "P2"];

/** @param {number | undefined} value */
export function number(value) {
  return value?.toLocaleString(language) ?? "–";
}

/** Formats a number in little space. @param {number} value */
export function short(value) {
  return value < 10000 ? String(value) : value.toLocaleString(language, { notation: "compact" });
}

/** Formats a chance; only certain results become 0 % or 100 %. @param {number} chance */
export function percent(chance) {
  return `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(chance * 100))) : chance * 100} %`;
}

/** Returns the supply, income, forces and nodes of a side. @param {AsgState} state @param {Side} side */
export function totals(state, side) {
  let [forces, nodes] = [0, 0];
  for (const node of Object.values(state.nodes)) {
    forces += node.forces[side];
    if (node.owner === side) nodes += 1;
  }
  return { supply: state.supplies[side], income: state.income?.[side], spendable: state.spendable?.[side], forces, nodes };
}

/** @param {AsgState} state @param {AsgNode} place */
export function nodeText(state, place) {
  const node = state.nodes[place.id];
  const parts = [node.owner === "Neutral" ? t("asg.node.neutral") : t("asg.node.owner", { side: node.owner })];
  if (place.hq) parts.push(t("asg.node.hq", { side: place.hq }));
  for (const side of SIDES) if (node.forces[side] > 0) parts.push(t("asg.node.forces", { amount: number(node.forces[side]), side }));
  if (!node.forces.P1 && !node.forces.P2) parts.push(t("asg.node.no_forces"));
  if (place.yield) parts.push(t("asg.node.yield", { amount: number(place.yield) }));
  return `${placeName(place.id)}: ${parts.join(", ")}`;
}

/** Returns the name of a node: "North wall 3" for `north_wall_3`. @param {unknown} id */
export function placeName(id) {
  const words = String(id).split("_").map((word) => textOr(`asg.place.${word}`, word));
  const name = words.reduce((text, word) => text + (/^\d/.test(word) ? " " : t("asg.place.join")) + word);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Says why an order has no effect. @param {{code?: string, reason?: string, message?: string}} problem */
export function problemText({ code, reason, message }) {
  return textOr(`asg.reason.${code ?? reason}`, message || reason);
}

/** Describes an order, even an invalid one. @param {any} order */
function orderText(order) {
  switch (order?.type) {
    case "pass": return t("asg.order.pass");
    case "reinforce": return t("asg.order.reinforce", { amount: JSON.stringify(order.amount) });
    case "move": return t("asg.order.move", { amount: JSON.stringify(order.amount), from: placeName(order.from), to: placeName(order.to) });
    default: return JSON.stringify(order);
  }
}

/** @param {any} event */
export function eventText(event) {
  switch (event.type) {
    case "income": return t("asg.event.income", { side: event.player, amount: number(event.amount), after: number(event.supplyAfter) });
    case "invalid_action": return t("asg.event.invalid", { order: orderText(event.action), why: problemText(event) });
    case "reinforce": return t("asg.event.reinforce", { side: event.player, amount: number(event.amount), at: placeName(event.location),
      strength: number(event.strengthAfter), supply: number(event.supplyAfter) });
    case "move": return t("asg.event.move", { side: event.player, amount: number(event.amount), from: placeName(event.from), to: placeName(event.to),
      stays: event.fromStrengthAfter ? "yes" : "no", left: number(event.fromStrengthAfter) });
    case "combat": return fightText(event);
    case "capture": return t("asg.event.capture", { side: event.newOwner, at: placeName(event.location) });
    case "game_end": return endingText(event.result || event);
    default: return JSON.stringify(event);
  }
}

/**
 * Describes how a match ended; the winner is a side (replays) or a seat (games on the server).
 * @param {any} ending @param {(side: Side) => string} [name]
 */
export function endingText(ending, name = (side) => side) {
  const side = typeof ending.winner === "number" ? SIDES[ending.winner] : ending.winner;
  const [winner, loser] = side ? [name(side), name(side === "P1" ? "P2" : "P1")] : ["", ""];
  const id = `asg.end.${ending.reason}`;
  return hasText(id) ? t(id, { winner, loser }) : t("asg.end.other", { reason: ending.reason });
}

/** Describes how a match ended to the player of a side. @param {any} ending @param {Side} own @param {(side: Side) => string} name */
export function ownEndingText(ending, own, name) {
  if (typeof ending.winner !== "number") return endingText(ending, name);
  const isWon = SIDES[ending.winner] === own;
  const other = name(own === "P1" ? "P2" : "P1");
  const id = `asg.end.${isWon ? "won" : "lost"}.${ending.reason}`;
  return hasText(id) ? t(id, { other }) : `${t(isWon ? "asg.end.won" : "asg.end.lost")} ${endingText(ending, name)}`;
}

/** @param {any} fight */
function fightText(fight) {
  return t("asg.event.fight", {
    at: placeName(fight.location), attacker: fight.attacker, mine: number(fight.attackerStrengthBefore), theirs: number(fight.defenderStrengthBefore),
    chance: percent(fight.attackerWinProb), luck: (fight.noise > 0 ? "+" : "") + number(fight.noise), bound: number(fight.varianceBound),
    survives: fight.winner ? "yes" : "no", winner: fight.winner ?? "", kept: number(fight.winnerStrengthAfter),
  });
}
