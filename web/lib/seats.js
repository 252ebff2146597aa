// Names of seats, in games of either kind.

/** @import { Seat } from "./types.js" */

/** Returns the display name of a seat's player. @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "open") return "an open seat";
  const level = seat.kind === "bot" && /^level:(\d+)$/.exec(seat.name);
  return level ? `Computer, level ${level[1]}` : seat.name;
}
