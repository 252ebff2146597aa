// Names of boards, editions, options and maps, for people.

import { t, textOr } from "./text.js";

/** Returns the name of a board. @param {string} board */
export function boardName(board) {
  return textOr(`rules.board.${board}`, board);
}

/** Returns the name of an edition. @param {string} edition */
export function editionName(edition) {
  return textOr(`rules.edition.${edition}`, edition);
}

/** Returns the title of a map of ASG. @param {string} map @param {string} [title] title for maps that the page does not know */
export function mapName(map, title = map) {
  return textOr(`rules.map.${map}`, title);
}

/** Returns the name of a value of an option. @param {string} name @param {string} value */
export function valueName(name, value) {
  return textOr(`rules.value.${name}.${value}`) || textOr(`rules.value.${value}`, value);
}

/** Describes an option: "main area not claimable", "Rings per player: 12". @param {string} name @param {string} value */
export function optionText(name, value) {
  return textOr(`rules.short.${name}.${value}`) || `${textOr(`rules.option.${name}`, name)}: ${valueName(name, value)}`;
}

/**
 * Describes rules in words. @param {"ringrift" | "asg"} game
 * @param {string} rules as the server writes them: "square8 2p canon regions=no_main", "v0 on scenario_01"
 */
export function rulesText(game, rules) {
  if (game === "asg") {
    const [set, map = ""] = rules.split(" on ");
    return t("rules.asg", { map: mapName(map), set });
  }
  const [board, players, edition = "", ...options] = rules.split(" ");
  const words = options.map((option) => option.split("=")).map(([name, value = ""]) => optionText(name, value));
  return [boardName(board), t("rules.players", { count: parseInt(players, 10) }), editionName(edition), ...words].join(", ");
}
