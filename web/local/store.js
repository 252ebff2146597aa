// The games on this device, in IndexedDB: descriptions for lists, and the games themselves as the engine writes them.

/** @import { Brief } from "../lib/briefs.js" */
/** `sent`: id of the game on the server that it was sent to. @typedef {Brief & {sent?: string}} LocalBrief */

const [BRIEFS, SAVES] = ["briefs", "saves"];

/** @type {Promise<IDBDatabase> | null} */
let database = null;

function open() {
  database ??= new Promise((/** @type {(database: IDBDatabase) => void} */ resolve, reject) => {
    const request = indexedDB.open("ringside", 1);
    request.onupgradeneeded = () => [BRIEFS, SAVES].forEach((name) => request.result.createObjectStore(name));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // The browser closes it after an error of the disk, or when its data are deleted: open it again then.
      request.result.onclose = request.result.onversionchange = () => (request.result.close(), (database = null));
      resolve(request.result);
    };
  }).catch((error) => {
    database = null;
    throw error;
  });
  return database;
}

/**
 * Runs a transaction and waits until it is complete.
 * @template T @param {IDBTransactionMode} mode @param {(briefs: IDBObjectStore, saves: IDBObjectStore) => IDBRequest<T> | void} work
 * @returns {Promise<T>}
 */
async function transact(mode, work) {
  const transaction = (await open()).transaction([BRIEFS, SAVES], mode);
  const request = work(transaction.objectStore(BRIEFS), transaction.objectStore(SAVES));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(/** @type {T} */ (request?.result));
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Lists all games, most recently changed first. @returns {Promise<LocalBrief[]>} */
export async function list() {
  const briefs = await transact("readonly", (store) => store.getAll());
  return briefs.sort((a, b) => b.changed - a.changed);
}

/** Returns a game as it was saved. @param {string} id @returns {Promise<string | undefined>} */
export function read(id) {
  return transact("readonly", (_, saves) => saves.get(id));
}

/** Stores a game. @param {Brief} brief @param {string} saved */
export function write(brief, saved) {
  return transact("readwrite", (briefs, saves) => {
    const known = briefs.get(brief.id);
    known.onsuccess = () => briefs.put({ sent: known.result?.sent, ...brief }, brief.id);
    saves.put(saved, brief.id);
  });
}

/** Notes that a game was sent to the server. @param {string} id @param {string} sent */
export function noteSent(id, sent) {
  return transact("readwrite", (briefs) => {
    const known = briefs.get(id);
    known.onsuccess = () => known.result && briefs.put({ ...known.result, sent }, id);
  });
}

/** Deletes a game. @param {string} id */
export function remove(id) {
  return transact("readwrite", (briefs, saves) => {
    briefs.delete(id);
    saves.delete(id);
  });
}
