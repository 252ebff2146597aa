// Texts for events and previews.

import { COLOURS } from "./pieces.js";

/** @import { Choice, Effect, RingEvent } from "../lib/types.js" */

/** Phrase for each counted event; for eliminated rings, for each cause. @type {Record<string, string>} */
const PHRASES = {
  placed: "places # ring", marker_left: "leaves # marker", marker_slid: "slides # marker",
    marker_flipped: "flips # marker", ring_captured: "captures # ring",
  collapsed: "collapses # cell", burnt: "burns # ring", struck: "strikes off # ring", region: "eliminates # ring", line_payment: "gives up # ring",
  region_payment: "gives up # ring", forced: "gives up # ring", extracted: "gives up # ring",
};


/** Replaces player numbers by colours. @param {string} text @param {(player: number, own: string) => string} [name] */
export function colours(text, name = (player, own) => COLOURS[player] + own) {
  const rings = (/** @type {string} */ digits) => [...digits].map((digit) => COLOURS[Number(digit)]).join(", ");
  return text.replace(/\b([1-4]+)(?= from bottom to top)/g, rings)
    .replace(/\b[Pp]layer (\d)('s)?\b/g, (_, digit, own = "") => name(Number(digit), own));
}

/** Capitalises a text unless it begins with a cell name, and removes the full stop. @param {string} text */
export function sentence(text) {
  return (/^\w+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.$/, "");
}

/** Returns the events that the log shows. @param {RingEvent[]} events */
export function loggedEvents(events) {
  return events.flatMap((event) => (event.text && !["phase_entered", "step_empty"].includes(event.event) ? [{ ...event, text: event.text }] : []));
}

/** Summarises an action: its effect, and the next decision. @param {Choice} choice @param {Effect} effect */
export function summary({ action, details }, { events, player, asked }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { event, cause = "", count, rings } of events) {
    const phrase = PHRASES[event === "eliminated" ? cause : event];
    if (phrase) counts.set(phrase, (counts.get(phrase) ?? 0) + (count ?? rings?.length ?? 1));
  }
  const end = events.find(({ event }) => event === "ended");
  const parts = [...counts].map(([phrase, count]) => phrase.replace("#", String(count)) + (count === 1 ? "" : "s"));
  const other = loggedEvents(events).find(({ event }) => event !== "turn_started");
  const what = [...parts, ...(end?.text ? [end.text] : [])].join(", ") || details || other?.text || "the board stays as it is";
  const next = end || !player ? "" : `Then ${COLOURS[player]}: ${asked}.`;
  return { now: `${sentence(colours(what))}. (${action})`, next };
}
