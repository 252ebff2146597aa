// The page /asg/replay: shows a replay, or compares two.

import { get } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { pageHeader, errorText } from "../lib/shell.js";
import { recordOf } from "../local/local-game.js";
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
const [game, local] = ["game", "local"].map((name) => new URLSearchParams(location.search).get(name));
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
  return h("details", { open: true }, h("summary", null, "Open a replay, or two to compare"),
    h("div", { class: "asg-drop row" }, input(0, "Choose a replay, or drop one on this page"), input(1, "A second one to compare")));
}

/** @param {string} name @param {number} slot @param {() => Promise<string>} read */
async function open(name, slot, read) {
  put(say, h("p", { class: "say" }, `Reading ${name} …`));
  try {
    const text = await read();
    opened[slot] = { name, text, view: await ask("POST", "/api/asg/replay", { replay: text }) };
  } catch (error) {
    put(say, h("p", { class: "say bad" }, `${name} cannot be shown. ${errorText(error)}`));
    return;
  }
  draw();
}

function draw() {
  for (const part of shown) part.destroy();
  const [one, two] = opened;
  put(say, opened.map((file) => file?.view.difference
    && h("p", { class: "say warn" }, `${file.name} is not what the rules give: ${file.view.difference}`)));
  const file = one ?? two;
  box.open = false;
  if (one && two) compare(one, two);
  else if (file) {
    const viewer = new Viewer(source(file), { hash: true, head: title(file) });
    put(show, viewer.element);
    shown = [viewer];
  }
}

/** Shows two replays side by side. @param {Opened} one @param {Opened} two */
function compare(one, two) {
  const viewers = [one, two].map((file) => new Viewer(source(file), { controls: false, head: title(file) }));
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
    h("span", null, first ? `They first differ at ply ${first.ply}: ${first.how}.` : "Both are the same, ply by ply."),
    first && h("button", { onclick: () => transport.go(first.ply) }, `Show ply ${first.ply}`),
    h("button", { onclick: () => { opened.length = 1; draw(); } }, "Close the second"))));
  put(show, h("div", { class: "stack" }, h("div", { class: "asg-sticky" }, transport.element),
    h("div", { class: "asg-pair" }, viewers.map(({ element }) => element))));
  shown = [...viewers, transport];
  transport.begin(Math.max(one.view.plies.length, two.view.plies.length));
}

/** @param {Opened} file */
function source({ name, text, view }) {
  return { ...view, names: names(view), download: { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), name } };
}

/** Returns the first controller of each side. @param {ReplayView} view */
function names(view) {
  return Object.fromEntries(SIDES.map((side) => [side, view.plies.find((ply) => ply.side === side)?.controller ?? side]));
}

/** @param {Opened} file */
function title({ name, view }) {
  const { P1, P2 } = names(view);
  return h("div", { class: "asg-head" }, h("h2", null, `${P1} against ${P2} on ${view.map.name}`),
    h("p", { class: "small quiet" },
      `${name} · seed ${view.seed} · rules ${view.map.rules} · ${view.createdAt.slice(0, 10)} · ${view.plies.length} plies. ${view.ending ? endingText(view.ending) : "It has no end yet."}`));
}

/** @param {ReplayView} a @param {ReplayView} b */
function sameness(a, b) {
  const map = differ({ ...a.map, rules: "" }, { ...b.map, rules: "" }) ? "other maps or settings" : "the same map";
  const pair = (/** @type {string} */ what, /** @type {unknown} */ x, /** @type {unknown} */ y) =>
    (x === y ? `the same ${what}` : `another ${what} (${x} and ${y})`);
  return `These have ${map}, ${pair("seed", a.seed, b.seed)} and ${pair("rule set", a.map.rules, b.map.rules)}.`;
}

/** @param {ReplayView} a @param {ReplayView} b */
function firstDifference(a, b) {
  if (differ(a.start.nodes, b.start.nodes) || differ(a.start.supplies, b.start.supplies)) return { ply: 0, how: "they start from other positions" };
  const most = Math.max(a.plies.length, b.plies.length);
  for (let i = 0; i < most; i += 1) {
    const [x, y] = [a.plies[i], b.plies[i]];
    if (!x || !y) return { ply: i + 1, how: `the ${x ? "second" : "first"} has ended` };
    if (differ(x.orders, y.orders)) return { ply: i + 1, how: `${x.side} gives other orders` };
    if (differ(x.state, y.state)) return { ply: i + 1, how: "the same orders had other results" };
  }
  return null;
}

/** @param {unknown} a @param {unknown} b */
function differ(a, b) {
  return JSON.stringify(a) !== JSON.stringify(b);
}
