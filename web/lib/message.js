// What the engine and the server say, in the language of the reader. Answers have texts in English; beside a text, the field with `_parts`
// after its name has the id of the text and its parameters. `localise` replaces the English texts where answers arrive.

import { format, language, t } from "./text.js";

/** A value of a parameter, as in `MessageParts` of docs/openapi.json. @typedef {number | string | string[] | {player: number} | {rings: string} | MessageParts} Value */
/** @typedef {{id: string, params?: Record<string, Value>}} MessageParts */

const PARTS = "_parts";

/** Texts by id; null in English, which the answers have. @type {Record<string, string> | null} */
const texts = language === "en" ? null : (await import(`../text/engine-${language}.js`)).default;
/** Texts by the code of a rejected request; null in English. @type {Record<string, string> | null} */
const errors = language === "en" ? null : (await import(`../text/errors-${language}.js`)).default;
const lists = new Intl.ListFormat(language);

/** Replaces the English texts of an answer. @template T @param {T} answer @returns {T} the same object */
export function localise(answer) {
  if (texts) visit(answer);
  return answer;
}

/** @param {any} value */
function visit(value) {
  if (!value || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (!key.endsWith(PARTS)) visit(inner);
    else if (texts && inner?.id in texts) value[key.slice(0, -PARTS.length)] = messageText(inner);
  }
}

/** Says why a request was rejected. @param {{code?: string, message?: string, message_parts?: MessageParts}} body */
export function rejectionText({ code = "", message = "", message_parts }) {
  if (message_parts && texts && message_parts.id in texts) return messageText(message_parts);
  return errors && code in errors ? format(errors[code], { message }).join("") : message;
}

/** @param {MessageParts} message @returns {string} */
function messageText({ id, params = {} }) {
  const values = Object.entries(params).map(([name, value]) => [name, valueText(value)]);
  return format(texts?.[id] ?? id, Object.fromEntries(values)).join("");
}

/** Players become `player 1`, which `colours` in `board/event-text.js` replaces by a name or colour. @param {Value} value */
function valueText(value) {
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return lists.format(value);
  if ("player" in value) return `player ${value.player}`;
  if ("rings" in value) return [...value.rings].map((player) => t(`colour.${/** @type {"1"} */ (player)}`)).join(", ");
  return messageText(value);
}
