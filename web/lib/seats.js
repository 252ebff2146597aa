// Names of seats, in games of either kind.

import { t } from "./text.js";

/** @import { Seat } from "./types.js" */

/** Returns the display name of a seat's player. @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "open") return t("seat.open");
  const level = seat.kind === "bot" && /^level:(\d+)$/.exec(seat.name);
  return level ? t("seat.computer", { level: level[1] }) : seat.name;
}
