// Answers what can be done in a position, what it would do, and why not. The engine runs in workers, so that answers need no network;
// the server answers while it loads, where it cannot run, and after it has failed.

import { contentOf } from "../board/pieces.js";
import { Rejection, Unreachable, request } from "./api.js";
import { localise } from "./message.js";

/** @import { Effect, Layout, Preview, RingState, Study, Why } from "./types.js" */
/**
 * Both implementations answer the requests of the HTTP interface; `effect` is a shorter form of `POST /api/study/preview`.
 * @typedef {{ask(method: string, path: string, body?: unknown): Promise<any>, effect(state: RingState, action: string): Promise<Effect>}} Engine
 */

/** Number of failures after which a module is not started again on this page. */
const MAX_FAILURES = 4;

/** The worker ended before it answered. */
export class WorkerFailed extends Unreachable {}

/** A module of the engine in its worker. @implements {Engine} */
export class LocalEngine {
  #name;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<boolean> | null} */
  #loading = null;
  /** Answers `load`. @type {(isReady: boolean) => void} */
  #loaded = () => {};
  #failures = 0;
  #lastId = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #calls = new Map();
  isReady = false;
  /** Called with the number of finished steps and that of all steps of a call that takes long. @type {((done: number, steps: number) => void) | null} */
  onProgress = null;

  /** @param {"board" | "players"} name */
  constructor(name) {
    this.#name = name;
  }

  /** Starts the worker if it does not run. Resolves to whether it can answer. */
  load() {
    this.#loading ??= new Promise((resolve) => {
      this.#loaded = resolve;
      if (this.#failures >= MAX_FAILURES || !globalThis.Worker || !globalThis.WebAssembly) return resolve(false);
      const worker = new Worker("/web/engine/worker.js", { type: "module", name: this.#name });
      const fail = (/** @type {string} */ reason) => {
        console.warn(`The module ${this.#name} of the engine has failed: ${reason}`);
        if (this.#worker === worker) this.replace();
        resolve(false);
      };
      this.#worker = worker;
      worker.onerror = (event) => (event.preventDefault(), fail(event.message));
      worker.onmessage = ({ data: { ready, id, value, failure, progress } }) => {
        if (failure !== undefined) return fail(failure);
        if (progress) return this.onProgress?.(progress.done, progress.steps);
        if (ready) resolve((this.isReady = true));
        this.#calls.get(id)?.resolve(value);
        this.#calls.delete(id);
      };
    });
    return this.#loading;
  }

  /** Ends a worker that has failed or is not needed any more. After several calls it is not started again. */
  replace() {
    this.#failures += 1;
    this.end();
  }

  /** Ends the worker with everything that it was asked; the next request starts another one. */
  end() {
    this.#worker?.terminate();
    this.#worker = this.#loading = null;
    this.isReady = false;
    this.#loaded(false);
    for (const { reject } of this.#calls.values()) reject(new WorkerFailed());
    this.#calls.clear();
  }

  /** @param {string} call @param {...unknown} values @returns {Promise<any>} */
  call(call, ...values) {
    return new Promise((resolve, reject) => {
      if (!this.#worker) return reject(new WorkerFailed());
      const id = ++this.#lastId;
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call, values });
    });
  }

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async ask(method, path, body) {
    const { status, text } = await this.call("request", method, path, body === undefined ? "" : JSON.stringify(body));
    if (status !== 200) throw new Rejection(status, localise(JSON.parse(text)));
    return localise(JSON.parse(text));
  }

  /** @param {RingState} state @param {string} action @returns {Promise<Effect>} */
  async effect({ position }, action) {
    const effect = await this.call("effect", position, action);
    if (typeof effect === "string") throw new Rejection(422, { message: effect });
    return localise(effect);
  }
}

/** @type {Engine} */
const server = {
  ask: request,
  effect: async (state, action) => effectOf(state, await request("POST", "/api/study/preview", { position: state.position, action })),
};

/** The small module, for pointing at cells. */
const board = new LocalEngine("board");
/** The module with lessons, records, replays and computer players, loaded when it is needed. */
const players = new LocalEngine("players");

/** @param {string} path */
function moduleOf(path) {
  return /^\/api\/(boards\/\w+|study(\/(act|preview|why))?)$/.test(path) ? board : players;
}

/**
 * Asks the worker if it is ready, otherwise the server. If the server cannot be reached, waits for the worker.
 * @template T @param {LocalEngine} local @param {(engine: Engine) => Promise<T>} question
 */
async function answer(local, question) {
  const isReady = local.isReady || void local.load();
  const [first, second] = isReady ? [local, server] : [server, local];
  try {
    return await answerOf(first, question);
  } catch (error) {
    if (!(error instanceof Unreachable) || (second === local && !(await local.load()))) throw error;
    return answerOf(second, question);
  }
}

/** @template T @param {Engine} engine @param {(engine: Engine) => Promise<T>} question */
async function answerOf(engine, question) {
  const found = await question(engine);
  noteSource(engine === server ? "server" : "worker");
  return found;
}

/** Notes who answers, for tests, as `data-answers` of the document. @param {"worker" | "server"} source */
export function noteSource(source) {
  document.documentElement.dataset.answers = source;
}

/** Sends a request of the HTTP interface that needs no stored data. @param {string} method @param {string} path @param {unknown} [body] */
export function ask(method, path, body) {
  return answer(moduleOf(path), (engine) => engine.ask(method, path, body));
}

/**
 * Like `ask`, for requests that take long. A worker does not stop by itself: the signal ends it with everything that it was asked.
 * @param {AbortSignal} signal @param {string} method @param {string} path @param {unknown} [body]
 */
export async function askUntil(signal, method, path, body) {
  const local = moduleOf(path);
  const end = () => local.isReady && local.end();
  signal.addEventListener("abort", end);
  try {
    return await answer(local, async (engine) => {
      signal.throwIfAborted();
      return engine.ask(method, path, body);
    });
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Returns a position with its legal actions. @param {object} question `{position}` or rules @returns {Promise<Study>} */
export function open(question) {
  return ask("POST", "/api/study", question);
}

/** Returns the position after an action. @param {string} position @param {string} action @returns {Promise<Study>} */
export function act(position, action) {
  return ask("POST", "/api/study/act", { position, action });
}

/** Returns the position after an action if the worker is ready, otherwise null. @param {string} position @param {string} action @returns {Promise<Study | null>} */
export async function foresee(position, action) {
  return board.isReady ? board.ask("POST", "/api/study/act", { position, action }).catch(() => null) : null;
}

/** Returns what an action would do. @param {RingState} state @param {string} action */
export function effect(state, action) {
  return answer(board, (engine) => engine.effect(state, action));
}

/** Explains why an action or a cell cannot be chosen. @param {string} position @param {object} question @returns {Promise<Why>} */
export function why(position, question) {
  return ask("POST", "/api/study/why", { position, ...question });
}

/**
 * Sends a request about a stored game on this device. @param {string} saved @param {string} method @param {string} path @param {string} [body]
 * @returns {Promise<{status: number, text: string} | null>} null if the browser cannot run the engine
 */
export async function askSaved(saved, method, path, body = "") {
  return (await players.load()) ? players.call("askSaved", saved, method, path, body, Date.now()) : null;
}

/** Loads the module of the board. Resolves to whether it can answer. */
export function ready() {
  return board.load();
}

/** Whether previews come from the worker. */
export function isFast() {
  return board.isReady;
}

/** @type {Map<string, Promise<Layout>>} */
const layouts = new Map();

/** Returns the geometry of a board, once per board. @param {string} name */
export function layout(name) {
  let found = layouts.get(name);
  if (!found) {
    found = /** @type {Promise<Layout>} */ (ask("GET", `/api/boards/${encodeURIComponent(name)}`));
    found.catch(() => layouts.delete(name));
    layouts.set(name, found);
  }
  return found;
}

/** Returns the effect that a preview of the server shows. @param {RingState} before @param {Preview} preview @returns {Effect} */
function effectOf(before, { events, state }) {
  const cells = new Set([before, state].flatMap(({ stacks, markers, collapsed }) =>
    [stacks, markers, collapsed].flatMap((contents) => Object.keys(contents))));
  const changed = [...cells].filter((cell) => contentOf(before, cell) !== contentOf(state, cell));
  return { events, changed: changed.map((cell) => ({ cell, content: contentOf(state, cell) })), player: state.player, asked: state.asked };
}
