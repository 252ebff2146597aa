// The fights that the next order could start, with their odds. The server or the engine computes them.

import { t } from "../lib/text.js";
import { number, percent, placeName } from "./asg-text.js";

/** @import { AsgLegal, AsgSession, OrderRange } from "../lib/types.js" */
/** @import { Side } from "./asg-text.js" */
/** Why new forces cannot join. @typedef {"elsewhere" | "bought" | "no_supply" | "no_orders"} NoSupply */
/**
 * A fight if all forces of a node attack. `theirs` is unknown if an earlier order fights at the same node; `supply`: the odds if new forces
 * are added first, or why that is not possible.
 * @typedef {{at: string, odds: number, mine: number, theirs?: number, supply: {amount: number, odds: number} | NoSupply, base: string}} PossibleFight
 */

/** Below these odds an attack is risky. */
const RISKY_ODDS = 0.35;

/** @param {number | undefined} odds */
export function isRisky(odds) {
  return odds !== undefined && odds < RISKY_ODDS;
}

/**
 * Returns the fights that moving all forces from one node would start, after a plan.
 * @param {AsgSession} session @param {any[]} plan orders in the wire format @param {OrderRange} range @param {AsgLegal} after @param {Side} side
 * @returns {Promise<PossibleFight[]>}
 */
export async function possibleFights(session, plan, range, after, side) {
  const enemy = side === "P1" ? "P2" : "P1";
  const { nodes } = session.snapshot().state;
  const defended = range.to.filter((to) => nodes[to].forces[enemy] > 0);
  const found = await Promise.all(defended.map(async (to) => {
    const { orders } = await session.preview([...plan, moveAll(range.from, to)]);
    const { odds, fight_at: at } = orders[orders.length - 1];
    if (odds === undefined || at === undefined) return [];
    const there = after.moves.find(({ from }) => from === to)?.most ?? 0;
    const isFirst = orders.slice(0, -1).every(({ fight_at }) => fight_at !== to);
    return [{ at, odds, mine: range.most + there, theirs: isFirst ? nodes[to].forces[enemy] : undefined,
      supply: await reinforcedOdds(session, plan, range.from, to, after), base: after.reinforce_at }];
  }));
  return found.flat();
}

/** Says how likely an ordered attack wins. @param {number} odds @param {string | undefined} place */
export function oddsText(odds, place) {
  const id = odds === 0 ? "asg.risk_none" : isRisky(odds) ? "asg.risk" : "asg.odds";
  return t(id, { place: placeName(place), chance: percent(odds) });
}

/** Describes a fight: the forces of both sides, the odds, and whether supply changes them. @param {PossibleFight} fight */
export function fightText({ odds, mine, theirs, supply, base }) {
  const chance = percent(odds);
  const first = theirs === undefined ? t("asg.chance_later", { chance }) : t("asg.chance", { mine: number(mine), theirs: number(theirs), chance });
  const then = typeof supply === "string" ? t(`asg.chance_supply.${supply}`, { place: placeName(base) })
    : t("asg.chance_supply", { amount: number(supply.amount), chance: percent(supply.odds) });
  return `${first} ${then}`;
}

/**
 * Returns the odds with as many new forces as the supply pays for, or why new forces cannot join.
 * @param {AsgSession} session @param {any[]} plan @param {string} from @param {string} to @param {AsgLegal} after
 * @returns {Promise<PossibleFight["supply"]>}
 */
async function reinforcedOdds(session, plan, from, to, after) {
  const { reinforce: amount, reinforce_at, budget } = after;
  if (from !== reinforce_at) return "elsewhere";
  if (plan.some(({ type }) => type === "reinforce")) return "bought";
  if (!amount) return "no_supply";
  // One order for the new forces and one for the attack.
  if (budget < 2) return "no_orders";
  const { orders } = await session.preview([{ type: "reinforce", amount: "all" }, ...plan, moveAll(from, to)]);
  const { odds } = orders[orders.length - 1];
  return odds === undefined ? "elsewhere" : { amount, odds };
}

/** @param {string} from @param {string} to */
function moveAll(from, to) {
  return { type: "move", from, to, amount: "all" };
}
