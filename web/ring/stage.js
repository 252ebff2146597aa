// What is on the board: the game as it is now, one happening after the other, or a position of its past.

import { playerName } from "./names.js";

/** @typedef {import("../lib/live.js").LiveGame} LiveGame */
/** @typedef {import("../lib/types.js").RingState} RingState */
/** @typedef {import("../lib/types.js").RingLegal} RingLegal */
/** @typedef {import("../lib/types.js").RingEvent} RingEvent */
/** @typedef {{state: RingState, events: RingEvent[], previous?: RingState, ply: number, deed?: any}} Frame */
/** @typedef {{events?: RingEvent[], previous?: RingState, still?: boolean}} Shown */

/** When more than this waits to be shown, it is not animated any more. */
const PATIENCE = 6;

export class Stage {
  /** @param {LiveGame} game */
  constructor(game) {
    this.game = game;
    /** @type {Frame[]} What waits to be shown. */
    this.waiting = [];
    /** @type {Frame} */
    this.frame = { state: game.snap.state, events: [], ply: game.snap.moves.length };
    this.isPast = false;
    this.isBusy = false;
    this.asked = 0;
    /** @type {Map<number, Frame>} Plies that were looked at; forgotten when the game goes back. */
    this.known = new Map();
    /** @type {(change?: Shown) => unknown} */
    this.listener = () => {};
    /** Told whenever something else is on the board. @type {() => void} */
    this.onShown = () => {};
    /** Told of everything that happens, when it has been shown. @type {(frame: Frame) => void} */
    this.onHappened = () => {};
    game.subscribe((change) => this.heard(change));
  }

  /** @param {(change?: Shown) => unknown} listener */
  subscribe(listener) {
    this.listener = listener;
  }

  /** How many actions led to what is on the board. */
  get ply() {
    return this.frame.ply;
  }

  /** @returns {{state: RingState, legal: RingLegal | null}} */
  view() {
    const { you } = this.game.snap;
    const isNow = !this.isPast && this.waiting.length === 0 && this.frame.ply === this.game.snap.moves.length;
    const legal = isNow && you?.legal?.game === "ringrift" ? you.legal : null;
    return { state: this.frame.state, legal };
  }

  /** Why nothing can be chosen. */
  idle() {
    const { table, state } = this.game.snap;
    if (this.isPast) return "This is the past. Go back to now to play.";
    if (table.stage === "over") return "The game is over.";
    if (this.game.mine.length === 0) return "You are watching.";
    return state.player ? `It is the turn of ${playerName(table, state, state.player)}.` : "";
  }

  /** All moves, with the colours of those who made them. */
  moves() {
    const { moves, state } = this.game.snap;
    const colour = (/** @type {number} */ seat) => state.players.find((/** @type {any} */ one) => one.seat === seat)?.player ?? seat + 1;
    return moves.map(({ seat, turn, action }) => ({ player: colour(seat), turn, action: String(action) }));
  }

  /** @param {string} action */
  act(action) {
    return this.game.act(action);
  }

  /** @param {string} action */
  preview(action) {
    return this.game.preview(action);
  }

  /** @param {object} question */
  why(question) {
    return this.game.why(question);
  }

  /** Keeps what is known of the past; if nothing tells how the board came about, it is pointed out. @param {import("../lib/types.js").Ply[]} plies */
  remember(plies) {
    for (const { ply, state, events = [] } of plies) this.known.set(ply, { state, events, ply });
    const events = this.known.get(this.frame.ply)?.events ?? [];
    if (!this.isSettled || this.frame.events.length || !events.length) return;
    this.frame = { ...this.frame, events };
    this.listener({ events, still: true });
  }

  /** @param {import("../lib/live.js").Change} change */
  heard(change) {
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
    // What was looked at may have been taken back.
    if (this.isPast && this.frame.ply > frame.ply) this.show(null);
    if (this.isPast) {
      this.onHappened(frame);
      return this.onShown();
    }
    this.waiting.push(frame);
    this.run();
  }

  /** Whether everything that has happened has been shown. */
  get isSettled() {
    return !this.isBusy && this.waiting.length === 0 && !this.isPast;
  }

  /** Whether there is no time to look at everything: much has happened, or one's own clock runs. */
  isHurried() {
    const { clock } = this.game.snap.table;
    const isTimed = clock.running !== null && clock.rules.kind === "increment" && this.game.mine.includes(clock.running);
    return this.waiting.length > (isTimed ? 1 : PATIENCE);
  }

  /** Shows what waits, one after the other. */
  async run() {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.waiting.length > 0 && !this.isPast) {
        const isHurried = this.isHurried();
        const frame = /** @type {Frame} */ (this.waiting.shift());
        this.frame = frame;
        await this.listener({ events: frame.events, previous: frame.previous, still: isHurried });
        this.onHappened(frame);
        if (this.waiting.length > 0) this.onShown();
      }
    } finally {
      this.isBusy = false;
    }
    this.onShown();
  }

  /** Shows a position of the past, or what is now. @param {number | null} ply */
  async show(ply) {
    const mine = ++this.asked;
    const { snap } = this.game;
    const last = snap.moves.length;
    // What waits is not shown any more, but told.
    for (const frame of this.waiting.splice(0)) this.onHappened(frame);
    if (ply === null || ply >= last) {
      const before = this.frame;
      this.isPast = false;
      this.frame = { state: snap.state, events: this.known.get(last)?.events ?? [], ply: last };
      return this.shown(before);
    }
    const frame = await this.past(ply);
    // Something else has been asked for since.
    if (mine !== this.asked) return;
    const before = this.frame;
    this.isPast = true;
    this.frame = frame;
    return this.shown(before);
  }

  /** Shows how it came about if it follows what was there. @param {Frame} before */
  shown(before) {
    const { ply, events } = this.frame;
    this.onShown();
    return this.listener({ events, previous: before.state, still: before.ply !== ply - 1 });
  }

  /** @param {number} ply @returns {Promise<Frame>} */
  async past(ply) {
    const known = this.known.get(ply);
    if (known) return known;
    // Whoever looks at one mostly looks at its neighbours too.
    const from = Math.max(0, ply - 20);
    this.remember(await this.game.plies(from, ply + 20));
    const found = this.known.get(ply);
    if (!found) throw new Error(`the server did not tell of ply ${ply}`);
    return found;
  }
}
