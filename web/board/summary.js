// What an action would do, in one line.

import { COLOURS } from "./pieces.js";

/** What is counted, by event or, for eliminated rings, by cause. @type {Record<string, string>} */
const WORDS = {
  placed: "places # ring", marker_left: "leaves # marker", marker_slid: "slides # marker", marker_flipped: "flips # marker", ring_captured: "captures # ring",
  collapsed: "collapses # cell", burnt: "burns # ring", struck: "strikes off # ring", region: "eliminates # ring", line_payment: "gives up # ring",
  region_payment: "gives up # ring", forced: "gives up # ring", extracted: "gives up # ring",
};

/** Players are told by their colours. @param {string} text */
export function colours(text) {
  return text.replace(/\b[Pp]layer (\d)\b/g, (_, digit) => COLOURS[Number(digit)]);
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
  const other = events.find(({ event }) => event !== "phase_entered" && event !== "turn_started");
  const what = [...parts, ...(end ? [end.text] : [])].join(", ") || details || other?.text || "the board stays as it is";
  const next = end || state.player === null ? "" : `Then ${COLOURS[state.player]}: ${state.asked}.`;
  return { now: `${colours(what).replace(/^[a-z](?!\d)/, (letter) => letter.toUpperCase())}. (${action})`, next };
}
