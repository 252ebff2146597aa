// Texts for states, orders and events of ASG, and totals for display. Contains no rules.

/** @import { AsgNode, AsgState } from "../lib/types.js" */
/** @typedef {"P1" | "P2"} Side */
/** @typedef {{supply: number, income?: number, spendable?: number, forces: number, nodes: number}} Totals */

/** @type {Side[]} */
export const SIDES = ["P1", "P2"];

/** @param {number | undefined} value */
export function number(value) {
  return value?.toLocaleString("en") ?? "–";
}

/** Formats a number in little space. @param {number} value */
export function short(value) {
  return value < 10000 ? String(value) : value.toLocaleString("en", { notation: "compact" });
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
  const parts = [node.owner === "Neutral" ? "nobody's" : `owned by ${node.owner}`];
  if (place.hq) parts.push(`headquarters of ${place.hq}`);
  for (const side of SIDES) if (node.forces[side] > 0) parts.push(`${number(node.forces[side])} forces of ${side}`);
  if (!node.forces.P1 && !node.forces.P2) parts.push("no forces");
  if (place.yield) parts.push(`yields ${number(place.yield)} supply`);
  return `${place.id}: ${parts.join(", ")}`;
}

/** Describes an order, even an invalid one. @param {any} order */
function orderText(order) {
  switch (order?.type) {
    case "pass": return "pass";
    case "reinforce": return `reinforce by ${JSON.stringify(order.amount)}`;
    case "move": return `move ${JSON.stringify(order.amount)} from ${order.from} to ${order.to}`;
    default: return JSON.stringify(order);
  }
}

/** @param {any} event */
export function eventText(event) {
  switch (event.type) {
    case "income": return `${event.player} gets ${number(event.amount)} supply and has ${number(event.supplyAfter)}.`;
    case "invalid_action": return `No effect: ${orderText(event.action)} – ${event.message || event.reason}.`;
    case "reinforce": return `${event.player} adds ${number(event.amount)} at ${event.location}: ${number(event.strengthAfter)} there, ${number(event.supplyAfter)} supply left.`;
    case "move": return `${event.player} moves ${number(event.amount)} from ${event.from} to ${event.to}${event.fromStrengthAfter ? `; ${number(event.fromStrengthAfter)} stay` : ""}.`;
    case "combat": return fightText(event);
    case "capture": return `${event.newOwner} captures ${event.location}.`;
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
  const [winner, loser] = side ? [name(side), name(side === "P1" ? "P2" : "P1")] : [];
  switch (ending.reason) {
    case "hq_captured": return `${winner} wins: the headquarters of ${loser} are captured.`;
    case "turn_cap": return "Drawn: all plies are played and both headquarters stand.";
    case "forfeit": return `${winner} wins: ${loser} could not or would not go on.`;
    case "resignation": return `${winner} wins: ${loser} gave up.`;
    case "timeout": return `${winner} wins: the time of ${loser} ran out.`;
    case "aborted": return "The game was called off; nobody wins.";
    case "abandoned": return "Nobody came back to the game; nobody wins.";
    default: return `It is over: ${ending.reason}.`;
  }
}

/** @param {any} fight */
function fightText(fight) {
  const luck = `${fight.noise > 0 ? "+" : ""}${number(fight.noise)} of ±${number(fight.varianceBound)}`;
  const kept = fight.winner ? `${fight.winner} wins and keeps ${number(fight.winnerStrengthAfter)}` : "nobody is left";
  const strengths = `${number(fight.attackerStrengthBefore)} against ${number(fight.defenderStrengthBefore)}`;
  const chance = `chance ${percent(fight.attackerWinProb)}, luck ${luck}`;
  return `Fight at ${fight.location}: ${fight.attacker} attacks with ${strengths}, ${chance}. ${kept}.`;
}
