// Preview of an action: the changed cells as they would be, with signs for the events.
import { s } from "../lib/dom.js";
import { PLAYERS } from "./pieces.js";
import { num } from "./geometry.js";

/** @import { Effect, RingEvent } from "../lib/types.js" */
/** @import { Scene } from "./scene.js" */

/** @type {Record<string, string>} */
const SIGNS = { marker_flipped: "M-6-3A7 7 0 0 1 6-3M6-8V-2H0M6 3A7 7 0 0 1-6 3M-6 8V2H0", ring_captured: "M-7 0H7" };
const RING = "M-11-3V3a11 4 0 0 0 22 0V-3a11 4 0 0 0-22 0z";

/** @param {Scene} scene @param {Effect} effect */
export function ghosts(scene, { events, changed }) {
  const cellsWith = (/** @type {string} */ content) => changed.filter((one) => one.content === content).map(({ cell }) => cell);
  const land = PLAYERS.map((player) => scene.territory(player, cellsWith(`t${player}`)));
  return [
    s("path", { class: "bd-patch", d: scene.geometry.outline(changed.map(({ cell }) => cell), 0.97) }),
    s("g", { class: "bd-new" }, land, changed.map(({ cell, content }) => scene.at(cell, content))),
    ...arrows(scene, events),
  ];
}

/** Signs for the events, over all else. @param {Scene} scene @param {Effect} effect */
export function signs(scene, { events }) {
  return events.flatMap((event) => sign(scene, event));
}

/** @param {Scene} scene @param {RingEvent[]} events */
export function arrows(scene, events) {
  return events.flatMap((event) => {
    if (!event.from || !event.to || event.from === event.to) return [];
    const [from, to] = [scene.geometry.at(event.from), scene.geometry.at(event.to)];
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
    /** @param {number} along @param {number} beside */
    const at = (along, beside) => `${num(from.x + ux * along - uy * beside)} ${num(from.y + uy * along + ux * beside)}`;
    return [
      s("path", { class: "bd-shaft", d: `M${at(26, 0)}L${at(far - 60, 0)}` }),
      s("path", { class: "bd-head", d: `M${at(far - 40, 0)}L${at(far - 64, 14)}L${at(far - 64, -14)}z` }),
    ];
  });
}

/** Draws the sign of an event; eliminated rings are shown as one crossed-out ring. @param {Scene} scene @param {RingEvent} event */
function sign(scene, { event, at, rings, count = 1 }) {
  const [lost, isPlaced] = [event === "eliminated" ? rings : "", event === "placed"];
  if (!at || !(lost || isPlaced || SIGNS[event])) return [];
  const [{ x, y }, hexagon] = [scene.geometry.at(at), scene.geometry.corners.length > 4];
  const place = `translate(${num(x + (hexagon ? 25 : 36))} ${num(y - (hexagon ? 43 : 37))}) scale(${scene.dense ? 1.3 : 1})`;
  if (isPlaced) return [s("g", { class: "bd-sign", transform: place }, s("circle", { r: 19 }), s("text", { class: "bd-plus", y: 8 }, `+${count}`))];
  return [s("g", { class: `bd-sign${lost ? " bad" : ""}`, transform: place }, s("circle", { r: 14 }),
    lost ? s("path", { class: "bd-ring", fill: `url(#${scene.id}-r${lost[lost.length - 1]})`, d: RING }) : null,
    s("path", { class: "bd-stroke", d: lost ? "M-9-9L9 9M-9 9L9-9" : SIGNS[event] }),
    lost && lost.length > 1 ? s("text", { x: -17, y: 7 }, lost.length) : null)];
}
