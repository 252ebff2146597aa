// The sandbox: play all sides, edit positions, load and save them, compare editions. One of these is on the page at a time.

import { get, layout, me } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { attempt, head, words } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";
import { Comparison } from "./compare.js";
import { Editor } from "./editor.js";
import { loadForm } from "./forms.js";
import { Play } from "./play.js";

/** @typedef {import("../lib/types.js").Study & {board: string}} Study */
/** What can be on the page. @typedef {{element: HTMLElement, close: () => void}} View */

const root = byId("root");
/** @type {View | null} */
let shown = null;
let asked = 0;
head();
start();
addEventListener("hashchange", () => start());

async function start() {
  try {
    await enter(async () => {
      await me();
      return play(await fromAddress());
    });
  } catch (error) {
    const text = new URLSearchParams(location.hash.slice(1)).get("position") ?? "";
    leave();
    put(root, h("p", { class: "say bad", role: "alert" }, words(error)), h("div", { class: "card" }, loadForm(text, load)), h("p", null, h("a", { href: "/sandbox" }, "Begin with an empty board")));
  }
}

/** Shows something else instead, as soon as it is there. @param {() => Promise<View>} make */
async function enter(make) {
  const mine = ++asked;
  // Somebody who is in a hurry asks for something else meanwhile.
  const view = await make().catch((error) => {
    if (mine === asked) throw error;
  });
  if (!view || mine !== asked) return view?.close();
  leave();
  shown = view;
  put(root, view.element);
}

/** Goes to an address, also if it is the one that is shown. @param {Record<string, string> | URLSearchParams} wish */
function go(wish) {
  history.pushState(null, "", `#${new URLSearchParams(wish)}`);
  start();
}

function leave() {
  shown?.close();
  shown = null;
}

/** What the address asks for: a ply of a game, a position, or a new game. @returns {Promise<StudyLine>} */
async function fromAddress() {
  const { game, ply, position, board = "square8", edition = "canon", players = "2", ...options } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (game) return fromGame(game, Number(ply ?? 0));
  if (position) return StudyLine.of({ position });
  return StudyLine.of({ board, edition, players: Number(players), options: location.hash.length > 1 ? options : { regions: "no_main" } });
}

/** @param {string} id @param {number} ply */
async function fromGame(id, ply) {
  const snapshot = await get(`/api/games/${encodeURIComponent(id)}`);
  const [first] = (await get(`/api/games/${encodeURIComponent(id)}/plies?from=0&to=0`)).plies;
  const line = await StudyLine.of({ position: first.state.position });
  await line.load(snapshot.moves.slice(0, ply).map((/** @type {any} */ move) => String(move.action)));
  return line;
}

/** @param {StudyLine} line @returns {Promise<View>} */
async function play(line) {
  const { board } = /** @type {Study} */ (line.start);
  const [plan, catalogue] = await Promise.all([layout(board), get("/api/catalogue")]);
  const study = () => /** @type {Study} */ (line.study);
  const back = () => void attempt(() => enter(() => play(line)));
  return new Play(line, plan, catalogue, {
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
