// Animates events on the board, one after the other. The caller draws the resulting position afterwards.
import { s } from "../lib/dom.js";

/** @import { RingEvent } from "../lib/types.js" */
/** @import { Scene } from "./scene.js" */

const STEP_MS = 250;
/** Milliseconds between two cells of one event that collapse. */
const WAVE_MS = 30;
/** Pieces are slow at first and fall fast. */
const [RISE, FALL] = ["cubic-bezier(.3, 0, .5, 1)", "cubic-bezier(.5, 0, .9, .6)"];
/** Events on the path of a moving stack, reported before its arrival. */
const PATH_EVENTS = new Set(["marker_left", "marker_flipped", "marker_removed", "collapsed", "ring_captured"]);

export class Animator {
  #over = false;
  /** @type {Set<() => void>} */
  #ends = new Set();

  /**
   * @param {Scene} scene @param {SVGGElement} layer holds the moving pieces @param {number} [pace] factor on all durations
   * @param {(event: string, delay: number) => void} [hear] called for events with the milliseconds until they are seen
   */
  constructor(scene, layer, pace = 1, hear = () => {}) {
    this.hear = hear;
    this.scene = scene;
    this.layer = layer;
    this.pace = pace;
  }

  /** @param {RingEvent[]} events */
  async play(events) {
    for (let i = 0, count = 0; i < events.length && !this.#over; i += count) {
      count = groupSize(events, i);
      await this.#step(events.slice(i, i + count));
    }
    this.layer.replaceChildren();
  }

  /** Ends the animation at once. */
  skip() {
    this.#over = true;
    for (const end of [...this.#ends]) end();
    this.layer.replaceChildren();
  }

  /** @param {RingEvent[]} events */
  async #step(events) {
    const last = events[events.length - 1];
    return last.to ? this.#travel(events.slice(0, -1), last) : Promise.all(events.map((event, index) => this.#late(index * WAVE_MS, event)));
  }

  /** Animates an event after a delay. @param {number} delay @param {RingEvent} event @param {string} [to] */
  async #late(delay, event, to) {
    if (delay > 0) await this.#until((done) => setTimeout(done, delay * this.pace));
    if (!this.#over) await this.#change(event, to);
  }

  /** Moves a stack or marker and animates the events on its path as it passes. @param {RingEvent[]} passed @param {RingEvent} moved */
  async #travel(passed, { from, to, rings }) {
    if (!from || !to) return;
    const { scene } = this;
    const start = scene.geometry.at(from);
    const far = (/** @type {string} */ cell) => Math.hypot(scene.geometry.at(cell).x - start.x, scene.geometry.at(cell).y - start.y);
    const time = Math.min(520, 200 + 0.45 * far(to));
    const content = scene.on(from);
    scene.set([[from, ""]]);
    const changes = passed.map((event) => this.#late((time * far(event.at ?? from)) / far(to), event, to));
    await this.#movePiece(from, content, to, time);
    if (this.#over) return;
    this.hear("moved", 0);
    scene.set([[to, rings ? `s${rings}` : content]]);
    await Promise.all(changes);
  }

  /** Animates an event on one cell. @param {RingEvent} event @param {string} [to] where a captured ring goes */
  async #change({ event, at, player, rings = "", count = 1 }, to) {
    this.hear(event, event === "placed" ? 0.78 * STEP_MS * this.pace : 0);
    if (!at) return;
    const { scene } = this;
    const there = scene.on(at);
    if (event === "collapsed") {
      scene.set([[at, `t${player}`]]);
      const light = this.layer.appendChild(s("path", { class: "bd-flash", d: scene.geometry.outline([at]) }));
      await this.#animate(light, [{ opacity: 0.9 }, { opacity: 0 }], STEP_MS);
      light.remove();
    } else if (event === "placed") {
      scene.set([[at, `${there || "s"}${String(player).repeat(count)}`]]);
      await this.#animate(scene.node(at), [{ transform: "translateY(-70px)", opacity: 0, easing: FALL }, { transform: "none", opacity: 1, offset: 0.6 },
        { transform: "translateY(-7px)", offset: 0.8 }, { transform: "none" }], 1.3 * STEP_MS);
    } else if (event === "ring_captured") {
      scene.set([[at, there.length > 2 ? there.slice(0, -1) : ""]]);
      await this.#movePiece(at, `s${player}`, to ?? at, STEP_MS);
    } else if (event === "marker_removed") {
      if (there[0] === "m") scene.set([[at, ""]]);
      await this.#animatePiece(at, there, [{}, { opacity: 0, transform: "scale(.3)" }], STEP_MS);
    } else if (event === "eliminated") {
      // Rings are eliminated from the top of a stack or from inside it.
      const rest = there.endsWith(rings) ? there.slice(0, -rings.length) : there.replace(rings, "");
      if (there[0] === "s") scene.set([[at, rest === "s" ? "" : rest]]);
      await this.#animatePiece(at, `s${rings}`, [{ easing: RISE }, { opacity: 0, transform: "translateY(-80px) scale(1.1)" }], 1.5 * STEP_MS);
    } else if (PATH_EVENTS.has(event)) {
      scene.set([[at, `m${player}`]]);
      await this.#animate(scene.node(at), [{ transform: event === "marker_left" ? "scale(.2)" : "scaleX(.05)" }, {}], STEP_MS);
    }
  }

  /** @param {string} from @param {string} content @param {string} to @param {number} time */
  #movePiece(from, content, to, time) {
    const [start, end] = [from, to].map((name) => this.scene.geometry.at(name));
    const [x, y] = [end.x - start.x, end.y - start.y];
    // The piece is lifted over the others and put down.
    const lift = Math.min(60, 18 + 0.06 * Math.hypot(x, y));
    return this.#animatePiece(from, content, [{ easing: RISE }, { transform: `translate(${0.55 * x}px, ${0.55 * y - lift}px)`, offset: 0.5, easing: FALL },
      { transform: `translate(${x}px, ${y}px)` }], time);
  }

  /** @param {string} cell @param {string} content @param {Keyframe[]} frames @param {number} time */
  async #animatePiece(cell, content, frames, time) {
    const node = this.scene.at(cell, content);
    if (!node || this.#over) return;
    await this.#animate(this.layer.appendChild(node).firstElementChild, frames, time);
    node.remove();
  }

  /** @param {Element | null | undefined} node @param {Keyframe[]} frames @param {number} duration */
  async #animate(node, frames, duration) {
    if (!node || this.#over) return;
    const animation = node.animate(frames, { duration: duration * this.pace, easing: frames.some(({ easing }) => easing) ? "linear" : "ease-in-out" });
    await this.#until((done) => (animation.onfinish = done));
    animation.cancel();
  }

  /** Waits for `start` to finish or for `skip`. @param {(done: () => void) => void} start */
  #until(start) {
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      const done = () => (this.#ends.delete(done), resolve());
      this.#ends.add(done);
      start(done);
    });
  }
}

/** Counts the events from `from` on that are animated together. @param {RingEvent[]} events @param {number} from */
function groupSize(events, from) {
  let to = from;
  while (to < events.length && PATH_EVENTS.has(events[to].event)) to++;
  if (events[to]?.to) return to - from + 1;
  const { event } = events[from];
  to = from + 1;
  while (events[to]?.event === event && (event === "collapsed" || event === "eliminated")) to++;
  return to - from;
}
