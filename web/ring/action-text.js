// Actions in words instead of notation; docs/notation.md describes the notation.

import { h } from "../lib/dom.js";
import { language, textOr } from "../lib/text.js";

const CELL = String.raw`[a-s]\d+|-?\d+\.-?\d+`;
const WAY = new RegExp(`^(${CELL})-(${CELL})`);
const PLACED = new RegExp(`^(${CELL})(?:\\*(\\d+))?`);
const OVER = new RegExp(`x(${CELL})`);
const turns = new Intl.ListFormat(language);

/** @typedef {{code: string, from: string, to: string, over: string, count: number, part: string}} Parsed */

/** @param {string} action @returns {Parsed} */
function parse(action) {
  const [code, ...rest] = action.split(/[\s;]+/);
  const words = rest.join(" ");
  const [, from = "", to = ""] = WAY.exec(words) ?? [];
  const [, cell = "", count = "1"] = PLACED.exec(words) ?? [];
  const part = code === "L" ? (/LR (\d)/.exec(words)?.[1] ?? "") : "";
  return { code, from: from || cell, to: to || cell, over: OVER.exec(words)?.[1] ?? "", count: Number(count), part };
}

/** Describes an action; `before` is the one before it in the same turn. @param {string} action @param {string} [before] */
export function actionText(action, before = "") {
  const { code, from, to, over, count, part } = parse(action);
  const same = String(before !== "" && parse(before).to === from);
  return textOr(`action.${code}`, action, { cell: from, from, to, over, count, part, same });
}

/** Describes a turn: "place one ring on h3, and move it to h5". @param {string[]} actions */
export function turnText(actions) {
  return turns.format(actions.map((action, index) => actionText(action, actions[index - 1])));
}

/** Returns the actions of a line that belong to its first turn. @param {string[]} line */
export function firstTurn(line) {
  const end = line.findIndex((action, index) => index > 0 && beginsTurn(line.slice(0, index), action));
  return end < 0 ? line : line.slice(0, end);
}

/** Reports whether an action does not continue the turn of those before it. @param {string[]} turn @param {string} action */
function beginsTurn(turn, action) {
  const last = parse(turn[turn.length - 1]);
  const { code, from } = parse(action);
  const hasMoved = turn.some((one) => /^(M|MR|C|R|SR) ?/.test(one));
  if (last.code === "SW") return true;
  if (code === "C") return hasMoved && last.to !== from;
  return ["P", "SP", "SW"].includes(code) || (["M", "MR", "R", "SR"].includes(code) && hasMoved);
}

/** Creates the notation of actions, which is shown only if the player wants it. @param {string[]} actions */
export function notation(actions) {
  return h("span", { class: "notation small quiet mono" }, ` ${actions.join("; ")}`);
}
