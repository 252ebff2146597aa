// Turns pointing at cells into one of the choices that the server lists. It knows no rules and no page.

/** @typedef {import("../lib/types.js").Choice & {kind: string, title: string}} Option */
/** @typedef {"picked" | "complete" | "options" | "back" | "none"} Outcome */

export class Chooser {
  /** @type {string[]} The cells pointed at so far. */
  picked = [];
  /** How many rings are preferred, where the number is free. */
  count = 1;
  /** @type {Option[]} */
  #all;
  /** How many picks were made for lack of any other. */
  #given = 0;

  /** @param {import("../lib/types.js").RingLegal | null | undefined} legal */
  constructor(legal) {
    this.#all = (legal?.groups ?? []).flatMap(({ kind, title, choices }) => choices.map((choice) => ({ ...choice, kind, title })));
    this.reset();
  }

  /** Choices that no cell stands for. */
  plain() {
    return this.#all.filter((choice) => !cellsOf(choice).length);
  }

  /** The choices that are still open. */
  open() {
    return this.#with(this.picked);
  }

  /** The cells that can be pointed at next. */
  choosable() {
    return new Set(this.open().flatMap((choice) => nextOf(choice, this.picked)));
  }

  /** What to choose from by other means than cells: several choices that the picks have reached, and those that go on from there. */
  options() {
    if (!this.canBack()) return [];
    const reached = this.open().filter((choice) => isReached(choice, this.picked));
    if (!reached.length) return [];
    return reached.length > 1 || !this.#isEnd(this.picked) ? [...reached, ...this.open().filter((choice) => !reached.includes(choice))] : [];
  }

  /** The options, if they are numbers of rings. */
  counts() {
    const options = this.options();
    return areCounts(options) ? options.map(countOf) : [];
  }

  /** All numbers of rings that occur anywhere. */
  allCounts() {
    const counts = new Set(this.#all.filter((choice) => areCounts([choice])).map(countOf));
    return counts.size > 1 ? [...counts].sort((a, b) => a - b) : [];
  }

  /** The choice that is decided. */
  complete() {
    return this.canBack() ? this.#decidedBy(this.picked) : null;
  }

  /** Points at a cell. @param {string} cell */
  point(cell) {
    const next = this.#after(cell);
    if (!next) return this.#now("none");
    const back = next.length < this.picked.length && next.every((name, i) => name === this.picked[i]);
    this.picked = next;
    return this.#now(back ? "back" : undefined);
  }

  /** The choice that pointing at a cell would decide. @param {string} cell */
  hover(cell) {
    const next = this.#after(cell);
    return next?.includes(cell) ? this.#decidedBy(next) : null;
  }

  canBack() {
    return this.picked.length > this.#given;
  }

  /** Takes back what was done last, if anything was. */
  back() {
    const can = this.canBack();
    if (can) this.picked = this.picked.slice(0, -1);
    return can;
  }

  /** Starts over. Where all choices begin with the same cells, these are picked already; the last one never is. */
  reset() {
    const pointed = this.#with([]);
    const first = pointed[0]?.picks ?? [];
    let same = 0;
    while (pointed.every(({ picks }) => picks.length > same + 1 && picks[same] === first[same]) && first.length) same++;
    this.picked = first.slice(0, same);
    this.#given = same;
  }

  /** The picks after a cell, which continues them, takes the last one back or replaces as many as it must. @param {string} cell */
  #after(cell) {
    const { picked } = this;
    if (this.choosable().has(cell)) return [...picked, cell];
    if (this.canBack() && picked[picked.length - 1] === cell) return picked.slice(0, -1);
    for (let kept = picked.length; kept >= this.#given; kept--) {
      const prefix = picked.slice(0, kept);
      if (this.#with(prefix).some((choice) => nextOf(choice, prefix).includes(cell))) return [...prefix, cell];
    }
    return null;
  }

  /** @param {string[]} picked */
  #with(picked) {
    return this.#all.filter((choice) => cellsOf(choice).length && picked.every((cell, i) => (isArea(choice) ? choice.others?.includes(cell) : choice.picks[i] === cell)));
  }

  /** @param {string[]} picked */
  #isEnd(picked) {
    return this.#with(picked).every((choice) => isReached(choice, picked));
  }

  /** The only choice, or the one with the preferred number of rings. @param {string[]} picked @returns {Option | null} */
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

/** The number of rings that an action's text names. @param {{action: string}} choice */
export function countOf(choice) {
  return Number(/\*(\d+)$/.exec(choice.action)?.[1] ?? 1);
}

/** The cells that a choice is about. @param {import("../lib/types.js").Choice} choice */
export function cellsOf({ picks, others = [] }) {
  return [...picks, ...others];
}

/** Choices without picks are areas: any of their cells stands for them. @param {Option} choice */
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
  return choices.length > 0 && choices.every(({ kind, picks }) => kind.startsWith("place") && picks[0] === choices[0].picks[0]);
}
