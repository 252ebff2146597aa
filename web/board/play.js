// Plays events on the board, one after the other. Whoever asks for it shows the true position afterwards.
import { s } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").RingEvent} RingEvent */

const STEP = 250;
/** What can happen on the way of a stack, before it arrives. */
const PASSED = new Set(["marker_left", "marker_flipped", "marker_removed", "collapsed", "ring_captured"]);

export class Player {
  #over = false;
  /** @type {Set<() => void>} */
  #ends = new Set();

  /** @param {import("./scene.js").Scene} scene @param {SVGGElement} layer where things fly */
  constructor(scene, layer) {
    this.scene = scene;
    this.layer = layer;
  }

  /** @param {RingEvent[]} events */
  async play(events) {
    for (let i = 0, count = 0; i < events.length && !this.#over; i += count) {
      count = together(events, i);
      await this.#step(events.slice(i, i + count));
    }
    this.layer.replaceChildren();
  }

  /** Jumps to the end. */
  skip() {
    this.#over = true;
    for (const end of [...this.#ends]) end();
    this.layer.replaceChildren();
  }

  /** @param {RingEvent[]} events */
  async #step(events) {
    const last = events[events.length - 1];
    return last.to ? this.#travel(events.slice(0, -1), last) : Promise.all(events.map((event) => this.#change(event)));
  }

  /** A stack or a marker flies along, and things change as it passes. @param {RingEvent[]} passed @param {RingEvent} moved */
  async #travel(passed, { from, to, rings }) {
    if (!from || !to) return;
    const { scene } = this;
    const start = scene.plane.at(from);
    const far = (/** @type {string} */ cell) => Math.hypot(scene.plane.at(cell).x - start.x, scene.plane.at(cell).y - start.y);
    const time = Math.min(520, 200 + 0.45 * far(to));
    const content = scene.on(from);
    scene.set([[from, ""]]);
    const changes = passed.map(async (event) => {
      await this.#until((done) => setTimeout(done, (time * far(event.at ?? from)) / far(to)));
      if (!this.#over) await this.#change(event, to);
    });
    await this.#fly(from, content, to, time);
    if (this.#over) return;
    scene.set([[to, rings ? `s${rings}` : content]]);
    await Promise.all(changes);
  }

  /** What happens on one cell. @param {RingEvent} event @param {string} [to] where a captured ring goes */
  async #change({ event, at, player, rings = "", count = 1 }, to) {
    if (!at) return;
    const { scene } = this;
    const there = scene.on(at);
    if (event === "collapsed") {
      scene.set([[at, `t${player}`]]);
      const light = this.layer.appendChild(s("path", { class: "bd-flash", d: scene.plane.outline([at]) }));
      await this.#animate(light, [{ opacity: 0.9 }, { opacity: 0 }], STEP);
      light.remove();
    } else if (event === "placed") {
      scene.set([[at, `${there || "s"}${String(player).repeat(count)}`]]);
      await this.#animate(scene.node(at), [{ transform: "translateY(-45px)", opacity: 0 }, {}], STEP);
    } else if (event === "ring_captured") {
      scene.set([[at, there.length > 2 ? there.slice(0, -1) : ""]]);
      await this.#fly(at, `s${player}`, to ?? at, STEP);
    } else if (event === "marker_removed") {
      if (there[0] === "m") scene.set([[at, ""]]);
      await this.#lifted(at, there, [{}, { opacity: 0, transform: "scale(.3)" }], STEP);
    } else if (event === "eliminated") {
      // From the top or, if they are not there, from wherever they lie.
      const rest = there.endsWith(rings) ? there.slice(0, -rings.length) : there.replace(rings, "");
      if (there[0] === "s") scene.set([[at, rest === "s" ? "" : rest]]);
      await this.#lifted(at, `s${rings}`, [{}, { opacity: 0, transform: "translateY(-60px)" }], STEP);
    } else if (PASSED.has(event)) {
      scene.set([[at, `m${player}`]]);
      await this.#animate(scene.node(at), [{ transform: event === "marker_left" ? "scale(.2)" : "scaleX(.05)" }, {}], STEP);
    }
  }

  /** @param {string} from @param {string} content @param {string} to @param {number} time */
  #fly(from, content, to, time) {
    const [start, end] = [from, to].map((name) => this.scene.plane.at(name));
    return this.#lifted(from, content, [{}, { transform: `translate(${end.x - start.x}px, ${end.y - start.y}px)` }], time);
  }

  /** @param {string} cell @param {string} content @param {Keyframe[]} frames @param {number} time */
  async #lifted(cell, content, frames, time) {
    const node = this.scene.at(cell, content);
    if (!node || this.#over) return;
    await this.#animate(this.layer.appendChild(node).firstElementChild, frames, time);
    node.remove();
  }

  /** @param {Element | null | undefined} node @param {Keyframe[]} frames @param {number} duration */
  async #animate(node, frames, duration) {
    if (!node || this.#over) return;
    const animation = node.animate(frames, { duration, easing: "ease-in-out" });
    await this.#until((done) => (animation.onfinish = done));
    animation.cancel();
  }

  /** Waits for something, or for the end of all. @param {(done: () => void) => void} start */
  #until(start) {
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      const done = () => (this.#ends.delete(done), resolve());
      this.#ends.add(done);
      start(done);
    });
  }
}

/** How many events from one on are shown at the same time. @param {RingEvent[]} events @param {number} from */
function together(events, from) {
  let to = from;
  while (to < events.length && PASSED.has(events[to].event)) to++;
  if (events[to]?.to) return to - from + 1;
  const { event } = events[from];
  to = from + 1;
  while (events[to]?.event === event && (event === "collapsed" || event === "eliminated")) to++;
  return to - from;
}
