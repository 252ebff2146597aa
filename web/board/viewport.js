// Zooms and pans the board, and reports the point under the pointer. Unzoomed, the page scrolls as usual.
import { set } from "../lib/dom.js";

/** @import { Geometry, Point } from "./geometry.js" */

/** @typedef {{x: number, y: number, moved: boolean, isDrag?: boolean}} Press */
/**
 * @typedef {{tap: (place: Point, touch: boolean, again: boolean) => void, hover: (place: Point | null) => void, zoom:
 *   () => void, resize: () => void, wheel: (steps: number) => boolean, grab: (place: Point) => boolean, drag: (place: Point) => void,
 *   drop: (place: Point | null) => void}} Handlers points are in board units; `wheel` and `grab` return whether they have an effect
 */

const MAX_ZOOM = 8;
/** A cell that would be narrower than the first number of pixels is shown with the second. */
const [SMALL_CELL, ENLARGED_CELL] = [20, 30];
/** Pixels of the wheel that count as one step. */
const WHEEL_STEP = 40;
/** Largest movement of a tap, in pixels, and pause within a double tap, in milliseconds. */
const [TAP_SLOP, DOUBLE_TAP_MS] = [9, 320];

export class Viewport {
  zoom = 1;
  /** Whether the player has chosen the zoom. */
  #isManual = false;
  /** Offset of the content, in pixels. */
  #x = 0;
  #y = 0;
  /** @type {DOMRect | null} box of the element; null after a scroll or resize */
  #rect = null;
  /** @type {Map<number, Press>} */
  #down = new Map();
  #forget = () => void (this.#rect = null);
  #tapped = { at: -1e9, x: 0, y: 0 };
  /** Pixels of the wheel since the last step. */
  #wheeled = 0;

  /** @param {HTMLElement} element @param {HTMLElement} world the content @param {Geometry["box"]} box @param {Handlers} handlers */
  constructor(element, world, box, handlers) {
    this.element = element;
    this.world = world;
    this.box = box;
    this.handlers = handlers;
    /** @type {Record<string, (event: PointerEvent) => unknown>} */
    const listeners = {
      onpointermove: (event) => this.#moved(event),
      onpointerdown: (event) => this.#pressed(event),
      onpointerup: (event) => this.#released(event),
      onpointercancel: ({ pointerId }) => this.#cancelled(pointerId),
      onpointerleave: ({ pointerType }) => pointerType === "touch" || (this.#down.clear(), handlers.hover(null)),
    };
    set(element, listeners);
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    window.addEventListener("scroll", this.#forget, { passive: true, capture: true });
    this.sizes = new ResizeObserver(() => (this.#forget(), this.#pan(0, 0), handlers.resize()));
    this.sizes.observe(element);
  }

  /** Pixels per board unit. */
  get scale() {
    return (this.#bounds().width / this.box.width) * this.zoom;
  }

  /** Returns where a point is in the element, in pixels. @param {Point} place */
  offset(place) {
    const [{ left, top }, { x, y }] = [this.#bounds(), this.#onScreen(place)];
    return { x: x - left, y: y - top };
  }

  /** Zooms by a factor (0: whole board) around a point or the centre. @param {number} factor @param {Point} [around] */
  by(factor, around) {
    const { left, top, width, height } = this.#bounds();
    this.#isManual = true;
    this.#zoomAt(this.zoom * factor, around ? this.#onScreen(around) : { x: left + width / 2, y: top + height / 2 });
  }

  /** Centres a point as far as the zoom allows. @param {Point} place */
  show(place) {
    const [{ left, top, width, height }, { x, y }] = [this.#bounds(), this.#onScreen(place)];
    this.#pan(left + width / 2 - x, top + height / 2 - y);
  }

  /** Enlarges small cells around points, unless the player has chosen the zoom. @param {Point[]} places @param {number} cell width of a cell in board units */
  follow(places, cell) {
    const { width, left, top } = this.#bounds();
    const size = (cell * width) / this.box.width;
    if (this.#isManual || !places.length || !width || (size >= SMALL_CELL && this.zoom === 1)) return;
    this.#zoomAt(size >= SMALL_CELL ? 1 : ENLARGED_CELL / size, { x: left, y: top });
    const middle = (/** @type {"x" | "y"} */ axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    this.show({ x: middle("x"), y: middle("y") });
  }

  close() {
    window.removeEventListener("scroll", this.#forget, { capture: true });
    this.sizes.disconnect();
  }

  #bounds() {
    return (this.#rect ??= this.element.getBoundingClientRect());
  }

  /** @param {Point} place */
  #onScreen(place) {
    const { left, top } = this.#bounds();
    return { x: left + this.#x + (place.x - this.box.x) * this.scale, y: top + this.#y + (place.y - this.box.y) * this.scale };
  }

  /** Returns the point of the board at a point of the window. @param {Point} at */
  onBoard({ x, y }) {
    const { left, top } = this.#bounds();
    return { x: this.box.x + (x - left - this.#x) / this.scale, y: this.box.y + (y - top - this.#y) / this.scale };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const down = this.#down.get(event.pointerId);
    if (!down) return event.pointerType === "touch" || this.handlers.hover(this.onBoard(event));
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
    if (!down.moved && Math.hypot(dx, dy) > TAP_SLOP) {
      down.moved = true;
      down.isDrag = this.#down.size === 1 && this.handlers.grab(this.onBoard(down));
      if (down.isDrag) this.element.setPointerCapture(event.pointerId);
    }
    if (down.isDrag) return this.handlers.drag(this.onBoard(event));
    if (!down.moved) return;
    const other = [...this.#down.values()].find((press) => press !== down);
    if (other) {
      const [before, after] = [Math.hypot(down.x - other.x, down.y - other.y), Math.hypot(event.clientX - other.x, event.clientY - other.y)];
      this.#isManual = true;
      this.#pan(dx / 2, dy / 2);
      this.#zoomAt((this.zoom * after) / (before || 1), { x: (event.clientX + other.x) / 2, y: (event.clientY + other.y) / 2 });
    } else if (this.zoom > 1) {
      this.element.setPointerCapture(event.pointerId);
      this.#pan(dx, dy);
    }
    [down.x, down.y] = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  #pressed({ button, pointerId, clientX: x, clientY: y }) {
    if (button !== 0) return;
    this.#rect = null;
    this.#down.set(pointerId, { x, y, moved: false });
    if (this.#down.size > 1) for (const down of this.#down.values()) down.moved = true;
  }

  /** @param {PointerEvent} event */
  #released({ pointerId, pointerType, clientX: x, clientY: y, timeStamp: at }) {
    const [down, last] = [this.#down.get(pointerId), this.#tapped];
    this.#down.delete(pointerId);
    if (down?.isDrag) return this.handlers.drop(this.onBoard({ x, y }));
    if (!down || down.moved) return;
    const again = at - last.at < DOUBLE_TAP_MS && Math.hypot(x - last.x, y - last.y) < 3 * TAP_SLOP;
    this.#tapped = { at: again ? -1e9 : at, x, y };
    this.handlers.tap(this.onBoard({ x, y }), pointerType === "touch", again);
  }

  /** @param {number} pointer */
  #cancelled(pointer) {
    if (this.#down.get(pointer)?.isDrag) this.handlers.drop(null);
    this.#down.delete(pointer);
  }

  /** Without another use, unzoomed and without Ctrl, the wheel scrolls the page. @param {WheelEvent} event */
  #wheel(event) {
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    const isZoom = event.ctrlKey || event.metaKey;
    this.#wheeled += pixels;
    const steps = Math.trunc(this.#wheeled / WHEEL_STEP);
    this.#wheeled -= steps * WHEEL_STEP;
    if (!isZoom && this.handlers.wheel(Math.sign(steps))) return event.preventDefault();
    if (!isZoom && this.zoom === 1) return;
    event.preventDefault();
    this.#isManual = true;
    this.#zoomAt(this.zoom * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), event);
  }

  /** @param {number} zoom @param {Point} at */
  #zoomAt(zoom, at) {
    const [{ left, top }, before] = [this.#bounds(), this.zoom];
    this.zoom = zoom < 1.02 ? 1 : Math.min(MAX_ZOOM, zoom);
    if (this.zoom > 1) this.handlers.zoom();
    const [x, y, more] = [at.x - left, at.y - top, this.zoom / before - 1];
    this.#pan((this.#x - x) * more, (this.#y - y) * more);
  }

  /** @param {number} dx @param {number} dy */
  #pan(dx, dy) {
    const { width, height } = this.#bounds();
    this.#x = Math.min(0, Math.max(width * (1 - this.zoom), this.#x + dx));
    this.#y = Math.min(0, Math.max(height * (1 - this.zoom), this.#y + dy));
    this.element.classList.toggle("zoomed", this.zoom > 1);
    this.world.style.transform = this.zoom > 1 ? `translate(${this.#x}px, ${this.#y}px) scale(${this.zoom})` : "";
  }
}
