// Draws an ASG map and reports the node under the pointer. Uses screen pixels so that texts stay readable: the nodes are laid out
// again when the size changes.

import { h, put, s, set } from "../lib/dom.js";
import { mapName } from "../lib/rules-text.js";
import { t } from "../lib/text.js";
import { nodeText, percent, placeName, short, SIDES } from "./asg-text.js";

/** @import { AsgNode, AsgNodeState, AsgState } from "../lib/types.js" */
/** @import { Side } from "./asg-text.js" */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{from: string, to: string, amount: number, side: Side, kind?: "plan" | "bad"}} Arrow */
/**
 * What to draw: a state with orders, fights and new forces; the chosen, choosable and changed nodes; the odds of possible fights. `notes` are texts about
 * nodes for the caption and for screen readers.
 * @typedef {{state: AsgState, arrows?: Arrow[], fights?: {at: string, attacker: Side, odds: number, outcome?: "won" | "lost"}[],
 *   arrivals?: {at: string, amount: number}[], chosen?: string | null, targets?: string[], sources?: string[], changed?: string[],
 *   chances?: {at: string, odds: number, isRisky: boolean}[], notes?: Record<string, string>}} MapScene
 */
/** @typedef {{pick?: (id: string) => void, point?: (id: string | null) => void, cancel?: () => void}} Callbacks */

/** Preferred distance between nodes in pixels, on wide and on narrow screens; the map grows taller for it. */
const [PREFERRED_GAP, NARROW_GAP] = [72, 56];
/** Below this width in pixels a screen is narrow. */
const NARROW = 600;
/** Least distance between nodes in pixels; the map scrolls if necessary. */
const MIN_GAP = 44;
/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let instances = 0;

export class AsgMap {
  /** @param {import("../lib/types.js").AsgMap} map @param {Callbacks} [callbacks] */
  constructor(map, callbacks = {}) {
    this.map = map;
    this.callbacks = callbacks;
    this.name = `asg${(instances += 1)}`;
    /** @type {MapScene | null} */
    this.scene = null;
    this.current = map.nodes[0]?.id ?? "";
    this.plan = arrange(map.nodes, 640, 480);
    this.fitted = "";
    this.groups = new Map(map.nodes.map(({ id }) => [id, s("g", { "data-node": id, role: "button", tabindex: id === this.current ? 0 : -1 })]));
    this.edges = s("g", { class: "asg-edges" });
    this.texts = s("g", { class: "asg-texts", "aria-hidden": "true" });
    this.over = s("g", { class: "asg-over" });
    this.svg = s("svg", { role: "application", "aria-label": t("asg.map", { map: mapName(map.id, map.name) }) },
      this.#patterns(), this.edges, ...this.groups.values(), this.texts, this.over);
    this.element = h("div", { class: "asg-map" }, this.svg);
    this.#listen();
    this.observer = new ResizeObserver(() => this.#fit());
    this.observer.observe(this.element);
  }

  /** @param {MapScene} scene */
  show(scene) {
    this.scene = scene;
    /** @type {SVGElement[]} */
    const written = [];
    for (const node of this.map.nodes) {
      const group = /** @type {SVGGElement} */ (this.groups.get(node.id));
      const isChosen = scene.chosen === node.id;
      const isTarget = scene.targets?.includes(node.id);
      const marks = [isChosen && "chosen", isTarget && "target", scene.sources?.includes(node.id) && "source",
        scene.changed?.includes(node.id) && "changed"];
      set(group, {
        class: ["asg-node", scene.state.nodes[node.id].owner, ...marks.filter(Boolean)].join(" "),
        "aria-label": this.describe(node.id), "aria-pressed": String(isChosen),
      });
      const [shapes, texts] = this.#node(node, scene.state.nodes[node.id]);
      put(group, shapes);
      // Outside of the focusable group, whose label already includes this.
      written.push(s("g", { class: scene.state.nodes[node.id].owner }, texts));
    }
    put(this.texts, written);
    const r = this.plan.radius;
    const chances = (scene.chances ?? []).filter(({ at }) => !scene.fights?.some((fight) => fight.at === at));
    put(this.over, merged(scene.arrows ?? []).map((arrow) => this.#arrow(arrow)),
      (scene.arrivals ?? []).map(({ at, amount }) => this.#pill(at, `▲${short(amount)}`, "asg-new", -r, r * 0.75)),
      (scene.fights ?? []).map(({ at, attacker, odds, outcome }) =>
        this.#pill(at, `⚔ ${attacker} ${percent(odds)} ${outcome ? t(`asg.${outcome}`) : ""}`.trim(), `asg-fight ${outcome ?? ""}`, 0, -r - 13)),
      chances.map(({ at, odds, isRisky }) => this.#pill(at, `⚔ ${percent(odds)}`, isRisky ? "asg-chance risky" : "asg-chance", 0, -r - 13)));
  }

  /** Describes a node of the shown state. @param {string} id */
  describe(id) {
    const node = this.map.nodes.find((one) => one.id === id);
    if (!this.scene || !node) return "";
    const { state, targets, notes } = this.scene;
    return nodeText(state, node) + (targets?.includes(id) ? t("asg.reachable") : "") + (notes?.[id] ? `. ${notes[id]}` : "");
  }

  /** Moves the keyboard focus to a node. @param {string} id */
  focus(id) {
    this.#moveTo(id);
    this.groups.get(id)?.focus();
  }

  destroy() {
    this.observer.disconnect();
  }

  #listen() {
    const { pick, point, cancel } = this.callbacks;
    /** @param {Event} event */
    const at = ({ target }) => (target instanceof Element ? target.closest("[data-node]")?.getAttribute("data-node") ?? null : null);
    set(this.svg, {
      onclick: (/** @type {Event} */ event) => {
        const id = at(event);
        if (id === null) return cancel?.();
        this.#moveTo(id);
        pick?.(id);
      },
      onpointerover: (/** @type {Event} */ event) => point?.(at(event)),
      onpointerleave: () => point?.(null),
      onfocusin: (/** @type {Event} */ event) => {
        this.#moveTo(at(event) ?? this.current);
        point?.(at(event));
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key in KEYS) this.focus(this.#towards(...KEYS[key]));
    else if (key === "Enter" || key === " ") this.callbacks.pick?.(this.current);
    else if (key === "Escape") this.callbacks.cancel?.();
    else return;
    event.preventDefault();
  }

  /** Returns the nearest node in a direction; sideways distance counts double. @param {number} dx @param {number} dy */
  #towards(dx, dy) {
    const from = this.#pointOf(this.current);
    let [best, least] = [this.current, Infinity];
    for (const [id, { x, y }] of this.plan.points) {
      const along = (x - from.x) * dx + (y - from.y) * dy;
      const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
      if (along > 1 && aside <= 2 * along && along + 2 * aside < least) [best, least] = [id, along + 2 * aside];
    }
    return best;
  }

  /** @param {string} id */
  #moveTo(id) {
    this.groups.get(this.current)?.setAttribute("tabindex", "-1");
    this.groups.get(id)?.setAttribute("tabindex", "0");
    this.current = id;
  }

  #fit() {
    const width = Math.floor(this.element.clientWidth);
    // Narrow screens have room for the orders below the map.
    const tallest = width < NARROW ? Math.max(340, Math.min(width * 1.3, window.innerHeight * 0.5)) : Math.min(Math.max(360, window.innerHeight * 0.62), width * 0.8);
    if (width < 50 || this.fitted === `${width} ${tallest}`) return;
    this.fitted = `${width} ${tallest}`;
    this.plan = arrange(this.map.nodes, width, tallest);
    set(this.svg, { width: this.plan.width, height: this.plan.height });
    put(this.edges, this.map.edges.map(([a, b]) => {
      const [from, to] = [this.#pointOf(a), this.#pointOf(b)];
      return s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }));
    if (this.scene) this.show(this.scene);
  }

  /** Stripes and dots distinguish the sides without colour. */
  #patterns() {
    const tip = (/** @type {string} */ kind) =>
      s("marker", { id: `${this.name}-tip-${kind}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 2.8,
        markerHeight: 2.8, orient: "auto" },
      s("path", { d: "M0 0L10 5L0 10z", class: `tip ${kind}` }));
    const pattern = (/** @type {Side} */ side, /** @type {string} */ d) =>
      s("pattern", { id: `${this.name}-${side}`, class: side, width: 7, height: 7, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)" },
      s("rect", { width: 7, height: 7, class: "ground" }), s("path", { d, class: "mark" }));
    return s("defs", null, pattern("P1", "M0 0h1.5v7h-1.5z"), pattern("P2", "M2 2h2.5v2.5h-2.5z"), tip("P1"), tip("P2"), tip("bad"));
  }

  /** @param {string} id */
  #pointOf(id) {
    return this.plan.points.get(id) ?? { x: 0, y: 0 };
  }

  /** @param {AsgNode} node @param {AsgNodeState} standing */
  #node(node, { owner, forces }) {
    const { x, y } = this.#pointOf(node.id);
    const r = this.plan.radius;
    const shape = (/** @type {number} */ size, /** @type {string} */ name) => node.hq
      ? s("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 4, class: name })
      : s("circle", { cx: x, cy: y, r: size, class: name });
    const body = shape(r, "body");
    /** @type {SVGElement[]} */
    const parts = [];
    const troops = SIDES.filter((side) => forces[side] > 0).map((side) => (side === owner ? "" : `${side}:`) + short(forces[side])).join(" ");
    const size = Math.min(r * 0.85, 20, (r * 3.1) / Math.max(troops.length, 1));
    if (owner !== "Neutral") {
      body.style.fill = `url(#${this.name}-${owner})`;
      parts.push(s("text", { x, y: troops ? y - r * 0.38 : y + 4, class: "owner", "font-size": Math.max(10, r * 0.4) }, owner));
    }
    const base = owner === "Neutral" ? size * 0.35 : r * 0.36 + size * 0.25;
    if (troops) parts.push(s("text", { x, y: y + base, class: "troops", "font-size": size }, troops));
    if (node.yield) parts.push(...badge(x - r * 0.85, y - r * 0.85, `+${short(node.yield)}`));
    if (node.hq) parts.push(...badge(x + r * 0.9, y - r * 0.9, "HQ", "hq"));
    return [[shape(r + 7, "halo"), body], [...parts, ...this.#label(node.id, x, y + r + 12)]];
  }

  /** Draws the name of a node, on two lines if it is long. @param {string} id @param {number} x @param {number} y */
  #label(id, x, y) {
    const room = Math.max(6, Math.floor((this.plan.labelWidths.get(id) ?? 0) / 6.4));
    const name = placeName(id);
    const cut = name.length > room ? Math.max(name.lastIndexOf(" ", room), name.lastIndexOf("-", room)) : -1;
    const lines = (cut > 0 ? [name.slice(0, cut + 1).trim(), name.slice(cut + 1)] : [name])
      .map((line) => (line.length > room + 2 ? `${line.slice(0, room + 1)}…` : line));
    return lines.map((line, i) => s("text", { x: this.#inside(x, line.length * 3.2), y: y + i * 11, class: "id" }, line));
  }

  /** @param {Arrow & {text: string}} arrow */
  #arrow(arrow) {
    const [from, to] = [this.#pointOf(arrow.from), this.#pointOf(arrow.to)];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const gap = Math.min(this.plan.radius + 3, length * 0.35);
    // On the right of the edge, so that opposite arrows do not overlap; the amount is farther out.
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => [from.x + dx * along - dy * aside, from.y + dy * along + dx * aside];
    const [x, y] = at(length / 2, 14 + Math.abs(dy) * arrow.text.length * 3.5);
    return s("g", { class: `asg-arrow ${arrow.side} ${arrow.kind ?? ""}` },
      s("path", { d: `M${at(gap, 5)}Q${at(length / 2, 13)} ${at(length - gap, 5)}`,
        "marker-end": `url(#${this.name}-tip-${arrow.kind === "bad" ? "bad" : arrow.side})` }),
      ...badge(this.#inside(x, 9), y, arrow.text));
  }

  /** Draws a text at a node. @param {string} at @param {string} text @param {string} kind @param {number} right @param {number} down */
  #pill(at, text, kind, right, down) {
    const { x, y } = this.#pointOf(at);
    return s("g", { class: kind }, ...badge(this.#inside(x + right, text.length * 3.7 + 5), y + down, text));
  }

  /** Clamps x so that a text stays inside the map. @param {number} x @param {number} half */
  #inside(x, half) {
    return Math.min(Math.max(x, half + 1), this.plan.width - half - 1);
  }
}

/** Draws a text on a badge. @param {number} x @param {number} y @param {string} text @param {string} [kind] */
function badge(x, y, text, kind = "") {
  const width = Math.max(17, text.length * 7.3 + 7);
  return [s("rect", { x: x - width / 2, y: y - 8.5, width, height: 17, rx: 8.5, class: `plate ${kind}` }),
    s("text", { x, y: y + 4, class: `small ${kind}` }, text)];
}

/** Merges orders along the same edge into one arrow with all amounts. @param {Arrow[]} arrows */
function merged(arrows) {
  /** @type {Map<string, Arrow & {text: string}>} */
  const ways = new Map();
  for (const arrow of arrows) {
    const key = JSON.stringify([arrow.from, arrow.to, arrow.kind]);
    const same = ways.get(key);
    ways.set(key, { ...arrow, text: same ? `${same.text}+${short(arrow.amount)}` : short(arrow.amount) });
  }
  return [...ways.values()];
}

/**
 * Lays out the nodes. Wide maps are rotated on narrow screens, and maps may be stretched: only the edges matter, not the distances.
 * @param {AsgNode[]} nodes @param {number} width @param {number} tallest
 */
function arrange(nodes, width, tallest) {
  let places = nodes.map(({ x, y }) => ({ x, y }));
  const range = (/** @type {"x" | "y"} */ axis) => most(places.map((place) => place[axis])) + most(places.map((place) => -place[axis]));
  if (width < NARROW && range("x") > range("y") * 1.15) places = places.map(({ x, y }) => ({ x: -y, y: x }));
  const [wide, high, left, top] = [range("x"), range("y"), -most(places.map(({ x }) => -x)), -most(places.map(({ y }) => -y))];
  const [side, above, below] = [Math.min(Math.max(width * 0.06, 40), 64), 38, 46];
  const nearest = closest(places);
  const [across, down] = [(width - 2 * side) / wide, (tallest - above - below) / high];
  const both = Math.min(across, down);
  // If all nodes are on a line, one scale is infinite.
  const limit = (/** @type {number} */ k) => (Number.isFinite(k) ? k : 0);
  const kx = limit(Math.max(Math.min(across, both * 1.6), MIN_GAP / nearest));
  const ky = limit(Math.max(Math.min(down, both * 1.25), Math.min((width < NARROW ? NARROW_GAP : PREFERRED_GAP) / nearest, kx * 2), MIN_GAP / nearest));
  const gap = nearest === Infinity ? 100 : nearest * Math.min(kx || ky, ky || kx);
  const full = Math.max(width, wide * kx + 2 * side);
  const shift = (full - wide * kx) / 2;
  const points = new Map(nodes.map(({ id }, i) =>
    [id, { x: Math.round(shift + (places[i].x - left) * kx), y: Math.round(above + (places[i].y - top) * ky) }]));
  return { width: full, height: high * ky + above + below, radius: Math.min(Math.max(gap * 0.29, 13), side - 14, 30),
    points, labelWidths: labelWidths(points) };
}

/** Returns the least distance between two nodes. @param {Point[]} places */
function closest(places) {
  let nearest = Infinity;
  // Limits the quadratic work on very large maps.
  places.slice(0, 1000).forEach((a, i, some) => {
    for (const b of some.slice(i + 1)) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y) || Infinity);
  });
  return nearest;
}

/** Returns the width available for each name, up to the next node beside it. @param {Map<string, Point>} points */
function labelWidths(points) {
  const some = [...points.values()].slice(0, 1000);
  const beside = (/** @type {Point} */ a) => some.filter((b) => b !== a && Math.abs(a.y - b.y) < 40).map((b) => -Math.abs(a.x - b.x));
  return new Map([...points].map(([id, point]) => [id, -most([...beside(point), -200])]));
}

/** @param {number[]} values */
function most(values) {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}
