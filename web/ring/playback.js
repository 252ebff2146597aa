// Decides which position of a game is shown: queued updates one after the other, or a position of the past.

import { withSeats } from "../lib/game-client.js";
import { attempt } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { playerName } from "./names.js";

/** @import { Change, GameClient } from "../lib/game-client.js" */
/** @import { Aside } from "./moments.js" */
/** @import { LogEvent, Ply, RingEvent, RingLegal, RingState, Standing } from "../lib/types.js" */
/** @typedef {{state: RingState, events: RingEvent[], previous?: RingState, ply: number, deed?: LogEvent}} Frame */
/** @typedef {{events?: RingEvent[], previous?: RingState, still?: boolean}} Shown */

/** With more frames than this in the queue, they are shown without animation. */
const MAX_ANIMATED_FRAMES = 6;

export class Playback {
  /** @param {GameClient} game */
  constructor(game) {
    this.game = game;
    /** @type {Frame[]} */
    this.queue = [];
    /** @type {Frame} */
    this.frame = { state: game.snap.state, events: [], ply: game.snap.moves.length };
    this.isPast = false;
    /** The shown line beside the game. @type {Aside | null} */
    this.aside = null;
    this.isBusy = false;
    /** Number of steps to other positions that are being animated. */
    this.steps = 0;
    /** Ends when the queued frames have been shown. */
    this.running = Promise.resolve();
    this.lastRequest = 0;
    /** @type {Map<number, Frame>} loaded plies; cleared when actions are taken back */
    this.known = new Map();
    /** @type {(change?: Shown) => unknown} */
    this.listener = () => {};
    /** Called when another position is shown. @type {() => void} */
    this.onShown = () => {};
    /** Called for every frame after it was shown. @type {(frame: Frame) => void} */
    this.onPlayed = () => {};
    game.subscribe((change) => this.onChange(change));
  }

  /** @param {(change?: Shown) => unknown} listener */
  subscribe(listener) {
    this.listener = listener;
  }

  /** Number of actions before the shown position. */
  get ply() {
    return this.frame.ply;
  }

  view() {
    if (this.aside) return { state: this.frame.state, legal: this.aside.isTry && !this.aside.isDone ? (this.aside.line.study.legal ?? null) : null };
    const { you } = this.game.snap;
    const isNow = !this.isPast && this.queue.length === 0 && this.frame.ply === this.game.snap.moves.length;
    const legal = isNow && you?.legal?.game === "ringrift" ? you.legal : null;
    return { state: this.frame.state, legal };
  }

  /** Explains why there is nothing to choose. */
  idle() {
    const { table, state } = this.game.snap;
    if (this.aside) return "";
    if (this.isPast) return t(table.stage === "over" ? "ring.idle.past_over" : "ring.idle.past");
    if (table.stage === "over") return t("ring.ending.other");
    if (this.game.mine.length === 0) return t("ring.idle.watching");
    return state.player ? t("ring.idle.other", { name: playerName(table, state, state.player) }) : "";
  }

  /** Returns the player who may choose actions in advance: another one decides. */
  premover() {
    const { table } = this.game.snap;
    const isWaiting = !this.isPast && table.stage === "running" && table.purpose === "match" && this.game.mine.length === 1 && table.to_move !== this.game.mine[0];
    return isWaiting ? (this.standing(this.game.mine[0])?.player ?? null) : null;
  }

  /** Takes back the last action of the player's turn; returns whether there is one. */
  undoLast() {
    if (this.aside) {
      const { line, isTry } = this.aside;
      const canUndo = isTry && line.at > 0;
      if (canUndo) line.undo();
      return canUndo;
    }
    const canUndo = !this.isPast && this.isSettled && Boolean(this.game.snap.you?.can_undo);
    if (canUndo) attempt(() => this.game.undo());
    return canUndo;
  }

  /** Returns all moves with the players' colours. */
  moves() {
    const player = (/** @type {number} */ seat) => this.standing(seat)?.player ?? seat + 1;
    return this.game.snap.moves.map(({ seat, turn, action }) => ({ player: player(seat), turn, action: String(action) }));
  }

  /** @param {number} seat @returns {Standing | undefined} */
  standing(seat) {
    return this.game.snap.state.players.find((/** @type {Standing} */ one) => one.seat === seat);
  }

  /** @param {string} action */
  async act(action) {
    if (this.aside) return this.aside.line.act(action);
    try {
      return await this.game.act(action);
    } catch (error) {
      // The reason is shown on the board of the server's state.
      await this.running;
      throw error;
    }
  }

  /** @param {string} action */
  preview(action) {
    return this.aside ? this.aside.line.preview(action) : this.game.effect(action);
  }

  /** @param {object} question */
  why(question) {
    return this.aside ? this.aside.line.why(question) : this.game.why(question);
  }

  /** Caches plies; highlights the last action if the shown frame has no events yet. @param {Ply[]} plies */
  cache(plies) {
    for (const { ply, state, events = [] } of plies) this.known.set(ply, { state, events, ply });
    const events = this.known.get(this.frame.ply)?.events ?? [];
    if (!this.isSettled || this.frame.events.length || !events.length) return;
    this.frame = { ...this.frame, events };
    this.listener({ events, still: true });
  }

  /** @param {Change} change */
  onChange(change) {
    const { snap } = this.game;
    if (change.kind === "update") {
      if (change.update.table.actions < change.before.moves.length) this.known.clear();
      if (!change.update.state) return;
      const { deed, events = [] } = change.update;
      const frame = { state: snap.state, events, previous: change.before.state, ply: snap.moves.length, deed };
      this.known.set(frame.ply, frame);
      this.add(frame);
    } else if (change.kind === "snapshot") {
      this.known.clear();
      this.add({ state: snap.state, events: [], ply: snap.moves.length });
    }
  }

  /** @param {Frame} frame */
  add(frame) {
    // The shown ply may have been taken back.
    if (this.isPast && this.frame.ply > frame.ply) this.show(null);
    if (this.isPast) {
      this.onPlayed(frame);
      return this.onShown();
    }
    this.queue.push(frame);
    if (!this.isBusy) this.running = this.run();
  }

  /** Whether the current position is shown and the queue is empty. */
  get isSettled() {
    return !this.isBusy && this.steps === 0 && this.queue.length === 0 && !this.isPast;
  }

  /** Reports whether to skip animations: the queue is too long. */
  isHurried() {
    const { clock } = this.game.snap.table;
    const isTimed = clock.running !== null && clock.rules.kind === "increment" && this.game.mine.includes(clock.running);
    return this.queue.length > (isTimed ? 1 : MAX_ANIMATED_FRAMES);
  }

  /** Shows the queued frames one after the other. */
  async run() {
    this.isBusy = true;
    try {
      while (this.queue.length > 0 && !this.isPast) {
        const isHurried = this.isHurried();
        const frame = /** @type {Frame} */ (this.queue.shift());
        this.frame = frame;
        await this.listener({ events: frame.events, previous: frame.previous, still: isHurried });
        this.onPlayed(frame);
        if (this.queue.length > 0) this.onShown();
      }
    } finally {
      this.isBusy = false;
    }
    this.onShown();
  }

  /** Shows a position of the past, or the current one. @param {number | null} ply */
  async show(ply) {
    const mine = ++this.lastRequest;
    const { snap } = this.game;
    const last = snap.moves.length;
    // Queued frames are logged without being shown.
    for (const frame of this.queue.splice(0)) this.onPlayed(frame);
    if (ply === null || ply >= last) return this.#replace({ state: snap.state, events: this.known.get(last)?.events ?? [], ply: last }, false);
    const frame = await this.past(ply).catch(async (error) => {
      // The frames of the queue are gone: the current position follows.
      if (mine === this.lastRequest && !this.isPast) await this.show(null);
      throw error;
    });
    // Another position was requested meanwhile.
    if (mine !== this.lastRequest) return;
    return this.#replace(frame, true);
  }

  /** Shows the position of a line beside the game. @param {Aside} aside @param {Shown} [change] */
  async branch(aside, change = { still: true }) {
    this.lastRequest += 1;
    for (const frame of this.queue.splice(0)) this.onPlayed(frame);
    if (this.aside !== aside) this.aside?.job.abort();
    this.aside = aside;
    this.isPast = true;
    this.frame = { state: withSeats(aside.line.study, aside.start.state), events: change.events ?? [], ply: aside.start.ply };
    this.onShown();
    await this.listener(change);
  }

  /**
   * Shows a position of the game. A step forward is animated, and the next decision announced after it.
   * @param {Frame} frame @param {boolean} isPast
   */
  async #replace(frame, isPast) {
    const { aside, frame: before } = this;
    aside?.job.abort();
    this.aside = null;
    this.isPast = isPast;
    this.frame = frame;
    const { ply, events } = frame;
    const isStep = !aside && before.ply === ply - 1;
    if (!isStep) this.onShown();
    this.steps += 1;
    try {
      await this.listener({ events, previous: before.state, still: !isStep });
    } finally {
      this.steps -= 1;
    }
    if (isStep) this.onShown();
  }

  /** @param {number} ply */
  async past(ply) {
    const known = this.known.get(ply);
    if (known) return known;
    // Load the neighbours too: they are often next.
    const from = Math.max(0, ply - 20);
    this.cache(await this.game.plies(from, ply + 20));
    const found = this.known.get(ply);
    if (!found) throw new Error(`ply ${ply} was not sent`);
    return found;
  }
}
