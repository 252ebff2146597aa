// Position editor: accepts any pieces; the engine reports what is wrong with them.

import { Board } from "../board/board.js";
import { colours, sentence } from "../board/event-text.js";
import { h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { boardName } from "../lib/rules-text.js";
import { errorText } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { COLOURS, withNames } from "../ring/names.js";

/** @import { Layout, Study } from "../lib/types.js" */
/** @typedef {{stacks: Record<string, string>, markers: Record<string, number>, collapsed: Record<string, number>}} Pieces */
/** @typedef {"ring" | "top" | "marker" | "territory" | "erase"} Tool */
/**
 * `hands` is null while all remaining rings are in hand.
 * @typedef {{tool: Tool, colour: number, player: number, eliminated: number[], hands: number[] | null}} EditorState
 */

/** @type {Record<Tool, string>} */
const TOOLS = { ring: t("editor.ring"), top: t("editor.top"), marker: t("editor.marker"), territory: t("editor.territory"), erase: t("editor.erase") };

export class Editor {
  #state;
  #rules;
  /** @type {Pieces} */
  #pieces;
  /** @type {EditorState} */
  #settings;
  #board;
  /** The last valid position, or empty. */
  #position = "";
  #lastRequest = 0;
  #palette = h("div", { class: "stack palette" });
  #problems = h("div", { role: "status", class: "stack", id: "problems" });
  #finish;

  /** @param {Study} study @param {Layout} plan @param {(position: string) => void} done @param {() => void} cancel */
  constructor(study, plan, done, cancel) {
    const { state } = study;
    this.#state = state;
    const [board, players, edition, ...options] = study.rules.split(" ");
    this.#rules = { board, players: Number.parseInt(players, 10), edition, options: Object.fromEntries(options.map((option) => option.split("="))) };
    this.#pieces = { stacks: { ...state.stacks }, markers: { ...state.markers }, collapsed: { ...state.collapsed } };
    const eliminated = state.players.map((one) => one.eliminated);
    // Eliminated rings are not on the board, so the hands cannot be computed from it: keep those of the game.
    this.#settings = { tool: "ring", colour: 1, player: state.player ?? 1, eliminated,
      hands: eliminated.some((count) => count > 0) ? this.#hands() : null };
    this.#finish = h("button", { class: "primary", id: "play-position", onclick: () => done(this.#position) }, t("editor.play"));
    this.#board = new Board(plan,
      { label: t("editor.board", { board: boardName(board) }),
        onPoint: (cell) => (paint(this.#pieces, this.#settings, cell), this.#changed()) });
    this.#board.mark({ choosable: plan.cells.map((cell) => cell.name) });
    const boardRoot = h("div", { class: "board-root" }, this.#board.element);
    const clear = h("button", { id: "clear", onclick: () => this.#clear() }, t("editor.clear"));
    this.element = h("div", { class: "table" }, boardRoot,
      h("aside", { class: "side", "aria-label": t("editor.title") },
        h("p", { class: "asked" }, h("strong", null, `${t("editor.title")}. `), t("editor.help")),
        h("section", { class: "card" }, this.#palette), this.#problems,
        h("div", { class: "status foot" }, this.#board.read, this.#board.tools),
        h("div", { class: "row" }, this.#finish, clear, h("button", { onclick: cancel }, t("editor.cancel")))));
    this.element.style.setProperty("--ratio", String(this.#board.ratio));
    this.#draw();
    this.#changed();
  }

  close() {
    this.#board.close();
  }

  #hands() {
    return this.#state.players.map((one) => one.hand);
  }

  /** Has the engine check the position; playing from it is disabled until the answer comes. */
  async #changed() {
    const { tool, colour, hands, ...settings } = this.#settings;
    const request = ++this.#lastRequest;
    this.#finish.disabled = true;
    this.#board.draw(/** @type {any} */ (this.#pieces));
    try {
      const checked = await ask("POST", "/api/study/check", { ...this.#rules, ...this.#pieces, ...settings, ...(hands ? { hands } : {}) });
      if (request === this.#lastRequest) this.#showCheck(checked);
    } catch (error) {
      if (request === this.#lastRequest)
        put(this.#problems, h("p", { class: "say bad" }, errorText(error), " ",
          h("button", { onclick: () => this.#changed() }, t("editor.check_again"))));
    }
  }

  /** @param {{study?: Study, problems: {text: string, cells?: string[]}[]}} checked */
  #showCheck({ study, problems }) {
    this.#position = study?.state.position ?? "";
    this.#finish.disabled = !study;
    this.#board.show(problems.flatMap(({ cells = [] }) => cells));
    const good = study && h("p", { class: "say good" }, `${t("editor.valid")} `, withNames(null, study.state, study.state.headline));
    put(this.#problems, good ?? problems.map(({ text }) => h("p", { class: "say bad" }, `${sentence(colours(text))}.`)));
  }

  #clear() {
    this.#pieces = { stacks: {}, markers: {}, collapsed: {} };
    this.#settings.hands = null;
    this.#draw();
    this.#changed();
  }

  /** Draws the tools and the values that the board does not show. */
  #draw() {
    const settings = this.#settings;
    const colours = this.#state.players.map((_, index) => index + 1);
    const auto = h("input",
      { type: "checkbox", checked: settings.hands === null,
        onchange: () => this.#set({ hands: auto.checked ? null : this.#hands() }, true) });
    put(
      this.#palette,
      group(t("editor.tools"),
        /** @type {Tool[]} */ (Object.keys(TOOLS)).map((tool) =>
          choice(settings.tool === tool, () => this.#set({ tool }), { "data-tool": tool }, TOOLS[tool]))),
      group(t("editor.colour"), colours.map((colour) =>
        choice(settings.colour === colour, () => this.#set({ colour }), { "data-colour": colour },
          h("span", { class: `pip p${colour}` }), COLOURS[colour]))),
      group(t("editor.player"),
        [t("editor.to_move"), ...colours.map((player) =>
          choice(settings.player === player, () => this.#set({ player }, true), {}, COLOURS[player]))]),
      h("div", { class: "numbers" }, this.#numbers(t("gauge.elimination"), settings.eliminated), settings.hands && this.#numbers(t("gauge.hand"), settings.hands)),
      h("label", null, auto, t("editor.all_in_hand")),
    );
  }

  /** @param {Partial<EditorState>} change @param {boolean} [matters] whether the change affects the position */
  #set(change, matters = false) {
    Object.assign(this.#settings, change);
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
  return h("button", { ...props, "aria-pressed": String(isChosen), onclick }, ...content);
}

/** Applies the tool to a cell. @param {Pieces} pieces @param {{tool: Tool, colour: number}} settings @param {string} cell */
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
