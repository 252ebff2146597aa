// The settings of a new game, which the browser keeps, and the request that they make.

import { t } from "../lib/text.js";
import { remember, remembered } from "../lib/shell.js";

/** @typedef {{board: string, shape: string, cells: number, editions: string[]}} BoardOffer */
/** @typedef {{board_offers: BoardOffer[], scenario_offers: {id: string, title: string, nodes: number}[], agents: string[]}} Catalogue */

export const settings = {
  game: "ringrift",
  board: "square8",
  players: "2",
  edition: "standard",
  swap: "off",
  /** Rules that differ from the edition, as JSON. */
  options: "{}",
  level: "3",
  opponent: "",
  seat: "first",
  clock: "none",
  map: "scenario_01",
  rules: "v0",
  listed: "no",
};
for (const [name, value] of Object.entries(settings)) Object.assign(settings, { [name]: remembered(name, value) });

/** @type {Record<string, object>} */
export const CLOCKS = {
  none: { kind: "none" },
  fast: { kind: "increment", base: 600000, increment: 5000 },
  slow: { kind: "increment", base: 1800000, increment: 15000 },
  days: { kind: "days", days: 3 },
};

/** @param {keyof typeof settings} name @param {string} value */
export function choose(name, value) {
  settings[name] = value;
  remember(name, value);
}

/** Returns the rules that differ from the edition, without the pie rule. @returns {Record<string, string>} */
export function ruleOptions() {
  try {
    return JSON.parse(settings.options);
  } catch {
    return {};
  }
}

/** Sets a rule that differs from the edition; an empty value is that of the edition. @param {string} name @param {string} value */
export function chooseRule(name, value) {
  const { [name]: _, ...rest } = ruleOptions();
  choose("options", JSON.stringify(value ? { ...rest, [name]: value } : rest));
}

/** Returns the rules of RingRift as requests have them. */
export function ringRules() {
  const players = Number(settings.players);
  const swap = settings.swap === "on" && players === 2 ? { swap: "on" } : {};
  return { board: settings.board, players, edition: settings.edition, options: { ...ruleOptions(), ...swap } };
}

/** Returns the part of a request that all new games share. */
export function newGame() {
  const clock = CLOCKS[settings.clock] ?? CLOCKS.none;
  return settings.game === "asg" ? { game: "asg", scenario: settings.map, rules: settings.rules, clock } : { ...ringRules(), clock };
}

/** Returns the number of seats. */
export function seatCount() {
  return settings.game === "asg" ? 2 : Number(settings.players);
}

/** Seats the player among copies of `other`. @param {object} other */
export function meAnd(other) {
  const all = Array.from({ length: seatCount() }, () => other);
  all[settings.seat === "last" ? all.length - 1 : 0] = { who: "me" };
  return all;
}

/** Returns the strongest level of the chosen game. */
export function strongest() {
  return settings.game === "asg" ? 9 : 10;
}

/** Returns the chosen level, limited to those of the game. */
export function level() {
  return String(Math.min(Number(settings.level), strongest()));
}

/** Describes a level. @param {number} number */
export function levelText(number) {
  const kind = number === 1 ? "first" : number === strongest() ? "last" : "other";
  return t("start.level", { number, kind });
}
