// The service worker of the page. It keeps all files of one version in a cache of its own, so that pages start without a network and never
// get files of two versions. The server puts the version and the files before this script: `self.release`.

/**
 * `files`: needed by the pages, `networks`: loaded when a computer player or an analysis first needs them; entity tags by path.
 * @typedef {{version: string, files: Record<string, string>, networks: Record<string, string>}} Release
 */

const worker = /** @type {any} */ (self);
const { version, files, networks } = /** @type {Release} */ (worker.release);
const CACHE = `ringside-${version}`;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const path = storedPath(event.request);
  if (path) event.respondWith(answer(path));
});
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(openGame(event.notification)));
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { data, ports: [port] } = event;
  const task = { takeOver, storeNetworks, missingNetworks }[String(data)];
  if (task) event.waitUntil(task().then((value) => port.postMessage({ value }), () => port.postMessage({ failed: true })));
});

/** Stores all files. It fails as a whole, and is tried again later, if one of them is missing or of another version. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(files).map((path) => store(cache, path)));
  // Networks of an earlier version that have not changed are kept; the others are loaded again when they are needed.
  for (const path of Object.keys(networks)) {
    const known = await caches.match(path, { ignoreVary: true });
    if (known && isOfVersion(known, path)) await cache.put(path, known);
  }
}

/** Deletes the files of other versions: no page uses them now. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("ringside-") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Returns the path under which the answer to a request is stored; null for requests to the server. @param {Request} request */
function storedPath({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return null;
  // Games on the server and on this device have the same page, and so have all puzzles.
  const path = pathname.replace(/^\/games\/[^/]+$/, "/local").replace(/^\/puzzles\/[^/]+$/, "/puzzles");
  return path in files || path in networks ? path : null;
}

/** @param {string} path */
async function answer(path) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(path, { ignoreVary: true });
  return stored ?? store(cache, path).catch(() => Response.error());
}

/** Loads a file of this version and stores it. @param {Cache} cache @param {string} path */
async function store(cache, path) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok || !isOfVersion(response, path)) throw new Error(`${path} is missing or of another version`);
  await cache.put(path, response.clone());
  return response;
}

/** Proxies that compress files make entity tags weak, mark them, or remove them. @param {Response} response @param {string} path */
function isOfVersion(response, path) {
  const tag = response.headers.get("etag")?.replace(/^W\//, "").replace(/-\w+"$/, "\"");
  return !tag || tag === (files[path] ?? networks[path]);
}

/** Shows the window of the game that a notification is about, or opens one. @param {any} notification */
async function openGame(notification) {
  notification.close();
  const windows = await worker.clients.matchAll({ type: "window" });
  // Games on this device have the same path and differ in the query.
  const isGame = (/** @type {any} */ { url }) => {
    const { pathname, search } = new URL(url);
    return [pathname, pathname + search].includes(notification.data);
  };
  return windows.find(isGame)?.focus() ?? worker.clients.openWindow(notification.data);
}

/** Replaces the old version, unless a window other than the asking one still uses it. Returns whether it is replaced. */
async function takeOver() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.length > 1) return false;
  await worker.skipWaiting();
  return true;
}

async function storeNetworks() {
  const cache = await caches.open(CACHE);
  await Promise.all((await missingNetworks()).map((path) => store(cache, path)));
}

/** Lists the networks that are not stored yet. */
async function missingNetworks() {
  const cache = await caches.open(CACHE);
  const stored = await Promise.all(Object.keys(networks).map(async (path) => ((await cache.match(path, { ignoreVary: true })) ? "" : path)));
  return stored.filter(Boolean);
}
