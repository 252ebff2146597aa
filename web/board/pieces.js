// Draws pieces. Nothing depends on colour alone: players differ in ring stripes, marker shapes and territory patterns.
import { s } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { num } from "./geometry.js";

/** @import { RingState } from "../lib/types.js" */

/** Content of a cell: `s` and the rings from bottom to top, `m` (marker) or `t` (territory) and the player, or empty. @typedef {string} Content */
/** @typedef {Pick<RingState, "stacks" | "markers" | "collapsed">} Pieces */

export const COLOURS = ["", t("colour.1"), t("colour.2"), t("colour.3"), t("colour.4")];
export const PLAYERS = [1, 2, 3, 4];

const MARKERS = ["", "M0-19A19 19 0 0 1 0 19A19 19 0 0 1 0-19z", "M0-24L24 0L0 24L-24 0z", "M0-22L22 16H-22z", "M-17-17H17V17H-17z"];
const WEAVES = ["", "M0 10H20", "M5 5h.01M15 15h.01", "M0 10H20", "M0 10H20M10 0V20"];
const TURNS = [0, -45, 0, 0, 45];
/** Maximum height of a drawn stack; if necessary, rings below the top ones are compressed. */
const [MAX_HEIGHT, TOP_RINGS, TOP_RING_HEIGHT] = [52, 3, 8];

/** @param {Pieces} pieces @param {string} cell */
export function contentOf({ stacks, markers, collapsed }, cell) {
  return cell in stacks ? `s${stacks[cell]}` : cell in markers ? `m${markers[cell]}` : cell in collapsed ? `t${collapsed[cell]}` : "";
}

/** @param {Content} content */
export function contentText(content) {
  const [kind, what] = [content[0], content.slice(1)];
  if (kind !== "s") return kind ? t(kind === "m" ? "piece.marker" : "piece.territory", { colour: COLOURS[Number(what)] }) : t("piece.empty");
  const runs = [...what].reverse().join("").match(/(.)\1*/g) ?? [];
  const words = runs.map((run) => (run.length > 1 ? `${run.length} ` : "") + COLOURS[Number(run[0])]);
  return what.length === 1 ? t("piece.ring", { colour: words[0] }) : t("piece.stack", { height: what.length, rings: words.join(", "), cap: capOf(what) });
}

/** Creates the definitions that pieces refer to. @param {string} id prefix */
export function definitions(id) {
  return s("defs", null, PLAYERS.flatMap((player) => [
    gradient(`${id}-r${player}`, player, "side"),
    gradient(`${id}-f${player}`, player, "face"),
    s("g", { id: `${id}-m${player}` }, s("path", { class: "bd-shadow", d: MARKERS[player], transform: "translate(3 8)" }),
      ["side", "face"].map((part, i) =>
        s("path", { class: `bd-mark-${part} bd-p${player}`, d: MARKERS[player],
          transform: `translate(0 ${4 - 5 * i})` }))),
    s("pattern", { id: `${id}-t${player}`, width: 20, height: 20, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${TURNS[player]})` },
      s("path", { class: `bd-ground bd-p${player}`, d: "M0 0H20V20H0z" }), s("path", { class: `bd-weave bd-p${player}`, d: WEAVES[player] })),
  ]));
}

/** Draws a stack or a marker at (0, 0). @param {Content} content @param {string} id of the definitions @param {boolean} dense larger numbers */
export function piece(content, id, dense) {
  if (content[0] === "m") return s("g", null, s("use", { href: `#${id}-m${content[1]}` }));
  return content[0] === "s" ? s("g", null, stack(content.slice(1), id, dense), numbers(content.slice(1), dense)) : null;
}

/** @param {string} rings */
function capOf(rings) {
  return /(.)\1*$/.exec(rings)?.[0].length ?? 0;
}

/** Draws the rings; left of the numbers, if there are any. @param {string} rings @param {string} id @param {boolean} dense */
function stack(rings, id, dense) {
  const [x, half] = rings.length === 1 ? [0, 34] : dense ? [-19, 26] : [-14, 28];
  const [below, rise, depths, top] = [rings.length - capOf(rings), half * 0.34, heights(rings.length), rings[rings.length - 1]];
  let y = depths.reduce((sum, depth) => sum + depth) / 2;
  const shadow = s("ellipse", { class: "bd-shadow", cx: 3, cy: num(y + 4), rx: half + 3, ry: num(rise + 2) });
  const sides = [...rings].map((ring, i) => {
    const wide = i < below ? half - 4 : half;
    const arc = `a${wide} ${num(rise)} 0 0 0`;
    const foot = num(y);
    y -= depths[i];
    return s("path", { class: depths[i] < 4 ? "bd-flat" : "bd-ring", fill: `url(#${id}-r${ring})`,
      d: `M${-wide} ${num(y)}V${foot}${arc} ${2 * wide} 0V${num(y)}${arc} ${-2 * wide} 0z` });
  });
  return s("g", { transform: `translate(${x} 0)` }, shadow, sides,
    s("ellipse", { class: "bd-ring", fill: `url(#${id}-f${top})`, cy: num(y), rx: half, ry: num(rise) }),
    s("ellipse", { class: "bd-rim", cy: num(y), rx: half - 3, ry: num(rise - 1.6) }),
    s("ellipse", { class: `bd-hole bd-p${top}`, cy: num(y), rx: num(half * 0.46), ry: num(rise * 0.46) }));
}

/** Returns the heights of the rings, from the bottom. @param {number} count */
function heights(count) {
  const even = Math.min(count === 1 ? 15 : 12, MAX_HEIGHT / count);
  if (even >= TOP_RING_HEIGHT) return Array(count).fill(even);
  const pressed = count - TOP_RINGS;
  return [...Array(pressed).fill((MAX_HEIGHT - TOP_RING_HEIGHT * TOP_RINGS) / pressed), ...Array(TOP_RINGS).fill(TOP_RING_HEIGHT)];
}

/** Draws the cap height in the player's colour, and below it the number of rings. @param {string} rings @param {boolean} dense */
function numbers(rings, dense) {
  const [cap, all, colour] = [capOf(rings), rings.length, `bd-p${rings[rings.length - 1]}`];
  if (all === 1) return null;
  const [size, x] = dense ? [37, 29] : [27, 32];
  const [y, half] = [cap === all ? 0 : -0.58 * size, size * (cap < 10 ? 0.42 : 0.62)];
  /** @param {number} value @param {number} middle @param {string} name */
  const text = (value, middle, name) =>
    s("text", { class: `bd-count ${name}`, x, y: num(middle + size * 0.36),
      "font-size": value < 10 ? size : size * 0.85 }, value);
  return [
    s("rect", { class: `bd-badge ${colour}`, x: num(x - half), y: num(y - size * 0.53), width: num(2 * half), height: num(size * 1.06), rx: 5 }),
    text(cap, y, colour),
    cap === all ? null : text(all, size * 0.6, ""),
  ];
}

/** Creates the shading of a ring, with the player's stripes. @param {string} id @param {number} player @param {string} part */
function gradient(id, player, part) {
  /** @type {[number, string][]} */
  const stops = [[0, `bd-${part}-edge`], [0.14, `bd-${part}`]];
  for (let stripe = 1; stripe < player; stripe++) {
    const [left, right] = [stripe / player - 0.05, stripe / player + 0.05];
    stops.push([left, `bd-${part}`], [left, "bd-stripe"], [right, "bd-stripe"], [right, `bd-${part}`]);
  }
  stops.push([0.86, `bd-${part}`], [1, `bd-${part}-edge`]);
  return s("linearGradient", { id }, stops.map(([offset, name]) => s("stop", { class: `${name} bd-p${player}`, offset: offset.toFixed(3) })));
}
