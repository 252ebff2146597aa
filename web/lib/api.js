// HTTP client of the server's API.

import { localise, rejectionText } from "./message.js";
import { t } from "./text.js";

/** @import { Me, RejectionBody } from "./types.js" */

/** The server rejected a request; `message` is its explanation. */
export class Rejection extends Error {
  /** @param {number} status @param {Partial<RejectionBody>} body */
  constructor(status, body) {
    super(rejectionText(body) || t("api.status", { status }));
    this.status = status;
    this.body = body;
    this.code = body.code || "";
    this.problems = body.problems || [];
  }
}

/** The request did not reach the server. */
export class Unreachable extends Error {
  constructor() {
    super(t("api.unreachable"));
  }
}

/** @param {string} path */
export function get(path) {
  return request("GET", path);
}

/** @param {string} path @param {unknown} [body] */
export function post(path, body = {}) {
  return request("POST", path, body);
}

/** @param {string} path */
export function remove(path) {
  return request("DELETE", path);
}

/** @param {string} path @param {unknown} body */
export function patch(path, body) {
  return request("PATCH", path, body);
}

/** @type {Promise<Me> | null} */
let signedIn = null;

/** Returns the signed-in guest; creates one on the first visit. */
export function me() {
  signedIn ??= post("/api/me").catch((error) => {
    signedIn = null;
    throw error;
  });
  return signedIn;
}

/** @param {string} method @param {string} path @param {unknown} [body] */
export async function request(method, path, body) {
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
    throw new Unreachable();
  }
  const text = await response.text();
  const data = /json/.test(response.headers.get("content-type") || "") && text ? localise(JSON.parse(text)) : text;
  if (!response.ok) throw new Rejection(response.status, typeof data === "object" ? data : { message: text });
  return data;
}
