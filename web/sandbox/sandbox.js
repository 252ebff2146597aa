// The sandbox page: switches between playing, the editor, and the comparison of editions.

import { Unreachable, get, me } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { ask, layout } from "../lib/engine.js";
import { attempt, pageHeader, errorText } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";
import { t } from "../lib/text.js";
import { Comparison } from "./compare.js";
import { Editor } from "./editor.js";
import { loadForm } from "./forms.js";
import { LineView } from "./line-view.js";

/** @typedef {{element: HTMLElement, close: () => void}} View */

const root = byId("root");
/** @type {View | null} */
let shown = null;
let lastRequest = 0;
pageHeader();
start();
addEventListener("hashchange", () => start());

async function start() {
  try {
    await enter(async () => {
      // Playing needs no server; games and analyses on it do.
      await me().catch((error) => {
        if (!(error instanceof Unreachable)) throw error;
      });
      return play(await fromUrl());
    });
  } catch (error) {
    const text = asked().get("position") ?? "";
    leave();
    put(root, h("p", { class: "say bad", role: "alert" }, errorText(error)),
      h("div", { class: "card" }, loadForm(text, load)),
      h("p", null, h("a", { href: "/sandbox" }, t("sandbox.begin_empty"))));
  }
}

/** Replaces the view when the new one is ready. @param {() => Promise<View>} make */
async function enter(make) {
  const request = ++lastRequest;
  // A newer request overrides this one.
  const view = await make().catch((error) => {
    if (request === lastRequest) throw error;
  });
  if (!view || request !== lastRequest) return view?.close();
  leave();
  shown = view;
  put(root, view.element);
}

/** Navigates, even to the current URL. @param {Record<string, string> | URLSearchParams} values */
function go(values) {
  history.pushState(null, "", `/sandbox#${new URLSearchParams(values)}`);
  start();
}

function leave() {
  shown?.close();
  shown = null;
}

/** Returns what the URL asks for: its fragment, or the position of a link with a preview, which is in the query for the server. */
function asked() {
  const position = new URLSearchParams(location.search).get("position");
  return new URLSearchParams(location.hash.length > 1 ? location.hash.slice(1) : position ? { position } : {});
}

/** Loads what the URL asks for: a ply of a game, a position, or a new game. */
async function fromUrl() {
  const { game, ply, position, board = "square8", edition = location.hash.length > 1 ? "canon" : "standard", players = "2",
    ...options } = Object.fromEntries(asked());
  if (game) return fromGame(game, Number(ply ?? 0));
  if (position) return StudyLine.of({ position });
  return StudyLine.of({ board, edition, players: Number(players), options });
}

/** @param {string} id @param {number} ply */
async function fromGame(id, ply) {
  const snapshot = await get(`/api/games/${encodeURIComponent(id)}`);
  const [first] = (await get(`/api/games/${encodeURIComponent(id)}/plies?from=0&to=0`)).plies;
  const line = await StudyLine.of({ position: first.state.position });
  await line.load(snapshot.moves.slice(0, ply).map((/** @type {any} */ move) => String(move.action)));
  return line;
}

/** Returns the boards and editions; the engine knows them too, but its larger module is not loaded only for them. */
async function catalogueOf() {
  return get("/api/catalogue").catch((error) => (error instanceof Unreachable ? ask("GET", "/api/catalogue") : Promise.reject(error)));
}

/** @param {StudyLine} line @returns {Promise<View>} */
async function play(line) {
  const { board } = line.start;
  const [plan, catalogue] = await Promise.all([layout(board), catalogueOf()]);
  const study = () => line.study;
  const back = () => void attempt(() => enter(() => play(line)));
  return new LineView(line, plan, catalogue, {
    load,
    go,
    edit: () => enter(async () => new Editor(study(), plan, (position) => go({ position }), back)),
    compare: () => enter(() => Comparison.of(study(), plan, back)),
  });
}

/** @param {StudyLine} line */
function load(line) {
  return enter(() => play(line));
}
