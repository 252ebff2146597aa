// A game that the page follows: its snapshot, the messages that change it, and the commands of the player. `LiveGame` is a game on the server,
// `LocalGame` one on this device. The effect of an action of RingRift may be shown before it is confirmed; if it is rejected, or something else
// happens first, the game goes back to the confirmed state.

import { Rejection } from "./api.js";
import * as engine from "./engine.js";
import { t } from "./text.js";

/** @import { AsgMap, Ply, RingState, Snapshot, Standing, Study, Update, Why } from "./types.js" */
/** `note`: why it does not think yet. @typedef {{seat: number, begun: boolean, since: number, progress?: number, note?: string}} Thinking */
/**
 * `confirmed`: what the last update showed is confirmed.
 * @typedef {{kind: "snapshot"} | {kind: "update", update: Update, before: Snapshot} | {kind: "confirmed"} | {kind: "thinking"} |
 *   {kind: "connection"}} Change
 */
/**
 * An action that is shown but not confirmed: the confirmed snapshot before it, and the hash that the update will have.
 * @typedef {{before: Snapshot, hash: string, end: (isConfirmed: boolean) => void, ended: Promise<boolean>}} Expected
 */
/** @typedef {{message: any, resolve: (receipt: any) => void, reject: (error: Error) => void}} Pending */

export class GameClient {
  /** Whether the game is on this device and not on the server. */
  isLocal = false;
  /** @type {Thinking | null} */
  thinking = null;
  /** @type {Set<(change: Change) => void>} */
  listeners = new Set();
  /** @type {Map<string, Pending>} */
  pending = new Map();
  /** @type {Expected | null} */
  expected = null;

  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    /** @type {Snapshot} */
    this.snap = snapshot;
    this.id = snapshot.table.id;
    /** Time of the game minus local time, in milliseconds. */
    this.clockOffset = snapshot.table.clock.at - Date.now();
  }

  /** @param {(change: Change) => void} listener @returns {() => void} unsubscribes */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  snapshot() {
    return this.snap;
  }

  /** Returns the address of the page of a game. @param {string} [id] */
  address(id = this.id) {
    return this.isLocal ? `/local?game=${encodeURIComponent(id)}` : `/games/${encodeURIComponent(id)}`;
  }

  /** Returns the time of the game. */
  now() {
    return Date.now() + this.clockOffset;
  }

  /** The player's seats; empty for spectators. */
  get mine() {
    return this.snap.you?.seats ?? [];
  }

  /** @param {any} action */
  async act(action) {
    await this.confirmation();
    const { snap } = this;
    const sent = this.send({ type: "act", action, seq: snap.seq, seat: snap.table.to_move });
    if (snap.table.game === "ringrift") this.foresee(String(action), sent);
    return sent;
  }

  /** Waits until the last action is confirmed: what follows refers to it. */
  async confirmation() {
    if (this.expected && !(await this.expected.ended))
      throw new Rejection(409, { message: t("table.not_accepted") });
  }

  /** Shows the effect of an action that was sent, unless it is confirmed first. @param {string} action @param {Promise<unknown>} sent */
  async foresee(action, sent) {
    const before = this.snap;
    let isRejected = false;
    sent.catch(() => (isRejected = true));
    const study = await engine.foresee(before.state.position, action);
    if (!study || isRejected || this.snap !== before) return;
    const seat = before.table.to_move ?? 0;
    const state = withSeats(study, before.state);
    const next = state.players.find(({ player }) => player === state.player)?.seat ?? null;
    const table = { ...before.table, to_move: next, actions: before.table.actions + 1 };
    const legal = next !== null && this.mine.includes(next) ? study.legal : undefined;
    const you = before.you && { ...before.you, legal, can_undo: false };
    /** @type {(isConfirmed: boolean) => void} */
    let end = () => {};
    const ended = new Promise((/** @type {(isConfirmed: boolean) => void} */ resolve) => (end = resolve));
    this.expected = { before, hash: study.hash, end, ended };
    const deed = { type: "acted", seat, action };
    const update = { seq: before.seq, hash: study.hash, at: this.now(), deed, events: study.events, table, state, you };
    this.snap = after(before, update);
    this.notify({ kind: "update", update, before });
  }

  /** Ends the expectation; unless it is confirmed, returns to the confirmed snapshot. @param {boolean} isConfirmed */
  endExpectation(isConfirmed) {
    const { expected } = this;
    if (!expected) return false;
    this.expected = null;
    if (!isConfirmed) this.snap = expected.before;
    expected.end(isConfirmed);
    return true;
  }

  async undo() {
    await this.confirmation();
    const seats = this.mine;
    const last = this.snap.moves.at(-1)?.seat;
    const seat = last !== undefined && seats.includes(last) ? last : seats[0];
    return this.send({ type: "undo", seq: this.snap.seq, seat });
  }

  /** @param {string} type @param {object} [extra] */
  command(type, extra = {}) {
    return this.send({ type, seat: this.mine.length > 1 ? (this.snap.table.to_move ?? this.mine[0]) : this.mine[0], ...extra });
  }

  /** Sends a request about the game; `path` follows its address. @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  request(method, path, body) {
    throw new Error(`not implemented: ${method} ${path} ${body}`);
  }

  /** Previews orders of ASG. @param {any} action */
  preview(action) {
    return this.request("POST", "/preview", { action });
  }

  /** Returns what an action of RingRift would do. @param {string} action */
  effect(action) {
    return engine.effect(this.snap.state, action);
  }

  /** @param {{cell?: string, picked?: string[], action?: string}} question @returns {Promise<Why>} */
  why(question) {
    return engine.why(this.snap.state.position, question);
  }

  /** @param {number} from @param {number} to @returns {Promise<Ply[]>} */
  async plies(from, to) {
    return (await this.request("GET", `/plies?from=${from}&to=${to}`)).plies;
  }

  /** @returns {Promise<AsgMap>} */
  map() {
    return this.request("GET", "/map");
  }

  /** Returns the record, or the replay of ASG. @returns {Promise<string>} */
  async record() {
    const record = await this.request("GET", "/record");
    // Replays are JSON, which `request` has parsed.
    return typeof record === "string" ? record : JSON.stringify(record);
  }

  /** @param {any} message */
  send(message) {
    const client = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const named = { ...message, client };
    return new Promise((resolve, reject) => {
      this.pending.set(client, { message: named, resolve, reject });
      this.write(named);
    });
  }

  /** Passes a message on. @param {any} message */
  write(message) {
    throw new Error(`not implemented: ${message.type}`);
  }

  /** @param {any} message */
  receive(message) {
    switch (message.type) {
      case "snapshot":
        return this.replaceSnapshot(message);
      case "update":
        return this.applyUpdate(message);
      case "thinking":
        this.thinking = message.seat === null || message.seat === undefined ? null : message;
        return this.notify({ kind: "thinking" });
      case "done":
      case "refused":
        return this.settle(message);
    }
  }

  /** @param {any} message */
  settle(message) {
    const pending = this.pending.get(message.client);
    const isExpected = pending?.message.type === "act" && pending.message.seq === this.expected?.before.seq;
    const isRolledBack = message.type === "refused" && isExpected && this.endExpectation(false);
    if (isRolledBack && !message.now) this.notify({ kind: "snapshot" });
    if (message.now) this.replaceSnapshot(message.now, isRolledBack);
    if (!pending) return;
    this.pending.delete(message.client);
    if (message.type === "done") pending.resolve(message);
    else pending.reject(new Rejection(409, message));
  }

  /** @param {Snapshot} snapshot @param {boolean} [isRolledBack] the shown state is not the confirmed one */
  replaceSnapshot(snapshot, isRolledBack = false) {
    this.clockOffset = snapshot.table.clock.at - Date.now();
    const { expected } = this;
    // The action was not received yet: it is sent again.
    if (expected && isSame(snapshot, expected.before)) return void (expected.before = snapshot);
    const isConfirmed = expected !== null && snapshot.seq === expected.before.seq + 1 && snapshot.hash === expected.hash;
    const isChanged = this.endExpectation(isConfirmed) || isRolledBack || !isSame(snapshot, this.snap);
    this.snap = snapshot;
    this.notify({ kind: isConfirmed ? "confirmed" : isChanged ? "snapshot" : "connection" });
  }

  /** @param {Update} update */
  applyUpdate(update) {
    if (update.seq <= this.snap.seq) return;
    if (update.seq !== this.snap.seq + 1) return this.write({ type: "sync" });
    const { expected } = this;
    const before = expected?.before ?? this.snap;
    const isConfirmed = update.deed.type === "acted" && update.hash === expected?.hash;
    if (this.endExpectation(isConfirmed) && !isConfirmed) this.notify({ kind: "snapshot" });
    // The update with the shortest latency gives the best estimate.
    this.clockOffset = Math.max(this.clockOffset, update.table.clock.at - Date.now());
    this.snap = after(before, update);
    this.notify(isConfirmed ? { kind: "confirmed" } : { kind: "update", update, before });
  }

  /** @param {Change} change */
  notify(change) {
    for (const listener of [...this.listeners]) listener(change);
  }
}

/** @param {Snapshot} one @param {Snapshot} other */
function isSame(one, other) {
  return one.seq === other.seq && one.hash === other.hash && Boolean(one.you) === Boolean(other.you);
}

/** Returns the snapshot after an update. @param {Snapshot} before @param {Update} update @returns {Snapshot} */
function after(before, { seq, hash, at, deed, table, state = before.state, you }) {
  const moves = before.moves.slice(0, table.actions);
  if (deed.type === "acted") {
    const { seat, action } = deed;
    moves.push({ seat, action, turn: before.state.turn ?? before.state.ply, at, left: table.clock.left[seat] });
  }
  return { seq, hash, table, state, moves, you };
}

/**
 * Returns the state of a study with the seats of the game. A study begins with the colours in the order of the seats; in a game the
 * players may have swapped them before, and the action may swap them again.
 * @param {Study} study @param {RingState} before @returns {RingState}
 */
export function withSeats({ state }, before) {
  const seatOf = (/** @type {number} */ player) => before.players.find((one) => one.player === player)?.seat ?? player - 1;
  return { ...state, players: state.players.map((/** @type {Standing} */ one) => ({ ...one, seat: seatOf(one.seat + 1) })) };
}
