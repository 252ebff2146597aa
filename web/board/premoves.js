// Actions that the player chooses while others decide. Each is a list of cells: one for a placement, two for a move.

/** @import { Route } from "./board.js" */

export class Premoves {
  /** @type {string[][]} */
  #queue = [];
  /** The stack that the next click moves. @type {string | null} */
  from = null;

  get isEmpty() {
    return this.#queue.length === 0 && this.from === null;
  }

  get cells() {
    return [...this.#queue.flat(), ...(this.from ? [this.from] : [])];
  }

  /** @returns {Route[]} */
  get routes() {
    return this.#queue.flatMap((picks) => (picks.length > 1 ? [/** @type {Route} */ ([picks[0], picks[1]])] : []));
  }

  /** Chooses a cell: a stack to move, its target, or a cell for a ring. @param {string} cell @param {boolean} isOwn whether it has a stack of the player */
  point(cell, isOwn) {
    const { from } = this;
    this.from = null;
    if (from) {
      if (from !== cell) this.#queue.push([from, cell]);
    } else if (isOwn || this.#queue.at(-1)?.at(-1) === cell) this.from = cell;
    else this.#queue.push([cell]);
  }

  /** Returns the next action. */
  take() {
    return this.#queue.shift() ?? null;
  }

  clear() {
    const wasEmpty = this.isEmpty;
    this.#queue = [];
    this.from = null;
    return !wasEmpty;
  }
}
