// The puzzles of the page: data files written by `cargo lab puzzles`, and the choice of the next puzzle.

import { Rejection, Unreachable } from "../lib/api.js";

/** @import { Progress } from "./progress.js" */
/** @typedef {"win" | "win_in_two" | "defend" | "claim"} Theme */
/**
 * `goal`: the theme, for a claim with the number of `cells`; `solution`: the actions of a turn that reaches it.
 * @typedef {{id: string, family: string, rating: number, player: number, theme: Theme, goal: string, cells: number, solution: string[], position: string}} Puzzle
 */

export const FAMILIES = ["square8-standard", "hex8-live"];
/** @type {Theme[]} */
export const THEMES = ["win", "win_in_two", "defend", "claim"];

/** Ratings by the level of the computer players that solves a puzzle: level 6 is in the middle. */
const [LOWEST_RATING, RATING_PER_LEVEL] = [600, 150];
/** Puzzles whose ratings differ by less than this are equally suitable. */
const NEAR = 100;

/** @type {Map<string, Promise<Puzzle[]>>} */
const loaded = new Map();

/** Loads the puzzles of a family, once. @param {string} family */
export function puzzlesOf(family) {
  let found = loaded.get(family);
  if (!found) {
    found = load(family);
    found.catch(() => loaded.delete(family));
    loaded.set(family, found);
  }
  return found;
}

/** @param {string} family */
async function load(family) {
  const response = await fetch(`/web/puzzles/${family}.txt`).catch(() => {
    throw new Unreachable();
  });
  if (!response.ok) throw new Rejection(response.status, {});
  return parse(family, await response.text());
}

/** @param {string} family @param {string} text @returns {Puzzle[]} */
function parse(family, text) {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => {
    const [id, level, , player, goal, solution, position] = line.split("\t");
    const [theme, cells] = goal.split(" ");
    return {
      id, family, rating: LOWEST_RATING + RATING_PER_LEVEL * Number(level), player: Number(player), theme: /** @type {Theme} */ (theme), goal,
      cells: Number(cells ?? 0), solution: solution.split("; "), position,
    };
  });
}

/** Finds a puzzle by its id in all families. @param {string} id */
export async function findPuzzle(id) {
  for (const family of FAMILIES) {
    const found = (await puzzlesOf(family)).find((puzzle) => puzzle.id === id);
    if (found) return found;
  }
  return null;
}

/** Returns an easy win in one turn that is new: the lowest rating, then the shortest solution. @param {Puzzle[]} puzzles @param {Progress} progress @returns {Puzzle | null} */
export function firstPuzzle(puzzles, progress) {
  const wins = puzzles.filter(({ id, theme }) => theme === "win" && !progress.isTried(id));
  return wins.sort((a, b) => a.rating - b.rating || a.solution.length - b.solution.length)[0] ?? null;
}

/**
 * Chooses a puzzle near the rating of the player: a new one, otherwise one that was not solved, otherwise any other one.
 * @param {Puzzle[]} puzzles @param {Progress} progress @param {string} theme a theme, or `mixed` @param {string} [last] id of the puzzle before
 */
export function nextPuzzle(puzzles, progress, theme, last) {
  const others = puzzles.filter((puzzle) => (theme === "mixed" || puzzle.theme === theme) && puzzle.id !== last);
  const isNew = others.filter(({ id }) => !progress.isTried(id));
  const isOpen = others.filter(({ id }) => !progress.isSolved(id));
  const candidates = [isNew, isOpen, others].find((list) => list.length) ?? [];
  const distance = (/** @type {Puzzle} */ { rating }) => Math.abs(rating - progress.rating);
  const least = Math.min(...candidates.map(distance));
  const near = candidates.filter((puzzle) => distance(puzzle) < least + NEAR);
  return near[Math.floor(Math.random() * near.length)] ?? null;
}
