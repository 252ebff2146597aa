// Puts anything on a board; the server says what is wrong with it.

import { Board } from "../board/board.js";
import { sentence } from "../board/summary.js";
import { post } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { words } from "../lib/shell.js";
import { COLOURS, withNames } from "../ring/names.js";

/** @typedef {import("../lib/types.js").Study & {board: string}} Study */
/** @typedef {{stacks: Record<string, string>, markers: Record<string, number>, collapsed: Record<string, number>}} Pieces */
/** @typedef {"ring" | "top" | "marker" | "territory" | "erase"} Tool */
/** `hands` is nothing while all rings that are left over are in hand. @typedef {{tool: Tool, colour: number, player: number, eliminated: number[], hands: number[] | null}} Wish */

/** @type {Record<Tool, string>} */
const TOOLS = { ring: "Add a ring", top: "Take the top ring", marker: "Marker", territory: "Territory", erase: "Empty" };

export class Editor {
  #state;
  #rules;
  /** @type {Pieces} */
  #pieces;
  /** @type {Wish} */
  #wish;
  #board;
  /** What was found to be right, or nothing. */
  #position = "";
  #asked = 0;
  #palette = h("div", { class: "stack palette" });
  #problems = h("div", { role: "status", class: "stack", id: "problems" });
  #finish;

  /** @param {Study} study @param {import("../lib/types.js").Layout} plan @param {(position: string) => void} done @param {() => void} cancel */
  constructor(study, plan, done, cancel) {
    const { state } = study;
    this.#state = state;
    const [board, players, edition, ...options] = study.rules.split(" ");
    this.#rules = { board, players: Number.parseInt(players, 10), edition, options: Object.fromEntries(options.map((option) => option.split("="))) };
    this.#pieces = { stacks: { ...state.stacks }, markers: { ...state.markers }, collapsed: { ...state.collapsed } };
    const eliminated = state.players.map((one) => one.eliminated);
    // Whose rings were eliminated cannot be seen, so hands of a game that has been played for a while are kept.
    this.#wish = { tool: "ring", colour: 1, player: state.player ?? 1, eliminated, hands: eliminated.some((count) => count > 0) ? this.#hands() : null };
    this.#finish = h("button", { type: "button", class: "primary", id: "play-position", onclick: () => done(this.#position) }, "Play from here");
    this.#board = new Board(plan, { label: `Editor, board ${board}`, onPoint: (cell) => (paint(this.#pieces, this.#wish, cell), this.#changed()) });
    this.#board.mark({ choosable: plan.cells.map((cell) => cell.name) });
    const boardRoot = h("div", { class: "board-root" }, this.#board.element);
    boardRoot.style.setProperty("--ratio", String(plan.width / plan.height));
    const clear = h("button", { type: "button", id: "clear", onclick: () => this.#clear() }, "Empty the board");
    this.element = h("div", { class: "table" },
      h("div", { class: "head" }, h("p", { class: "asked" }, h("strong", null, "Editor. "), "Choose what to put down, then point at cells.")),
      h("div", { class: "middle" }, boardRoot),
      h("aside", { class: "side", "aria-label": "Editor" }, h("section", { class: "card" }, this.#palette), this.#problems, h("div", { class: "row" }, this.#finish, clear, h("button", { type: "button", onclick: cancel }, "Back without changes"))));
    this.#draw();
    this.#changed();
  }

  close() {
    this.#board.close();
  }

  #hands() {
    return this.#state.players.map((one) => one.hand);
  }

  /** Lets the server look at it. Until it has, there is nothing to play from. */
  async #changed() {
    const { tool, colour, hands, ...wish } = this.#wish;
    const mine = ++this.#asked;
    this.#finish.disabled = true;
    this.#board.draw(/** @type {any} */ (this.#pieces));
    try {
      const checked = await post("/api/study/check", { ...this.#rules, ...this.#pieces, ...wish, ...(hands ? { hands } : {}) });
      if (mine === this.#asked) this.#tell(checked);
    } catch (error) {
      if (mine === this.#asked) put(this.#problems, h("p", { class: "say bad" }, words(error), " ", h("button", { type: "button", onclick: () => this.#changed() }, "Check it again")));
    }
  }

  /** @param {{study?: Study, problems: {text: string, cells?: string[]}[]}} checked */
  #tell({ study, problems }) {
    this.#position = study?.state.position ?? "";
    this.#finish.disabled = !study;
    this.#board.show(problems.flatMap(({ cells = [] }) => cells));
    const good = study && h("p", { class: "say good" }, "This is a position. ", withNames(null, study.state, study.state.headline));
    put(this.#problems, good ?? problems.map(({ text }) => h("p", { class: "say bad" }, sentence(text), ".")));
  }

  #clear() {
    this.#pieces = { stacks: {}, markers: {}, collapsed: {} };
    this.#wish.hands = null;
    this.#draw();
    this.#changed();
  }

  /** What can be put down, and all that cannot be seen on the board. */
  #draw() {
    const wish = this.#wish;
    const colours = this.#state.players.map((_, index) => index + 1);
    const auto = h("input", { type: "checkbox", checked: wish.hands === null, onchange: () => this.#set({ hands: auto.checked ? null : this.#hands() }, true) });
    put(
      this.#palette,
      group("What is put down", /** @type {Tool[]} */ (Object.keys(TOOLS)).map((tool) => choice(wish.tool === tool, () => this.#set({ tool }), { "data-tool": tool }, TOOLS[tool]))),
      group("Colour", colours.map((colour) => choice(wish.colour === colour, () => this.#set({ colour }), { "data-colour": colour }, h("span", { class: `pip p${colour}` }), COLOURS[colour]))),
      group("Who is to move", ["To move:", ...colours.map((player) => choice(wish.player === player, () => this.#set({ player }, true), {}, COLOURS[player]))]),
      h("div", { class: "numbers" }, this.#numbers("Eliminated", wish.eliminated), wish.hands && this.#numbers("In hand", wish.hands)),
      h("label", null, auto, "All rings that are not on the board or eliminated are in hand"),
    );
  }

  /** @param {Partial<Wish>} change @param {boolean} [matters] whether it is part of the position */
  #set(change, matters = false) {
    Object.assign(this.#wish, change);
    this.#draw();
    if (matters) this.#changed();
  }

  /** @param {string} title @param {number[]} list */
  #numbers(title, list) {
    return list.map((value, index) => {
      const input = h("input", { type: "number", min: 0, max: 200, value, onchange: () => ((list[index] = Number(input.value)), this.#changed()) });
      return h("label", { class: "field" }, h("span", null, `${title}, ${COLOURS[index + 1]}`), input);
    });
  }
}

/** @param {string} label @param {(string | HTMLElement)[]} content */
function group(label, content) {
  return h("div", { class: "row", role: "group", "aria-label": label }, content);
}

/** @param {boolean} isChosen @param {() => void} onclick @param {Record<string, unknown>} props @param {...(string | HTMLElement)} content */
function choice(isChosen, onclick, props, ...content) {
  return h("button", { type: "button", ...props, "aria-pressed": String(isChosen), onclick }, ...content);
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
