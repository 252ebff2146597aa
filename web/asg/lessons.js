// The exercises of ASG: a position, the number of turns, and a goal that is checked in the events and the state that the engine computes.

import { format, language } from "../lib/text.js";

/** @import { AsgState } from "../lib/types.js" */
/** @typedef {"P1" | "P2" | "Neutral"} Owner */
/** @typedef {"title" | "goal" | "text" | "hint" | "praise" | "regret"} Part */
/** What has happened: the events of each side, the state, and the seat of the winner. @typedef {{own: any[], enemy: any[], state: AsgState, winner: number | null}} Course */
/**
 * `forces` of P1 and P2 by node; `owned`: owners that differ from the map; `enemy`: the orders of P2 in each turn, or the name of the bot that plays P2.
 * `rule` is a section of the rulebook; `solution` and `mistake` are the turns of two attempts, for tests.
 * @typedef {{forces: Record<string, [number, number]>, owned?: Record<string, Owner>, supply?: number, budget?: number, turns?: number,
 *   enemy?: string | any[][], isSolved: (course: Course) => boolean, rule: string, solution: any[][], mistake: any[][]}} AsgExercise
 */

/** Seed of all exercises: the same orders have the same results. */
export const SEED = 7;

/** Node, place on the map, owner, yield. @type {[string, number, number, Owner, number][]} */
const NODES = [["p1_hq", 0, 0, "P1", 0], ["road", 2, 0, "Neutral", 0], ["mill", 3, 2, "Neutral", 2], ["ford", 4, 0, "Neutral", 0],
  ["farm", 5, -2, "Neutral", 2], ["gate", 6, 0, "Neutral", 0], ["p2_hq", 8, 0, "P2", 0]];
const EDGES = [["p1_hq", "road"], ["road", "mill"], ["road", "ford"], ["mill", "ford"], ["ford", "farm"], ["ford", "gate"], ["farm", "gate"], ["gate", "p2_hq"]];

/** @param {string} from @param {string} to @param {number} amount */
function move(from, to, amount) {
  return { type: "move", from, to, amount };
}

/** @param {number} amount */
function reinforce(amount) {
  return { type: "reinforce", amount };
}

const PASS = { type: "pass" };

/** Returns the fights at a node, or all of them. @param {any[]} events @param {string} [at] */
function fights(events, at) {
  return events.filter(({ type, location }) => type === "combat" && (!at || location === at));
}

/** @type {AsgExercise[]} */
export const EXERCISES = [
  { forces: { p1_hq: [8, 0] }, rule: "orders",
    isSolved: ({ state }) => state.nodes.ford.forces.P1 === 8,
    solution: [[move("p1_hq", "road", 8), move("road", "ford", 8)]], mistake: [[move("p1_hq", "road", 8)]] },
  { forces: { p1_hq: [8, 0] }, rule: "orders",
    isSolved: ({ state: { nodes } }) => [nodes.road, nodes.mill, nodes.ford].every(({ owner }) => owner === "P1"),
    solution: [[move("p1_hq", "road", 8), move("road", "mill", 8), move("mill", "ford", 8)]], mistake: [[move("p1_hq", "road", 8), move("road", "ford", 8)]] },
  { forces: { p1_hq: [8, 0] }, rule: "orders",
    isSolved: ({ state: { nodes } }) => [nodes.mill, nodes.ford].every(({ forces }) => forces.P1 >= 3),
    solution: [[move("p1_hq", "road", 8), move("road", "mill", 4), move("road", "ford", 4)]], mistake: [[move("p1_hq", "road", 8), move("road", "mill", 8)]] },
  { forces: { p1_hq: [8, 0] }, budget: 3, turns: 2, rule: "supply",
    isSolved: ({ state }) => (state.income?.P1 ?? 0) >= 7,
    solution: [[move("p1_hq", "road", 8), move("road", "mill", 4), move("road", "ford", 4)], [move("ford", "farm", 4)]], mistake: [[PASS], [PASS]] },
  { forces: { p1_hq: [5, 0] }, supply: 4, rule: "supply",
    isSolved: ({ state }) => state.nodes.road.forces.P1 >= 12,
    solution: [[reinforce(7), move("p1_hq", "road", 12)]], mistake: [[move("p1_hq", "road", 5)]] },
  { forces: { ford: [10, 0], farm: [0, 8], gate: [0, 12] }, owned: { road: "P1", ford: "P1", farm: "P2", gate: "P2" }, rule: "odds",
    isSolved: ({ own }) => fights(own).length > 0 && fights(own).every(({ attackerWinProb }) => attackerWinProb > 0.6),
    solution: [[move("ford", "farm", 10)]], mistake: [[move("ford", "gate", 10)]] },
  { forces: { ford: [6, 0], farm: [0, 6] }, owned: { road: "P1", ford: "P1", farm: "P2", gate: "P2" }, rule: "fights",
    isSolved: ({ own }) => fights(own, "farm").length > 0,
    solution: [[move("ford", "farm", 6)]], mistake: [[PASS]] },
  { forces: { ford: [6, 0], mill: [6, 0], gate: [0, 9] }, owned: { road: "P1", ford: "P1", mill: "P1", gate: "P2" }, rule: "fights",
    isSolved: ({ own }) => fights(own, "gate").some(({ attackerWinProb }) => attackerWinProb >= 0.9),
    solution: [[move("mill", "ford", 6), move("ford", "gate", 12)]], mistake: [[move("ford", "gate", 6), move("mill", "ford", 6)]] },
  { forces: { p1_hq: [6, 0], road: [0, 6] }, owned: { road: "P2", ford: "P2", gate: "P2" }, supply: 3, rule: "odds",
    isSolved: ({ own }) => fights(own, "road").some(({ attackerWinProb }) => attackerWinProb === 1),
    solution: [[reinforce(6), move("p1_hq", "road", 12)]], mistake: [[move("p1_hq", "road", 6)]] },
  { forces: { p1_hq: [4, 0], ford: [4, 0], gate: [0, 9] }, owned: { road: "P1", ford: "P1", gate: "P2" }, enemy: [[move("gate", "ford", 9)]], rule: "fights",
    isSolved: ({ enemy }) => fights(enemy, "ford").some(({ attackerWinProb }) => attackerWinProb < 0.35),
    solution: [[reinforce(3), move("p1_hq", "road", 7), move("road", "ford", 7)]], mistake: [[PASS]] },
  { forces: { ford: [10, 0], p2_hq: [0, 2] }, owned: { road: "P1", ford: "P1", gate: "P2" }, rule: "winning",
    isSolved: ({ winner }) => winner === 0,
    solution: [[move("ford", "gate", 10), move("gate", "p2_hq", 10)]], mistake: [[move("ford", "gate", 10)]] },
  { forces: { p1_hq: [9, 0], p2_hq: [0, 10] }, budget: 3, enemy: "greedy", turns: 12, rule: "advice",
    isSolved: ({ winner }) => winner === 0,
    solution: [[move("p1_hq", "road", 9), move("road", "mill", 9), move("mill", "ford", 9)], [move("ford", "farm", 1), reinforce(8), move("p1_hq", "road", 8)],
      [move("road", "ford", 8), move("ford", "gate", 16), move("gate", "p2_hq", 16)]], mistake: Array(12).fill([PASS]) },
];

/** Returns the map of an exercise with its start, in the format of scenarios. @param {AsgExercise} exercise @param {number} number */
export function scenarioOf({ forces, owned = {}, supply = 0, budget = 6, turns = 1 }, number) {
  const nodes = NODES.map(([id, x, y, owner, supplyYield]) => ({ id, x, y, owner: owned[id] ?? owner, supplyYield }));
  const nodeForces = Object.fromEntries(Object.entries(forces).map(([id, [P1, P2]]) => [id, { P1, P2 }]));
  return {
    id: `exercise_${number}`, name: `Exercise ${number}`, startingPlayer: "P1", players: { P1: { hq: "p1_hq" }, P2: { hq: "p2_hq" } },
    settings: { turnCapPlies: 2 * turns + 2, actionBudget: budget, baseIncome: 3, reinforceCostPerStrength: 1, combatVarianceFraction: 0.35 },
    map: { nodes, edges: EDGES }, initialState: { playerSupply: { P1: supply, P2: 0 }, nodeForces },
  };
}

/** @type {Record<string, string>} */
const texts = (await import(`../text/asg-lessons-${language}.js`)).default;

/** @param {number} number of the exercise, from 1 @param {Part} part */
export function lessonText(number, part) {
  return format(texts[`${number}.${part}`], {}).join("");
}
