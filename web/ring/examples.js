// Example games of RingRift: their list, and the games, which the engine in the browser plays again.

import { Rejection } from "../lib/api.js";
import { exampleList } from "../lib/example-list.js";
import { boardName } from "../lib/rules-text.js";
import { t, textOr } from "../lib/text.js";

/** Name, board and number of players. @type {[string, string, number][]} */
const EXAMPLES = [["tower", "square8", 2], ["area", "square8", 2], ["last", "square8", 3]];

export function ringExamples() {
  return exampleList(EXAMPLES.map(([name, board, count]) => ({ href: `/local?example=${name}#watch`, title: textOr(`example.${name}`),
    where: `${boardName(board)}, ${t("rules.players", { count })}`, see: seeText(name) })));
}

/** Says what to see in an example. @param {string} name */
export function seeText(name) {
  return textOr(`example.${name}.see`);
}

/** Plays an example again. @param {string} name */
export async function openExample(name) {
  const [{ GAMES }, { LocalGame }] = await Promise.all([import("./example-games.js"), import("../local/local-game.js")]);
  if (!Object.hasOwn(GAMES, name)) throw new Rejection(404, { message: t("example.missing") });
  const { board, players, actions } = GAMES[name];
  const request = { board, players, edition: "standard", purpose: "hot_seat", clock: { kind: "none" } };
  return LocalGame.replayed(JSON.stringify(request), actions);
}
