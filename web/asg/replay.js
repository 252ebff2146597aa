// The page /asg/replay: shows a replay, or compares two.

import { get } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { mapName } from "../lib/rules-text.js";
import { botName } from "../lib/seats.js";
import { pageHeader, errorText } from "../lib/shell.js";
import { t, textOr } from "../lib/text.js";
import { recordOf } from "../local/local-game.js";
import { asgExamples, exampleReplay } from "./examples.js";
import { Transport, Viewer } from "./viewer.js";
import { endingText, SIDES } from "./asg-text.js";

/** @import { ReplayView } from "../lib/types.js" */
/** @import { Source } from "./viewer.js" */
/** @typedef {{name: string, text: string, view: ReplayView}} Opened */

const [say, show] = [byId("say"), byId("show")];
/** One replay, or two to compare. @type {(Opened | undefined)[]} */
const opened = [];
/** The mounted views. @type {{destroy(): void}[]} */
let shown = [];

pageHeader();
const box = chooser();
put(byId("choose"), box);
const [game, local, example] = ["game", "local", "example"].map((name) => new URLSearchParams(location.search).get(name));
if (example) open(`${example}.json`, 0, () => exampleReplay(example));
if (local) open(`${local}.json`, 0, () => recordOf(local));
if (game) open(`${game}.json`, 0, async () => JSON.stringify(await get(`/api/games/${encodeURIComponent(game)}/record?form=json`)));

/** Creates the file inputs and the drop handler. */
function chooser() {
  const input = (/** @type {number} */ slot, /** @type {string} */ title) => h("label", { class: "field" }, h("span", null, title),
    h("input", { type: "file", accept: ".json,application/json", onchange: (/** @type {Event} */ event) => {
      const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
      if (file) open(file.name, slot, () => file.text());
    } }));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    // A second file is compared with the first; two at once replace both.
    const files = [...(event.dataTransfer?.files ?? [])].slice(0, 2);
    const first = files.length === 1 && opened[0] && !opened[1] ? 1 : 0;
    files.forEach((file, i) => open(file.name, first + i, () => file.text()));
  });
  return h("details", { open: true }, h("summary", null, t("asg.replay.open")),
    h("div", { class: "asg-drop row" }, input(0, t("asg.replay.first")), input(1, t("asg.replay.second"))), asgExamples());
}

/** @param {string} name @param {number} slot @param {() => Promise<string>} read */
async function open(name, slot, read) {
  put(say, h("p", { class: "say" }, t("asg.replay.reading", { name })));
  try {
    const text = await read();
    opened[slot] = { name, text, view: await ask("POST", "/api/asg/replay", { replay: text }) };
  } catch (error) {
    put(say, h("p", { class: "say bad" }, t("asg.replay.bad", { name, why: errorText(error) })));
    return;
  }
  draw();
}

function draw() {
  for (const part of shown) part.destroy();
  const [one, two] = opened;
  put(say, opened.map((file) => file?.view.difference
    && h("p", { class: "say warn" }, t("asg.replay.wrong", { name: file.name, difference: file.view.difference }))));
  const file = one ?? two;
  box.open = false;
  if (one && two) compare(one, two);
  else if (file) {
    const viewer = new Viewer(source(file), { hash: true, head: title(file) });
    put(show, viewer.element);
    document.title = titleText(file.view);
    shown = [viewer];
  }
}

/** Shows two replays side by side. @param {Opened} one @param {Opened} two */
function compare(one, two) {
  const viewers = [one, two].map((file, index) => new Viewer(source(file), { number: index + 1, controls: false, head: title(file) }));
  let isSyncing = false;
  const transport = new Transport((ply) => {
    isSyncing = true;
    for (const viewer of viewers) viewer.show(ply);
    isSyncing = false;
  }, { hash: true });
  transport.listen(show);
  // A jump in one viewer moves both.
  for (const { options } of viewers) options.shown = (ply) => isSyncing || transport.go(ply);
  const first = firstDifference(one.view, two.view);
  say.append(h("div", { class: "say" }, h("p", null, sameness(one.view, two.view)), h("div", { class: "row" },
    h("span", null, first ? t("asg.replay.differs", first) : t("asg.replay.same")),
    first && h("button", { onclick: () => transport.go(first.ply) }, t("asg.replay.show", { ply: first.ply })),
    h("button", { onclick: () => { opened.length = 1; draw(); } }, t("asg.replay.close")))));
  put(show, h("div", { class: "stack" }, h("div", { class: "asg-sticky" }, transport.element),
    h("div", { class: "asg-pair" }, viewers.map(({ element }) => element))));
  shown = [...viewers, transport];
  transport.begin(Math.max(one.view.plies.length, two.view.plies.length));
}

/** @param {Opened} file */
function source({ name, text, view }) {
  return { ...view, names: names(view), isOver: () => Boolean(view.ending), download: { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), name } };
}

/** Returns the first controller of each side. @param {ReplayView} view */
function names(view) {
  return Object.fromEntries(SIDES.map((side) => [side, botName(view.plies.find((ply) => ply.side === side)?.controller ?? side)]));
}

/** Names the players and the map. @param {ReplayView} view */
function titleText(view) {
  const { P1, P2 } = names(view);
  return t("asg.replay.title", { first: P1, second: P2, map: mapName(view.map.id, view.map.name) });
}

/** @param {Opened} file */
function title({ name, view }) {
  const see = name === `${example}.json` && textOr(`asg.example.${example}.see`);
  return h("div", { class: "asg-head" }, h("h2", null, titleText(view)),
    see && h("p", { class: "say" }, see),
    h("p", { class: "small quiet" },
      t("asg.replay.about", { date: view.createdAt.slice(0, 10), count: view.plies.length,
        end: view.ending ? endingText(view.ending) : t("asg.replay.no_end") })),
    h("p", { class: "asg-file quiet" }, t("asg.replay.file", { name, seed: view.seed, rules: view.map.rules })));
}

/** @param {ReplayView} a @param {ReplayView} b */
function sameness(a, b) {
  const same = (/** @type {boolean} */ isSame) => (isSame ? "same" : "other");
  return t("asg.replay.sameness", { map: same(!differ({ ...a.map, rules: "" }, { ...b.map, rules: "" })),
    seed: same(a.seed === b.seed), seeds: `${a.seed}, ${b.seed}`, rules: same(a.map.rules === b.map.rules), sets: `${a.map.rules}, ${b.map.rules}` });
}

/** @param {ReplayView} a @param {ReplayView} b */
function firstDifference(a, b) {
  if (differ(a.start.nodes, b.start.nodes) || differ(a.start.supplies, b.start.supplies)) return { ply: 0, how: t("asg.replay.how.start") };
  const most = Math.max(a.plies.length, b.plies.length);
  for (let i = 0; i < most; i += 1) {
    const [x, y] = [a.plies[i], b.plies[i]];
    if (!x || !y) return { ply: i + 1, how: t(x ? "asg.replay.how.second_ended" : "asg.replay.how.first_ended") };
    if (differ(x.orders, y.orders)) return { ply: i + 1, how: t("asg.replay.how.orders", { side: x.side }) };
    if (differ(x.state, y.state)) return { ply: i + 1, how: t("asg.replay.how.results") };
  }
  return null;
}

/** @param {unknown} a @param {unknown} b */
function differ(a, b) {
  return JSON.stringify(a) !== JSON.stringify(b);
}
