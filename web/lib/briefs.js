// How lists of games describe a game.

import { rulesText } from "./rules-text.js";
import { seatName } from "./seats.js";
import { language, t, textOr } from "./text.js";

/** @import { MiniMap } from "../asg/mini-map.js" */
/** @import { Pieces } from "../board/pieces.js" */
/** @import { Seat } from "./types.js" */
/**
 * `ranks`: by seat, such as "1/2"; `mine`: seats of the player and `pieces` or `map`: the position, of games on this device.
 * @typedef {{id: string, game: "ringrift" | "asg", rules: string, rules_title: string, purpose: string, stage: string, seats: Seat[], actions: number,
 *   ending: string | null, ranks?: string | null, your_turn?: boolean, changed: number, mine?: number[], board?: string, pieces?: Pieces, map?: MiniMap}} Brief
 */

/** Describes the players, the rules and the stage of a game. @param {Brief} brief @param {number[]} mine seats of the reader */
export function briefTexts(brief, mine = []) {
  const { game, rules, rules_title, seats, stage, actions, changed, your_turn } = brief;
  const others = seats.filter(({ seat }) => !mine.includes(seat));
  const names = mine.length === 0 || others.length === 0 ? seats.map(seatName).join(" – ") : t("list.against", { names: others.map(seatName).join(", ") });
  const state = stage === "over" ? resultText(brief, mine) : your_turn ? t("list.your_turn")
    : stage === "waiting" ? t("list.waiting") : t("list.running", { count: actions });
  return { names, rules: `${game === "asg" ? "ASG" : "RingRift"} · ${rulesText(game, game === "asg" ? rules : rules_title)}`, stage: state, date: timeAgo(changed) };
}

/** Returns the result of a game: "You won by territory". @param {Brief} brief @param {number[]} mine */
function resultText({ ending, ranks, seats, purpose }, mine) {
  const reason = ending ?? "";
  // Games that do not count.
  const other = textOr(`result.${reason}`);
  if (other) return other;
  const how = textOr(`result.how.${reason}`);
  const places = (ranks ?? "").split("/").map(Number);
  const first = places.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (first.length !== 1) return t("result.draw", { how }).trim();
  const isOwn = mine.length === 1 && purpose === "match";
  const id = isOwn ? (mine.includes(first[0]) ? "result.won" : "result.lost") : "result.winner";
  const name = purpose === "match" ? seatName(seats[first[0]]) : t("list.seat", { number: first[0] + 1 });
  return t(id, { how, name }).trim();
}

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86400000], ["hour", 3600000], ["minute", 60000]]);

/** Returns how long ago a moment was, or its date after a week. @param {number} moment in milliseconds */
export function timeAgo(moment) {
  const age = Math.max(0, Date.now() - moment);
  if (age > 7 * 86400000) return new Date(moment).toLocaleDateString(language, { dateStyle: "medium" });
  const [unit, size] = UNITS.find(([, length]) => age >= length) ?? ["minute", 60000];
  if (age < 60000) return t("list.now");
  return new Intl.RelativeTimeFormat(language, { style: "short" }).format(-Math.floor(age / size), unit);
}
