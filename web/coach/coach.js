// The coach of a first game: states the goal once, and explains each kind of decision, and what others do, when it first occurs.

import { announce } from "../lib/announce.js";
import { h, put } from "../lib/dom.js";
import { remember, remembered } from "../lib/shell.js";
import { t } from "../lib/text.js";

/** @import { Change, GameClient } from "../lib/game-client.js" */
/** @import { ChoiceGroup } from "../lib/types.js" */
/**
 * The game as it is shown: whether it has caught up with the game, a way to highlight cells, and the place for the card.
 * @typedef {{isSettled: () => boolean, point: (cells: string[]) => void, insert: (card: HTMLElement) => void}} Shown
 */

/** Milliseconds between two looks at the game. */
const INTERVAL = 250;

/** Kinds of decisions by the choices that they offer, the more special ones first. @type {[string, import("../lib/text.js").TextId][]} */
const DECISIONS = [
  ["swap_sides", "coach.swap_sides"],
  ["whole_line", "coach.line"],
  ["line_segment", "coach.line"],
  ["region", "coach.region"],
  ["eliminate", "coach.eliminate"],
  ["recover", "coach.recover"],
  ["decline_capture", "coach.chain"],
  ["place_on_stack", "coach.place_again"],
  ["place_on_empty", "coach.place"],
  ["capture", "coach.capture"],
  ["move", "coach.move"],
];

/** What others do, by the event. @type {Map<string, import("../lib/text.js").TextId>} */
const SEEN = new Map([["region_claimed", "coach.seen.region"], ["line_taken", "coach.seen.line"], ["ring_captured", "coach.seen.captured"]]);

/** Reports whether the coach accompanies a game: the one of the address, or one that it has accompanied before. @param {string} id */
export function isCoached(id) {
  if (location.hash === "#coach") {
    remember("coach", id);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return remembered("coach") === id;
}

/** Accompanies a game. @param {GameClient} game @param {Shown} shown */
export function startCoach(game, shown) {
  new Coach(game, shown);
}

class Coach {
  #text = h("p");
  #again = h("button", { onclick: () => this.#explainAgain() }, t("coach.again"));
  #card = h("section", { class: "coach card", "aria-label": t("coach.label"), hidden: true }, this.#text,
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => this.#next() }, t("coach.next")), this.#again,
      h("button", { class: "bare", onclick: () => this.#end() }, t("coach.skip"))));
  #timer = window.setInterval(() => this.#look(), INTERVAL);
  /** What was explained before, on this page or another. @type {Set<string>} */
  #explained = new Set((remembered("coach.explained") ?? "").split(" "));
  /** What others have done and was never explained. @type {Set<import("../lib/text.js").TextId>} */
  #seen = new Set();
  /** Number of actions when the shown sentence appeared. */
  #since = -1;
  /** Whether to offer the explanations of an earlier game again. */
  #isRepeated;

  /** @param {GameClient} game @param {Shown} shown */
  constructor(game, shown) {
    this.game = game;
    this.shown = shown;
    this.#isRepeated = this.#explained.has("goal") && game.snap.table.actions === 0;
    shown.insert(this.#card);
    game.subscribe((change) => change.kind === "update" && this.#note(change));
  }

  /** Notes what another player has done. @param {Change & {kind: "update"}} change */
  #note({ before, update }) {
    if (before.table.to_move === null || this.game.mine.includes(before.table.to_move)) return;
    for (const { event } of update.events ?? []) {
      const id = SEEN.get(event);
      if (id && !this.#explained.has(id)) this.#seen.add(id);
    }
  }

  /** Explains the decision that the player has to make, if it is of a new kind. */
  #look() {
    const { table, state, you } = this.game.snap;
    if (table.stage === "over") return this.#end();
    // The sentence goes when the player has decided.
    if (!this.#card.hidden && table.actions !== this.#since) this.#hide();
    if (!this.#card.hidden || !this.shown.isSettled()) return;
    const legal = you?.legal?.game === "ringrift" && table.to_move !== null && this.game.mine.includes(table.to_move) ? you.legal.groups : [];
    if (legal.length === 0) return;
    if (this.#isRepeated) return this.#offerAgain();
    if (!this.#explained.has("goal")) {
      const goals = state.players.find((/** @type {any} */ one) => this.game.mine.includes(one.seat))?.goals ?? [];
      const need = (/** @type {string} */ kind) => goals.find((/** @type {any} */ goal) => goal.kind === kind)?.need ?? 0;
      return this.#say("goal", t("coach.goal", { cells: need("territory"), rings: need("elimination") }), []);
    }
    for (const id of this.#seen) {
      this.#seen.delete(id);
      return this.#say(id, t(id), []);
    }
    for (const [kind, usual] of DECISIONS) {
      const id = kind === "eliminate" && state.phase === "forced_elimination" ? "coach.forced" : usual;
      const groups = legal.filter((group) => group.kind === kind);
      if (groups.length && !this.#explained.has(id)) return this.#say(id, t(id), cellsOf(groups));
    }
  }

  /** @param {string} name @param {string} text @param {string[]} cells */
  #say(name, text, cells) {
    this.#explained.add(name);
    this.#store();
    this.#again.hidden = true;
    this.#show(text);
    this.shown.point(cells);
  }

  #offerAgain() {
    this.#isRepeated = false;
    this.#again.hidden = false;
    this.#show(t("coach.known"));
  }

  #explainAgain() {
    this.#explained.clear();
    this.#store();
    this.#next();
  }

  #store() {
    remember("coach.explained", [...this.#explained].join(" ").trim());
  }

  /** @param {string} text */
  #show(text) {
    this.#since = this.game.snap.table.actions;
    put(this.#text, text);
    this.#card.hidden = false;
    announce(text);
  }

  #hide() {
    this.#card.hidden = true;
    this.shown.point([]);
  }

  #next() {
    this.#hide();
    this.#look();
  }

  #end() {
    clearInterval(this.#timer);
    this.#hide();
    this.#card.remove();
    remember("coach", "");
  }
}

/** Returns the first cells of all choices. @param {ChoiceGroup[]} groups */
function cellsOf(groups) {
  return [...new Set(groups.flatMap(({ choices }) => choices.flatMap(({ picks, others = [] }) => picks[0] ?? others[0] ?? [])))];
}
