// A small picture of an ASG map with the owners of its places, for lists of games.

import { h, s } from "../lib/dom.js";

/** @import { AsgState } from "../lib/types.js" */
/** What is drawn; edges are pairs of indices. @typedef {{nodes: {x: number, y: number, owner: string, isHq: boolean, hasForces: boolean}[], edges: [number, number][]}} MiniMap */

/**
 * @param {{id: string, x: number, y: number, isHq: boolean}[]} places with y downwards @param {[string, string][]} edges @param {AsgState} state
 * @returns {MiniMap}
 */
export function miniMap(places, edges, state) {
  const index = new Map(places.map(({ id }, i) => [id, i]));
  const nodes = places.map(({ id, x, y, isHq }) => {
    const { owner, forces } = state.nodes[id];
    return { x, y, owner, isHq, hasForces: forces.P1 + forces.P2 > 0 };
  });
  return { nodes, edges: edges.map(([a, b]) => [index.get(a) ?? 0, index.get(b) ?? 0]) };
}

/** Returns the picture of a map in the format of scenarios, such as that of a stored game. @param {any} scenario @param {AsgState} state */
export function miniOfScenario({ map, players }, state) {
  const headquarters = [players.P1.hq, players.P2.hq];
  const places = map.nodes.map((/** @type {any} */ { id, x, y }) => ({ id, x, y: -y, isHq: headquarters.includes(id) }));
  return miniMap(places, map.edges, state);
}

/** @param {MiniMap} map @param {number} [size] of the places: smaller in large pictures */
export function stillMap({ nodes, edges }, size = 1) {
  const [left, top] = [Math.min(...nodes.map(({ x }) => x)), Math.min(...nodes.map(({ y }) => y))];
  const [wide, high] = [Math.max(...nodes.map(({ x }) => x)) - left, Math.max(...nodes.map(({ y }) => y)) - top];
  // In units of the picture, which is 100 wide and high.
  const scale = 76 / Math.max(wide, high, 1e-9);
  const at = nodes.map(({ x, y }) => ({ x: 50 + (x - left - wide / 2) * scale, y: 50 + (y - top - high / 2) * scale }));
  const r = (nodes.length > 30 ? 3.5 : 6) * size;
  const shape = (/** @type {MiniMap["nodes"][number]} */ { owner, isHq, hasForces }, /** @type {number} */ i) => {
    const { x, y } = at[i];
    const half = hasForces ? r * 1.4 : r;
    return isHq ? s("rect", { class: owner, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 1.5 }) : s("circle", { class: owner, cx: x, cy: y, r: half });
  };
  return h("div", { class: "mini-map" }, s("svg", { viewBox: "0 0 100 100" },
    edges.map(([a, b]) => s("line", { x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y })), nodes.map(shape)));
}
