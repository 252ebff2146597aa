// Selects one of the server's choices by pointing at cells. Independent of the DOM.

/** @import { Cells, Choice, RingLegal } from "../lib/types.js" */
/** @typedef {Choice & {kind: string, title: string}} Option */
/** @typedef {"picked" | "complete" | "options" | "back" | "none"} Outcome */

export class Chooser {
  /** @type {string[]} cells pointed at so far */
  picked = [];
  /** Preferred number of rings, where there is a choice. */
  count = 1;
  /** @type {Option[]} */
  #all;
  /** The choosable cells after some picks: hovering asks for them at every cell. @type {{picked: string[] | null, cells: Set<string>}} */
  #next = { picked: null, cells: new Set() };
  /** Number of picks made automatically because all choices share them. */
  #automatic = 0;

  /** @param {RingLegal | null | undefined} legal */
  constructor(legal) {
    this.#all = (legal?.groups ?? []).flatMap(({ kind, title, choices }) => choices.map((choice) => ({ ...choice, kind, title })));
    this.reset();
  }

  /** Returns the choices without cells. */
  plain() {
    return this.#all.filter((choice) => !cellsOf(choice).length);
  }

  /** Returns the choices that match the picks. */
  open() {
    return this.#with(this.picked);
  }

  /** Returns the cells that can be picked next. */
  choosable() {
    const { picked } = this;
    if (this.#next.picked !== picked) this.#next = { picked, cells: new Set(this.open().flatMap((choice) => nextOf(choice, picked))) };
    return this.#next.cells;
  }

  /** Returns the choices to list if the picks match several: first the completed ones, then those that need more picks. */
  options() {
    if (!this.canBack()) return [];
    const reached = this.open().filter((choice) => isReached(choice, this.picked));
    if (!reached.length) return [];
    return reached.length > 1 || !this.#isEnd(this.picked) ? [...reached, ...this.open().filter((choice) => !reached.includes(choice))] : [];
  }

  /** Returns the ring counts of the options, if they differ only in these. */
  counts() {
    const options = this.options();
    return areCounts(options) ? options.map(countOf) : [];
  }

  /** Returns all ring counts that occur, if there are several. */
  allCounts() {
    const counts = new Set(this.#all.filter((choice) => areCounts([choice])).map(countOf));
    return counts.size > 1 ? [...counts].sort((a, b) => a - b) : [];
  }

  /** Returns the ring counts from which picking a cell leaves to choose. @param {string} cell */
  countsAt(cell) {
    const next = this.#after(cell);
    const reached = next?.includes(cell) && this.#isEnd(next) ? this.#with(next) : [];
    return areCounts(reached) ? reached.map(countOf) : [];
  }

  /** Returns the choice if there is only one. */
  only() {
    return this.#all.length === 1 ? this.#all[0] : null;
  }

  /** Returns the choice with these cells, or null. @param {string[]} picks */
  match(picks) {
    return this.#all.find((choice) => choice.picks.join() === picks.join()) ?? null;
  }

  /** Returns the choice that the picks decide. */
  complete() {
    return this.canBack() ? this.#decidedBy(this.picked) : null;
  }

  /** Picks a cell. @param {string} cell */
  point(cell) {
    const next = this.#after(cell);
    if (!next) return this.#now("none");
    const back = next.length < this.picked.length && next.every((name, i) => name === this.picked[i]);
    this.picked = next;
    return this.#now(back ? "back" : undefined);
  }

  /** Returns the choice that picking a cell would decide. @param {string} cell */
  hover(cell) {
    const next = this.#after(cell);
    return next?.includes(cell) ? this.#decidedBy(next) : null;
  }

  canBack() {
    return this.picked.length > this.#automatic;
  }

  /** Removes the last pick; returns whether there was one. */
  back() {
    const can = this.canBack();
    if (can) this.picked = this.picked.slice(0, -1);
    return can;
  }

  /** Removes all picks, then picks the cells with which all choices begin, but never the last cell of a choice. */
  reset() {
    const pointed = this.#with([]);
    const first = pointed[0]?.picks ?? [];
    let same = 0;
    while (pointed.every(({ picks }) => picks.length > same + 1 && picks[same] === first[same]) && first.length) same++;
    this.picked = first.slice(0, same);
    this.#automatic = same;
  }

  /** Returns the picks after a click: appends the cell, removes it if it was last, or replaces as few as possible. @param {string} cell */
  #after(cell) {
    const { picked } = this;
    if (this.choosable().has(cell)) return [...picked, cell];
    if (this.canBack() && picked[picked.length - 1] === cell) return picked.slice(0, -1);
    for (let kept = picked.length; kept >= this.#automatic; kept--) {
      const prefix = picked.slice(0, kept);
      if (this.#with(prefix).some((choice) => nextOf(choice, prefix).includes(cell))) return [...prefix, cell];
    }
    return null;
  }

  /** @param {string[]} picked */
  #with(picked) {
    return this.#all.filter((choice) => (choice.picks.length > 0 || choice.others?.length)
      && picked.every((cell, i) => (isArea(choice) ? choice.others?.includes(cell) : choice.picks[i] === cell)));
  }

  /** @param {string[]} picked */
  #isEnd(picked) {
    return this.#with(picked).every((choice) => isReached(choice, picked));
  }

  /** Returns the only choice, or the one with the preferred number of rings. @param {string[]} picked */
  #decidedBy(picked) {
    const reached = this.#with(picked);
    if (!this.#isEnd(picked) || (reached.length > 1 && !areCounts(reached))) return null;
    return reached.filter((choice) => countOf(choice) <= this.count).pop() ?? reached[0];
  }

  /** @param {Outcome} [outcome] */
  #now(outcome) {
    const [choice, options, { picked }] = [this.complete(), this.options(), this];
    return { outcome: outcome ?? (choice ? "complete" : options.length ? "options" : "picked"), choice, options, picked };
  }
}

/** @param {{rings?: number}} choice */
export function countOf(choice) {
  return choice.rings ?? 1;
}

/** @param {Cells} choice */
export function cellsOf({ picks, others = [] }) {
  return [...picks, ...others];
}

/** Reports whether a choice is an area, chosen by any of its cells. @param {Option} choice */
export function isArea(choice) {
  return choice.picks.length === 0;
}

/** @param {Option} choice @param {string[]} picked */
function isReached(choice, picked) {
  return isArea(choice) ? picked.length > 0 : choice.picks.length === picked.length;
}

/** @param {Option} choice @param {string[]} picked */
function nextOf(choice, picked) {
  return isArea(choice) ? cellsOf(choice).filter((cell) => !picked.includes(cell)) : choice.picks.slice(picked.length, picked.length + 1);
}

/** @param {Option[]} choices */
function areCounts(choices) {
  return choices.length > 0 && choices.every(({ rings, picks }) => rings && picks[0] === choices[0].picks[0]);
}
