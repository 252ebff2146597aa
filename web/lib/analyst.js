// Analyses positions and reviews games in workers, each with the computer players and the network of the board. The server does it where the
// browser cannot. An analysis runs in one worker, so that its result is that of the server and of `ringside analyse`; several of them, such as the
// review of a game and the analysis of the shown position, run at the same time.

import { Rejection, Unreachable, post } from "./api.js";
import { LocalEngine, WorkerFailed, noteSource } from "./engine.js";
import { t } from "./text.js";

/** @import { GameClient } from "./game-client.js" */
/** @import { Analysis } from "./types.js" */
/** A position, and the game on the server in which it occurs. @typedef {{position: string, game?: string, ply?: number}} Subject */
/** `note` shows what the player waits for. @typedef {{signal: AbortSignal, note: (text: string) => void}} Job */
/** @typedef {{onProgress: (done: number, steps: number) => void} & Job} ReviewJob */

/** Largest number of workers: one core is left to the page, and phones have little memory. */
const MAX_WORKERS = Math.min(4, Math.max(2, (navigator.hardwareConcurrency || 2) - 1));

/** Number of failures after which the server analyses. */
const MAX_FAILURES = 3;

/** The network of a board cannot be loaded. */
class MissingNetwork extends Rejection {
  constructor() {
    super(503, { message: t("local.no_network_file") });
  }
}

/** Workers without a job. @type {LocalEngine[]} */
const idle = [];
/** Jobs that wait for a worker. @type {(() => void)[]} */
const waiting = [];
let running = 0;
let failures = 0;

/**
 * Analyses a position. @param {Subject} subject @param {{nodes: number, lines: number, threats?: boolean}} limits @param {Job} job
 * @returns {Promise<Analysis>}
 */
export async function analyse({ position, game, ply }, limits, job) {
  await check({ position });
  return locally(job, position, (engine) => engine.ask("POST", "/api/analyse", { position, ...limits }),
    () => post("/api/analyse", { ...(game === undefined ? { position } : { game, ply }), ...limits }));
}

/**
 * Reviews a game. @param {GameClient} game @param {ReviewJob} job @param {() => Promise<null>} onServer reviews the game on the server
 * @returns {Promise<any>} the review, or what `onServer` returns
 */
export async function review(game, job, onServer) {
  const hidden = game.isLocal ? [] : (await post("/api/analyse/check", { game: game.id })).hidden;
  const record = await game.record();
  return locally(job, game.snap.state.position, async (engine) => {
    engine.onProgress = job.onProgress;
    const { status, text } = await engine.call("review", record, hidden);
    if (status !== 200) throw new Rejection(status, JSON.parse(text));
    return JSON.parse(text);
  }, game.isLocal ? null : onServer);
}

/**
 * Asks whether a position may be analysed: the server rejects those that people are playing. Without a server there are none.
 * @param {{position: string}} question
 */
async function check(question) {
  await post("/api/analyse/check", question).catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
  });
}

/**
 * Lets a worker do the job, or the server if that fails. @template T
 * @param {Job} job @param {string} position @param {(engine: LocalEngine) => Promise<T>} work @param {(() => Promise<T>) | null} onServer
 */
async function locally(job, position, work, onServer) {
  /** @type {unknown} */
  let problem = new WorkerFailed();
  if (failures < MAX_FAILURES) {
    try {
      return await inWorker(job, position, work);
    } catch (error) {
      job.signal.throwIfAborted();
      if (!(error instanceof WorkerFailed || error instanceof MissingNetwork)) throw error;
      problem = error;
    }
  }
  if (!onServer) throw problem;
  job.note(t("analysis.on_server"));
  try {
    const found = await onServer();
    noteSource("server");
    return found;
  } catch (error) {
    throw error instanceof Unreachable && problem instanceof MissingNetwork ? problem : error;
  }
}

/** @template T @param {Job} job @param {string} position @param {(engine: LocalEngine) => Promise<T>} work */
async function inWorker({ signal, note }, position, work) {
  while (running >= MAX_WORKERS) await new Promise((resolve) => waiting.push(() => resolve(null)));
  running += 1;
  const engine = idle.pop() ?? new LocalEngine("players");
  // A search does not stop by itself: its worker ends, and the next job starts another one.
  const stop = () => engine.replace();
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    if (!engine.isReady) note(t("analysis.loading_engine"));
    if (!(await engine.load())) throw new WorkerFailed();
    note(t("analysis.loading_network"));
    const problem = await engine.call("prepare", /^G (\w+)/.exec(position)?.[1] ?? "");
    if (problem) throw new MissingNetwork();
    note(t("analysis.thinking"));
    const found = await work(engine);
    noteSource("worker");
    return found;
  } catch (error) {
    if (!signal.aborted && error instanceof WorkerFailed) failures += 1;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    engine.onProgress = null;
    if (engine.isReady) idle.push(engine);
    running -= 1;
    waiting.shift()?.();
  }
}
