// What happened or would happen, in words.

import { COLOURS } from "./pieces.js";

/** What is counted, by event or, for eliminated rings, by cause. @type {Record<string, string>} */
const WORDS = {
  placed: "places # ring", marker_left: "leaves # marker", marker_slid: "slides # marker", marker_flipped: "flips # marker", ring_captured: "captures # ring",
  collapsed: "collapses # cell", burnt: "burns # ring", struck: "strikes off # ring", region: "eliminates # ring", line_payment: "gives up # ring",
  region_payment: "gives up # ring", forced: "gives up # ring", extracted: "gives up # ring",
};

/** @typedef {import("../lib/types.js").RingEvent} RingEvent */

/** Players and their rings are told by their colours. @param {string} text @param {(player: number, own: string) => string} [name] */
export function colours(text, name = (player, own) => COLOURS[player] + own) {
  const rings = (/** @type {string} */ digits) => [...digits].map((digit) => COLOURS[Number(digit)]).join(", ");
  return text.replace(/\b([1-4]+)(?= from bottom to top)/g, rings).replace(/\b[Pp]layer (\d)('s)?\b/g, (_, digit, own = "") => name(Number(digit), own));
}

/** Begins with a capital letter, unless the name of a cell is first; without a full stop. @param {string} text */
export function sentence(text) {
  return (/^\w+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.$/, "");
}

/** The events that are told in words. @param {RingEvent[]} events @returns {(RingEvent & {text: string})[]} */
export function told(events) {
  return events.flatMap((event) => (event.text && !["phase_entered", "step_empty"].includes(event.event) ? [{ ...event, text: event.text }] : []));
}

/** What happens, and what would be asked then. @param {import("../lib/types.js").Choice} choice @param {import("../lib/types.js").Preview} preview */
export function summary({ action, details }, { events, state }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { event, cause = "", count, rings } of events) {
    const words = WORDS[event === "eliminated" ? cause : event];
    if (words) counts.set(words, (counts.get(words) ?? 0) + (count ?? rings?.length ?? 1));
  }
  const end = events.find(({ event }) => event === "ended");
  const parts = [...counts].map(([words, count]) => words.replace("#", String(count)) + (count === 1 ? "" : "s"));
  const other = told(events).find(({ event }) => event !== "turn_started");
  const what = [...parts, ...(end?.text ? [end.text] : [])].join(", ") || details || other?.text || "the board stays as it is";
  const next = end || state.player === null ? "" : `Then ${COLOURS[state.player]}: ${state.asked}.`;
  return { now: `${sentence(colours(what))}. (${action})`, next };
}
