// Review of a finished game: chances over time, turning points, better alternatives.

import { review } from "../lib/analyst.js";
import { Unreachable, Rejection } from "../lib/api.js";
import { sentence } from "../board/event-text.js";
import { h, put } from "../lib/dom.js";
import { localise } from "../lib/message.js";
import { errorText } from "../lib/shell.js";
import { parts, t } from "../lib/text.js";
import { chanceGraph } from "./analysis.js";
import { actionText, firstTurn, notation, turnText } from "./action-text.js";
import { momentList } from "./moments.js";
import { COLOURS } from "./names.js";

/** @import { GameClient } from "../lib/game-client.js" */
/** @typedef {{ply: number, chances: number[]}} Point */
/** @typedef {{ply: number, player: number, action: string, verdict: string, loss: number, better: string[]}} Fault */
/** @typedef {{player: number, decisions: number, accuracy: number | null, inaccuracies: number, mistakes: number, blunders: number}} Play */
/** @import { KeyMoment, KeyMoments } from "./moments.js" */
/** @typedef {{faults: Fault[], players: Play[], key_moments: KeyMoment[], turning_points: {ply: number, from: number | null, to: number}[]}} Summary */

/** Number of faults shown before "more", the worst first. */
const FAULTS_SHOWN = 6;

export class ReviewPanel {
  /** @param {HTMLElement} root @param {GameClient} game @param {{go: (ply: number) => void, changed: () => void, disabledReason: () => string, moments: KeyMoments}} options */
  constructor(root, game, options) {
    this.game = game;
    this.options = options;
    /** @type {Point[]} */
    this.points = [];
    /** @type {Summary | null} */
    this.summary = null;
    this.total = 0;
    this.shown = 0;
    /** The running review. @type {AbortController | null} */
    this.job = null;
    this.button = h("button", { onclick: () => (this.job ? this.job.abort() : this.start()) }, t("review.start"));
    this.graph = h("div");
    this.text = h("div", { class: "stack", "aria-live": "polite" });
    root.append(this.button, this.graph, this.text);
  }

  /** Returns the CSS class of an action in the list of moves. @param {number} ply */
  mark(ply) {
    return this.summary?.faults.find((fault) => fault.ply === ply)?.verdict ?? "";
  }

  /** Called when another ply is shown. @param {number} ply */
  changed(ply) {
    this.shown = ply;
    this.button.hidden = Boolean(this.options.disabledReason());
    this.drawGraph();
  }

  async start() {
    if (this.job) return;
    const { signal } = (this.job = new AbortController());
    this.button.textContent = t("review.stop");
    this.points = [];
    this.summary = null;
    this.total = this.game.snap.moves.length;
    const progress = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
    const text = h("p", { class: "quiet small" });
    put(this.text, progress, text);
    const note = (/** @type {string} */ about) => put(text, about);
    const onProgress = (/** @type {number} */ done, /** @type {number} */ of) => this.receive({ type: "progress", done, of });
    try {
      const found = await review(this.game, { signal, note, onProgress }, () => this.read(signal));
      if (found) this.receive({ type: "review", ...found });
    } catch (error) {
      put(this.text, !signal.aborted && h("p", { class: "say bad" }, errorText(error)));
    }
    this.job = null;
    this.button.textContent = t("review.start");
  }

  /** Reads the stream of progress and result of the server. @param {AbortSignal} signal @returns {Promise<null>} */
  async read(signal) {
    const response = await fetch(`/api/games/${this.game.id}/review`, { signal }).catch(() => {
      throw new Unreachable();
    });
    if (!response.ok || !response.body) throw new Rejection(response.status, await response.json().catch(() => ({})));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) this.receive(localise(JSON.parse(line)));
    }
    if (this.text.querySelector("progress")) put(this.text, h("p", { class: "say bad" }, t("review.too_early")));
    return null;
  }

  /** @param {any} line */
  receive(line) {
    if (line.type === "progress") {
      const bar = this.text.querySelector("progress");
      if (bar) bar.value = line.done / Math.max(line.of, 1);
    } else if (line.type === "review") {
      this.points = line.chances.flatMap((/** @type {number[] | null} */ chances, /** @type {number} */ ply) => (chances ? [{ ply, chances }] : []));
      this.summary = line;
      this.drawText(line);
      // The list of moves marks the faults; the shown position, or the line that the player tries, stays.
      this.options.changed();
      this.graph.scrollIntoView({ block: "start" });
    } else if (line.type === "failed") {
      put(this.text, h("p", { class: "say bad" }, line.message));
    }
  }

  drawGraph() {
    if (!this.summary) return;
    const marks = this.summary.faults.filter(({ verdict }) => verdict !== "inaccuracy").map((fault) => ({ ply: fault.ply, text: this.#faultText(fault) }));
    put(this.graph, chanceGraph(this.points, this.total, this.shown, marks, this.options.go));
  }

  /** Returns the turn of an action. @param {number} ply */
  #turn(ply) {
    return this.game.snap.moves[ply - 1]?.turn ?? "";
  }

  /** @param {Fault} fault */
  #faultText({ ply, player, action }) {
    return t("review.fault", { turn: this.#turn(ply), colour: COLOURS[player], action: actionText(action) });
  }

  /** @param {Summary} summary */
  drawText(summary) {
    const jump = (/** @type {number} */ ply, /** @type {string} */ text) =>
      h("button", { class: "bare", onclick: () => (this.options.go(ply), scrollTo({ top: 0 })) }, text);
    const name = (/** @type {number} */ player) => COLOURS[player];
    const item = (/** @type {Fault} */ fault) =>
      h("li", null, jump(fault.ply - 1, this.#faultText(fault)),
        h("p", { class: "small" },
          t("review.loss", { verdict: fault.verdict, points: Math.round(100 * fault.loss) }),
          fault.better.length > 0 && t("review.better", { moves: turnText(firstTurn(fault.better)) }),
          fault.better.length > 0 && notation(fault.better.slice(0, 8))));
    const isKey = (/** @type {Fault} */ { ply }) => summary.key_moments.some(({ start, end }) => ply > start && ply <= end);
    const sorted = summary.faults.filter((fault) => !isKey(fault)).sort((a, b) => b.loss - a.loss);
    const last = summary.turning_points.at(-1);
    const [worst, rest] = [sorted.slice(0, FAULTS_SHOWN), sorted.slice(FAULTS_SHOWN)];
    put(
      this.text,
      h("h2", { class: "sub" }, t("review.accuracy")),
      h("ul", { class: "plain" }, summary.players.map((play) =>
        h("li", null, h("span", { class: `pip p${play.player}`, "aria-hidden": "true" }), " ",
          play.accuracy === null ? t("review.no_accuracy", { colour: sentence(name(play.player)) })
            : parts("review.accuracy_of", { colour: sentence(name(play.player)), percent: h("strong", null, `${Math.round(play.accuracy)} %`) }), " ",
          h("span", { class: "small quiet" }, t("review.counts", { inaccuracies: play.inaccuracies, mistakes: play.mistakes, blunders: play.blunders }))))),
      h("p", { class: "small quiet" }, t("review.accuracy.about")),
      summary.key_moments.length > 0 && h("h2", { class: "sub" }, t("moment.title")),
      momentList(summary.key_moments, this.options.moments),
      last && h("p", null, t("review.ahead", { colour: sentence(name(last.to)) }), " ", jump(last.ply, t("ring.turn", { turn: this.#turn(last.ply) }))),
      sorted.length > 0 && h("h2", { class: "sub" }, t("review.better_moves")),
      h("ul", { class: "plain" }, worst.map(item)),
      rest.length > 0 && h("details", null, h("summary", null, t("review.more", { count: rest.length })), h("ul", { class: "plain" }, rest.map(item))),
    );
  }
}
