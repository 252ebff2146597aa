// Geometry of a board: cell positions, the cell at a point or in a direction, and paths around cells.

/** @import { Layout } from "../lib/types.js" */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

export class Geometry {
  /** @param {Layout} layout */
  constructor({ cells, cell, margin }) {
    this.cells = cells;
    this.names = cells.map(({ name }) => name);
    this.corners = corners(cell);
    const [[left, right], [top, bottom]] = [0, 1].map((axis) => {
      const half = Math.max(...this.corners.map((corner) => corner[axis])) + margin[axis];
      const places = cells.map(({ x, y }) => [x, y][axis]);
      return [Math.min(...places) - half, Math.max(...places) + half];
    });
    this.box = { x: left, y: top, width: right - left, height: bottom - top };
    this.viewBox = Object.values(this.box).join(" ");
    /** y coordinates of the rows, from the top. */
    this.rows = [...new Set(cells.map(({ y }) => Math.round(y)))].sort((a, b) => a - b);
    this.byName = new Map(cells.map((cell) => [cell.name, cell]));
    this.byPlace = new Map(cells.map((cell) => [this.#key(cell.x, cell.y), cell.name]));
  }

  /** @param {string} name */
  at(name) {
    return /** @type {this["cells"][0]} */ (this.byName.get(name));
  }

  /** Returns the cell of `names` whose centre is nearest. @param {Point} place @param {number} within @param {Iterable<string>} [names] */
  nearest({ x, y }, within, names = this.names) {
    let [found, best] = ["", within * within];
    for (const name of names) {
      const cell = this.at(name);
      const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
      if (far < best) [found, best] = [name, far];
    }
    return found || null;
  }

  /**
   * Returns the next cell of the row, or the cell of the next row nearest to `aimX`.
   * @param {string} name @param {Direction} way @param {number} aimX
   */
  step(name, way, aimX) {
    const { x } = this.at(name);
    const [ahead, level] = [way === "left" || way === "up" ? -1 : 1, way === "left" || way === "right"];
    const far = (/** @type {Point} */ cell) => (level ? (cell.x - x) * ahead : Math.abs(cell.x - aimX));
    const cells = this.row(this.rowOf(name) + (level ? 0 : ahead)).filter((cell) => !level || far(cell) > 1);
    return cells.sort((a, b) => far(a) - far(b))[0]?.name ?? name;
  }

  /** @param {string} name */
  rowOf(name) {
    return this.rows.indexOf(Math.round(this.at(name).y));
  }

  /** Returns the cells of a row, from the left. @param {number} row */
  row(row) {
    return this.cells.filter(({ y }) => Math.round(y) === this.rows[row]).sort((a, b) => a.x - b.x);
  }

  /** Returns paths around each cell, scaled by a factor. @param {Iterable<string>} names @param {number} [factor] */
  outline(names, factor = 1) {
    let path = "";
    for (const name of names) path += this.around(this.at(name), factor);
    return path;
  }

  /** Returns a path around one cell. @param {Point} middle @param {number} [factor] */
  around({ x, y }, factor = 1) {
    return `M${this.corners.map(([cx, cy]) => `${num(x + cx * factor)} ${num(y + cy * factor)}`).join("L")}z`;
  }

  /** Returns the border between these cells and all others. @param {Iterable<string>} names */
  border(names) {
    const inside = new Set(names);
    let path = "";
    for (const name of inside) {
      const { x, y } = this.at(name);
      this.corners.forEach(([ax, ay], i) => {
        const [bx, by] = this.corners[(i + 1) % this.corners.length];
        const beyond = this.byPlace.get(this.#key(x + ax + bx, y + ay + by));
        if (!beyond || !inside.has(beyond)) path += `M${num(x + ax)} ${num(y + ay)}L${num(x + bx)} ${num(y + by)}`;
      });
    }
    return path;
  }

  /** Rounds to half cells and rows: coordinates computed from corners are inexact. @param {number} x @param {number} y */
  #key(x, y) {
    return `${Math.round(x / 50)},${Math.round((y - this.rows[0]) / (this.rows[1] - this.rows[0]))}`;
  }
}

/** @param {number} value */
export function num(value) {
  return Math.round(value * 10) / 10;
}

/** Returns the corners of a path of straight lines. @param {string} path */
function corners(path) {
  /** @type {[number, number][]} */
  const found = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of path.matchAll(/([ml])([^a-z]*)/gi)) {
    const values = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    for (let i = 0; i + 1 < values.length; i += 2) {
      [x, y] = letter === "l" || letter === "m" ? [x + values[i], y + values[i + 1]] : [values[i], values[i + 1]];
      found.push([x, y]);
    }
  }
  return found;
}
