// The analysis panel: winning chances, best lines and threats; and the graph of chances over a game.

import { cellsOf } from "../board/choose.js";
import { analyse } from "../lib/analyst.js";
import { Rejection } from "../lib/api.js";
import { sentence } from "../board/event-text.js";
import { h, put, s } from "../lib/dom.js";
import { errorText } from "../lib/shell.js";
import { language, t } from "../lib/text.js";
import { firstTurn, notation, turnText } from "./action-text.js";
import { COLOURS } from "./names.js";

/** @import { Analysis, Cells, Scored } from "../lib/types.js" */
/** @import { Route } from "../board/board.js" */
/** @import { Subject } from "../lib/analyst.js" */
/** @typedef {{ply: number, chances: number[]}} Point */

/**
 * @typedef {object} Options
 * @property {() => Subject} subject the shown position
 * @property {(cells: string[], routes?: Route[], kind?: "hint" | "threat") => void} point highlights cells, and draws arrows
 * @property {() => string} [disabledReason] why analysis is not allowed now; empty if it is
 */

/** Milliseconds before an analysis that replaces a running one, so that browsing through a game does not start a worker for each position. */
const PAUSE_MS = 200;

/** Panel with hint, chances, lines and threats. */
export class AnalysisPanel {
  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, options) {
    this.options = options;
    /** The running analysis. @type {AbortController | null} */
    this.job = null;
    /** The shown position, and why it may not be analysed. */
    this.shown = "";
    this.isOn = false;
    this.bar = h("div", { class: "chances" });
    this.lines = h("div", { class: "lines", "aria-live": "polite" });
    this.toggle = h("button", { "aria-pressed": "false", onclick: () => this.switch() }, t("analysis.chances"));
    this.hintButton = h("button", { onclick: () => this.hint() }, t("analysis.hint"));
    this.buttons = h("div", { class: "row" }, this.hintButton, this.toggle);
    root.append(this.buttons, this.bar, this.lines);
  }

  switch() {
    this.isOn = !this.isOn;
    this.job?.abort();
    this.toggle.setAttribute("aria-pressed", String(this.isOn));
    put(this.bar);
    put(this.lines);
    if (this.isOn) this.analyse();
  }

  /** Called when the shown position may have changed. */
  changed() {
    const { position } = this.options.subject();
    const disabledReason = this.options.disabledReason?.() ?? "";
    const key = `${position}\n${disabledReason}`;
    if (key === this.shown) return;
    this.shown = key;
    this.job?.abort();
    this.options.point([]);
    this.buttons.hidden = Boolean(disabledReason);
    if (disabledReason) put(this.lines, h("p", { class: "quiet" }, disabledReason));
    else if (!this.isOn) put(this.lines);
    else this.analyse();
  }

  async hint() {
    this.hintButton.disabled = true;
    const found = await this.request(4000, { threats: false });
    this.hintButton.disabled = false;
    if (!found) return;
    const [best] = found.actions;
    if (!best) return this.fail(t("analysis.nothing"));
    this.options.point(cellsOf(best), routesOf([best]));
    put(this.lines, h("p", null, t("analysis.best", { action: turnText(firstTurn(best.line)) }), percent(best.chances, found.player), notation(best.line.slice(0, 8))));
  }

  async analyse() {
    const found = await this.request(2500);
    if (!found || !this.isOn) return;
    put(this.bar, chanceBar(found.chances));
    const line = (/** @type {Scored} */ one) =>
      h("li", null, this.#pointer([one], `${sentence(turnText(firstTurn(one.line)))}${regionOf(one)}.`),
        h("div", { class: "small quiet" }, percent(one.chances, found.player), one.proved && ` ${t("analysis.proved")}`),
        notation(one.line.slice(0, 8)));
    const threat = (/** @type {Analysis["threats"][number]} */ one) =>
      h("li", null, this.#pointer(one.cells, threatText(one), "threat"),
        notation(one.line));
    put(
      this.lines,
      found.actions.length > 0 && h("h2", { class: "sub" }, t("analysis.lines")),
      h("ol", { class: "best" }, found.actions.slice(0, 4).map(line)),
      found.threats.length > 0 && h("h2", { class: "sub" }, t("analysis.threats")),
      h("ul", { class: "plain" }, found.threats.map(threat)),
      found.nodes > 0 && h("p", { class: "small quiet" }, t("analysis.nodes", { nodes: found.nodes.toLocaleString(language) })),
    );
  }

  /** Creates a button that shows actions on the board. @param {Cells[]} actions @param {string | HTMLElement} text @param {"hint" | "threat"} [kind] */
  #pointer(actions, text, kind) {
    const show = () => this.options.point(actions.flatMap((cells) => cellsOf(cells)), routesOf(actions), kind);
    return h("button", { class: "bare", onclick: show, onmouseenter: show, onfocus: show }, text);
  }

  /** @param {number} nodes @param {{threats?: boolean}} [more] @returns {Promise<Analysis | null>} null if another position is shown meanwhile */
  async request(nodes, more = {}) {
    const disabledReason = this.options.disabledReason?.();
    if (disabledReason) return this.fail(disabledReason);
    const previous = this.job;
    previous?.abort();
    const job = (this.job = new AbortController());
    const { signal } = job;
    const note = (/** @type {string} */ text) => put(this.lines, h("p", { class: "quiet" }, text));
    note(t("analysis.thinking"));
    try {
      if (previous) await pause(PAUSE_MS);
      while (!signal.aborted) {
        try {
          return await analyse(this.options.subject(), { nodes, lines: 5, ...more }, { signal, note });
        } catch (error) {
          // Two analyses are running on the server already: retry.
          if (!(error instanceof Rejection && error.status === 429)) throw error;
          await pause(700);
        }
      }
      return null;
    } catch (error) {
      return signal.aborted ? null : this.fail(errorText(error));
    } finally {
      if (this.job === job) this.job = null;
    }
  }

  /** @param {string} text */
  fail(text) {
    put(this.lines, h("p", { class: "say warn" }, text));
    return null;
  }
}

/** Says which region a turn claims first. @param {Scored} scored */
function regionOf(scored) {
  const cells = scored.action.startsWith("T ") ? cellsOf(scored) : [];
  return cells.length ? ` (${t("analysis.region", { count: cells.length, cell: cells[0] })})` : "";
}

/** Returns the moves among actions. @param {Cells[]} actions @returns {Route[]} */
function routesOf(actions) {
  return actions.flatMap(({ picks }) => (picks.length > 1 ? [/** @type {Route} */ ([picks[0], picks[picks.length - 1]])] : []));
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** @param {number[]} chances @param {number | null} player */
function percent(chances, player) {
  return player === null ? "" : ` ${t("analysis.chance", { percent: Math.round(100 * chances[player - 1]), colour: COLOURS[player] })}`;
}

/** @param {Analysis["threats"][number]} threat */
function threatText({ player, kind, gain }) {
  return t("analysis.threat", { colour: sentence(COLOURS[player]), kind, gain });
}

/** Draws the chances of all players side by side. @param {number[]} chances */
function chanceBar(chances) {
  const text = chances.map((chance, index) => `${COLOURS[index + 1]} ${Math.round(100 * chance)} %`);
  const part = (/** @type {number} */ chance, /** @type {number} */ index) => {
    const element = h("span", { class: `share p${index + 1}` }, chance >= 0.12 ? `${Math.round(100 * chance)} %` : "");
    element.style.flexGrow = String(Math.max(chance, 0.002));
    return element;
  };
  return h("div", { class: "chance-bar", role: "img", "aria-label": t("analysis.bar", { chances: text.join(", ") }) }, chances.map(part));
}

const WIDTH = 320;
const HEIGHT = 110;

/**
 * Draws the chances over a game.
 * @param {Point[]} points @param {number} plies @param {number} shown @param {{ply: number, text: string}[]} marks @param {(ply: number) => void} go
 */
export function chanceGraph(points, plies, shown, marks, go) {
  const x = (/** @type {number} */ ply) => (plies ? (ply / plies) * WIDTH : 0);
  const y = (/** @type {number} */ chance) => HEIGHT - 4 - chance * (HEIGHT - 8);
  const players = points[0]?.chances.length ?? 0;
  const lines = Array.from({ length: players }, (_, index) =>
    s("polyline", { class: `curve p${index + 1}`,
      points: points.map(({ ply, chances }) => `${x(ply).toFixed(1)},${y(chances[index]).toFixed(1)}`).join(" ") }),
  );
  const signs = marks.map(({ ply, text }) =>
    s("line", { class: "sign", x1: x(ply), x2: x(ply), y1: HEIGHT, y2: HEIGHT - 12 }, s("title", null, text)));
  const cursor = s("line", { class: "cursor", x1: x(shown), x2: x(shown), y1: 0, y2: HEIGHT });
  const last = points.at(-1);
  const label = last ? last.chances.map((chance, index) => `${COLOURS[index + 1]} ${Math.round(100 * chance)} %`).join(", ") : "";
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": t("analysis.graph", { chances: label }) },
    s("line", { class: "half", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }), lines, cursor, signs);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * plies));
  });
  return svg;
}
