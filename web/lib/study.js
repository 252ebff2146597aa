// A line of play that the page keeps itself; the server says what can be done in each position and what comes of it.

import { post } from "./api.js";

/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./types.js").RingEvent} RingEvent */
/** @typedef {{action: string, study: Study}} Step */
/** @typedef {{events: RingEvent[], previous: import("./types.js").RingState}} Change What happened, if the board did not jump. */

export class StudyLine {
  /** @param {Study} start */
  constructor(start) {
    this.start = start;
    /** @type {Step[]} */
    this.steps = [];
    /** How many of the steps are on the board. */
    this.at = 0;
    /** Lines that were left when another action was played. @type {Step[][]} */
    this.others = [];
    /** @type {Set<(change: Change | null) => unknown>} */
    this.listeners = new Set();
  }

  /** @param {object} question `{position}` or rules @returns {Promise<StudyLine>} */
  static async of(question) {
    return new StudyLine(await post("/api/study", question));
  }

  /** @param {(change: Change | null) => unknown} listener @returns {() => void} stops it */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** @returns {Study} */
  get study() {
    return this.at === 0 ? this.start : this.steps[this.at - 1].study;
  }

  view() {
    return { state: this.study.state, legal: this.study.legal ?? null, canUndo: this.at > 0 };
  }

  /** @param {string} action */
  async act(action) {
    const from = this.at;
    const previous = this.study.state;
    const study = await post("/api/study/act", { position: this.study.state.position, action });
    if (this.at !== from) return;
    const rest = this.steps.slice(from);
    if (rest.length && rest[0].action !== action) this.others.unshift(this.steps.slice());
    if (!rest.length || rest[0].action !== action) this.steps = [...this.steps.slice(0, from), { action, study }];
    this.at = from + 1;
    this.tell({ events: study.events ?? [], previous });
  }

  async undo() {
    this.go(this.at - 1);
  }

  /** @param {number} ply */
  go(ply) {
    const to = Math.max(0, Math.min(ply, this.steps.length));
    if (to === this.at) return;
    const isNext = to === this.at + 1;
    const previous = this.study.state;
    this.at = to;
    this.tell(isNext ? { events: this.study.events ?? [], previous } : null);
  }

  /** Plays a list of actions, as far as they can be played. @param {string[]} actions */
  async load(actions) {
    for (const action of actions) {
      const study = await post("/api/study/act", { position: this.study.state.position, action });
      this.steps = [...this.steps.slice(0, this.at), { action, study }];
      this.at += 1;
    }
    this.tell(null);
  }

  /** Goes to another line. @param {number} index */
  swap(index) {
    const [line] = this.others.splice(index, 1);
    this.others.unshift(this.steps);
    this.steps = line;
    this.at = line.length;
    this.tell(null);
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

  /** @param {Change | null} change */
  tell(change) {
    for (const listener of [...this.listeners]) listener(change);
  }
}
