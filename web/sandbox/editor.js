// Puts anything on a board; the server says what is wrong with it.

import { Board } from "../board/board.js";
import { layout, post } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { COLOURS, withNames } from "../ring/names.js";

/** @typedef {import("../lib/types.js").Study & {board: string}} Study */
/** @typedef {{stacks: Record<string, string>, markers: Record<string, number>, collapsed: Record<string, number>}} Pieces */
/** @typedef {"ring" | "top" | "marker" | "territory" | "erase"} Tool */

/** @type {Record<Tool, string>} */
const TOOLS = { ring: "Add a ring", top: "Take the top ring", marker: "Marker", territory: "Territory", erase: "Empty" };

/**
 * @param {HTMLElement} root @param {Study} study @param {(position: string) => void} done @param {() => void} cancel
 * @returns {Promise<() => void>} leaves it
 */
export async function mountEditor(root, study, done, cancel) {
  const plan = await layout(study.board);
  const { state } = study;
  const [, playersText, edition, ...options] = study.rules.split(" ");
  const count = Number.parseInt(playersText, 10);
  /** @type {Pieces} */
  const pieces = { stacks: { ...state.stacks }, markers: { ...state.markers }, collapsed: { ...state.collapsed } };
  // Whose rings were eliminated cannot be seen, so hands of a game that has been played for a while are kept.
  const isPlayed = state.players.some((one) => one.eliminated > 0);
  /** @type {{tool: Tool, colour: number, player: number, eliminated: number[], hands: number[] | null}} */
  const wish = { tool: "ring", colour: 1, player: state.player ?? 1, eliminated: state.players.map((one) => one.eliminated), hands: isPlayed ? state.players.map((one) => one.hand) : null };
  const problems = h("div", { role: "status", class: "stack", id: "problems" });
  const palette = h("div", { class: "stack palette" });
  const finish = h("button", { type: "button", class: "primary", id: "play-position", disabled: true }, "Play from here");
  let position = "";
  finish.addEventListener("click", () => done(position));

  const board = new Board(plan, { label: `Editor, board ${plan.board}`, onPoint: (/** @type {string} */ cell) => (paint(pieces, wish, cell), change()) });
  board.mark({ choosable: plan.cells.map((cell) => cell.name) });
  const boardRoot = h("div", { class: "board-root" }, board.element);
  boardRoot.style.setProperty("--ratio", String(plan.width / plan.height));

  let asked = 0;
  const change = async () => {
    board.draw(/** @type {any} */ (pieces));
    const mine = ++asked;
    const checked = await post("/api/study/check", {
      board: plan.board,
      players: count,
      edition,
      options: Object.fromEntries(options.map((option) => option.split("="))),
      ...pieces,
      player: wish.player,
      eliminated: wish.eliminated,
      ...(wish.hands ? { hands: wish.hands } : {}),
    });
    if (mine !== asked) return;
    position = checked.study?.state.position ?? "";
    finish.disabled = !checked.study;
    board.show(checked.problems.flatMap((/** @type {any} */ problem) => problem.cells ?? []));
    put(
      problems,
      checked.study
        ? h("p", { class: "say good" }, "This is a position. ", withNames(null, checked.study.state, checked.study.state.headline))
        : checked.problems.map((/** @type {any} */ problem) => h("p", { class: "say bad" }, problem.text.charAt(0).toUpperCase() + problem.text.slice(1), ".")),
    );
  };
  const drawPalette = () => {
    const tool = (/** @type {Tool} */ name) => h("button", { type: "button", "data-tool": name, "aria-pressed": String(wish.tool === name), onclick: () => ((wish.tool = name), drawPalette()) }, TOOLS[name]);
    const colour = (/** @type {number} */ number) => h("button", { type: "button", "data-colour": number, "aria-pressed": String(wish.colour === number), onclick: () => ((wish.colour = number), drawPalette()) }, h("span", { class: `pip p${number}` }), COLOURS[number]);
    const colours = Array.from({ length: count }, (_, index) => index + 1);
    const number = (/** @type {string} */ title, /** @type {number[]} */ list, /** @type {number} */ index) => {
      const input = h("input", { type: "number", min: 0, max: 200, value: list[index], onchange: () => ((list[index] = Number(input.value)), change()) });
      return h("label", { class: "field" }, h("span", null, `${title}, ${COLOURS[index + 1]}`), input);
    };
    const auto = h("input", { type: "checkbox", checked: wish.hands === null, onchange: () => ((wish.hands = auto.checked ? null : state.players.map((one) => one.hand)), drawPalette(), change()) });
    put(
      palette,
      h("div", { class: "row", role: "group", "aria-label": "What is put down" }, /** @type {Tool[]} */ (Object.keys(TOOLS)).map(tool)),
      h("div", { class: "row", role: "group", "aria-label": "Colour" }, colours.map(colour)),
      h("div", { class: "row", role: "group", "aria-label": "Who is to move" }, "To move:", colours.map((one) => h("button", { type: "button", "aria-pressed": String(wish.player === one), onclick: () => ((wish.player = one), drawPalette(), change()) }, COLOURS[one]))),
      h("div", { class: "numbers" }, colours.map((one) => number("Eliminated", wish.eliminated, one - 1)), wish.hands && colours.map((one) => number("In hand", /** @type {number[]} */ (wish.hands), one - 1))),
      h("label", null, auto, "All rings that are not on the board or eliminated are in hand"),
    );
  };
  drawPalette();
  const clear = () => {
    pieces.stacks = {};
    pieces.markers = {};
    pieces.collapsed = {};
    wish.hands = null;
    drawPalette();
    change();
  };
  put(
    root,
    h(
      "div",
      { class: "table" },
      h("div", { class: "head" }, h("p", { class: "asked" }, h("strong", null, "Editor. "), "Choose what to put down, then point at cells.")),
      h("div", { class: "middle" }, boardRoot),
      h("aside", { class: "side", "aria-label": "Editor" }, h("section", { class: "card" }, palette), problems, h("div", { class: "row" }, finish, h("button", { type: "button", id: "clear", onclick: clear }, "Empty the board"), h("button", { type: "button", onclick: cancel }, "Back without changes"))),
    ),
  );
  change();
  return () => board.close();
}

/** Puts something on a cell. @param {Pieces} pieces @param {{tool: Tool, colour: number}} wish @param {string} cell */
function paint({ stacks, markers, collapsed }, { tool, colour }, cell) {
  const rings = stacks[cell] ?? "";
  delete stacks[cell];
  delete markers[cell];
  delete collapsed[cell];
  if (tool === "ring") stacks[cell] = rings + colour;
  if (tool === "top" && rings.length > 1) stacks[cell] = rings.slice(0, -1);
  if (tool === "marker") markers[cell] = colour;
  if (tool === "territory") collapsed[cell] = colour;
}
