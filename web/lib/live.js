// A game on the server, followed over its WebSocket. Unanswered commands are sent again after a reconnect with the same `client` key,
// so that the server executes each of them once.

import { get, request } from "./api.js";
import { GameClient } from "./game-client.js";
import { localise } from "./message.js";

/** @import { Snapshot } from "./types.js" */

/** Milliseconds without a message after which a sync is requested; 10 s later the connection is replaced. */
const IDLE_MS = 25000;

export class LiveGame extends GameClient {
  /** Null until the first connection attempt has ended. @type {boolean | null} */
  connected = null;
  /** @type {WebSocket | null} */
  socket = null;
  attempts = 0;
  lastMessageAt = Date.now();
  timer = 0;

  /** @param {Snapshot} snapshot */
  constructor(snapshot) {
    super(snapshot);
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

  /** @param {string} method @param {string} path @param {unknown} [body] */
  request(method, path, body) {
    return request(method, `/api/games/${this.id}${path}`, body);
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
      this.receive(localise(JSON.parse(data)));
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
    if (message.type === "leaving") return this.reconnectLater(message.retry_after);
    return super.receive(message);
  }
}
