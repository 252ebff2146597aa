// Charts of both sides' totals over the plies.

import { h, put, s, set } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { number, SIDES, totals } from "./asg-text.js";

/** @import { AsgState } from "../lib/types.js" */
/** @import { Side, Totals } from "./asg-text.js" */

/** @type {[keyof Totals, string][]} */
const KINDS = [["supply", t("asg.supply")], ["income", t("asg.income")], ["forces", t("asg.forces")], ["nodes", t("asg.territory")]];
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [300, 96, 30, 26, 8, 14];

export class Charts {
  /** @param {(ply: number) => void} jump @param {string} label */
  constructor(jump, label) {
    this.charts = KINDS.map(([key, title]) => new Chart(key, title, jump));
    this.element = h("section", { class: "asg-charts card", "aria-label": label }, this.charts.map((chart) => chart.element));
  }

  /** @param {AsgState[]} states of all plies, beginning with the start */
  draw(states) {
    this.element.hidden = states.length < 2;
    const figures = states.map((state) => ({ P1: totals(state, "P1"), P2: totals(state, "P2") }));
    for (const chart of this.charts) chart.draw(figures);
  }

  /** Moves the cursor. @param {number} ply */
  at(ply) {
    for (const chart of this.charts) chart.at(ply);
  }
}

class Chart {
  /** @param {keyof Totals} key @param {string} title @param {(ply: number) => void} jump */
  constructor(key, title, jump) {
    this.key = key;
    this.title = title;
    this.most = 1;
    /** @type {Record<Side, Totals>[]} */
    this.figures = [];
    this.now = h("span", { class: "quiet" });
    this.lines = s("g");
    this.cursor = s("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" }, this.lines, this.cursor);
    this.svg.addEventListener("click", (event) => jump(this.#plyAt(event)));
    this.element = h("figure", null, h("figcaption", { class: "small" }, h("b", null, title), " ", this.now), this.svg);
  }

  /** @param {Chart["figures"]} figures */
  draw(figures) {
    this.figures = figures;
    const series = (/** @type {Side} */ side) => figures.map((figure) => figure[side][this.key] ?? 0);
    this.most = [...series("P1"), ...series("P2")].reduce((a, b) => Math.max(a, b), 1);
    const last = figures.length - 1;
    const ends = SIDES.map((side) => this.#y(series(side)[last]));
    const middle = Math.min(HEIGHT - BOTTOM - 9, Math.max(TOP + 6, (ends[0] + ends[1]) / 2));
    // Keep the labels of lines that end close together apart.
    const names = Math.abs(ends[0] - ends[1]) > 11 ? ends : ends[0] <= ends[1] ? [middle - 6, middle + 6] : [middle + 6, middle - 6];
    put(this.lines,
      s("path", { class: "axis", d: `M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 4, y: TOP + 8, class: "end" }, number(this.most)), s("text", { x: LEFT - 4, y: HEIGHT - BOTTOM, class: "end" }, "0"),
      s("text", { x: WIDTH - RIGHT, y: HEIGHT - 2, class: "end" }, t("asg.chart_ply", { ply: last })),
      SIDES.map((side) => s("polyline", { class: side, points: series(side).map((value, ply) => `${this.#x(ply)},${this.#y(value)}`).join(" ") })),
      SIDES.map((side, i) => s("text", { class: "name", x: this.#x(last) + 4, y: names[i] + 4 }, side)));
  }

  /** @param {number} ply */
  at(ply) {
    const x = this.#x(ply);
    set(this.cursor, { x1: x, x2: x });
    const values = SIDES.map((side) => `${side} ${number(this.figures[ply]?.[side][this.key])}`).join(" · ");
    put(this.now, values);
    set(this.svg, { "aria-label": t("asg.chart", { title: this.title, plies: this.figures.length - 1, ply, values }) });
  }

  /** @param {number} ply */
  #x(ply) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, this.figures.length - 1);
  }

  /** @param {number} value */
  #y(value) {
    return HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / this.most;
  }

  /** @param {MouseEvent} event */
  #plyAt(event) {
    const box = this.svg.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, part)) * (this.figures.length - 1));
  }
}
