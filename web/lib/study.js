// A line of play held by the page. The engine lists the legal actions of each position and applies them.

import * as engine from "./engine.js";

/** @import { RingEvent, RingState, Study } from "./types.js" */
/** @typedef {{action: string, player: number, turn: number, position: string, study: Study | null}} Step `study` is loaded on demand. */
/** `still`: show without animation. @typedef {{events: RingEvent[], previous: RingState, still: boolean}} Change */

export class StudyLine {
  /** @param {Study} start */
  constructor(start) {
    this.start = start;
    /** @type {Step[]} */
    this.steps = [];
    /** Number of steps played on the board. */
    this.at = 0;
    /** The shown position. */
    this.study = start;
    /** Variations replaced by playing another action. @type {Step[][]} */
    this.others = [];
    this.lastRequest = 0;
    /** @type {Set<(change: Change) => unknown>} */
    this.listeners = new Set();
  }

  /** @param {object} question `{position}` or rules */
  static async of(question) {
    return new StudyLine(await engine.open(question));
  }

  /** @param {(change: Change) => unknown} listener @returns {() => void} unsubscribes */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  view() {
    return { state: this.study.state, legal: this.study.legal ?? null };
  }

  /** @param {string} action */
  async act(action) {
    const { at: from, study: before } = this;
    const study = await engine.act(before.state.position, action);
    if (this.study !== before) return;
    const isKnown = this.steps[from]?.action === action;
    if (!isKnown) {
      if (this.steps.length > from) this.others.unshift(this.steps);
      const { player, turn } = before.state;
      this.steps = [...this.steps.slice(0, from), { action, player: player ?? 1, turn, position: study.state.position, study }];
    }
    this.show(from + 1, study, { events: study.events ?? [], previous: before.state, still: false });
  }

  undo() {
    return this.go(this.at - 1);
  }

  /** Goes to a step; a later call overrides this one. @param {number} ply */
  async go(ply) {
    const to = Math.max(0, Math.min(ply, this.steps.length));
    const mine = ++this.lastRequest;
    if (to === this.at) return;
    const [from, before, steps] = [this.at, this.study, this.steps];
    const study = await this.studyAt(to);
    if (mine !== this.lastRequest || this.steps !== steps) return;
    this.show(to, study, { events: study.events ?? [], previous: before.state, still: to !== from + 1 });
  }

  /** @param {number} ply */
  async studyAt(ply) {
    if (ply === 0) return this.start;
    const step = this.steps[ply - 1];
    const before = ply === 1 ? this.start.state.position : this.steps[ply - 2].position;
    step.study ??= await engine.act(before, step.action);
    return step.study;
  }

  /** Replaces the line by a list of actions and goes to its end. @param {string[]} actions */
  async load(actions) {
    /** @type {{steps: Omit<Step, "study">[]}} */
    const { steps } = await engine.ask("POST", "/api/study/line", { start: this.start.state.position, actions });
    this.steps = steps.map((step) => ({ ...step, study: null }));
    await this.go(steps.length);
  }

  /** Switches to another variation. @param {number} index */
  async swap(index) {
    const [line] = this.others.splice(index, 1);
    this.others.unshift(this.steps);
    this.steps = line;
    this.at = -1;
    await this.go(line.length);
  }

  /** @param {string} action */
  preview(action) {
    return engine.effect(this.study.state, action);
  }

  /** @param {object} question */
  why(question) {
    return engine.why(this.study.state.position, question);
  }

  /** The actions up to the shown position. */
  get actions() {
    return this.steps.slice(0, this.at).map((step) => step.action);
  }

  /** @param {number} at @param {Study} study @param {Change} change */
  show(at, study, change) {
    this.lastRequest += 1;
    this.at = at;
    this.study = study;
    for (const listener of [...this.listeners]) listener(change);
  }
}
