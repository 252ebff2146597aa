// A game on the server, followed over its WebSocket. Unanswered commands are sent again after a reconnect with the same `client` key,
// so that the server executes each of them once. The effect of an action of RingRift is shown before the server confirms it; if the server
// rejects it, or something else happens first, the game goes back to the state of the server.

import { Rejection, get, post } from "./api.js";
import * as engine from "./engine.js";

/** @import { AsgMap, Ply, RingState, Snapshot, Standing, Study, Update, Why } from "./types.js" */
/** @typedef {{seat: number, begun: boolean, since: number, progress?: number}} Thinking */
/**
 * `confirmed`: the server has confirmed what the last update showed.
 * @typedef {{kind: "snapshot"} | {kind: "update", update: Update, before: Snapshot} | {kind: "confirmed"} | {kind: "thinking"} |
 *   {kind: "connection"}} Change
 */
/**
 * An action that is shown but not confirmed: the server's snapshot before it, and the hash that the server will report.
 * @typedef {{before: Snapshot, hash: string, end: (isConfirmed: boolean) => void, ended: Promise<boolean>}} Expected
 */
/** @typedef {{message: any, resolve: (receipt: any) => void, reject: (error: Error) => void}} Pending */

/** Milliseconds without a message after which a sync is requested; 10 s later the connection is replaced. */
const IDLE_MS = 25000;

export class LiveGame {
  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    /** @type {Snapshot} */
    this.snap = snapshot;
    this.id = snapshot.table.id;
    /** Null until the first connection attempt has ended. @type {boolean | null} */
    this.connected = null;
    /** @type {Thinking | null} */
    this.thinking = null;
    /** Server time minus local time, in milliseconds. */
    this.clockOffset = snapshot.table.clock.at - Date.now();
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {Expected | null} */
    this.expected = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempts = 0;
    this.lastMessageAt = Date.now();
    this.timer = 0;
    this.connect();
    setInterval(() => this.checkConnection(), 5000);
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => {
      const { socket } = this;
      this.reconnectLater();
      socket?.close();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.connected || this.connect());
  }

  /** @param {string} id @returns {Promise<LiveGame>} */
  static async open(id) {
    return new LiveGame(await get(`/api/games/${encodeURIComponent(id)}`));
  }

  /** @param {(change: Change) => void} listener @returns {() => void} unsubscribes */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  snapshot() {
    return this.snap;
  }

  /** Returns the server's time. */
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

  /** Waits until the server has confirmed the last action: what follows refers to it. */
  async confirmation() {
    if (this.expected && !(await this.expected.ended))
      throw new Rejection(409, { message: "the action before this one was not accepted" });
  }

  /** Shows the effect of an action that was sent, unless the server is faster. @param {string} action @param {Promise<unknown>} sent */
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

  /** Ends the expectation; unless it is confirmed, returns to the server's snapshot. @param {boolean} isConfirmed */
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

  /** Previews orders of ASG; only the server knows what is hidden. @param {any} action */
  preview(action) {
    return post(`/api/games/${this.id}/preview`, { action });
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
    return (await get(`/api/games/${this.id}/plies?from=${from}&to=${to}`)).plies;
  }

  /** @returns {Promise<AsgMap>} */
  map() {
    return get(`/api/games/${this.id}/map`);
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

  /** @param {any} message */
  write(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${this.id}/socket?since=${this.snap.seq}`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.lastMessageAt = Date.now();
      for (const { message } of this.pending.values()) this.write(message);
      this.setConnected(true);
    };
    socket.onmessage = ({ data }) => {
      this.lastMessageAt = Date.now();
      this.receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      // The guest has lost access to the game: the page says so when it loads.
      if (code === 1008) return location.reload();
      if (this.socket === socket) this.reconnectLater();
    };
  }

  /** Schedules a reconnect with exponential backoff. @param {number} [wait] milliseconds */
  reconnectLater(wait) {
    this.socket = null;
    this.setConnected(false);
    const pause = wait ?? Math.min(400 * 2 ** this.attempts, 5000) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), pause);
  }

  /** Replaces a connection that no longer delivers messages but was not closed. */
  checkConnection() {
    const quiet = Date.now() - this.lastMessageAt;
    if (!this.connected) return;
    if (quiet > IDLE_MS + 10000) {
      const socket = this.socket;
      this.reconnectLater(0);
      socket?.close();
    } else if (quiet > IDLE_MS) {
      this.write({ type: "sync" });
    }
  }

  /** @param {boolean} connected */
  setConnected(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    this.notify({ kind: "connection" });
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
      case "leaving":
        return this.reconnectLater(message.retry_after);
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

  /** @param {Snapshot} snapshot @param {boolean} [isRolledBack] the shown state is not that of the server */
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
function withSeats({ state }, before) {
  const seatOf = (/** @type {number} */ player) => before.players.find((one) => one.player === player)?.seat ?? player - 1;
  return { ...state, players: state.players.map((/** @type {Standing} */ one) => ({ ...one, seat: seatOf(one.seat + 1) })) };
}
