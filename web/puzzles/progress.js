// The player's puzzle rating, streak and solved puzzles, kept by the browser.

import { remember, remembered } from "../lib/storage.js";

const [FIRST_RATING, LOWEST_RATING] = [1000, 400];
/** Largest change of the rating: for the first puzzles and later. */
const [FAST_CHANGE, CHANGE, FAST_PUZZLES] = [64, 32, 10];

/** Number of easy puzzles with which a new player begins. */
const FIRST_PUZZLES = 2;

/** @typedef {{rating: number, streak: number, best: number, solved: string[], failed: string[]}} Stored */

export class Progress {
  /** @type {Stored} */
  #stored = { rating: FIRST_RATING, streak: 0, best: 0, solved: [], failed: [] };

  constructor() {
    this.#read();
  }

  /** Reads the stored results: another tab may have added some. */
  #read() {
    try {
      this.#stored = { ...this.#stored, ...JSON.parse(remembered("puzzles") ?? "{}") };
    } catch {
      // The stored text is damaged: start again.
    }
  }

  get rating() {
    return this.#stored.rating;
  }

  /** Whether the player has tried few puzzles. */
  get isNew() {
    return this.#stored.solved.length + this.#stored.failed.length < FIRST_PUZZLES;
  }

  get streak() {
    return this.#stored.streak;
  }

  get best() {
    return this.#stored.best;
  }

  get solvedCount() {
    return this.#stored.solved.length;
  }

  /** @param {string} id */
  isSolved(id) {
    return this.#stored.solved.includes(id);
  }

  /** @param {string} id */
  isTried(id) {
    return this.isSolved(id) || this.#stored.failed.includes(id);
  }

  /**
   * Notes the result of a puzzle. Only the first result changes the rating and the streak, and a solution only if the player had no hint.
   * @param {{id: string, rating: number}} puzzle @param {{solved: boolean, hinted: boolean}} result @returns {number} the change of the rating
   */
  note({ id, rating }, { solved, hinted }) {
    this.#read();
    const stored = this.#stored;
    const counts = !this.isTried(id) && !(solved && hinted);
    const change = counts ? this.#change(rating, solved) : 0;
    if (counts) {
      stored.rating = Math.max(LOWEST_RATING, stored.rating + change);
      stored.streak = solved ? stored.streak + 1 : 0;
      stored.best = Math.max(stored.best, stored.streak);
    }
    stored.failed = stored.failed.filter((one) => one !== id);
    if (solved && !this.isSolved(id)) stored.solved.push(id);
    if (!solved && !this.isSolved(id)) stored.failed.push(id);
    remember("puzzles", JSON.stringify(stored));
    return change;
  }

  /** Elo. @param {number} rating of the puzzle @param {boolean} solved */
  #change(rating, solved) {
    const { solved: before, failed, rating: own } = this.#stored;
    const most = before.length + failed.length < FAST_PUZZLES ? FAST_CHANGE : CHANGE;
    const expected = 1 / (1 + 10 ** ((rating - own) / 400));
    return solved ? Math.max(1, Math.round(most * (1 - expected))) : Math.min(-1, Math.round(-most * expected));
  }
}
