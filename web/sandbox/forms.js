// Forms of the sandbox: new board, load a text, explain an action.

import { Rejection } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { boardName, editionName, valueName } from "../lib/rules-text.js";
import { attempt, ruleLink, errorText } from "../lib/shell.js";
import { colours, sentence, loggedEvents } from "../board/event-text.js";
import { StudyLine } from "../lib/study.js";
import { parts, t } from "../lib/text.js";

/** @import { RingEvent } from "../lib/types.js" */
/** @typedef {{board_offers: {board: string, editions: string[]}[]}} Catalogue */

/**
 * Creates the form for a new board, preset to the current rules.
 * @param {Catalogue} catalogue @param {string} rules @param {(values: URLSearchParams) => void} go
 */
export function newForm({ board_offers: offers }, rules, go) {
  const [board, players, edition, ...options] = rules.split(" ");
  const editions = select("edition", t("start.field.edition"), editionsOf(offers, board), edition, editionName);
  const boards = select("board", t("start.field.board"), offers.map((offer) => offer.board), board, boardName);
  const counts = select("players", t("sandbox.players"), ["2", "3", "4"], players.charAt(0), (count) => count);
  const regions = select("regions", t("rules.option.regions"), ["no_main", "all"], options.includes("regions=no_main") ? "no_main" : "all", (value) => valueName("regions", value));
  const swap = select("swap", t("start.field.swap"), ["off", "on"], options.includes("swap=on") ? "on" : "off", (value) => valueName("swap", value));
  const chosen = (/** @type {HTMLElement} */ field) => /** @type {HTMLSelectElement} */ (field.lastElementChild);
  const adapt = () => {
    regions.hidden = chosen(editions).value === "standard";
    swap.hidden = chosen(counts).value !== "2";
  };
  const note = h("p", { class: "small", role: "status" });
  boards.addEventListener("change", () => {
    const [board, list] = [chosen(boards).value, chosen(editions)];
    const old = list.value;
    put(list, optionsOf(editionsOf(offers, board), old, editionName));
    const isKept = list.value === old;
    note.textContent = isKept ? "" : t("start.edition_changed", { board: boardName(board), old: editionName(old), edition: editionName(list.value) });
  });
  const form = h("form",
    { class: "row", onchange: adapt,
      onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), go(formValues(form, rules))) },
    boards, editions, counts, swap, regions, h("button", { type: "submit" }, t("sandbox.new_board")), note);
  adapt();
  return form;
}

/**
 * Reads the form. Standard has no regions option, and only two players can swap sides; other options are kept while board and edition stay the same.
 * @param {HTMLFormElement} form @param {string} rules
 */
function formValues(form, rules) {
  const values = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const [board, , edition, ...options] = rules.split(" ");
  if (values.get("edition") === "standard" || values.get("regions") === "all") values.delete("regions");
  if (values.get("swap") === "off" || values.get("players") !== "2") values.delete("swap");
  if (values.get("board") !== board || values.get("edition") !== edition) return values;
  for (const [name, value] of options.map((option) => option.split("="))) if (name !== "regions" && name !== "swap") values.set(name, value);
  return values;
}

/** @param {Catalogue["board_offers"]} offers @param {string} board */
function editionsOf(offers, board) {
  return offers.find((offer) => offer.board === board)?.editions ?? [];
}

/** @param {string} name @param {string} title @param {string[]} values @param {string} now @param {(value: string) => string} textOf */
function select(name, title, values, now, textOf) {
  return h("label", { class: "field" }, h("span", null, title), h("select", { name }, optionsOf(values, now, textOf)));
}

/** @param {string[]} values @param {string} now @param {(value: string) => string} textOf */
function optionsOf(values, now, textOf) {
  return values.map((value) => h("option", { value, selected: value === now }, textOf(value)));
}

/** Creates the form that loads a position or a record. @param {string} text @param {(line: StudyLine) => Promise<unknown>} done */
export function loadForm(text, done) {
  const area = h("textarea", { rows: 3, name: "text", "aria-label": t("sandbox.load.label"), placeholder: t("sandbox.load.placeholder") }, text);
  const problem = h("p", { class: "say bad", role: "alert", hidden: true });
  const load = async () => {
    try {
      const { start, actions } = await ask("POST", "/api/study/read", { text: area.value });
      const line = await StudyLine.of({ position: start });
      await line.load(actions);
      await done(line);
    } catch (error) {
      problem.hidden = false;
      put(problem, colours(errorText(error)), ". ", ruleLink(error instanceof Rejection ? error.body.rule : null), " ", parts("sandbox.load.example", { example: h("code", null, "G square8 2p canon; S d4=12,e5=2; H 16,16") }));
    }
  };
  return h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), load()) },
    area, h("div", null, h("button", { type: "submit", id: "load" }, t("sandbox.load"))), problem);
}

/** Creates the form that explains an action. @param {StudyLine} line @param {(cells: string[]) => void} show */
export function explainForm(line, show) {
  const input = h("input", { type: "text", name: "action", "aria-label": t("sandbox.explain.label"), placeholder: "M d4-d6" });
  const answer = h("div", { "aria-live": "polite" });
  const explain = async () => {
    const action = input.value.trim();
    const { possible, reason, rule, cells = [] } = await line.why({ action });
    show(cells);
    if (!possible) return put(answer, h("p", { class: "say warn" }, sentence(colours(reason)), ". ", ruleLink(rule)));
    put(answer, h("p", { class: "say good" }, t("sandbox.explain.possible")), eventList((await line.preview(action)).events));
  };
  return h("form", { class: "stack",
    onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), attempt(explain)) },
    h("div", { class: "row" }, input, h("button", { type: "submit", id: "explain" }, t("sandbox.explain"))), answer);
}

/** Lists events with links to their rules. @param {RingEvent[]} events */
export function eventList(events) {
  return h("ol", null, loggedEvents(events).map(({ text, rule }) => h("li", null, sentence(colours(text)), ". ", ruleLink(rule))));
}
