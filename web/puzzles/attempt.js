// An attempt at a puzzle: a line of play whose turns the engine checks. The board uses it as its session.

import { askUntil } from "../lib/engine.js";
import { StudyLine } from "../lib/study.js";

/** @import { Change } from "../lib/study.js" */
/** @import { Puzzle } from "./list.js" */
/**
 * `reply`: a turn of the opponent, the next one or the one that refutes the attempt; `solution`: a turn that wins.
 * @typedef {{verdict: "open" | "solved" | "failed", reason?: "not_won" | "opponent_wins" | "opponent_escapes" | "too_small" | "unproved",
 *   cells?: number, reply?: string[], solution?: string[]}} Checked
 */
/**
 * `checking`: the engine checks a turn, `answering`: the opponent replies, `showing`: the page plays the solution, `shown`: it has played it.
 * @typedef {"open" | "checking" | "answering" | "showing" | "shown" | "solved" | "failed"} Stage
 */

/** Pause before each action that the page plays. */
const STEP_MS = 700;

export class Attempt {
  /** @type {Stage} */
  stage = "open";
  /** The result of the last check. @type {Checked} */
  checked = { verdict: "open" };
  /** Number of actions before the turn that the player has to find now. */
  turnStart = 0;
  /** The turns of the solution that the page has played, with the player of each. @type {{player: number, actions: string[]}[]} */
  shownTurns = [];
  /** Called after every change of the stage or the line. */
  onChange = () => {};
  #line;
  /** Number of the turn that the player has to find now. */
  #turn;
  /** Ends the running task of the page, such as a check; each attempt has one at a time. */
  #task = new AbortController();
  /** The boards that show this attempt. @type {Set<(change?: Change) => unknown>} */
  #listeners = new Set();

  /** @param {Puzzle} puzzle @param {StudyLine} line */
  constructor(puzzle, line) {
    this.puzzle = puzzle;
    this.#line = line;
    this.#turn = line.study.state.turn;
    line.subscribe(() => this.onChange());
  }

  /** @param {Puzzle} puzzle */
  static async of(puzzle) {
    return new Attempt(puzzle, await StudyLine.of({ position: puzzle.position }));
  }

  get study() {
    return this.#line.study;
  }

  /** Number of actions on the board. */
  get ply() {
    return this.#line.at;
  }

  /** Number of actions of the turn so far. */
  get played() {
    return this.#line.at - this.turnStart;
  }

  view() {
    const { state, legal } = this.#line.view();
    const isOwn = state.player === this.puzzle.player && (this.stage === "answering" || (this.stage === "open" && state.turn === this.#turn));
    return { state, legal: isOwn ? legal : null };
  }

  /** @param {(change?: Change) => unknown} listener */
  subscribe(listener) {
    const leave = this.#line.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      leave();
      this.#listeners.delete(listener);
    };
  }

  /** Plays an action of the player, and checks the turn if it is over. @param {string} action */
  async act(action) {
    if (this.stage !== "open") return;
    const task = this.#begin();
    await this.#line.act(action);
    const { state } = this.study;
    if (task.aborted || (state.player === this.puzzle.player && state.turn === this.#turn)) return;
    this.#enter("checking");
    // The player sees the turn while it is checked.
    this.#check(task).catch((error) => task.aborted || this.onError(error));
  }

  /** Called if a turn could not be checked. @param {unknown} error */
  onError(error) {
    console.error(error);
  }

  /** Begins a task, which ends the one before. */
  #begin() {
    this.#task.abort();
    this.#task = new AbortController();
    return this.#task.signal;
  }

  /** @param {AbortSignal} task */
  async #check(task) {
    const checked = await this.#ask(task);
    if (task.aborted) return;
    this.checked = checked;
    if (checked.verdict !== "open") return this.#enter(checked.verdict);
    await this.#playReply(task, checked.reply ?? []);
  }

  /** Plays the opponent's reply to the first turn of a win in two turns. @param {AbortSignal} task @param {string[]} reply */
  async #playReply(task, reply) {
    this.#enter("answering");
    if (!(await this.#play(task, reply))) return;
    const { player, turn } = this.study.state;
    // The reply may end the game, or leave the opponent to move once more.
    if (player !== this.puzzle.player) return this.#check(task);
    this.turnStart = this.#line.at;
    this.#turn = turn;
    this.#enter("open");
  }

  /** Plays actions one after the other; returns whether no other task began meanwhile. @param {AbortSignal} task @param {string[]} actions */
  async #play(task, actions) {
    for (const action of actions) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      if (task.aborted) return false;
      await this.#line.act(action);
      if (task.aborted) return false;
    }
    return true;
  }

  /** @param {AbortSignal} task @param {boolean} [solve] also asks for a winning second turn @returns {Promise<Checked>} */
  #ask(task, solve = false) {
    const { position, goal } = this.puzzle;
    return askUntil(task, "POST", "/api/puzzles", { position, goal, actions: this.#line.actions, solve });
  }

  undo() {
    return this.#goTo(this.#line.at - 1);
  }

  /** Goes back to the start of the puzzle. @param {Stage} [stage] */
  again(stage = "open") {
    this.turnStart = 0;
    this.#turn = this.#line.start.state.turn;
    return this.#goTo(0, stage);
  }

  /** Goes back within the line; returns the signal of the task that begins there. @param {number} ply @param {Stage} [stage] */
  async #goTo(ply, stage = "open") {
    const task = this.#begin();
    this.checked = { verdict: "open" };
    this.#enter(stage);
    await this.#line.go(Math.max(ply, this.turnStart));
    return task;
  }

  /** Goes back to the start of the turn and returns the first action of a right one; null if the player does something else meanwhile. */
  async firstAction() {
    const task = await this.#goTo(this.turnStart);
    try {
      const solution = this.turnStart === 0 ? this.puzzle.solution : ((await this.#ask(task, true)).solution ?? []);
      return task.aborted ? null : (solution[0] ?? null);
    } catch (error) {
      if (task.aborted) return null;
      throw error;
    }
  }

  /** Plays the solution from the start of the puzzle. */
  async showSolution() {
    const task = await this.again("showing");
    this.shownTurns = [];
    try {
      if (await this.#playSolution(task)) this.#enter("shown");
    } catch (error) {
      if (task.aborted) return;
      await this.again();
      throw error;
    }
  }

  /** Returns whether no other task began meanwhile. @param {AbortSignal} task */
  async #playSolution(task) {
    if (!(await this.#playTurn(task, this.puzzle.solution))) return false;
    if (this.puzzle.theme !== "win_in_two") return true;
    if (this.study.state.player !== null && !(await this.#playTurn(task, (await this.#ask(task)).reply ?? []))) return false;
    return this.study.state.player === null || this.#playTurn(task, (await this.#ask(task, true)).solution ?? []);
  }

  /** Plays a turn of the solution and notes it. @param {AbortSignal} task @param {string[]} actions */
  async #playTurn(task, actions) {
    if (task.aborted) return false;
    if (actions.length) this.shownTurns.push({ player: this.study.state.player ?? this.puzzle.player, actions });
    return this.#play(task, actions);
  }

  /** Plays the reply that refutes the turn. */
  async showReply() {
    const task = this.#begin();
    const reply = this.checked.reply ?? [];
    this.checked = { ...this.checked, reply: [] };
    this.#enter("failed");
    await this.#play(task, reply);
  }

  /** @param {string} action */
  preview(action) {
    return this.#line.preview(action);
  }

  /** @param {object} question */
  why(question) {
    return this.#line.why(question);
  }

  /** Ends all tasks: the page shows another puzzle. */
  close() {
    this.#task.abort();
    this.onChange = () => {};
  }

  /** @param {Stage} stage */
  #enter(stage) {
    const couldAct = this.view().legal !== null;
    this.stage = stage;
    this.onChange();
    // The board offers the choices of the stage.
    if (couldAct !== (this.view().legal !== null)) for (const listener of this.#listeners) listener();
  }
}
