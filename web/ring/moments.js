// The key moments of a reviewed game: the better turn is played out on the board, or the player tries to find one.

import { h } from "../lib/dom.js";
import { analyse } from "../lib/analyst.js";
import { withSeats } from "../lib/game-client.js";
import { attempt, button, errorText } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";
import { t } from "../lib/text.js";
import { turnText } from "./action-text.js";
import { COLOURS } from "./names.js";

/** @import { Frame, Playback, Shown } from "./playback.js" */
/**
 * A turn with a large loss. `start`: number of actions before it; `before` and `after`: the player's chance to win after the better and the played turn.
 * @typedef {{turn: number, player: number, start: number, end: number, before: number, after: number, loss: number, played: string[], better: string[]}} KeyMoment
 */
/**
 * A line that leaves the game before a key moment. `isDone`: the tried turn is complete; `verdict`: how good it is; `back`: the ply to return to.
 * @typedef {{moment: KeyMoment, line: StudyLine, start: Frame, isTry: boolean, isDone: boolean, verdict: Verdict | null, job: AbortController, back: number,
 *   shown: Promise<unknown>}} Aside
 */
/** @typedef {{lead: string, text: string}} Verdict */

/** Milliseconds before each action of the better turn. */
const STEP_PAUSE = 700;
/** Search nodes for the position after a turn. */
const NODES = 4000;
/** How much the chance to win may be below that of the better turn: of a turn that is as good, and of one that is near it. */
const [AS_GOOD, NEAR] = [0.03, 0.1];

export class KeyMoments {
  #playback;
  #options;
  /** Where the page was scrolled to before it showed the board. */
  #scroll = 0;

  /** @param {Playback} playback @param {{go: (ply: number) => unknown, changed: () => void, focus: () => void}} options */
  constructor(playback, options) {
    this.#playback = playback;
    this.#options = options;
  }

  /** Plays out the better turn. @param {KeyMoment} moment */
  async show(moment) {
    const aside = await this.#begin(moment, false);
    if (!aside) return;
    for (const action of moment.better) {
      await pause(STEP_PAUSE);
      if (!this.#isShown(aside)) return;
      await aside.line.act(action);
      await aside.shown;
    }
  }

  /** Lets the player play the turn. @param {KeyMoment} moment */
  async try(moment) {
    if (await this.#begin(moment, true)) this.#options.focus();
  }

  /** Returns to the game. */
  async leave() {
    const { aside } = this.#playback;
    if (!aside) return;
    await this.#options.go(aside.back);
    scrollTo({ top: this.#scroll });
  }

  /** Says what is shown beside the game. @param {Aside} aside @param {string} asked the decision @returns {Verdict} */
  say({ moment, isTry, verdict }, asked) {
    const colour = COLOURS[moment.player];
    if (verdict) return verdict;
    if (isTry) return { lead: t("moment.trying", { colour }), text: asked };
    return { lead: t("moment.showing", { colour }), text: t("moment.showing.turn", { moves: turnText(moment.better), best: percent(moment.before), played: percent(moment.after) }) };
  }

  /** Creates the buttons below the board. @param {Aside} aside */
  commands({ moment, line, isTry, isDone }) {
    const undo = button(t("table.undo"), () => line.undo(), { disabled: line.at === 0, title: t("table.undo.about") });
    const again = button(t(isTry ? "moment.again" : "moment.try"), () => this.try(moment), { title: t("moment.try") });
    return [
      isTry && !isDone ? undo : again,
      button(t(isTry ? "moment.better" : "moment.watch"), () => this.show(moment), { title: t("moment.show") }),
      button(t("moment.leave"), () => this.leave(), { class: "leave" }),
    ];
  }

  /** Leaves the game; returns null if another position was requested meanwhile. @param {KeyMoment} moment @param {boolean} isTry @returns {Promise<Aside | null>} */
  async #begin(moment, isTry) {
    const { aside: before, ply } = this.#playback;
    if (!before) this.#scroll = scrollY;
    const request = ++this.#playback.lastRequest;
    const start = await this.#playback.past(moment.start);
    const line = await StudyLine.of({ position: start.state.position });
    if (request !== this.#playback.lastRequest) return null;
    /** @type {Aside} */
    const aside = { moment, line, start, isTry, isDone: false, verdict: null, job: new AbortController(), back: before?.back ?? ply, shown: Promise.resolve() };
    line.subscribe((change) => {
      if (this.#isShown(aside)) aside.shown = this.#follow(aside, change);
    });
    await this.#playback.branch(aside);
    scrollTo({ top: 0 });
    return aside;
  }

  /** @param {Aside} aside @param {Shown} change */
  async #follow(aside, change) {
    aside.isDone = aside.isTry && isTurnOver(aside);
    await this.#playback.branch(aside, change);
    if (aside.isDone && this.#isShown(aside)) await this.#judge(aside);
  }

  /** Compares the tried turn with the better one. @param {Aside} aside */
  async #judge(aside) {
    const say = (/** @type {Verdict} */ verdict) => {
      if (!this.#isShown(aside)) return;
      aside.verdict = verdict;
      this.#options.changed();
    };
    say({ lead: t("moment.judging"), text: "" });
    try {
      const better = await StudyLine.of({ position: aside.start.state.position });
      await better.load(aside.moment.better);
      const best = await this.#chance(better, aside);
      const own = better.study.state.position === aside.line.study.state.position ? best : await this.#chance(aside.line, aside);
      const grade = best - own <= AS_GOOD ? "good" : best - own <= NEAR ? "near" : "bad";
      say({ lead: t(`moment.${grade}`), text: t(grade === "good" ? "moment.chance" : "moment.chances", { own: percent(own), best: percent(best), played: percent(aside.moment.after) }) });
    } catch (error) {
      // The player has left the line.
      if (aside.job.signal.aborted) return;
      say({ lead: errorText(error), text: "" });
    }
  }

  /** Returns the chance to win, after a turn, of the player who played it. @param {StudyLine} line @param {Aside} aside */
  async #chance(line, { moment, start, job: { signal } }) {
    const { position } = line.study.state;
    const { chances } = await analyse({ position }, { nodes: NODES, lines: 1, threats: false }, { signal, note: () => {} });
    // The turn may have swapped the colours of the seats.
    const seat = start.state.players.find(({ player }) => player === moment.player)?.seat;
    const player = withSeats(line.study, start.state).players.find((one) => one.seat === seat)?.player ?? moment.player;
    return chances[player - 1];
  }

  /** @param {Aside} aside */
  #isShown(aside) {
    return this.#playback.aside === aside;
  }
}

/** Creates the list of key moments. @param {KeyMoment[]} list @param {KeyMoments} moments */
export function momentList(list, moments) {
  const item = (/** @type {KeyMoment} */ moment) =>
    h("li", null,
      h("p", null, t("moment.loss", { turn: moment.turn, colour: COLOURS[moment.player],
        before: percent(moment.before), after: percent(moment.after) })),
      h("p", { class: "small quiet" }, t("moment.turns", { played: turnText(moment.played), better: turnText(moment.better) })),
      h("div", { class: "row" },
        // Another click starts it again.
        h("button", { onclick: () => attempt(() => moments.show(moment)) }, t("moment.show")),
        button(t("moment.try"), () => moments.try(moment))));
  return h("ol", { class: "plain key-moments" }, list.map(item));
}

/** Reports whether the turn of a key moment is complete. @param {Aside} aside */
function isTurnOver({ moment, line }) {
  const { player, turn } = line.study.state;
  return line.actions.at(-1) === "SW" || player !== moment.player || turn !== moment.turn;
}

/** @param {number} chance */
function percent(chance) {
  return Math.round(100 * chance);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
