// An attempt at an exercise of ASG: a game on this device that is not stored.

import { errorText } from "../lib/shell.js";
import { LocalGame } from "../local/local-game.js";
import { EXERCISES, SEED, scenarioOf } from "./lessons.js";

/** @import { AsgExercise, Course } from "./lessons.js" */
/** @typedef {"open" | "solved" | "failed"} Verdict */

export class Practice {
  /** @type {Verdict} */
  verdict = "open";
  /** Finished turns of the player. */
  turns = 0;
  /** Plies in order, with their events. @type {{seat: number, events: any[]}[]} */
  plies = [];
  /** Why P2 does not act; empty if it can. */
  problem = "";
  /** Called after every change. @type {() => void} */
  onChange = () => {};

  /** @param {LocalGame} game @param {AsgExercise} exercise */
  constructor(game, exercise) {
    this.game = game;
    this.exercise = exercise;
    game.subscribe((change) => {
      if (change.kind === "update") this.#follow(change.update);
      else if (change.kind === "connection") this.#report(game.botProblem);
    });
  }

  /** @param {number} number of the exercise, from 1 */
  static async start(number) {
    const exercise = EXERCISES[number - 1];
    const { enemy } = exercise;
    const other = typeof enemy === "string" ? { purpose: "match", seats: [{ who: "me" }, { who: "bot", name: enemy }] }
      : { purpose: "hot_seat", seats: [{ who: "me" }, { who: "me" }] };
    const request = { game: "asg", scenario: scenarioOf(exercise, number), rules: "v0", clock: { kind: "none" }, ...other };
    return new Practice(await LocalGame.practice(JSON.stringify(request), SEED), exercise);
  }

  /** Whether the player can give orders. */
  get isTurn() {
    const { stage, to_move } = this.game.snap.table;
    return this.verdict === "open" && stage === "running" && to_move === 0;
  }

  /** @param {import("../lib/types.js").Update} update */
  #follow({ deed, events = [], table }) {
    if (deed.type !== "acted") return;
    this.plies.push({ seat: deed.seat, events });
    const isEnemyNext = table.stage === "running" && table.to_move === 1;
    if (deed.seat === 0) this.turns += 1;
    if (isEnemyNext) this.#answer();
    else this.#judge();
    this.onChange();
  }

  /** Plays for P2, unless a bot does. */
  #answer() {
    const { enemy } = this.exercise;
    if (typeof enemy !== "string")
      this.game.act(enemy?.[this.turns - 1] ?? [{ type: "pass" }]).catch((error) => this.#report(errorText(error)));
  }

  /** Lets P2 act after a problem. */
  retry() {
    this.#report("");
    if (this.game.botProblem) this.game.play();
    else this.#answer();
  }

  /** Ends the attempt. */
  close() {
    this.onChange = () => {};
    this.game.close();
  }

  /** @param {string} problem */
  #report(problem) {
    if (problem === this.problem) return;
    this.problem = problem;
    this.onChange();
  }

  #judge() {
    const { table, state } = this.game.snap;
    const of = (/** @type {number} */ seat) => this.plies.filter((ply) => ply.seat === seat).flatMap(({ events }) => events);
    /** @type {Course} */
    const course = { own: of(0), enemy: of(1), state, winner: table.ending?.winner ?? null };
    if (this.exercise.isSolved(course)) this.verdict = "solved";
    else if (table.stage === "over" || this.turns >= (this.exercise.turns ?? 1)) this.verdict = "failed";
  }
}
