// What stands on the board right now, cell by cell: only cells that change are drawn again.
import { s } from "../lib/dom.js";
import { PLAYERS, contentOf, definitions, piece } from "./pieces.js";
import { Plane } from "./plane.js";

/** @typedef {import("./pieces.js").Content} Content */

let scenes = 0;

export class Scene {
  /** @type {Map<string, Content>} */
  #contents = new Map();
  /** @type {Map<string, SVGGElement>} */
  #nodes = new Map();
  #pieces = s("g");
  below = s("g");
  /** The names of the cells, on them: who looks closely does not see the edges of the board. */
  #names = s("g", { class: "bd-names" });

  /** @param {import("../lib/types.js").Layout} layout */
  constructor(layout) {
    this.id = `bd${++scenes}`;
    const plane = new Plane(layout);
    this.plane = plane;
    /** On wide boards numbers must be larger. */
    this.dense = plane.box.width > 1300;
    this.land = PLAYERS.map((player) => this.territory(player, []));
    this.element = s("svg", { viewBox: plane.viewBox, class: "bd-base" },
      definitions(this.id),
      s("path", { class: "bd-cells", d: plane.outline(plane.names) }),
      this.land,
      s("path", { class: "bd-frame", d: plane.border(plane.names) }),
      s("g", { class: "bd-labels", "font-size": layout.font }, layout.labels.map(({ text, x, y, anchor }) => s("text", { x, y, "text-anchor": anchor }, text))),
      this.#names,
      this.below,
      this.#pieces,
    );
  }

  /** Writes the names on the cells, once somebody looks closely. */
  name() {
    if (this.#names.childElementCount) return;
    this.#names.append(...this.plane.cells.map(({ name, x, y }) => s("text", { x, y: y + 42 }, name)));
  }

  /** What stands on a cell. @param {string} cell */
  on(cell) {
    return this.#contents.get(cell) ?? "";
  }

  /** @param {string} cell */
  node(cell) {
    return this.#nodes.get(cell)?.firstElementChild;
  }

  /** @param {import("./pieces.js").Pieces} pieces */
  show(pieces) {
    this.set(this.plane.names.map((name) => [name, contentOf(pieces, name)]));
  }

  /** @param {[string, Content][]} changes */
  set(changes) {
    const spread = new Set();
    for (const [cell, content] of changes) {
      const before = this.on(cell);
      if (before === content) continue;
      for (const [kind, player] of [before, content]) if (kind === "t") spread.add(Number(player));
      this.#contents.set(cell, content);
      this.#nodes.get(cell)?.remove();
      this.#nodes.delete(cell);
      const node = this.at(cell, content);
      if (node) this.#nodes.set(cell, this.#pieces.appendChild(node));
    }
    for (const player of spread) {
      const land = this.territory(player, this.plane.names.filter((name) => this.on(name) === `t${player}`));
      this.land[player - 1].replaceWith(land);
      this.land[player - 1] = land;
    }
  }

  /** A piece on its cell, for whatever layer. @param {string} cell @param {Content} content */
  at(cell, content) {
    const node = piece(content, this.id, this.dense);
    const { x, y } = this.plane.at(cell);
    return node && s("g", { transform: `translate(${x} ${y})` }, node);
  }

  /** @param {number} player @param {string[]} cells */
  territory(player, cells) {
    const { plane } = this;
    return s("g", null, s("path", { class: "bd-land", fill: `url(#${this.id}-t${player})`, d: plane.outline(cells) }), s("path", { class: `bd-shore bd-p${player}`, d: plane.border(cells) }));
  }
}
