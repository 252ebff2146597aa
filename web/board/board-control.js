// Connects the board and the chooser to a session: a live game, a line in the sandbox, or an exercise.
import { h, put } from "../lib/dom.js";
import { isFast } from "../lib/engine.js";
import { boardName } from "../lib/rules-text.js";
import { ruleLink } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { isOn } from "../lib/view-settings.js";
import { Board, STEPS } from "./board.js";
import { Chooser, cellsOf, countOf, isArea } from "./choose.js";
import { colours, sentence, summary } from "./event-text.js";
import { Premoves } from "./premoves.js";
import { buzz } from "./sounds.js";

/** @import { Effect, Layout, RingEvent, RingLegal, RingState, Why } from "../lib/types.js" */
/** @import { By } from "./board.js" */
/** @import { Option } from "./choose.js" */
/** @typedef {{cell?: string, picked?: string[], action?: string}} Question */
/** The events that led to a view; `still`: without animation. @typedef {{events?: RingEvent[], previous?: View["state"], still?: boolean}} Change */
/** Without `legal`, it is not the player's decision; `idle` explains why. @typedef {{state: RingState, legal?: RingLegal | null}} View */
/**
 * `premover`: in a game, the number of the player who may choose in advance, or null. `undoLast` takes back the last action of the turn, and returns whether
 * there was one.
 * @typedef {{view: () => View, act: (action: string) => Promise<unknown>, preview: (action: string) => Promise<Effect>,
 *   why: (question: Question) => Promise<Why>, idle?: () => string, premover?: () => number | null, undoLast?: () => boolean, subscribe: (fn: (change?: Change | null) =>
 *   unknown) => (() => void) | void}} Session
 */

/** Delay before a preview is requested: from the worker and from the server. */
const [FAST_DELAY_MS, PREVIEW_DELAY_MS] = [16, 60];
/** Time after which the choices return if no update follows an action. */
const VIEW_TIMEOUT_MS = 3000;
/** Pause before a forced decision is played, so that the player sees what happened. */
const FORCED_DELAY_MS = 350;

export class BoardControl {
  #session;
  #chooser = new Chooser(null);
  /** Identifies the position of the chooser. */
  #positionKey = "";
  /** @type {Option | null} choice that waits for confirmation */
  #pending = null;
  /** Time of the last action sent. */
  #committed = -Infinity;
  /** @type {string | null} action being previewed */
  #previewedAction = null;
  /** @type {string | null} */
  #over = null;
  /** @type {Question | null} */
  #question = null;
  #busy = false;
  #isBrief;
  #takesWheel;
  #premoves = new Premoves();
  #timer = 0;
  /** @type {Map<string, Promise<Effect>>} previews of this position, by action */
  #previews = new Map();
  #promptLine = h("p", { class: "bd-ask grow" });
  #again = h("button", { class: "bare", onclick: () => (this.startOver(), this.board.focus()) }, t("board.start_over"));
  #options = h("ul", { class: "bd-options", "aria-label": t("board.options") });
  #counts = h("div", { class: "row bd-counts", role: "group", "aria-label": t("board.count") });
  #buttons = h("div", { class: "row" });
  #message = h("div", { class: "bd-say", "aria-live": "polite" });
  #leave;

  /**
   * @param {HTMLElement} root @param {Layout} layout @param {Session} session
   * @param {{label?: string, decideRoot?: HTMLElement, statusRoot?: HTMLElement, takesWheel?: boolean}} [options] where the choices, and the buttons for zooming, are
   *   shown, if not below the board; `takesWheel`: the wheel changes the number of rings even if it could scroll the page
   */
  constructor(root, layout, session, options = {}) {
    this.#session = session;
    this.#isBrief = options.decideRoot !== undefined;
    this.#takesWheel = options.takesWheel === true;
    this.board = new Board(layout, {
      label: options.label ?? t("start.board_cells", { board: boardName(layout.board), cells: layout.cells.length }),
      onPoint: (cell, by) => this.#point(cell, by),
      onHover: (cell) => this.#hover(cell),
      onBack: () => this.#undo(),
      onDigit: (digit) => this.#prefer(digit),
      onStep: (steps) => this.#step(this.#chooser.allCounts(), steps),
      onWheel: (steps) => this.#wheel(steps),
      onGrab: (cell) => this.#grab(cell),
      onDrop: (cell) => this.#drop(cell),
      justActed: () => performance.now() - this.#committed < 1500,
    });
    /** @type {(event: KeyboardEvent) => void} */
    const onkeydown = (event) => this.#key(event);
    this.decide = h("div", { class: "bd-decide", role: "group", "aria-label": t("table.decision"), onkeydown },
      h("div", { class: "row bd-choices" }, this.#counts, this.#buttons),
      h("div", { class: "bd-slot" }, h("div", { class: "row bd-picked" }, this.#promptLine, this.#again), this.#options, this.#message));
    this.decide.style.setProperty("--bd-ratio", String(this.board.ratio));
    root.append(this.board.element);
    options.statusRoot?.append(this.board.read, this.board.tools);
    (options.decideRoot ?? root).append(this.decide);
    this.#leave = session.subscribe((change) => this.update(change));
    this.update();
  }

  /** Shows the current view of the session. @param {Change | null} [change] */
  async update(change) {
    const { state, legal } = this.#session.view();
    const positionKey = `${state.position} ${legal ? "asked" : ""}`;
    if (positionKey !== this.#positionKey) {
      this.#positionKey = positionKey;
      this.#busy = false;
      this.#chooser = new Chooser(legal);
      this.#previews.clear();
      this.#clearPreview();
    }
    this.board.mark({});
    const shown = this.board.draw(state, change ?? {});
    this.#render(!this.board.moving);
    await shown;
    if (this.#positionKey !== positionKey) return;
    this.#render();
    if (!this.#premoves.isEmpty) this.#continuePremoves();
    else if (change?.events?.length) this.#playForced(positionKey);
  }

  /** Plays the only choice, if the player wants that. @param {string} positionKey */
  #playForced(positionKey) {
    const only = this.#session.premover && isOn("forced") ? this.#chooser.only() : null;
    if (only) setTimeout(() => this.#positionKey === positionKey && !this.#busy && this.#commit(only), FORCED_DELAY_MS);
  }

  /** Plays the next action that was chosen in advance, or drops all if it is not possible. */
  #continuePremoves() {
    if (!this.#session.view().legal) return this.#showPremoves();
    const picks = this.#premoves.take();
    const choice = picks && this.#chooser.match(picks);
    if (choice) return this.#commit(choice);
    this.#premoves.clear();
    put(this.#message, t("premove.dropped"));
  }

  /** Chooses a cell in advance; returns whether that is possible. @param {string} cell */
  #premove(cell) {
    const player = isOn("premoves") ? (this.#session.premover?.() ?? null) : null;
    if (player === null) return false;
    const content = this.board.on(cell);
    this.#premoves.point(cell, content.startsWith("s") && content.endsWith(String(player)));
    this.#showPremoves();
    return true;
  }

  #showPremoves() {
    const { cells, routes, from } = this.#premoves;
    this.board.show(cells, routes, "premove");
    const moves = [...routes.map((route) => route.join(" → ")), ...cells.filter((cell) => !routes.flat().includes(cell))].join(", ");
    put(this.#message, this.#premoves.isEmpty ? null : h("div", { class: "say" }, from ? t("premove.from", { cell: from }) : t("premove.planned", { moves })));
  }

  /** Drops the moves chosen in advance; returns whether there were any. */
  dropPremoves() {
    const had = this.#premoves.clear();
    if (had) this.#showPremoves();
    return had;
  }

  startOver() {
    this.#chooser.reset();
    this.#clearPreview();
    this.#render();
  }

  close() {
    this.#leave?.();
    clearTimeout(this.#timer);
    this.board.close();
    this.decide.remove();
  }

  /** @param {string} cell @param {By} by */
  #point(cell, by) {
    if (this.#busy) return;
    if (!this.#session.view().legal) return this.#premove(cell) || put(this.#message, this.#session.idle?.());
    const pending = this.#pending;
    // Further taps on a cell change the number of rings there.
    const counts = this.#chooser.counts();
    if (pending && by === "touch" && counts.length > 1 && pending.picks.at(-1) === cell)
      return this.#prefer(counts[(counts.indexOf(countOf(pending)) + 1) % counts.length]);
    // A second tap confirms; for an area, on any of its cells.
    if (pending && by === "touch" && (isArea(pending) ? cellsOf(pending) : pending.picks.slice(-1)).includes(cell)) return this.#commit(pending);
    const { outcome, choice, options, picked } = this.#chooser.point(cell);
    this.#clearPreview();
    if (choice && by !== "touch" && outcome !== "none") return this.#commit(choice);
    this.#pending = choice;
    this.#render();
    if (outcome === "none" && picked.includes(cell)) put(this.#message, t("board.chosen"));
    else if (outcome === "none") this.#explain({ cell, picked });
    else if (choice) this.#preview(choice);
    else if (options.length && by === "keys") this.#options.querySelector("button")?.focus();
    if (options.length && !choice) this.decide.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  /** @param {string | null} cell */
  #hover(cell) {
    this.#over = cell;
    if (this.#busy || this.#pending) return;
    const choice = cell ? this.#chooser.hover(cell) : null;
    if (choice) this.board.show([]), this.#preview(choice);
    else if (this.#previewedAction) this.#clearPreview();
  }

  /** Changes the number of rings for the cell under the pointer. @param {number} steps @returns whether there is a choice */
  #wheel(steps) {
    // Elsewhere the wheel scrolls the page.
    if (!this.#takesWheel && (!this.#isBrief || document.documentElement.scrollHeight > innerHeight)) return false;
    return this.#step(this.#over ? this.#chooser.countsAt(this.#over) : [], -steps);
  }

  /** Chooses a larger or smaller number of rings. @param {number[]} counts @param {number} steps @returns whether there is a choice */
  #step(counts, steps) {
    if (counts.length < 2 || this.#busy || !this.#session.view().legal) return false;
    const at = counts.filter((count) => count <= this.#chooser.count).length - 1;
    if (steps) this.#prefer(counts[Math.max(0, Math.min(counts.length - 1, at + steps))]);
    return true;
  }

  /** Selects a stack that the pointer begins to drag. @param {string} cell */
  #grab(cell) {
    if (this.#busy) return false;
    if (!this.#session.view().legal) return this.board.on(cell).startsWith("s") && this.#premoves.from !== cell && this.#premove(cell) && this.#premoves.from === cell;
    const chooser = this.#chooser;
    const before = chooser.picked;
    if (before.at(-1) !== cell && chooser.point(cell).outcome !== "picked") {
      chooser.picked = before;
      return false;
    }
    this.#clearPreview();
    this.#render();
    return chooser.choosable().size > 0;
  }

  /** Plays the move to the cell where a stack is dropped. @param {string | null} cell */
  #drop(cell) {
    if (!this.#session.view().legal) return void (cell && this.#premoves.from && this.#premove(cell));
    if (cell && this.#chooser.choosable().has(cell)) this.#point(cell, "mouse");
    else if (this.#chooser.picked.at(-1) !== cell) this.#back();
  }

  /** Whether the player places rings now. */
  get canPlace() {
    const groups = this.#session.view().legal?.groups ?? [];
    return !this.#busy && !this.board.moving && groups.some(({ choices }) => choices.some(({ rings }) => rings));
  }

  /** Previews where a ring from the hand would be placed, or places it. @param {PointerEvent} event @param {boolean} isDropped */
  carry({ x, y }, isDropped) {
    const cell = this.board.aim({ x, y });
    if (isDropped && cell && this.canPlace && this.#chooser.choosable().has(cell)) this.#point(cell, "mouse");
  }

  /** Undoes the last selection, or else the last action of the turn; returns whether there was one. */
  #undo() {
    return this.#back() || (!this.#busy && (this.#session.undoLast?.() ?? false));
  }

  /** Undoes the last selection; returns whether there was one. */
  #back() {
    if (this.dropPremoves()) return true;
    if (!this.#chooser.back() && !this.#message.childElementCount) return false;
    this.#clearPreview();
    this.#render();
    return true;
  }

  /** @param {number} count */
  #prefer(count) {
    const [button, held] = [this.#chooser.allCounts().indexOf(count), this.#counts.contains(document.activeElement)];
    if (button < 0) return;
    this.#chooser.count = count;
    this.#pending &&= this.#chooser.complete();
    this.#render();
    if (held) this.#counts.querySelectorAll("button")[button].focus();
    if (this.#pending) this.#preview(this.#pending);
    else this.#hover(this.#over);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (key === "Escape" && this.#undo()) this.board.focus();
    else if (/^[1-9]$/.test(key)) this.#prefer(Number(key));
    else if (key in STEPS && this.#step(this.#chooser.allCounts(), STEPS[key])) event.preventDefault();
  }

  /** @param {Option} choice */
  async #commit(choice) {
    buzz(choice.rings ? "placed" : "moved");
    this.#committed = performance.now();
    const [held, positionKey] = [this.decide.contains(document.activeElement), this.#positionKey];
    const slow = setTimeout(() => this.#positionKey === positionKey && put(this.#message, t("board.sending")), 1000);
    this.#clearPreview();
    this.#busy = true;
    this.#render();
    if (held) this.board.focus();
    const again = () => {
      if (this.#positionKey !== positionKey) return;
      this.#busy = false;
      this.startOver();
    };
    await this.#session.act(choice.action).finally(() => clearTimeout(slow)).then(() => setTimeout(again, VIEW_TIMEOUT_MS), (error) => {
      again();
      this.#showReason({ ...error.body, reason: error.message });
    });
  }

  /** Shows the effect of a choice, after a short delay. @param {Option} choice */
  #preview(choice) {
    const { action } = choice;
    if (this.#previewedAction === action) return;
    clearTimeout(this.#timer);
    this.#previewedAction = action;
    this.#timer = window.setTimeout(async () => {
      const effect = await this.#loadPreview(action).catch(() => null);
      if (!effect || this.#previewedAction !== action || this.board.moving) return;
      const { now, next } = summary(choice, effect);
      const play = this.#pending && h("button", { class: "primary", onclick: () => this.#commit(choice) }, t("board.play"));
      this.board.preview(effect);
      if (play && choice.rings) this.board.offer(choice.picks[choice.picks.length - 1], t("board.place", { count: choice.rings }), () => this.#commit(choice));
      put(this.#message, h("div", { class: "row" }, h("div", { class: "grow" }, now, h("span", { class: "small quiet mono notation" }, `${action} `), h("span", { class: "quiet small" }, next)), play));
      play?.scrollIntoView({ block: "nearest" });
    }, isFast() ? FAST_DELAY_MS : PREVIEW_DELAY_MS);
  }

  /** @param {string} action */
  #loadPreview(action) {
    const found = this.#previews.get(action) ?? this.#session.preview(action);
    this.#previews.set(action, found);
    found.catch(() => this.#previews.delete(action));
    return found;
  }

  /** @param {Question} question */
  async #explain(question) {
    this.#question = question;
    const why = await this.#session.why(question).catch(() => null);
    if (why && question === this.#question) this.#showReason(why);
  }

  /** @param {Why} why */
  #showReason({ possible, reason, rule, cells = [] }) {
    this.board.show(cells);
    put(this.#message, h("div", { class: possible ? "say" : "say warn" }, `${sentence(colours(reason))}. `, ruleLink(rule)));
  }

  /** Removes preview, message and pending choice. */
  #clearPreview() {
    clearTimeout(this.#timer);
    this.#previewedAction = null;
    this.#pending = this.#question = null;
    this.board.preview(null);
    this.board.offer(null);
    this.board.show([]);
    put(this.#message);
  }

  /** @param {boolean} [marks] also redraws the marks on the board */
  #render(marks = true) {
    const chooser = this.#chooser;
    const idle = this.#busy || this.board.moving || !this.#session.view().legal;
    if (marks) this.board.mark({ choosable: idle ? [] : chooser.choosable(), picked: chooser.picked });
    this.#promptLine.textContent = idle ? "" : this.#prompt();
    this.#again.hidden = idle || !chooser.canBack();
    put(this.#options, idle || chooser.counts().length ? null : chooser.options().map((option) => this.#option(option)));
    put(this.#counts, idle ? null : this.#stepper());
    put(this.#buttons, idle ? null
      : chooser.plain().map((choice) =>
        h("button", { ...this.#previewProps(choice), onclick: () => this.#commit(choice) }, choice.title)));
  }

  #prompt() {
    const chooser = this.#chooser;
    const titles = new Set(chooser.open().map(({ title }) => title));
    const notes = (this.#session.view().legal?.groups ?? []).flatMap(({ note }) => (note ? [` (${note})`] : []));
    // A page with a place for the decision asks for it there.
    if (this.#isBrief && !chooser.picked.length && !notes.length) return "";
    if (!chooser.picked.length) return [...titles].join(" / ") + notes.join("");
    const isOpen = !chooser.complete() && !chooser.open().some(isArea);
    return t(isOpen ? "board.from" : "board.picked", { cells: chooser.picked.join(" → ") }) + notes.join("");
  }

  #stepper() {
    const [counts, here] = [this.#chooser.allCounts(), this.#chooser.counts()];
    const now = this.#pending ? countOf(this.#pending) : this.#chooser.count;
    return [counts.length ? t("board.rings") : null, ...counts.map((count) => h("button", {
      "aria-pressed": String(count === now), disabled: here.length > 0 && !here.includes(count),
      "aria-label": t("board.ring_count", { count }), onclick: () => this.#prefer(count),
    }, count))];
  }

  /** On touch screens, the first tap shows a preview. @param {Option} option */
  #option(option) {
    const choose = (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType !== "touch" || this.#pending?.action === option.action) return this.#commit(option);
      this.#pending = option;
      this.#previewedAction = null;
      this.#preview(option);
    };
    return h("li", null, h("button", { ...this.#previewProps(option), onclick: choose },
      h("span", null, sentence(colours(option.details ?? option.title))), h("small", { class: "mono notation" }, option.action)));
  }

  /** @param {Option} option */
  #previewProps(option) {
    const look = () => (this.board.show(cellsOf(option)), this.#preview(option));
    const away = () => this.#pending || this.#clearPreview();
    return { "data-action": option.action, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away };
  }
}
