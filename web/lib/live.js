// A game on the server, followed over its WebSocket. Unanswered commands are sent again after a reconnect with the same `client` key,
// so that the server executes each of them once.

import { Rejection, get, post } from "./api.js";
import * as engine from "./engine.js";

/** @import { AsgMap, Ply, Snapshot, Update, Why } from "./types.js" */
/** @typedef {{seat: number, begun: boolean, since: number, progress?: number}} Thinking */
/**
 * @typedef {{kind: "snapshot"} | {kind: "update", update: Update, before: Snapshot} | {kind: "thinking"} | {kind: "connection"}} Change
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
  act(action) {
    return this.send({ type: "act", action, seq: this.snap.seq, seat: this.snap.table.to_move });
  }

  undo() {
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
    if (pending) {
      this.pending.delete(message.client);
      if (message.type === "done") pending.resolve(message);
      else pending.reject(new Rejection(409, message));
    }
    if (message.now) this.replaceSnapshot(message.now);
  }

  /** @param {Snapshot} snapshot */
  replaceSnapshot(snapshot) {
    const isSame = snapshot.seq === this.snap.seq && snapshot.hash === this.snap.hash && Boolean(snapshot.you) === Boolean(this.snap.you);
    this.clockOffset = snapshot.table.clock.at - Date.now();
    this.snap = snapshot;
    this.notify(isSame ? { kind: "connection" } : { kind: "snapshot" });
  }

  /** @param {Update} update */
  applyUpdate(update) {
    if (update.seq <= this.snap.seq) return;
    if (update.seq !== this.snap.seq + 1) return this.write({ type: "sync" });
    const before = this.snap;
    const moves = before.moves.slice(0, update.table.actions);
    if (update.deed.type === "acted") {
      const { seat, action } = update.deed;
      moves.push({ seat, action, turn: before.state.turn ?? before.state.ply, at: update.at, left: update.table.clock.left[seat] });
    }
    // The update with the shortest latency gives the best estimate.
    this.clockOffset = Math.max(this.clockOffset, update.table.clock.at - Date.now());
    this.snap = {
      seq: update.seq,
      hash: update.hash,
      table: update.table,
      state: update.state ?? before.state,
      moves,
      you: update.you,
    };
    this.notify({ kind: "update", update, before });
  }

  /** @param {Change} change */
  notify(change) {
    for (const listener of [...this.listeners]) listener(change);
  }
}
