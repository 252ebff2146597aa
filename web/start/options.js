// "Game options": every option of a new game, each with one sentence.

import { announce } from "../lib/announce.js";
import { byId, h, put } from "../lib/dom.js";
import { open } from "../lib/engine.js";
import { boardName, editionName, mapName, valueName } from "../lib/rules-text.js";
import { errorText, remember, remembered } from "../lib/shell.js";
import { t, textOr } from "../lib/text.js";
import { CLOCKS, choose, chooseRule, level, levelText, ringRules, ruleOptions, settings, strongest } from "./settings.js";

/** @import { Catalogue } from "./settings.js" */
/** @import { TextId } from "../lib/text.js" */
/** @typedef {keyof typeof settings} Name */

/** Rules that can differ from the edition: the values to choose from, or the range of a number, with 0 for no limit. @type {Record<string, string[] | [number, number]>} */
const RULES = {
  regions: ["all", "no_main"], region_duty: ["optional", "mandatory"], borders: ["seen", "touched", "flooded"], open_regions: ["lacking", "one_controller"],
  line_length: [2, 19], line_price: ["cap", "ring"], landing: ["burn", "keep", "burn_any"], capture_distance: ["steps", "manhattan"],
  rings: [1, 255], placement_limit: [0, 255], skip: ["implied", "explicit"], recovery: ["on", "off"], forced: ["first", "last"],
  elimination_threshold: [1, 1020], territory_threshold: [1, 469], majority: ["on", "off"], last_standing: ["round", "at_once", "rounds"],
  last_standing_rounds: [1, 100], stalemate: ["no_stacks", "no_actions"], tiebreak: ["last_action", "draw", "rungs"], turn_cap: [0, 100000],
};

/** Says what a choice has changed besides itself. */
let notice = "";

/** Draws the options. @param {Catalogue} catalogue @param {boolean} isOnline @param {() => void} again draws the page again */
export function gameOptions(catalogue, isOnline, again) {
  const element = h("details", { class: "options card", open: remembered("details", "closed") === "open" }, h("summary", null, t("start.options")));
  const goal = h("p", { class: "goal-line", role: "status" });
  element.addEventListener("toggle", () => {
    remember("details", element.open ? "open" : "closed");
    if (element.open && !goal.textContent) showGoal(goal);
  });
  const help = settings.game === "ringrift" ? h("a", { href: "/rules#editions" }, t("start.editions_help")) : h("a", { href: "/asg/rules" }, t("start.sets_help"));
  element.append(...(settings.game === "ringrift" ? ringOptions(catalogue, isOnline, again) : asgOptions(catalogue, isOnline, again)),
    goal, h("p", { class: "small" }, help));
  return element;
}

/** @param {Catalogue} catalogue @param {boolean} isOnline @param {() => void} again */
function ringOptions(catalogue, isOnline, again) {
  const offers = catalogue.board_offers;
  const offer = offers.find((one) => one.board === settings.board) ?? offers[0];
  const editions = offer.editions.includes(settings.edition) ? offer.editions : (adopt(offer), offer.editions);
  const boards = offers.map((one) => [one.board, t("start.board_cells", { board: boardName(one.board), cells: one.cells })]);
  return [
    h("p", { class: "say warn", hidden: !notice }, notice),
    h("div", { class: "fields" },
      field("board", boards, again, t("start.help.board", { names: editions.map(editionName).join(", ") })),
      field("players", ["2", "3", "4"].map((count) => [count, count]), again),
      field("edition", editions.map((name) => [name, editionName(name)]), again, textOr(`rules.about.${settings.edition}`)),
      settings.players === "2" && field("swap", ["off", "on"].map((value) => [value, valueName("swap", value)]), again),
      commonFields(catalogue, isOnline, "last", again)),
    ruleFields(again),
  ];
}

/** Chooses the first edition of a board that does not have the chosen one, and says so. @param {Catalogue["board_offers"][0]} offer */
function adopt(offer) {
  notice = t("start.edition_changed", { board: boardName(offer.board), old: editionName(settings.edition), edition: editionName(offer.editions[0]) });
  choose("edition", offer.editions[0]);
  announce(notice);
}

/** @param {Catalogue} catalogue @param {boolean} isOnline @param {() => void} again */
function asgOptions(catalogue, isOnline, again) {
  const maps = catalogue.scenario_offers.map(({ id, title, nodes }) => [id, t("start.map_places", { map: mapName(id, title), places: nodes })]);
  return [h("div", { class: "fields" },
    field("map", maps, again),
    field("rules", [["v0", t("start.set.v0")], ["v1", t("start.set.v1")]], again),
    commonFields(catalogue, isOnline, "second", again))];
}

/** @param {Catalogue} catalogue @param {boolean} isOnline @param {"last" | "second"} last @param {() => void} again */
function commonFields({ agents }, isOnline, last, again) {
  const levels = Array.from({ length: strongest() }, (_, index) => [String(index + 1), levelText(index + 1)]);
  return [
    field("level", levels, again),
    agents.length > 0 && field("opponent", [["", t("start.the_computer")], ...agents.map((name) => [name, name])], again),
    field("seat", [["first", t("start.seat.first")], ["last", t(`start.seat.${last}`)]], again),
    isOnline && field("clock", Object.keys(CLOCKS).map((name) => [name, t(/** @type {TextId} */ (`start.clock.${name}`))]), again),
    isOnline && field("listed", [["no", t("start.listed.no")], ["yes", t("start.listed.yes")]], again),
  ];
}

/** @param {Name} name @param {string[][]} values @param {() => void} again @param {string} [help] */
function field(name, values, again, help = t(/** @type {TextId} */ (`start.help.${name}`))) {
  const change = () => {
    notice = "";
    choose(name, select.value);
    again();
    byId(`setting-${name}`).focus();
  };
  const select = h("select", { id: `setting-${name}`, "aria-describedby": `help-${name}`, onchange: change });
  for (const [value, text] of values) select.append(h("option", { value, selected: (name === "level" ? level() : settings[name]) === value }, text));
  return labelled(t(/** @type {TextId} */ (`start.field.${name}`)), `help-${name}`, help, select);
}

/** @param {string} title @param {string} id @param {string} help @param {HTMLElement} control */
function labelled(title, id, help, control) {
  return h("div", { class: "option" }, h("label", { class: "field" }, h("span", null, title), control), h("p", { class: "small quiet", id }, help));
}

/** Draws the rules that can differ from the edition. @param {() => void} again */
function ruleFields(again) {
  const chosen = ruleOptions();
  const count = Object.keys(chosen).length;
  const isOpen = count > 0 || remembered("rules-open", "no") === "yes";
  const element = h("details", { class: "all-rules", open: isOpen },
    h("summary", null, t("start.all_rules", { count })), h("p", { class: "small quiet" }, t("start.all_rules_help")),
    h("div", { class: "fields" }, Object.entries(RULES).map(([name, values]) => ruleField(name, values, chosen[name] ?? "", again))),
    count > 0 && h("button", { onclick: () => (choose("options", "{}"), again()) }, t("start.reset_rules")));
  element.addEventListener("toggle", () => remember("rules-open", element.open ? "yes" : "no"));
  return element;
}

/** @param {string} name @param {string[] | [number, number]} values @param {string} now @param {() => void} again */
function ruleField(name, values, now, again) {
  const id = `rule-${name}`;
  const [first, last] = values;
  const change = () => {
    const value = control.value.trim();
    chooseRule(name, value === "0" && first === 0 ? "none" : value);
    again();
    byId(id).focus();
  };
  const props = { id, "aria-describedby": `help-${id}`, onchange: change };
  const control = typeof first === "number"
    ? h("input", { ...props, type: "number", min: first, max: last, value: now === "none" ? "0" : now, placeholder: t("start.as_edition") })
    : h("select", props, h("option", { value: "" }, t("start.as_edition")),
      values.map(String).map((value) => h("option", { value, selected: value === now }, valueName(name, value))));
  return labelled(textOr(`rules.option.${name}`, name), `help-${id}`, textOr(`rules.help.${name}`), control);
}

/** Says what is needed to win with these rules, or why they cannot be played. @param {HTMLElement} line */
async function showGoal(line) {
  if (settings.game !== "ringrift") return;
  try {
    const { state: { players: [{ hand, goals }] } } = await open(ringRules());
    const need = (/** @type {string} */ kind) => goals.find((goal) => goal.kind === kind)?.need ?? 0;
    put(line, t("start.goal", { rings: hand, cells: need("territory"), eliminated: need("elimination") }));
  } catch (error) {
    put(line, h("span", { class: "say bad" }, t("start.bad_rules", { reason: errorText(error) })));
  }
}
