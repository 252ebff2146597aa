// Asks the server.

/** @typedef {import("./types.js").Refusal} Refusal */

/** What the server refused, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {Partial<Refusal>} body */
  constructor(status, body) {
    super(body.message || `The server answered ${status}.`);
    this.status = status;
    this.body = body;
    this.code = body.code || "";
    this.problems = body.problems || [];
  }
}

/** The server could not be asked at all. */
export class Away extends Error {
  constructor() {
    super("The server cannot be reached. Try again in a moment.");
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask("GET", path);
}

/**
 * @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return ask("POST", path, body);
}

/**
 * @param {string} path @param {unknown} body
 * @returns {Promise<any>}
 */
export function patch(path, body) {
  return ask("PATCH", path, body);
}

/** @type {Promise<import("./types.js").Me> | null} */
let known = null;

/**
 * Who one is; whoever comes for the first time becomes a guest.
 * @returns {Promise<import("./types.js").Me>}
 */
export function me() {
  known ??= post("/api/me").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** @type {Map<string, Promise<import("./types.js").Layout>>} */
const layouts = new Map();

/**
 * Where the cells of a board lie.
 * @param {string} board
 * @returns {Promise<import("./types.js").Layout>}
 */
export function layout(board) {
  let found = layouts.get(board);
  if (!found) {
    found = get(`/api/boards/${encodeURIComponent(board)}`);
    found.catch(() => layouts.delete(board));
    layouts.set(board, found);
  }
  return found;
}

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Away();
  }
  const text = await response.text();
  const data = /json/.test(response.headers.get("content-type") || "") && text ? JSON.parse(text) : text;
  if (!response.ok) throw new Refused(response.status, typeof data === "object" ? data : { message: text });
  return data;
}
