// A game on the server, followed over its socket. What is sent is sent again until it is answered, under the same name, so that it
// happens once, however often the connection is lost.

import { Refused, get, post } from "./api.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Preview} Preview */
/** @typedef {import("./types.js").Why} Why */
/** @typedef {{seat: number, begun: boolean, since: number, progress?: number}} Thinking */
/**
 * @typedef {{kind: "snapshot"} | {kind: "update", update: Update, before: Snapshot} | {kind: "thinking"} | {kind: "connection"}} Change
 */
/** @typedef {{message: any, resolve: (receipt: any) => void, reject: (error: Error) => void}} Pending */

/** After so many milliseconds without a word the server is asked for one. */
const QUIET = 25000;

export class LiveGame {
  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    /** @type {Snapshot} */
    this.snap = snapshot;
    this.id = snapshot.table.id;
    /** Whether the server is connected; unknown until the first try has ended. @type {boolean | null} */
    this.connected = null;
    /** @type {Thinking | null} */
    this.thinking = null;
    /** The milliseconds by which the server's time is ahead of ours. */
    this.ahead = snapshot.table.clock.at - Date.now();
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.heard = Date.now();
    this.timer = 0;
    this.connect();
    setInterval(() => this.lookAfter(), 5000);
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => {
      const { socket } = this;
      this.later();
      socket?.close();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.connected || this.connect());
  }

  /** @param {string} id @returns {Promise<LiveGame>} */
  static async open(id) {
    return new LiveGame(await get(`/api/games/${encodeURIComponent(id)}`));
  }

  /** @param {(change: Change) => void} listener @returns {() => void} stops it */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  snapshot() {
    return this.snap;
  }

  /** The server's time. */
  now() {
    return Date.now() + this.ahead;
  }

  /** The seats that are ours. */
  get mine() {
    return this.snap.you?.seats ?? [];
  }

  /** @param {any} action @returns {Promise<any>} */
  act(action) {
    return this.send({ type: "act", action, seq: this.snap.seq, seat: this.snap.table.to_move });
  }

  /** @returns {Promise<any>} */
  undo() {
    const seats = this.mine;
    const last = this.snap.moves.at(-1)?.seat;
    const seat = last !== undefined && seats.includes(last) ? last : seats[0];
    return this.send({ type: "undo", seq: this.snap.seq, seat });
  }

  /** @param {string} type @param {object} [extra] @returns {Promise<any>} */
  command(type, extra = {}) {
    return this.send({ type, seat: this.mine.length > 1 ? (this.snap.table.to_move ?? this.mine[0]) : this.mine[0], ...extra });
  }

  /** @param {any} action @returns {Promise<any>} */
  preview(action) {
    return post(`/api/games/${this.id}/preview`, { action });
  }

  /** @param {{cell?: string, picked?: string[], action?: string}} question @returns {Promise<Why>} */
  why(question) {
    return post(`/api/games/${this.id}/why`, question);
  }

  /** @param {number} from @param {number} to @returns {Promise<import("./types.js").Ply[]>} */
  async plies(from, to) {
    return (await get(`/api/games/${this.id}/plies?from=${from}&to=${to}`)).plies;
  }

  /** @returns {Promise<import("./types.js").AsgMap>} */
  map() {
    return get(`/api/games/${this.id}/map`);
  }

  /** @param {any} message @returns {Promise<any>} */
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
      this.tries = 0;
      this.heard = Date.now();
      for (const { message } of this.pending.values()) this.write(message);
      this.setConnected(true);
    };
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      this.take(JSON.parse(data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.later();
    };
  }

  /** Comes back, later and later; the server may be restarting. @param {number} [wait] */
  later(wait) {
    this.socket = null;
    this.setConnected(false);
    const pause = wait ?? Math.min(400 * 2 ** this.tries, 5000) * (0.75 + Math.random() / 2);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), pause);
  }

  /** A connection can be dead without a sign of it. */
  lookAfter() {
    const quiet = Date.now() - this.heard;
    if (!this.connected) return;
    if (quiet > QUIET + 10000) {
      const socket = this.socket;
      this.later(0);
      socket?.close();
    } else if (quiet > QUIET) {
      this.write({ type: "sync" });
    }
  }

  /** @param {boolean} connected */
  setConnected(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    this.tell({ kind: "connection" });
  }

  /** @param {any} message */
  take(message) {
    switch (message.type) {
      case "snapshot":
        return this.replace(message);
      case "update":
        return this.follow(message);
      case "thinking":
        this.thinking = message.seat === null || message.seat === undefined ? null : message;
        return this.tell({ kind: "thinking" });
      case "done":
      case "refused":
        return this.answered(message);
      case "leaving":
        return this.later(message.retry_after);
    }
  }

  /** @param {any} message */
  answered(message) {
    const pending = this.pending.get(message.client);
    if (pending) {
      this.pending.delete(message.client);
      if (message.type === "done") pending.resolve(message);
      else pending.reject(new Refused(409, message));
    }
    if (message.now) this.replace(message.now);
  }

  /** @param {Snapshot} snapshot */
  replace(snapshot) {
    const isSame = snapshot.seq === this.snap.seq && snapshot.hash === this.snap.hash && Boolean(snapshot.you) === Boolean(this.snap.you);
    this.ahead = snapshot.table.clock.at - Date.now();
    this.snap = snapshot;
    this.tell(isSame ? { kind: "connection" } : { kind: "snapshot" });
  }

  /** @param {Update} update */
  follow(update) {
    if (update.seq <= this.snap.seq) return;
    if (update.seq !== this.snap.seq + 1) return this.write({ type: "sync" });
    const before = this.snap;
    const moves = before.moves.slice(0, update.table.actions);
    if (update.deed.type === "acted") {
      const { seat, action } = update.deed;
      moves.push({ seat, action, turn: before.state.turn ?? before.state.ply, at: update.at, left: update.table.clock.left[seat] });
    }
    // What came fastest tells the server's time best.
    this.ahead = Math.max(this.ahead, update.table.clock.at - Date.now());
    this.snap = {
      seq: update.seq,
      hash: update.hash,
      table: update.table,
      state: update.state ?? before.state,
      moves,
      you: update.you,
    };
    this.tell({ kind: "update", update, before });
  }

  /** @param {Change} change */
  tell(change) {
    for (const listener of [...this.listeners]) listener(change);
  }
}
