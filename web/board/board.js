// The RingRift board: draws positions, highlights cells, and reports which cell was chosen by mouse, touch or keyboard.
import { h, put, s } from "../lib/dom.js";
import { arrows, ghosts, signs } from "./ghost.js";
import { contentText } from "./pieces.js";
import { t } from "../lib/text.js";
import { pace } from "../lib/view-settings.js";
import { Animator } from "./animator.js";
import { Scene } from "./scene.js";
import { signal } from "./sounds.js";
import { Viewport } from "./viewport.js";

/** @import { Effect, Layout, RingEvent } from "../lib/types.js" */
/** @import { Pieces } from "./pieces.js" */
/** @import { Point, Direction } from "./geometry.js" */
/** @typedef {"mouse" | "touch" | "keys"} By */
/** The cells where a move begins and ends. @typedef {[string, string]} Route */
/** @typedef {"hint" | "threat" | "premove"} RouteKind */
/**
 * `onPoint`: click, tap or Enter; `onHover`: the cell of mouse or cursor; `onBack`: Escape, returns whether it had an effect; `onStep`: a larger or
 * smaller number, returns whether there is a choice.
 * @typedef {{label?: string, onPoint?: (cell: string, by: By) => void, onHover?: (cell: string | null) => void, onBack?: () => boolean,
 *   onDigit?: (digit: number) => void, onStep?: (steps: number) => boolean, justActed?: () => boolean, onWheel?: (steps: number) => boolean, onGrab?: (cell: string) => boolean,
 *   onDrop?: (cell: string | null) => void}} Options
 */

/** Touch radius around a cell, and the least cell width for touch, in pixels. */
const [TOUCH_RADIUS, TOUCH_CELL] = [24, 34];
/** Largest number of choosable cells that an enlarged board tries to show together. */
const FEW_CELLS = 6;
/** @type {Record<string, Direction>} */
const DIRECTIONS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** Keys for a larger or smaller number. @type {Record<string, number>} */
export const STEPS = { "]": 1, "[": -1, PageUp: 1, PageDown: -1 };

export class Board {
  #options;
  #scene;
  #viewport;
  /** @type {Animator | null} */
  #animator = null;
  #drawings = 0;
  #can = path("can");
  #canPiece = path("can-piece");
  #chosen = path("chosen");
  #shown = [path("shown"), path("shown-in")];
  #isShowing = false;
  #hover = path("hover");
  #cursor = path("cursor");
  #ghosts = s("g");
  #signs = s("g");
  #routes = s("g");
  #moving = s("g");
  /** The piece that the pointer drags. @type {SVGGElement | null} */
  #dragged = null;
  /** Confirms a choice beside its cell. */
  #offer = h("button", { class: "bd-offer primary", hidden: true });
  #grid;
  #row = h("div", { class: "sr" });
  /** Covers the board: changing the pointer shape on one element is cheaper than on thousands of nodes. */
  #glass = h("div", { class: "bd-glass" });
  /** What the cell under the pointer holds. */
  read = h("div", { class: "bd-read", "aria-hidden": "true" });
  /** @type {Set<string>} */
  #choosable = new Set();
  /** @type {Set<string>} */
  #picked = new Set();
  /** @type {Set<string>} cells of the last action */
  #last = new Set();
  /** @type {string | null} cell under the mouse */
  #under = null;
  /** Cell of the keyboard cursor, and the x coordinate that the up and down keys preserve. */
  #at = "";
  #aimX = 0;

  /** @param {Layout} layout @param {Options} [options] */
  constructor(layout, options = {}) {
    this.#options = options;
    this.#scene = new Scene(layout);
    const { geometry, id, dense } = this.#scene;
    const { box } = geometry;
    for (const path of [this.#hover, this.#cursor]) path.setAttribute("d", geometry.around({ x: 0, y: 0 }, 0.95));
    const over = s("svg", { viewBox: geometry.viewBox, class: "bd-over" },
      this.#can, this.#canPiece, this.#ghosts, this.#chosen, this.#shown, this.#routes, this.#hover, this.#signs, this.#cursor, this.#moving);
    const world = h("div", { class: "bd-world", "aria-hidden": "true" }, this.#scene.element, over);
    this.#grid = h("div", {
      class: "bd-view", role: "grid", tabindex: 0, "aria-label": options.label ?? t("board.name"), "aria-describedby": `${id}-help`,
      "aria-rowcount": geometry.rows.length, "aria-colcount": Math.max(...geometry.rows.map((_, i) => geometry.row(i).length)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      oncontextmenu: (/** @type {Event} */ event) => this.#options.onBack?.() && event.preventDefault(),
    }, world, this.#glass, this.#row);
    /** @type {(text: string, name: string, factor: number) => HTMLElement} */
    const button = (text, name, factor) =>
      h("button", { class: "bare", title: name, "aria-label": name, onclick: () => this.#viewport.by(factor) }, text);
    this.tools = h("div", { class: "bd-tools" }, button("−", t("board.zoom_out"), 1 / 1.6), button("+", t("board.zoom_in"), 1.6), button("⤢", t("board.fit"), 0));
    this.element = h("div", { class: dense ? "bd dense" : "bd" }, h("div", { class: "bd-stage" }, this.#grid, this.#offer),
      h("div", { class: "bd-foot" }, this.read, this.tools), h("div", { id: `${id}-help`, hidden: true }, t("board.help")));
    /** Speed of animations, as a factor. */
    this.tempo = 1;
    /** Width divided by height. */
    this.ratio = box.width / box.height;
    this.element.style.setProperty("--bd-ratio", String(this.ratio));
    this.#viewport = new Viewport(this.#grid, world, box, {
      tap: (place, touch, again) => this.#tap(place, touch, again),
      hover: (place) => this.#hovered(place && geometry.nearest(place, 70)),
      zoom: () => this.#scene.showNames(),
      resize: () => this.#follow(),
      wheel: (steps) => !this.moving && (options.onWheel?.(steps) ?? false),
      grab: (place) => this.#grab(place),
      drag: (place) => this.#drag(place),
      drop: (place) => this.#drop(place),
    });
    this.#move(geometry.nearest({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 200) ?? geometry.names[0]);
  }

  get moving() {
    return this.#animator !== null;
  }

  /**
   * Shows a position and highlights the last events. Unless `still`, animates them first, starting from `previous` or the shown
   * position. Resolves when the position is shown.
   * @param {Pieces} state @param {{events?: RingEvent[], previous?: Pieces, still?: boolean}} [how]
   */
  async draw(state, { events = [], previous, still = false } = {}) {
    const drawing = ++this.#drawings;
    if (this.#dragged) this.#drop(null);
    this.skip();
    this.#animator = null;
    this.preview(null);
    this.last([]);
    const speed = pace() / this.tempo;
    if (events.length && !still && !document.hidden && speed > 0) {
      if (previous) this.#scene.show(previous);
      this.#animator = new Animator(this.#scene, this.#moving, speed, signal);
      await this.#animator.play(events);
      if (this.#drawings !== drawing) return;
      this.#animator = null;
    } else if (events.length && !still) for (const event of new Set(events.map((one) => one.event))) signal(event);
    this.#scene.show(state);
    this.last(events);
    this.#drawMarks();
    this.#follow();
  }

  skip() {
    this.#animator?.skip();
  }

  /** Shows the place of the last action, or of the few cells that can be chosen, if the cells of the whole board are small. */
  #follow() {
    const { geometry } = this.#scene;
    const cells = this.#choosable.size > 0 && this.#choosable.size <= FEW_CELLS ? this.#choosable : this.#last;
    this.#viewport.follow([...cells].map((cell) => geometry.at(cell)), 100);
  }

  /** Highlights the result of the last action. @param {RingEvent[]} events */
  last(events) {
    const main = events.filter(({ event, to }) => to || event === "placed");
    const cells = new Set((main.length ? main : events).flatMap(({ at, to }) => to ?? at ?? []));
    if (cells.size) this.#last = cells;
    put(this.#scene.below, s("path", { class: "bd-last", d: this.#scene.geometry.outline(cells, 0.93) }), arrows(this.#scene, events));
  }

  /** Marks the choosable and the chosen cells. @param {{choosable?: Iterable<string>, picked?: Iterable<string>}} marks */
  mark({ choosable = [], picked = [] }) {
    this.#choosable = new Set(choosable);
    this.#picked = new Set(picked);
    this.#drawMarks();
  }

  /** Highlights cells, and draws arrows for moves. @param {Iterable<string>} cells @param {Route[]} [routes] @param {RouteKind} [kind] */
  show(cells, routes = [], kind = "hint") {
    const border = this.#scene.geometry.border(cells);
    if (!border && !this.#isShowing) return;
    this.#isShowing = border !== "" || routes.length > 0;
    for (const path of this.#shown) path.setAttribute("d", border);
    put(this.#routes, arrows(this.#scene, routes.map(([from, to]) => ({ event: "", rule: "", from, to }))));
    this.#routes.setAttribute("class", `bd-${kind}`);
  }

  /** Shows a button beside a cell, or none. @param {string | null} cell @param {string} [text] @param {() => void} [onclick] */
  offer(cell, text = "", onclick = () => {}) {
    if (this.#offer.hidden !== (cell === null)) this.#offer.hidden = cell === null;
    if (cell === null) return;
    const { x, y } = this.#viewport.offset(this.#scene.geometry.at(cell));
    const size = 100 * this.#viewport.scale;
    this.#offer.textContent = text;
    this.#offer.onclick = onclick;
    this.#offer.style.left = `${Math.max(0, Math.min(x - this.#offer.offsetWidth / 2, this.#grid.clientWidth - this.#offer.offsetWidth))}px`;
    this.#offer.style.top = `${y > this.#grid.clientHeight / 2 ? y - 0.6 * size - this.#offer.offsetHeight : y + 0.6 * size}px`;
  }

  /** Returns what is on a cell. @param {string} cell */
  on(cell) {
    return this.#scene.on(cell);
  }

  /** Draws the effect of an action over the board. @param {Effect | null} effect */
  preview(effect) {
    if (!effect && !this.#ghosts.childElementCount) return;
    put(this.#ghosts, effect ? ghosts(this.#scene, effect) : []);
    put(this.#signs, effect ? signs(this.#scene, effect) : []);
  }

  /** @param {string} cell */
  describe(cell) {
    const state = this.#picked.has(cell) ? "chosen" : this.#choosable.has(cell) ? "choosable" : "";
    return t("board.cell", { cell, content: contentText(this.#scene.on(cell)), state });
  }

  /** Hovers over the cell at a point of the window, and returns it. @param {Point} at */
  aim(at) {
    const cell = this.#scene.geometry.nearest(this.#viewport.onBoard(at), 70);
    this.#hovered(cell);
    return cell;
  }

  focus() {
    this.#grid.focus();
  }

  close() {
    this.skip();
    this.#viewport.close();
    this.element.remove();
  }

  /** Draws dots on choosable empty cells and outlines around choosable pieces. */
  #drawMarks() {
    const { geometry } = this.#scene;
    const [empty, pieces] = [true, false].map((is) => [...this.#choosable].filter((cell) => !this.#scene.on(cell) === is));
    this.#can.setAttribute("d", empty.map((cell) => `M${geometry.at(cell).x - 9} ${geometry.at(cell).y}a9 9 0 0 0 18 0a9 9 0 0 0-18 0z`).join(""));
    this.#can.classList.toggle("many", empty.length > geometry.cells.length / 3);
    this.#canPiece.setAttribute("d", geometry.outline(pieces, 0.92));
    // Touches of the board drag pieces and do not scroll the page.
    this.#grid.classList.toggle("draggable", this.#options.onGrab !== undefined && (pieces.length > 0 || this.#picked.size > 0));
    this.#chosen.setAttribute("d", geometry.outline(this.#picked, 0.92));
    if (this.read.textContent) this.read.textContent = this.describe(this.#under ?? this.#at);
    this.#announce();
  }

  /** A double tap zooms if cells are too small for touch. @param {Point} place @param {boolean} touch @param {boolean} again */
  #tap(place, touch, again) {
    this.#grid.classList.remove("keys");
    if (this.moving) {
      this.skip();
      // Shortly after an action, the tap also selects a cell.
      if (!this.#options.justActed?.()) return;
    }
    const [{ geometry }, { scale, zoom }] = [this.#scene, this.#viewport];
    const hit = geometry.nearest(place, 70);
    if (touch && again && 100 * scale < TOUCH_CELL) return this.#viewport.by(zoom > 1 ? 0 : TOUCH_CELL / 75 / scale, place);
    const cell = (touch && !this.#choosable.has(hit ?? "") && geometry.nearest(place, TOUCH_RADIUS / scale, this.#choosable)) || hit;
    if (!cell) return;
    this.#move(cell);
    this.read.textContent = this.describe(cell);
    this.#options.onPoint?.(cell, touch ? "touch" : "mouse");
  }

  /** @param {Point} place */
  #grab(place) {
    const cell = this.#scene.geometry.nearest(place, 70);
    if (!cell || this.moving || !this.#options.onGrab?.(cell)) return false;
    this.#scene.node(cell)?.classList.add("bd-away");
    this.#dragged = this.#moving.appendChild(this.#scene.at(cell, this.#scene.on(cell)) ?? s("g"));
    this.#dragged.classList.add("bd-dragged");
    return true;
  }

  /** @param {Point} place */
  #drag(place) {
    this.#dragged?.setAttribute("transform", `translate(${place.x} ${place.y - 8})`);
    this.#hovered(this.#scene.geometry.nearest(place, 70));
  }

  /** @param {Point | null} place */
  #drop(place) {
    if (!this.#dragged) return;
    this.#dragged.remove();
    this.#dragged = null;
    for (const node of this.#scene.element.querySelectorAll(".bd-away")) node.classList.remove("bd-away");
    this.#options.onDrop?.(place && this.#scene.geometry.nearest(place, 70));
  }

  /** @param {string | null} cell */
  #hovered(cell) {
    if (cell === this.#under) return;
    this.#under = cell;
    const can = cell !== null && this.#choosable.has(cell);
    this.#hover.classList.toggle("here", cell !== null);
    this.#hover.classList.toggle("can", can);
    this.#glass.classList.toggle("can", can);
    if (cell) this.#moveTo(this.#hover, cell);
    this.read.textContent = cell && this.describe(cell);
    if (!this.moving) this.#options.onHover?.(cell);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.#handleKey(event) === false) return;
    event.preventDefault();
    this.#grid.classList.add("keys");
  }

  /** @param {KeyboardEvent} event @returns {boolean | void} false if the key is not handled */
  #handleKey({ key, shiftKey }) {
    const [{ geometry }, options] = [this.#scene, this.#options];
    if (key !== "Tab") this.skip();
    if (key in DIRECTIONS)
      return this.#go(geometry.step(this.#at, DIRECTIONS[key], this.#aimX),
        key === "ArrowUp" || key === "ArrowDown" ? this.#aimX : undefined);
    if (key === "Enter" || key === " ") return this.moving || options.onPoint?.(this.#at, "keys");
    if (key === "Escape") return options.onBack?.() ?? false;
    const zoom = { "+": 1.6, "=": 1.6, "-": 1 / 1.6, 0: 0 }[key];
    if (zoom !== undefined) return this.#viewport.by(zoom, geometry.at(this.#at));
    if (/^[1-9]$/.test(key) && options.onDigit) return options.onDigit(Number(key));
    if (key in STEPS) return options.onStep?.(STEPS[key]) ?? false;
    return key === "n" || key === "N" ? this.#jump(shiftKey ? -1 : 1) : false;
  }

  /** Moves the cursor to the next choosable cell in reading order. @param {1 | -1} way */
  #jump(way) {
    const order = this.#scene.geometry.cells.filter(({ name }) => this.#choosable.has(name) || name === this.#at)
      .sort((a, b) => a.y - b.y || a.x - b.x);
    this.#go(order[(order.findIndex(({ name }) => name === this.#at) + way + order.length) % order.length].name);
  }

  /** @param {string} cell @param {number} [aim] */
  #go(cell, aim) {
    this.#move(cell);
    this.#aimX = aim ?? this.#aimX;
    this.#viewport.show(this.#scene.geometry.at(cell));
    this.read.textContent = this.describe(cell);
    if (!this.moving) this.#options.onHover?.(cell);
  }

  /** @param {string} cell */
  #move(cell) {
    this.#at = cell;
    this.#aimX = this.#moveTo(this.#cursor, cell);
    this.#announce();
  }

  /** @param {SVGElement} node @param {string} cell */
  #moveTo(node, cell) {
    const { x, y } = this.#scene.geometry.at(cell);
    node.setAttribute("transform", `translate(${x} ${y})`);
    return x;
  }

  /** Exposes only the cursor's cell to screen readers; the node is replaced so that it is announced. */
  #announce() {
    const { geometry, id } = this.#scene;
    const [cell, label, old] = [this.#at, this.describe(this.#at), this.#row.querySelector("[role=gridcell]")];
    if (old?.id === `${id}-${cell}` && old.getAttribute("aria-label") === label) return;
    const row = geometry.rowOf(cell);
    put(this.#row, h("div", { role: "row", "aria-rowindex": row + 1 }, h("div", {
      role: "gridcell", id: `${id}-${cell}`, "aria-label": label,
        "aria-colindex": geometry.row(row).findIndex(({ name }) => name === cell) + 1,
        "aria-selected": String(this.#picked.has(cell)),
    })));
    this.#grid.setAttribute("aria-activedescendant", `${id}-${cell}`);
  }
}

/** @param {string} name */
function path(name) {
  return s("path", { class: `bd-${name}` });
}
