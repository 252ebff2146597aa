// The drawn board. Only cells that change are redrawn.
import { s } from "../lib/dom.js";
import { PLAYERS, contentOf, definitions, piece } from "./pieces.js";
import { Geometry } from "./geometry.js";

/** @import { Layout } from "../lib/types.js" */
/** @import { Content, Pieces } from "./pieces.js" */

let scenes = 0;

export class Scene {
  /** @type {Map<string, Content>} */
  #contents = new Map();
  /** @type {Map<string, SVGGElement>} */
  #nodes = new Map();
  #pieces = s("g");
  below = s("g");
  /** Cell names, needed when zoomed: the labels at the edge are out of view then. */
  #names = s("g", { class: "bd-names" });

  /** @param {Layout} layout */
  constructor(layout) {
    this.id = `bd${++scenes}`;
    const geometry = new Geometry(layout);
    this.geometry = geometry;
    /** Wide boards need larger numbers. */
    this.dense = geometry.box.width > 1300;
    this.land = PLAYERS.map((player) => this.territory(player, []));
    this.element = s("svg", { viewBox: geometry.viewBox, class: "bd-base" },
      definitions(this.id),
      s("path", { class: "bd-cells", d: geometry.outline(geometry.names) }),
      this.land,
      s("path", { class: "bd-frame", d: geometry.border(geometry.names) }),
      s("g", { class: "bd-labels", "font-size": layout.font },
        layout.labels.map(({ text, x, y, anchor }) => s("text", { x, y, "text-anchor": anchor }, text))),
      this.#names,
      this.below,
      this.#pieces,
    );
  }

  showNames() {
    if (this.#names.childElementCount) return;
    this.#names.append(...this.geometry.cells.map(({ name, x, y }) => s("text", { x, y: y + 42 }, name)));
  }

  /** Returns the content of a cell. @param {string} cell */
  on(cell) {
    return this.#contents.get(cell) ?? "";
  }

  /** @param {string} cell */
  node(cell) {
    return this.#nodes.get(cell)?.firstElementChild;
  }

  /** @param {Pieces} pieces */
  show(pieces) {
    this.set(this.geometry.names.map((name) => [name, contentOf(pieces, name)]));
  }

  /** @param {[string, Content][]} changes */
  set(changes) {
    const owners = new Set();
    for (const [cell, content] of changes) {
      const before = this.on(cell);
      if (before === content) continue;
      for (const [kind, player] of [before, content]) if (kind === "t") owners.add(Number(player));
      this.#contents.set(cell, content);
      this.#nodes.get(cell)?.remove();
      this.#nodes.delete(cell);
      const node = this.at(cell, content);
      if (node) this.#nodes.set(cell, this.#pieces.appendChild(node));
    }
    for (const player of owners) {
      const land = this.territory(player, this.geometry.names.filter((name) => this.on(name) === `t${player}`));
      this.land[player - 1].replaceWith(land);
      this.land[player - 1] = land;
    }
  }

  /** Draws a piece at its cell, for any layer. @param {string} cell @param {Content} content */
  at(cell, content) {
    const node = piece(content, this.id, this.dense);
    const { x, y } = this.geometry.at(cell);
    return node && s("g", { transform: `translate(${x} ${y})` }, node);
  }

  /** @param {number} player @param {string[]} cells */
  territory(player, cells) {
    const { geometry } = this;
    return s("g", null, s("path",
      { class: "bd-land", fill: `url(#${this.id}-t${player})`, d: geometry.outline(cells) }),
      s("path", { class: `bd-shore bd-p${player}`, d: geometry.border(cells) }));
  }
}
