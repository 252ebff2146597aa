// A line of play that the page keeps itself; the server says what can be done in each position and what comes of it.

import { post } from "./api.js";

/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./types.js").RingEvent} RingEvent */
/** @typedef {{action: string, player: number, turn: number, position: string, study: Study | null}} Step Without a study it has not been looked at. */
/** What happened last; `still` if it was not played now. @typedef {{events: RingEvent[], previous: import("./types.js").RingState, still: boolean}} Change */

export class StudyLine {
  /** @param {Study} start */
  constructor(start) {
    this.start = start;
    /** @type {Step[]} */
    this.steps = [];
    /** How many of the steps are on the board. */
    this.at = 0;
    /** What is on the board. */
    this.study = start;
    /** Lines that were left when another action was played. @type {Step[][]} */
    this.others = [];
    this.asked = 0;
    /** @type {Set<(change: Change) => unknown>} */
    this.listeners = new Set();
  }

  /** @param {object} question `{position}` or rules @returns {Promise<StudyLine>} */
  static async of(question) {
    return new StudyLine(await post("/api/study", question));
  }

  /** @param {(change: Change) => unknown} listener @returns {() => void} stops it */
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
    const study = await post("/api/study/act", { position: before.state.position, action });
    if (this.study !== before) return;
    const isKnown = this.steps[from]?.action === action;
    if (!isKnown) {
      if (this.steps.length > from) this.others.unshift(this.steps);
      const { player, turn } = before.state;
      this.steps = [...this.steps.slice(0, from), { action, player: player ?? 1, turn, position: study.state.position, study }];
    }
    this.show(from + 1, study, { events: study.events ?? [], previous: before.state, still: false });
  }

  /** @returns {Promise<void>} */
  undo() {
    return this.go(this.at - 1);
  }

  /** Goes to a step; whoever asks for several gets the last. @param {number} ply */
  async go(ply) {
    const to = Math.max(0, Math.min(ply, this.steps.length));
    const mine = ++this.asked;
    if (to === this.at) return;
    const [from, before, steps] = [this.at, this.study, this.steps];
    const study = await this.studyAt(to);
    if (mine !== this.asked || this.steps !== steps) return;
    this.show(to, study, { events: study.events ?? [], previous: before.state, still: to !== from + 1 });
  }

  /** @param {number} ply @returns {Promise<Study>} */
  async studyAt(ply) {
    if (ply === 0) return this.start;
    const step = this.steps[ply - 1];
    const before = ply === 1 ? this.start.state.position : this.steps[ply - 2].position;
    step.study ??= /** @type {Study} */ (await post("/api/study/act", { position: before, action: step.action }));
    return step.study;
  }

  /** Puts a list of actions after the start, and goes to the last. @param {string[]} actions */
  async load(actions) {
    /** @type {{steps: Omit<Step, "study">[]}} */
    const { steps } = await post("/api/study/line", { start: this.start.state.position, actions });
    this.steps = steps.map((step) => ({ ...step, study: null }));
    await this.go(steps.length);
  }

  /** Goes to another line. @param {number} index */
  async swap(index) {
    const [line] = this.others.splice(index, 1);
    this.others.unshift(this.steps);
    this.steps = line;
    this.at = -1;
    await this.go(line.length);
  }

  /** @param {string} action */
  preview(action) {
    return post("/api/study/preview", { position: this.study.state.position, action });
  }

  /** @param {object} question */
  why(question) {
    return post("/api/study/why", { position: this.study.state.position, ...question });
  }

  /** The actions up to here. @returns {string[]} */
  get actions() {
    return this.steps.slice(0, this.at).map((step) => step.action);
  }

  /** @param {number} at @param {Study} study @param {Change} change */
  show(at, study, change) {
    this.asked += 1;
    this.at = at;
    this.study = study;
    for (const listener of [...this.listeners]) listener(change);
  }
}
