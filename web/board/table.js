// Deciding on the board: joins the board, the choices and a game, whatever kind of session that is.
import { h, put } from "../lib/dom.js";
import { Board } from "./board.js";
import { Chooser, cellsOf, countOf, isArea } from "./choose.js";
import { colours, sentence, summary } from "./summary.js";

/** @typedef {import("../lib/types.js").Preview} Preview */
/** @typedef {import("../lib/types.js").Why} Why */
/** @typedef {import("./choose.js").Option} Option */
/** @typedef {{cell?: string, picked?: string[], action?: string}} Question */
/** How a view came about, and whether that is only pointed out. @typedef {{events?: import("../lib/types.js").RingEvent[], previous?: View["state"], still?: boolean}} Change */
/** Without `legal` nothing is asked; `idle` says why. @typedef {{state: import("../lib/types.js").RingState, legal?: import("../lib/types.js").RingLegal | null}} View */
/**
 * @typedef {{view: () => View, act: (action: string) => Promise<unknown>, preview: (action: string) => Promise<Preview>,
 *   why: (question: Question) => Promise<Why>, idle?: () => string, subscribe: (fn: (change?: Change | null) => unknown) => (() => void) | void}} Session
 */

/** How long one must point at something, and how long the view may take after an action, in milliseconds. */
const [REST, PATIENCE] = [60, 3000];

export class BoardControl {
  #session;
  #chooser = new Chooser(null);
  /** The position that the chooser is about. */
  #about = "";
  /** @type {Option | null} A choice that waits for its confirmation. */
  #pending = null;
  /** When the last action was sent. */
  #committed = -Infinity;
  /** @type {string | null} The action that is looked at. */
  #looked = null;
  /** @type {string | null} */
  #over = null;
  /** @type {Question | null} */
  #question = null;
  #busy = false;
  #timer = 0;
  /** @type {Map<string, Promise<Preview>>} Of this position. */
  #previews = new Map();
  #ask = h("p", { class: "bd-ask grow" });
  #again = h("button", { type: "button", class: "bare", onclick: () => (this.startOver(), this.board.focus()) }, "Start over");
  #options = h("ul", { class: "bd-options", "aria-label": "Ways to do it" });
  #counts = h("div", { class: "row bd-counts", role: "group", "aria-label": "How many rings" });
  #buttons = h("div", { class: "row" });
  #say = h("div", { class: "bd-say", "aria-live": "polite" });
  #leave;

  /** @param {HTMLElement} root @param {import("../lib/types.js").Layout} layout @param {Session} session @param {{label?: string}} [options] */
  constructor(root, layout, session, options = {}) {
    this.#session = session;
    this.board = new Board(layout, {
      label: options.label ?? `Board ${layout.board}`,
      onPoint: (cell, by) => this.#point(cell, by),
      onHover: (cell) => this.#hover(cell), onBack: () => this.#back(), onDigit: (digit) => this.#prefer(digit), isHurried: () => performance.now() - this.#committed < 1500,
    });
    this.decide = h("div", { class: "bd-decide", role: "group", "aria-label": "Your decision", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) },
      h("div", { class: "row" }, this.#ask, this.#again), this.#options, h("div", { class: "row" }, this.#counts, this.#buttons), this.#say);
    this.decide.style.setProperty("--bd-ratio", this.board.element.style.getPropertyValue("--bd-ratio"));
    root.append(this.board.element, this.decide);
    this.#leave = session.subscribe((change) => this.update(change));
    this.update();
  }

  /** Shows what the session has now. @param {Change | null} [change] */
  async update(change) {
    const { state, legal } = this.#session.view();
    const about = `${state.position} ${legal ? "asked" : ""}`;
    if (about !== this.#about) {
      this.#about = about;
      this.#busy = false;
      this.#chooser = new Chooser(legal);
      this.#previews.clear();
      this.#quiet();
    }
    this.board.mark({});
    const shown = this.board.draw(state, change ?? {});
    this.#render(!this.board.moving);
    await shown;
    if (this.#about === about) this.#render();
  }

  startOver() {
    this.#chooser.reset();
    this.#quiet();
    this.#render();
  }

  close() {
    this.#leave?.();
    clearTimeout(this.#timer);
    this.board.close();
    this.decide.remove();
  }

  /** @param {string} cell @param {import("./board.js").By} by */
  #point(cell, by) {
    if (this.#busy) return;
    if (!this.#session.view().legal) return put(this.#say, this.#session.idle?.());
    const pending = this.#pending;
    // A second tap confirms; any cell of an area stands for it.
    if (pending && by === "touch" && (isArea(pending) ? cellsOf(pending) : pending.picks.slice(-1)).includes(cell)) return this.#commit(pending);
    const { outcome, choice, options, picked } = this.#chooser.point(cell);
    this.#quiet();
    if (choice && by !== "touch" && outcome !== "none") return this.#commit(choice);
    this.#pending = choice;
    this.#render();
    if (outcome === "none" && picked.includes(cell)) put(this.#say, "This one is chosen. Point at where it goes.");
    else if (outcome === "none") this.#explain({ cell, picked });
    else if (choice) this.#look(choice);
    else if (options.length && by === "keys") this.#options.querySelector("button")?.focus();
    if (options.length && !choice) this.decide.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  /** @param {string | null} cell */
  #hover(cell) {
    this.#over = cell;
    if (this.#busy || this.#pending) return;
    const choice = cell ? this.#chooser.hover(cell) : null;
    if (choice) this.board.show([]), this.#look(choice);
    else if (this.#looked) this.#quiet();
  }

  #back() {
    if (!this.#chooser.back() && !this.#say.childElementCount) return false;
    this.#quiet();
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
    if (this.#pending) this.#look(this.#pending);
    else this.#hover(this.#over);
  }

  /** @param {KeyboardEvent} event */
  #key({ key }) {
    if (key === "Escape" && this.#back()) this.board.focus();
    else if (/^[1-9]$/.test(key)) this.#prefer(Number(key));
  }

  /** @param {Option} choice */
  async #commit(choice) {
    this.#committed = performance.now();
    const slow = setTimeout(() => put(this.#say, "Sending …"), 1000);
    const [held, about] = [this.decide.contains(document.activeElement), this.#about];
    this.#quiet();
    this.#busy = true;
    this.#render();
    if (held) this.board.focus();
    const again = () => {
      if (this.#about !== about) return;
      this.#busy = false;
      this.startOver();
    };
    await this.#session.act(choice.action).finally(() => clearTimeout(slow)).then(() => setTimeout(again, PATIENCE), (error) => {
      again();
      this.#tell({ ...error.body, reason: error.message });
    });
  }

  /** Shows what a choice would do, after a moment. @param {Option} choice */
  #look(choice) {
    const { action } = choice;
    if (this.#looked === action) return;
    clearTimeout(this.#timer);
    this.#looked = action;
    this.#timer = window.setTimeout(async () => {
      const preview = await this.#previewed(action).catch(() => null);
      if (!preview || this.#looked !== action || this.board.moving) return;
      const { now, next } = summary(choice, preview);
      const play = this.#pending && h("button", { class: "primary", type: "button", onclick: () => this.#commit(choice) }, "Play");
      this.board.preview(preview);
      put(this.#say, h("div", { class: "row" }, h("div", { class: "grow" }, now, " ", h("span", { class: "quiet small" }, next)), play));
      play?.scrollIntoView({ block: "nearest" });
    }, REST);
  }

  /** @param {string} action */
  #previewed(action) {
    const found = this.#previews.get(action) ?? this.#session.preview(action);
    this.#previews.set(action, found);
    found.catch(() => this.#previews.delete(action));
    return found;
  }

  /** @param {Question} question */
  async #explain(question) {
    this.#question = question;
    const why = await this.#session.why(question).catch(() => null);
    if (why && question === this.#question) this.#tell(why);
  }

  /** @param {Why} why */
  #tell({ possible, reason, rule, cells = [] }) {
    this.board.show(cells);
    put(this.#say, h("div", { class: possible ? "say" : "say warn" }, `${sentence(colours(reason))}. `, rule ? h("a", { href: `/rules#${rule}` }, rule) : null));
  }

  /** Forgets what was looked at. */
  #quiet() {
    clearTimeout(this.#timer);
    this.#looked = null;
    this.#pending = this.#question = null;
    this.board.preview(null);
    this.board.show([]);
    put(this.#say);
  }

  /** @param {boolean} [marks] whether cells are pointed out, too */
  #render(marks = true) {
    const chooser = this.#chooser;
    const idle = this.#busy || this.board.moving || !this.#session.view().legal;
    if (marks) this.board.mark({ choosable: idle ? [] : chooser.choosable(), picked: chooser.picked });
    this.#ask.textContent = idle ? "" : this.#asked();
    this.#again.hidden = idle || !chooser.canBack();
    put(this.#options, idle || chooser.counts().length ? null : chooser.options().map((option) => this.#option(option)));
    put(this.#counts, idle ? null : this.#stepper());
    put(this.#buttons, idle ? null : chooser.plain().map((choice) => h("button", { type: "button", ...this.#looks(choice), onclick: () => this.#commit(choice) }, choice.title)));
  }

  /** What can be pointed at now. */
  #asked() {
    const chooser = this.#chooser;
    const titles = new Set(chooser.open().map(({ title }) => title));
    const cells = [...chooser.picked, ...(chooser.complete() || chooser.open().some(isArea) ? [] : ["?"])];
    const notes = (this.#session.view().legal?.groups ?? []).flatMap(({ note }) => (note ? [` (${note})`] : []));
    return [...titles].join(" / ") + notes.join("") + (chooser.picked.length ? ` · ${cells.join(" → ")}` : "");
  }

  #stepper() {
    const [counts, here] = [this.#chooser.allCounts(), this.#chooser.counts()];
    const now = this.#pending ? countOf(this.#pending) : this.#chooser.count;
    return [counts.length ? "Rings" : null, ...counts.map((count) => h("button", {
      type: "button", "aria-pressed": String(count === now), disabled: here.length > 0 && !here.includes(count),
      "aria-label": count === 1 ? "1 ring" : `${count} rings`, onclick: () => this.#prefer(count),
    }, count))];
  }

  /** By touch an option is looked at first. @param {Option} option */
  #option(option) {
    const choose = (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType !== "touch" || this.#pending?.action === option.action) return this.#commit(option);
      this.#pending = option;
      this.#looked = null;
      this.#look(option);
    };
    return h("li", null, h("button", { type: "button", ...this.#looks(option), onclick: choose },
      h("span", null, sentence(colours(option.details ?? option.title))), h("small", { class: "mono" }, option.action)));
  }

  /** @param {Option} option */
  #looks(option) {
    const look = () => (this.board.show(cellsOf(option)), this.#look(option));
    const away = () => this.#pending || this.#quiet();
    return { "data-action": option.action, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away };
  }
}
