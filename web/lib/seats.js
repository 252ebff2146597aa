// Names of seats, in games of either kind.

import { t, textOr } from "./text.js";

/** @import { Seat } from "./types.js" */

/** Returns the display name of a seat's player. @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "open") return t("seat.open");
  return seat.kind === "bot" ? botName(seat.name) : seat.name;
}

/** Returns the display name of a built-in computer player; other names stay. @param {string} name such as `level:3` or `nodes:2000` */
export function botName(name) {
  const [kind, argument = ""] = name.split(":");
  return kind === "level" ? t("seat.computer", { level: argument }) : textOr(`seat.bot.${kind}`, name, { argument });
}
