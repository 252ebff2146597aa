// A small board: a still picture of a position, or a game in a loop.

import { Animator } from "../board/animator.js";
import { Scene } from "../board/scene.js";
import { h, s } from "../lib/dom.js";
import { act, layout, open, ready } from "../lib/engine.js";
import { t, textOr } from "../lib/text.js";
import { pace } from "../lib/view-settings.js";
import { ACTIONS, START } from "./demo-game.js";

/** @import { Pieces } from "../board/pieces.js" */
/** @import { Layout, RingEvent, Study } from "../lib/types.js" */

/** Milliseconds between two actions, and before the game starts again. */
const [PAUSE, END_PAUSE] = [650, 5000];

/** Draws a position. @param {Layout} plan @param {Pieces} pieces */
export function stillBoard(plan, pieces) {
  const scene = new Scene(plan);
  scene.show(pieces);
  return h("div", { class: "mini-board", "aria-hidden": "true" }, scene.element);
}

/** Plays the stored game in a loop as long as it can be seen; without animations, shows its end. */
export class DemoGame {
  /** Positions of the game, computed by the engine when they are first shown. @type {Promise<Study>[]} */
  #studies = [];
  #ply = 0;
  #isSeen = false;
  #isPaused = false;
  #isRunning = false;
  #caption = h("p", { class: "small quiet caption" });
  #button = h("button", { class: "bare small", onclick: () => this.#toggle() }, t("start.demo.pause"));
  #layer = s("g");
  /** @type {Scene} */
  #scene;

  /** @param {HTMLElement} root @param {Layout} plan */
  constructor(root, plan) {
    this.#scene = new Scene(plan);
    const over = s("svg", { viewBox: this.#scene.geometry.viewBox, class: "bd-over" }, this.#layer);
    root.replaceChildren(h("div", { class: "mini-board", role: "img", "aria-label": t("start.demo.label") }, this.#scene.element, over),
      h("div", { class: "row caption-row" }, this.#caption, this.#button));
    new IntersectionObserver(([{ isIntersecting }]) => ((this.#isSeen = isIntersecting), this.#run())).observe(root);
    for (const event of ["visibilitychange", "viewchange"]) document.addEventListener(event, () => this.#run());
  }

  /** Loads the engine after everything else of the page, and starts the game. @param {HTMLElement} root */
  static async start(root) {
    const [plan, isReady] = await Promise.all([layout("square8"), ready()]);
    // The server is not asked to play for every visitor.
    if (isReady) new DemoGame(root, plan);
    else root.remove();
  }

  /** Returns the position after some actions. @param {number} ply @returns {Promise<Study>} */
  #study(ply) {
    const known = this.#studies[ply];
    if (known) return known;
    const found = ply === 0 ? open({ position: START }) : this.#study(ply - 1).then(({ state }) => act(state.position, ACTIONS[ply - 1]));
    // A later attempt asks again.
    found.catch(() => delete this.#studies[ply]);
    return (this.#studies[ply] = found);
  }

  get #canRun() {
    return this.#isSeen && !this.#isPaused && !document.hidden && pace() > 0;
  }

  async #run() {
    this.#button.hidden = pace() === 0;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#canRun) await this.#step();
      if (pace() === 0) await this.#showEnd();
    } catch (error) {
      console.warn("The game of the start page has stopped:", error);
      this.#pause(true);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Shows the current position and waits. */
  async #step() {
    const { state, events = [] } = await this.#study(this.#ply);
    if (this.#ply > 0) await new Animator(this.#scene, this.#layer, pace()).play(events);
    this.#scene.show(state);
    this.#caption.textContent = this.#ply > 0 ? captionOf(ACTIONS[this.#ply - 1], events, state.player === null) : t("start.demo.begin");
    await new Promise((resolve) => setTimeout(resolve, this.#ply === ACTIONS.length ? END_PAUSE : PAUSE));
    if (this.#canRun) this.#ply = (this.#ply + 1) % (ACTIONS.length + 1);
  }

  async #showEnd() {
    const { state } = await this.#study(ACTIONS.length);
    this.#scene.show(state);
    this.#caption.textContent = t("start.demo.end");
  }

  #toggle() {
    this.#pause(!this.#isPaused);
    this.#run();
  }

  /** @param {boolean} isPaused */
  #pause(isPaused) {
    this.#isPaused = isPaused;
    this.#button.textContent = t(isPaused ? "start.demo.play" : "start.demo.pause");
  }
}

/** Describes an action in one sentence. @param {string} action @param {RingEvent[]} events @param {boolean} isEnd */
function captionOf(action, events, isEnd) {
  const player = events.find((event) => event.player)?.player ?? 1;
  return isEnd ? t("start.demo.end") : textOr(`start.demo.${action.split(" ")[0]}`, "", { player });
}
