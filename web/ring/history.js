// Navigation through a game: slider, steps, and playback, which hides what has not been shown yet.

import { h } from "../lib/dom.js";
import { remember, remembered } from "../lib/storage.js";
import { t } from "../lib/text.js";

/** @import { GameClient } from "../lib/game-client.js" */
/** @import { Playback } from "./playback.js" */
/** `tempo`: speed of animations, as a factor. @typedef {{show: (ply: number | null) => Promise<unknown>, tempo: (factor: number) => void}} Options */

const SPEEDS = ["0.5", "1", "2", "4"];
/** Milliseconds between two actions and before the first. */
const [PAUSE, FIRST_PAUSE] = [600, 400];

export class History {
  #game;
  #playback;
  #options;
  /** @type {number | undefined} */
  #timer = undefined;
  /** The last action that may be seen; null if all may. @type {number | null} */
  #revealed = null;
  #slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "grow", "aria-label": t("history.positions"),
    oninput: () => this.#options.show(Number(this.#slider.value)) });
  #button = h("button", { class: "play", "aria-pressed": "false", "aria-label": t("history.play_from"), onclick: () => this.toggle() }, t("history.play"));
  #speed = h("select", { class: "speed", "aria-label": t("watch.speed"), title: t("watch.speed"), onchange: () => this.#setSpeed() },
    SPEEDS.map((value) => h("option", { value, selected: remembered("watch.speed", "1") === value }, `${value}×`)));

  /** @param {GameClient} game @param {Playback} playback @param {Options} options */
  constructor(game, playback, options) {
    this.#game = game;
    this.#playback = playback;
    this.#options = options;
    const jump = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => number} */ to) =>
      h("button", { class: "bare", "aria-label": name, title: name, onclick: () => this.go(to()) }, sign);
    this.element = h(
      "div",
      { class: "row history" },
      jump(t("history.start"), "«", () => 0),
      jump(t("history.back"), "‹", () => playback.ply - 1),
      this.#slider,
      jump(t("history.on"), "›", () => playback.ply + 1),
      jump(t("history.end"), "»", () => this.last),
      this.#speed,
      this.#button,
    );
  }

  get isPlaying() {
    return this.#timer !== undefined;
  }

  /** Whether later actions and the result are hidden. */
  get isHiding() {
    return this.#revealed !== null;
  }

  /** Number of actions that may be seen. */
  get last() {
    const { length } = this.#game.snap.moves;
    return this.#revealed === null ? length : Math.min(length, this.#revealed);
  }

  /** Hides the game until it is played back. */
  hide() {
    this.#revealed = 0;
  }

  reveal() {
    this.#revealed = null;
  }

  /** Shows an action that may be seen; the next one is revealed. @param {number} ply */
  go(ply) {
    return this.#options.show(Math.max(0, Math.min(this.last + (this.isHiding ? 1 : 0), this.#game.snap.moves.length, ply)));
  }

  draw() {
    const { ply, isSettled } = this.#playback;
    if (this.#revealed !== null) this.#revealed = Math.max(this.#revealed, ply);
    if (isSettled && this.#game.snap.table.stage === "over") this.reveal();
    this.#slider.max = String(this.last);
    this.#slider.value = String(ply);
    this.#slider.setAttribute("aria-valuetext", t(this.isHiding ? "history.after" : "history.after_of", { ply, last: this.last }));
  }

  /** Starts or stops playback. @param {boolean} [isWhole] from the start */
  toggle(isWhole = false) {
    const isOn = !this.isPlaying;
    this.#button.setAttribute("aria-pressed", String(isOn));
    this.#button.textContent = t(isOn ? "history.pause" : "history.play");
    this.#button.setAttribute("aria-label", t(isOn ? "history.pause" : "history.play_from"));
    clearTimeout(this.#timer);
    this.#timer = isOn ? window.setTimeout(() => this.#begin(isWhole)) : undefined;
    this.#setSpeed();
  }

  get #isAtEnd() {
    return this.#playback.isSettled && this.#game.snap.table.stage === "over";
  }

  /** @param {boolean} isWhole */
  async #begin(isWhole) {
    if (isWhole && !this.#game.snap.moves.length) return void (this.#timer = window.setTimeout(() => this.#begin(isWhole), 50));
    if (isWhole || this.#isAtEnd) await this.#options.show(0);
    if (this.isPlaying) this.#timer = window.setTimeout(() => this.#step(), FIRST_PAUSE);
  }

  async #step() {
    const { isPast, ply } = this.#playback;
    // At the current position, new updates are shown without a call.
    if (isPast) await this.#options.show(ply + 1);
    if (!this.isPlaying) return;
    if (this.#isAtEnd || (isPast && this.#playback.ply === ply)) return this.toggle();
    this.#timer = window.setTimeout(() => this.#step(), PAUSE / Number(this.#speed.value));
  }

  #setSpeed() {
    remember("watch.speed", this.#speed.value);
    this.#options.tempo(this.isPlaying ? Number(this.#speed.value) : 1);
  }
}
