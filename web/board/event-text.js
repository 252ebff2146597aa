// Texts for events and previews.

import { t } from "../lib/text.js";
import { COLOURS } from "./pieces.js";

/** @import { TextId } from "../lib/text.js" */
/** @import { Choice, Effect, RingEvent } from "../lib/types.js" */

/** Phrase for each counted event; for eliminated rings, for each cause. @type {Record<string, TextId>} */
const PHRASES = {
  placed: "effect.placed", marker_left: "effect.marker_left", marker_slid: "effect.marker_slid", marker_flipped: "effect.marker_flipped",
  ring_captured: "effect.ring_captured", collapsed: "effect.collapsed", burnt: "effect.burnt", struck: "effect.struck", region: "effect.region",
  line_payment: "effect.given_up", region_payment: "effect.given_up", forced: "effect.given_up", extracted: "effect.given_up",
};

/** Replaces player numbers by colours, which begin a sentence with a capital. @param {string} text @param {(player: number, own: string) => string} [name] */
export function colours(text, name = (player, own) => COLOURS[player] + own) {
  const rings = (/** @type {string} */ digits) => [...digits].map((digit) => COLOURS[Number(digit)]).join(", ");
  return text.replace(/\b([1-4]+)(?= from bottom to top)/g, rings)
    .replace(/(\. )?\b[Pp]layer (\d)('s)?\b/g, (_, end = "", digit = "", own = "") => {
      const named = name(Number(digit), own);
      return end + (end && named.startsWith(COLOURS[Number(digit)]) ? sentence(named) : named);
    });
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
export function summary({ details }, { events, player, asked }) {
  /** @type {Map<TextId, number>} */
  const counts = new Map();
  for (const { event, cause = "", count, rings } of events) {
    const phrase = PHRASES[event === "eliminated" ? cause : event];
    if (phrase) counts.set(phrase, (counts.get(phrase) ?? 0) + (count ?? rings?.length ?? 1));
  }
  const end = events.find(({ event }) => event === "ended");
  const parts = [...counts].map(([phrase, count]) => t(phrase, { count }));
  const other = loggedEvents(events).find(({ event }) => event !== "turn_started");
  const what = [...parts, ...(end?.text ? [end.text] : [])].join(", ") || details || other?.text || t("effect.none");
  const next = end || !player ? "" : t("effect.then", { colour: COLOURS[player], asked });
  return { now: `${sentence(colours(what))}. `, next };
}
