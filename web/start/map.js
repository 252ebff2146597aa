// The picture of a map of ASG at the start of a match.

import { miniMap, stillMap } from "../asg/mini-map.js";
import { LocalGame } from "../local/local-game.js";

/** Any seed: the picture shows the start. */
const SEED = 1;
/** Size of the places, relative to that in the small pictures of lists. */
const PLACE_SIZE = 0.55;

/** The picture that is drawn now: one engine draws one after the other. @type {Promise<unknown>} */
let last = Promise.resolve();

/** @param {string} scenario id of the map */
export function stillScenario(scenario) {
  const picture = last.catch(() => {}).then(() => draw(scenario));
  last = picture;
  return picture;
}

/** @param {string} scenario */
async function draw(scenario) {
  const request = { game: "asg", scenario, rules: "v0", clock: { kind: "none" }, purpose: "hot_seat", seats: [{ who: "me" }, { who: "me" }] };
  const game = await LocalGame.practice(JSON.stringify(request), SEED);
  const { nodes, edges } = await game.map();
  const picture = stillMap(miniMap(nodes.map(({ id, x, y, hq }) => ({ id, x, y, isHq: hq !== null })), edges, game.snap.state), PLACE_SIZE);
  game.close();
  return picture;
}
