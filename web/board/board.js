// The board of RingRift: draws positions, points things out, tells what is pointed at by mouse, finger or keys.
import { h, put, s } from "../lib/dom.js";
import { arrows, ghosts } from "./ghost.js";
import { inWords } from "./pieces.js";
import { Player } from "./play.js";
import { Scene } from "./scene.js";
import { View } from "./view.js";

/** @typedef {import("../lib/types.js").RingEvent} RingEvent */
/** @typedef {import("./pieces.js").Pieces} Pieces */
/** @typedef {"mouse" | "touch" | "keys"} By */
/**
 * `onPoint` a click, a tap or Enter; `onHover` where the mouse or the cursor is; `onBack` Escape, and whether it did anything.
 * @typedef {{label?: string, onPoint?: (cell: string, by: By) => void, onHover?: (cell: string | null) => void, onBack?: () => boolean,
 *   onDigit?: (digit: number) => void, isHurried?: () => boolean}} Options
 */

/** How near to a cell fingers must come, and how wide cells must be for them, in pixels. */
const [REACH, FINGER] = [24, 34];
/** @type {Record<string, import("./plane.js").Way>} */
const WAYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const HELP = "Arrow keys move, Enter chooses, Escape takes back, N and Shift+N go through the cells that can be chosen, plus, minus and 0 zoom.";

export class Board {
  #options;
  #scene;
  #view;
  /** @type {Player | null} */
  #player = null;
  #drawings = 0;
  #can = path("can");
  #canPiece = path("can-piece");
  #chosen = path("chosen");
  #shown = [path("shown"), path("shown-in")];
  #hover = path("hover");
  #cursor = path("cursor");
  #ghosts = s("g");
  #moving = s("g");
  #grid;
  #row = h("div", { class: "sr" });
  /** Over all, without children: a new form of the pointer for thousands of nodes would take its time. */
  #glass = h("div", { class: "bd-glass" });
  #read = h("div", { class: "bd-read", "aria-hidden": "true" });
  /** @type {Set<string>} */
  #choosable = new Set();
  /** @type {Set<string>} */
  #picked = new Set();
  /** @type {string | null} The cell under the mouse. */
  #under = null;
  /** The cell of the cursor, and where up and down aim at. */
  #at = "";
  #aim = 0;

  /** @param {import("../lib/types.js").Layout} layout @param {Options} [options] */
  constructor(layout, options = {}) {
    this.#options = options;
    this.#scene = new Scene(layout);
    const { plane, id, dense } = this.#scene;
    const { box } = plane;
    for (const path of [this.#hover, this.#cursor]) path.setAttribute("d", plane.around({ x: 0, y: 0 }, 0.95));
    const over = s("svg", { viewBox: plane.viewBox, class: "bd-over" },
      this.#can, this.#canPiece, this.#ghosts, this.#chosen, this.#shown, this.#hover, this.#cursor, this.#moving);
    const world = h("div", { class: "bd-world", "aria-hidden": "true" }, this.#scene.element, over);
    this.#grid = h("div", {
      class: "bd-view", role: "grid", tabindex: 0, "aria-label": options.label ?? "Board", "aria-describedby": `${id}-help`,
      "aria-rowcount": plane.rows.length, "aria-colcount": Math.max(...plane.rows.map((_, i) => plane.row(i).length)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    }, world, this.#glass, this.#row);
    /** @type {(text: string, name: string, factor: number) => HTMLElement} */
    const button = (text, name, factor) => h("button", { type: "button", class: "bare", title: name, "aria-label": name, onclick: () => this.#view.by(factor) }, text);
    const tools = h("div", { class: "bd-tools" }, button("−", "Zoom out", 1 / 1.6), button("+", "Zoom in", 1.6), button("⤢", "Fit the board", 0));
    this.element = h("div", { class: dense ? "bd dense" : "bd" }, this.#grid, h("div", { class: "bd-foot" }, this.#read, tools), h("div", { id: `${id}-help`, hidden: true }, HELP));
    this.element.style.setProperty("--bd-ratio", String(box.width / box.height));
    this.#view = new View(this.#grid, world, box, {
      tap: (place, touch, again) => this.#tap(place, touch, again),
      hover: (place) => this.#hovered(place && plane.nearest(place, 70)),
      zoom: () => this.#scene.name(),
    });
    this.#move(plane.nearest({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 200) ?? plane.names[0]);
  }

  get moving() {
    return this.#player !== null;
  }

  /**
   * Shows a position and what happened last; unless it is still, also how it came about, from what is shown or given. The promise is
   * kept when all is shown.
   * @param {Pieces} state @param {{events?: RingEvent[], previous?: Pieces, still?: boolean}} [how]
   */
  async draw(state, { events = [], previous, still = false } = {}) {
    const drawing = ++this.#drawings;
    this.skip();
    this.#player = null;
    this.preview(null);
    this.last([]);
    if (events.length && !still && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      if (previous) this.#scene.show(previous);
      this.#player = new Player(this.#scene, this.#moving);
      await this.#player.play(events);
      if (this.#drawings !== drawing) return;
      this.#player = null;
    }
    this.#scene.show(state);
    this.last(events);
    this.#remark();
  }

  skip() {
    this.#player?.skip();
  }

  /** Points out what the last action did. @param {RingEvent[]} events */
  last(events) {
    const main = events.filter(({ event, to }) => to || event === "placed");
    const cells = new Set((main.length ? main : events).flatMap(({ at, to }) => to ?? at ?? []));
    put(this.#scene.below, s("path", { class: "bd-last", d: this.#scene.plane.outline(cells, 0.93) }), arrows(this.#scene, events));
  }

  /** Tells which cells can be chosen and which are. @param {{choosable?: Iterable<string>, picked?: Iterable<string>}} marks */
  mark({ choosable = [], picked = [] }) {
    this.#choosable = new Set(choosable);
    this.#picked = new Set(picked);
    this.#remark();
  }

  /** Points out cells. @param {Iterable<string>} cells */
  show(cells) {
    const border = this.#scene.plane.border(cells);
    for (const path of this.#shown) path.setAttribute("d", border);
  }

  /** Shows over the board what an action would do. @param {import("../lib/types.js").Preview | null} preview */
  preview(preview) {
    put(this.#ghosts, preview ? ghosts(this.#scene, preview) : []);
  }

  /** @param {string} cell */
  describe(cell) {
    return `${cell}, ${inWords(this.#scene.on(cell))}${this.#picked.has(cell) ? "; chosen" : this.#choosable.has(cell) ? "; can be chosen" : ""}`;
  }

  focus() {
    this.#grid.focus();
  }

  close() {
    this.skip();
    this.#view.close();
    this.element.remove();
  }

  /** Dots on empty cells, outlines where something stands. */
  #remark() {
    const { plane } = this.#scene;
    const [empty, pieces] = [true, false].map((is) => [...this.#choosable].filter((cell) => !this.#scene.on(cell) === is));
    this.#can.setAttribute("d", empty.map((cell) => `M${plane.at(cell).x - 9} ${plane.at(cell).y}a9 9 0 0 0 18 0a9 9 0 0 0-18 0z`).join(""));
    this.#can.classList.toggle("many", empty.length > plane.cells.length / 3);
    this.#canPiece.setAttribute("d", plane.outline(pieces, 0.92));
    this.#chosen.setAttribute("d", plane.outline(this.#picked, 0.92));
    if (this.#read.textContent) this.#read.textContent = this.describe(this.#under ?? this.#at);
    this.#announce();
  }

  /** Two quick taps on cells that are too small zoom. @param {import("./plane.js").Point} place @param {boolean} touch @param {boolean} again */
  #tap(place, touch, again) {
    this.#grid.classList.remove("keys");
    if (this.moving) {
      this.skip();
      // Whoever plays quickly points at the next cell already.
      if (!this.#options.isHurried?.()) return;
    }
    const [{ plane }, { scale, zoom }] = [this.#scene, this.#view];
    const hit = plane.nearest(place, 70);
    if (touch && again && 100 * scale < FINGER) return this.#view.by(zoom > 1 ? 0 : FINGER / 75 / scale, place);
    const cell = (touch && !this.#choosable.has(hit ?? "") && plane.nearest(place, REACH / scale, this.#choosable)) || hit;
    if (!cell) return;
    this.#move(cell);
    this.#read.textContent = this.describe(cell);
    this.#options.onPoint?.(cell, touch ? "touch" : "mouse");
  }

  /** @param {string | null} cell */
  #hovered(cell) {
    if (cell === this.#under) return;
    this.#under = cell;
    const can = cell !== null && this.#choosable.has(cell);
    this.#hover.classList.toggle("here", cell !== null);
    this.#hover.classList.toggle("can", can);
    this.#glass.classList.toggle("can", can);
    if (cell) this.#put(this.#hover, cell);
    this.#read.textContent = cell && this.describe(cell);
    if (!this.moving) this.#options.onHover?.(cell);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.#does(event) === false) return;
    event.preventDefault();
    this.#grid.classList.add("keys");
  }

  /** @param {KeyboardEvent} event @returns {boolean | void} false if the key means nothing here */
  #does({ key, shiftKey }) {
    const [{ plane }, options] = [this.#scene, this.#options];
    if (key !== "Tab") this.skip();
    if (key in WAYS) return this.#go(plane.step(this.#at, WAYS[key], this.#aim), key === "ArrowUp" || key === "ArrowDown" ? this.#aim : undefined);
    if (key === "Enter" || key === " ") return this.moving || options.onPoint?.(this.#at, "keys");
    if (key === "Escape") return options.onBack?.() ?? false;
    const zoom = { "+": 1.6, "=": 1.6, "-": 1 / 1.6, 0: 0 }[key];
    if (zoom !== undefined) return this.#view.by(zoom, plane.at(this.#at));
    if (/^[1-9]$/.test(key) && options.onDigit) return options.onDigit(Number(key));
    return key === "n" || key === "N" ? this.#jump(shiftKey ? -1 : 1) : false;
  }

  /** To the next cell that can be chosen, in reading order. @param {1 | -1} way */
  #jump(way) {
    const order = this.#scene.plane.cells.filter(({ name }) => this.#choosable.has(name) || name === this.#at).sort((a, b) => a.y - b.y || a.x - b.x);
    this.#go(order[(order.findIndex(({ name }) => name === this.#at) + way + order.length) % order.length].name);
  }

  /** @param {string} cell @param {number} [aim] */
  #go(cell, aim) {
    this.#move(cell);
    this.#aim = aim ?? this.#aim;
    this.#view.show(this.#scene.plane.at(cell));
    this.#read.textContent = this.describe(cell);
    if (!this.moving) this.#options.onHover?.(cell);
  }

  /** @param {string} cell */
  #move(cell) {
    this.#at = cell;
    this.#aim = this.#put(this.#cursor, cell);
    this.#announce();
  }

  /** @param {SVGElement} node @param {string} cell */
  #put(node, cell) {
    const { x, y } = this.#scene.plane.at(cell);
    node.setAttribute("transform", `translate(${x} ${y})`);
    return x;
  }

  /** Screen readers get the cell of the cursor alone, made anew so that it is read. */
  #announce() {
    const { plane, id } = this.#scene;
    const [cell, label, old] = [this.#at, this.describe(this.#at), this.#row.querySelector("[role=gridcell]")];
    if (old?.id === `${id}-${cell}` && old.getAttribute("aria-label") === label) return;
    const row = plane.rowOf(cell);
    put(this.#row, h("div", { role: "row", "aria-rowindex": row + 1 }, h("div", {
      role: "gridcell", id: `${id}-${cell}`, "aria-label": label, "aria-colindex": plane.row(row).findIndex(({ name }) => name === cell) + 1, "aria-selected": String(this.#picked.has(cell)),
    })));
    this.#grid.setAttribute("aria-activedescendant", `${id}-${cell}`);
  }
}

/** @param {string} name */
function path(name) {
  return s("path", { class: `bd-${name}` });
}
