// A game on this device. A worker holds it, where the computer players think too, and IndexedDB stores it after every entry of its log.

import { miniOfScenario } from "../asg/mini-map.js";
import { Rejection } from "../lib/api.js";
import { LocalEngine, askSaved } from "../lib/engine.js";
import { GameClient } from "../lib/game-client.js";
import { localise } from "../lib/message.js";
import { t } from "../lib/text.js";
import * as store from "./store.js";

/** @import { Brief } from "../lib/briefs.js" */
/** @import { Snapshot } from "../lib/types.js" */
/** The game as it is stored, and the seat of the computer player to move or -1. @typedef {{saved: string, bot: number}} Held */

export class LocalGame extends GameClient {
  isLocal = true;
  /** Why the game is not stored; empty if it is. */
  storageProblem = "";
  /** Why the computer player does not act; empty if it can. */
  botProblem = "";
  #worker;
  #held;
  /** The worker that has all files for its computer players. @type {LocalEngine | null} */
  #prepared = null;
  /** Exercises and examples are not stored. */
  #isStored = true;
  /** Commands run one after the other. */
  #commands = Promise.resolve();
  #closed = new AbortController();

  /** @param {LocalEngine} worker @param {Held} held @param {Snapshot} snapshot */
  constructor(worker, held, snapshot) {
    super(snapshot);
    this.#worker = worker;
    this.#held = held;
    addEventListener("online", () => this.botProblem && this.play(), { signal: this.#closed.signal });
  }

  /** Ends the game on this page: it accepts no more commands, and its computer players stop. Its worker may go on with another game. */
  close() {
    this.#closed.abort();
  }

  /** Creates and stores a game. @param {string} request body of `POST /api/games` @param {string} name name of the player */
  static async create(request, name) {
    const worker = await loaded();
    const game = await LocalGame.#of(worker, await worker.call("createGame", request, name, Date.now()));
    await game.#store(game.#held.saved, game.snap);
    return game;
  }

  /** Creates a game of ASG that is not stored: with the same seed, the same orders have the same results. @param {string} request @param {number} seed */
  static async practice(request, seed) {
    practiceWorker = practiceWorker?.isReady ? practiceWorker : await loaded();
    const game = await LocalGame.#of(practiceWorker, await beginWithSeed(practiceWorker, request, seed));
    game.#isStored = false;
    return game;
  }

  /** Creates a game of RingRift with all its actions; it is not stored. @param {string} request @param {string[]} actions */
  static async replayed(request, actions) {
    const worker = await loaded();
    const game = await LocalGame.#of(worker, await worker.call("createGame", request, t("table.player"), Date.now()));
    game.#isStored = false;
    for (const action of actions) await game.act(action);
    return game;
  }

  /** Reads a stored game. @param {string} id */
  static async open(id) {
    const saved = await savedGame(id);
    const worker = await loaded();
    return LocalGame.#of(worker, await worker.call("restoreGame", saved));
  }

  /** @param {LocalEngine} worker @param {Held & {status: number, text: string}} begun */
  static async #of(worker, begun) {
    accepted(begun);
    const snapshot = accepted(await worker.call("askGame", "GET", "", "", Date.now()));
    return new LocalGame(worker, begun, localise(JSON.parse(snapshot)));
  }

  /** The worker answers at once: there is nothing to foresee. */
  async foresee() {}

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async request(method, path, body) {
    const text = body === undefined ? "" : JSON.stringify(body);
    // While a computer player thinks, another worker reads the stored game.
    const answer = this.thinking || path === "/review" ? await askSaved(this.#held.saved, method, path, text)
      : await this.#call("askGame", method, path, text, Date.now());
    const found = accepted(answer);
    return path === "/record" ? found : localise(JSON.parse(found));
  }

  /** @param {any} message */
  write(message) {
    this.#commands = this.#commands.then(() => this.#execute(message)).catch((error) => {
      this.pending.get(message.client)?.reject(error);
      this.pending.delete(message.client);
    });
  }

  /** @param {any} message */
  async #execute(message) {
    if (this.#closed.signal.aborted) throw new Rejection(410, { message: t("local.closed") });
    // A computer player that thinks cannot be asked to stop: its worker is replaced.
    if (this.thinking) await this.#restart();
    const { messages, rematch, saved, bot } = await this.#call("commandGame", JSON.stringify(message), Date.now());
    // The page goes to the rematch as soon as it hears of it.
    if (rematch) await this.#store(rematch.saved, JSON.parse(rematch.snapshot));
    await this.#receive(localise(JSON.parse(messages)), { saved, bot });
    this.play();
  }

  /** Calls the worker. After a failure another one takes its place. @param {string} name @param {...unknown} values */
  async #call(name, ...values) {
    try {
      return await this.#worker.call(name, ...values);
    } catch {
      await this.#restart();
      throw new Rejection(500, { message: t("local.failed") });
    }
  }

  /** Replaces the worker, which ends everything that runs in it. */
  async #restart() {
    this.#worker.replace();
    this.#worker = new LocalEngine("players");
    this.#think(null);
    await loaded(this.#worker);
    accepted(await this.#worker.call("restoreGame", this.#held.saved));
  }

  /** Lets the computer players act until it is the turn of a person. */
  async play() {
    const { signal } = this.#closed;
    if (this.thinking || this.#held.bot < 0 || signal.aborted) return;
    this.#problem("");
    if (!this.#worker.isReady) await this.#restart().catch(() => this.#problem(t("local.failed")));
    const worker = this.#worker;
    if (!worker.isReady || this.thinking || signal.aborted) return;
    // A command of the player has ended the thinking, or the page has left the game.
    const isOver = () => worker !== this.#worker || signal.aborted;
    try {
      while (this.#held.bot >= 0) {
        const waiting = { seat: this.#held.bot, begun: false, since: Date.now() };
        if (this.#prepared !== worker) {
          this.#think({ ...waiting, note: t("local.loading_bots") });
          const problem = await worker.call("prepareBot");
          if (isOver()) return;
          if (problem) throw new Rejection(503, { message: t("local.no_network_file") });
          this.#prepared = worker;
        }
        this.#think({ ...waiting, begun: true });
        const { status, text, saved, bot } = await worker.call("actBot", Date.now());
        if (isOver()) return;
        await this.#receive(localise(JSON.parse(accepted({ status, text }))), { saved, bot });
        if (isOver()) return;
      }
      this.#think(null);
    } catch (error) {
      if (isOver()) return;
      this.#think(null);
      this.#problem(error instanceof Rejection ? error.message : t("local.failed"));
    }
  }

  /** Stores what has happened, then shows it. @param {any[]} messages @param {Held} held */
  async #receive(messages, held) {
    const last = messages.filter(({ type }) => type === "update").at(-1);
    if (last) await this.#store(held.saved, { ...this.snap, ...last });
    this.#held = held;
    for (const message of messages) this.receive(message);
  }

  /** @param {string} saved @param {Snapshot} snapshot */
  async #store(saved, snapshot) {
    if (!this.#isStored && snapshot.table.id === this.id) return;
    let problem = "";
    try {
      await store.write(briefOf(snapshot, saved), saved);
    } catch (error) {
      console.warn("The game is not stored:", error);
      problem = t("local.not_stored");
    }
    if (problem === this.storageProblem) return;
    this.storageProblem = problem;
    this.notify({ kind: "connection" });
  }

  /** @param {import("../lib/game-client.js").Thinking | null} thinking */
  #think(thinking) {
    this.thinking = thinking;
    this.notify({ kind: "thinking" });
  }

  /** @param {string} problem */
  #problem(problem) {
    this.botProblem = problem;
    this.notify({ kind: "connection" });
  }
}

/** Plays all exercises. @type {LocalEngine | null} */
let practiceWorker = null;

/** Id of games with a given seed. Bots derive their own seeds from it. */
const FIXED_ID = "aaaaaaaa";

/** Begins a game of ASG whose random numbers are known. @param {LocalEngine} worker @param {string} request @param {number} seed */
async function beginWithSeed(worker, request, seed) {
  const begun = await worker.call("createGame", request, t("table.player"), Date.now());
  accepted(begun);
  const saved = JSON.parse(begun.saved);
  saved.setup.game.seed = seed;
  return worker.call("restoreGame", JSON.stringify({ ...saved, id: FIXED_ID }));
}

/** Plays a match of ASG between bots; returns its replay. @param {string} request @param {number} seed @returns {Promise<string>} */
export async function replayOfBots(request, seed) {
  const worker = await loaded();
  try {
    let { bot } = await beginWithSeed(worker, request, seed);
    while (bot >= 0) ({ bot } = await worker.call("actBot", Date.now()));
    return accepted(await worker.call("askGame", "GET", "/record", "", Date.now()));
  } finally {
    worker.replace();
  }
}

/** Returns the record of a stored game, or its replay. @param {string} id @returns {Promise<string>} */
export async function recordOf(id) {
  return accepted(await askSaved(await savedGame(id), "GET", "/record"));
}

/** @param {string} id */
async function savedGame(id) {
  const saved = await store.read(id).catch(() => {
    throw new Rejection(503, { message: t("local.no_access") });
  });
  if (saved === undefined) throw new Rejection(404, { message: t("local.missing") });
  return saved;
}

/** @param {LocalEngine} [worker] */
async function loaded(worker = new LocalEngine("players")) {
  if (!(await worker.load())) throw new Rejection(501, { message: t("local.cannot_run") });
  return worker;
}

/** Returns the text of an answer, or throws its error. @param {{status: number, text: string} | null} answer */
function accepted(answer) {
  if (!answer) throw new Rejection(501, { message: t("local.cannot_run") });
  if (answer.status !== 200) throw new Rejection(answer.status, localise(JSON.parse(answer.text)));
  return answer.text;
}

/** @param {Snapshot} snapshot @param {string} saved @returns {Brief} */
function briefOf({ table, state, you }, saved) {
  const { id, game, rules, rules_title, board, purpose, stage, seats, actions, changed, to_move, ending } = table;
  const isTurn = stage === "running" && to_move !== null && (you?.seats.includes(to_move) ?? false);
  const pieces = game === "ringrift" ? { stacks: state.stacks, markers: state.markers, collapsed: state.collapsed } : undefined;
  return { id, game, rules, rules_title, board, purpose, stage, seats, actions, changed, ending: ending?.reason ?? null, ranks: ending?.ranks?.join("/"),
    your_turn: isTurn, mine: you?.seats, pieces, map: game === "asg" ? miniOfScenario(JSON.parse(saved).setup.game.scenario, state) : undefined };
}
