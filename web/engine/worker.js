// Runs a module of the engine beside the page. The name of the worker is that of the module: `board` or `players`.

import { gameCalls } from "./games.js";

/** @type {Record<string, (...values: any[]) => unknown>} */
const calls = {};
/** Boards whose network is loaded. @type {Set<string>} */
const networks = new Set();

self.onmessage = async ({ data: { id, call, values } }) => {
  try {
    self.postMessage({ id, value: await calls[call](...values) });
  } catch (error) {
    // After a trap the memory of the module may be inconsistent: the page replaces this worker.
    self.postMessage({ id, failure: String(error) });
  }
};

start().then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ ready: false, failure: String(error) }));

async function start() {
  const engine = await import(`./${self.name}.js`);
  await engine.default({ module_or_path: `/web/engine/${self.name}.wasm` });
  calls.effect = (position, action) => JSON.parse(engine.effect(position, action));
  calls.request = (method, path, body) => {
    const response = engine.request(method, path, body);
    const { status, body: text } = response;
    response.free();
    return { status, text };
  };
  // Loads the network that analyses of a board need, once. There is no board in ASG.
  calls.network = async (board) => {
    if (!board || networks.has(board)) return;
    const file = await fetch(`/networks/${board}.safetensors`);
    const problem = file.ok ? engine.provide_network(new Uint8Array(await file.arrayBuffer())) : `status ${file.status}`;
    if (problem) throw new Error(`the network of the board ${board} cannot be loaded: ${problem}`);
    networks.add(board);
  };
  // Loads a network before an analysis. Returns what is wrong; an empty text if nothing is.
  calls.prepare = async (board) => {
    try {
      await calls.network(board);
      return "";
    } catch (error) {
      return String(error);
    }
  };
  calls.review = (record, hidden) => {
    const progress = (/** @type {number} */ done, /** @type {number} */ steps) => self.postMessage({ progress: { done, steps } });
    const response = engine.review(record, new Uint32Array(hidden), progress);
    const { status, body: text } = response;
    response.free();
    return { status, text };
  };
  if (self.name === "players") Object.assign(calls, gameCalls(engine, calls.network));
}
