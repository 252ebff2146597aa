// Example matches of ASG. The engine in the browser plays them again: the same bots and the same seed give the same match.

import { Rejection } from "../lib/api.js";
import { exampleList } from "../lib/example-list.js";
import { mapName } from "../lib/rules-text.js";
import { t, textOr } from "../lib/text.js";

/** `plies` and `winner` (a seat) are those that the sentence about the match refers to; a test compares them. */
export const EXAMPLES = [
  { name: "race", map: "scenario_01", bots: ["level:9", "level:9"], seed: 3, plies: 11, winner: 0 },
  { name: "siege", map: "causeway", bots: ["rush", "greedy"], seed: 3, plies: 22, winner: 1 },
  { name: "island", map: "two_rivers", bots: ["level:8", "level:9"], seed: 3, plies: 24, winner: 1 },
  { name: "open_door", map: "citadel", bots: ["greedy", "level:5"], seed: 1, plies: 4, winner: 1 },
  { name: "income", map: "frontier", bots: ["level:9", "level:6"], seed: 1, plies: 9, winner: 0 },
];

export function asgExamples() {
  return exampleList(EXAMPLES.map(({ name, map }) => ({ href: `/asg/replay?example=${name}`, title: textOr(`asg.example.${name}`), where: mapName(map),
    see: textOr(`asg.example.${name}.see`) })));
}

/** Plays an example; returns its replay. @param {string} name */
export async function exampleReplay(name) {
  const example = EXAMPLES.find((one) => one.name === name);
  if (!example) throw new Rejection(404, { message: t("example.missing") });
  const { replayOfBots } = await import("../local/local-game.js");
  const { map, bots, seed } = example;
  const seats = bots.map((bot) => ({ who: "bot", name: bot }));
  return replayOfBots(JSON.stringify({ game: "asg", scenario: map, rules: "v0", clock: { kind: "none" }, seats }), seed);
}
