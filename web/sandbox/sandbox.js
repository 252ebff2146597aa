// The sandbox: play all sides, edit positions, load and save them, compare editions.

import { BoardControl } from "../board/table.js";
import { get, layout, me, post } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { attempt, copy, head, ruleLink, words } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";
import { AnalysisPanel } from "../ring/analysis.js";
import { COLOURS } from "../ring/names.js";
import { Log, askedLine, moveList, players, track } from "../ring/panels.js";
import { fold } from "../ring/table.js";
import { mountCompare } from "./compare.js";
import { mountEditor } from "./editor.js";

/** @typedef {import("../lib/types.js").Study & {board: string}} Study */

const root = byId("root");
let starts = 0;
head();
start();
addEventListener("hashchange", () => start());

async function start() {
  const mine = ++starts;
  try {
    await me();
    const line = await fromAddress();
    // Somebody who is in a hurry has asked for something else since.
    if (mine === starts) await mountPlay(line);
  } catch (error) {
    const text = new URLSearchParams(location.hash.slice(1)).get("position") ?? "";
    if (mine === starts) put(root, h("p", { class: "say bad", role: "alert" }, words(error)), h("div", { class: "card" }, loadForm(text)), h("p", null, h("a", { href: "/sandbox" }, "Begin with an empty board")));
  }
}

/** What the address asks for: a ply of a game, a position, or a new game. @returns {Promise<StudyLine>} */
async function fromAddress() {
  const wish = new URLSearchParams(location.hash.slice(1));
  const game = wish.get("game");
  if (game) return fromGame(game, Number(wish.get("ply") ?? 0));
  const position = wish.get("position");
  if (position) return StudyLine.of({ position });
  return StudyLine.of({ board: wish.get("board") ?? "square8", edition: wish.get("edition") ?? "canon", players: Number(wish.get("players") ?? 2), options: wish.get("edition") ? {} : { regions: "no_main" } });
}

/** @param {string} id @param {number} ply */
async function fromGame(id, ply) {
  const snapshot = await get(`/api/games/${encodeURIComponent(id)}`);
  const [first] = (await get(`/api/games/${encodeURIComponent(id)}/plies?from=0&to=0`)).plies;
  const line = await StudyLine.of({ position: first.state.position });
  await line.load(snapshot.moves.slice(0, ply).map((/** @type {any} */ move) => String(move.action)));
  return line;
}

/** Leaves what is shown. @type {() => void} */
let leave = () => {};

/** Shows something else instead. @param {Promise<() => void>} mounted */
async function enter(mounted) {
  leave();
  leave = await mounted;
}

/** @param {StudyLine} line */
async function mountPlay(line) {
  leave();
  const study = /** @type {Study} */ (line.start);
  const plan = await layout(study.board);
  const boardRoot = h("div", { class: "board-root" });
  boardRoot.style.setProperty("--ratio", String(plan.width / plan.height));
  const asked = h("p", { class: "asked", role: "status" });
  const steps = h("ol", { class: "track plain", "aria-label": "Steps of the turn" });
  const turn = h("span", { class: "badge" });
  const side = h("div", { class: "players" });
  const moves = h("ol", { class: "moves plain", tabindex: 0, "aria-label": "Moves by turn" });
  const others = h("div", { class: "row" });
  const log = new Log();
  const analysisRoot = h("div", { class: "stack" });
  const undo = button("Undo", () => line.undo(), { id: "undo" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "grow", "aria-label": "Positions of this line", oninput: () => line.go(Number(slider.value)) });
  put(
    root,
    h(
      "div",
      { class: "table" },
      h("div", { class: "head" }, asked, h("div", { class: "row" }, turn, steps)),
      h(
        "div",
        { class: "middle" },
        boardRoot,
        h(
          "div",
          { class: "row commands" },
          undo,
          button("Edit the position", async () => enter(mountEditor(root, /** @type {any} */ (line.study), (position) => location.assign(`#${new URLSearchParams({ position })}`), () => mountPlay(line))), { id: "edit" }),
          button("Compare editions", async () => enter(mountCompare(root, /** @type {any} */ (line.study), () => mountPlay(line))), { id: "compare" }),
          button("Copy position", async () => copy(line.study.state.position, "Position")),
          button("Copy record", async () => copy((await post("/api/study/record", { start: line.start.state.position, actions: line.actions })).text, "Record")),
          button("Copy address", async () => copy(`${location.origin}/sandbox#${new URLSearchParams({ position: line.study.state.position })}`, "Address")),
          button("Play this against the computer", () => playOn(line.study.state)),
        ),
      ),
      h(
        "aside",
        { class: "side", "aria-label": "About this line" },
        side,
        h("section", { class: "card", "aria-label": "Moves" }, h("h2", null, "Moves"), moves, h("div", { class: "row history" }, slider), others),
        fold("sandbox-load", "New, load", true, newForm(await get("/api/catalogue"), study.rules), loadForm()),
        fold("sandbox-explain", "Explain a move", true, explainForm(line, (cells) => control.board.show(cells))),
        fold("log", "What happened", false, log.element),
        fold("analysis", "Analysis", false, analysisRoot),
      ),
    ),
  );
  const control = new BoardControl(boardRoot, plan, line, { label: `Board ${plan.board}, ${plan.cells.length} cells` });
  const analysis = new AnalysisPanel(analysisRoot, {
    subject: () => ({ position: line.study.state.position }),
    point: (cells) => control.board.show(cells),
    cells: (action) => {
      const choice = (line.study.legal?.groups ?? []).flatMap((group) => group.choices).find((one) => one.action === action);
      return choice ? [...choice.picks, ...(choice.others ?? [])] : [];
    },
  });
  moves.addEventListener("click", (event) => {
    const found = event.target instanceof Element && event.target.closest("[data-ply]");
    if (found) line.go(Number(found.getAttribute("data-ply")));
  });
  const draw = () => {
    const { state } = line.study;
    root.dataset.position = state.position;
    const colour = state.player ? COLOURS[state.player] : "";
    askedLine(asked, state, state.player ? `${colour.charAt(0).toUpperCase()}${colour.slice(1)} decides.` : state.headline);
    put(steps, track(state));
    turn.textContent = `Turn ${state.turn}`;
    put(side, players(state, null));
    put(moves, line.steps.length ? moveList(line.steps, line.at) : h("li", { class: "quiet" }, "Play for all sides: choose on the board."));
    put(others, line.others.map((other, index) => button(`Other line, ${other.length} actions`, async () => line.swap(index))));
    undo.disabled = line.at === 0;
    slider.max = String(line.steps.length);
    slider.value = String(line.at);
    analysis.changed();
  };
  const stop = line.subscribe((change) => {
    if (change) log.tell(change.events, null, line.study.state);
    draw();
  });
  leave = () => {
    stop();
    control.close();
  };
  draw();
}

/** @param {string} name @param {() => Promise<any>} what @param {Record<string, unknown>} [props] */
function button(name, what, props = {}) {
  return h("button", { type: "button", ...props, onclick: () => attempt(what) }, name);
}

/** @param {import("../lib/types.js").RingState} state */
async function playOn(state) {
  const seats = state.players.map(({ player }) => (player === (state.player ?? 1) ? { who: "me" } : { who: "bot", name: "level:5" }));
  const made = await post("/api/games", { position: state.position, seats });
  location.assign(`/games/${made.id}`);
}

/** Offers a new board, like the one that is there. @param {{board_offers: {board: string, editions: string[]}[]}} catalogue @param {string} rules */
function newForm({ board_offers: offers }, rules) {
  const [board, players, edition] = rules.split(" ");
  const options = (/** @type {string[]} */ values, /** @type {string} */ now) => values.map((value) => h("option", { value, selected: value === now }, value));
  const editionsOf = (/** @type {string} */ name) => offers.find((offer) => offer.board === name)?.editions ?? [];
  const select = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string[]} */ values, /** @type {string} */ now) =>
    h("label", { class: "field" }, h("span", null, title), h("select", { name }, options(values, now)));
  const editions = select("edition", "Edition", editionsOf(board), edition);
  const boards = select("board", "Board", offers.map((offer) => offer.board), board);
  boards.addEventListener("change", (event) => {
    const chosen = event.target instanceof HTMLSelectElement ? event.target.value : board;
    put(/** @type {Element} */ (editions.lastElementChild), options(editionsOf(chosen), edition));
  });
  const form = h(
    "form",
    { class: "row", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), location.assign(`#${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`)) },
    boards,
    editions,
    select("players", "Players", ["2", "3", "4"], players.charAt(0)),
    h("button", { type: "submit" }, "New board"),
  );
  return form;
}

/** @param {string} [text] */
function loadForm(text = "") {
  const area = h("textarea", { rows: 3, name: "text", "aria-label": "Position text or record", placeholder: "A position text, or a record" }, text);
  const problem = h("p", { class: "say bad", role: "alert", hidden: true });
  const load = async () => {
    try {
      const { start: first, actions } = await post("/api/study/read", { text: area.value });
      const line = await StudyLine.of({ position: first });
      await line.load(actions);
      await mountPlay(line);
    } catch (error) {
      problem.hidden = false;
      put(problem, words(error), " A position text looks like ", h("code", null, "G square8 2p canon; S d4=12,e5=2; H 16,16"), ".");
    }
  };
  return h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), load()) }, area, h("div", null, h("button", { type: "submit", id: "load" }, "Load")), problem);
}

/** @param {StudyLine} line @param {(cells: string[]) => void} show */
function explainForm(line, show) {
  const input = h("input", { type: "text", name: "action", "aria-label": "An action in notation", placeholder: "M d4-d6" });
  const answer = h("div", { "aria-live": "polite" });
  const explain = async () => {
    const action = input.value.trim();
    const why = await line.why({ action });
    show(why.cells ?? []);
    if (!why.possible) return put(answer, h("p", { class: "say warn" }, why.reason, " ", ruleLink(why.rule)));
    const { events } = await line.preview(action);
    put(answer, h("p", { class: "say good" }, "This is possible. It would do this:"), h("ol", null, events.map((/** @type {any} */ event) => h("li", null, event.text, " ", ruleLink(event.rule)))));
  };
  return h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), attempt(explain)) }, h("div", { class: "row" }, input, h("button", { type: "submit", id: "explain" }, "Explain")), answer);
}
