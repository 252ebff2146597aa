// A table at which seats are still open.

import { post } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { attempt, copy } from "../lib/shell.js";
import { seatName } from "./names.js";

/** @typedef {import("../lib/live.js").LiveGame} LiveGame */
/** @typedef {import("../lib/types.js").Seat} Seat */

/** @param {HTMLElement} root @param {LiveGame} game */
export function mountLobby(root, game) {
  const seats = h("ol", { class: "lobby" });
  const lead = h("p", { role: "status" });
  const buttons = h("div", { class: "row" });
  root.append(h("section", { class: "card stack" }, h("h2", null, "Waiting for players"), h("p", { class: "quiet" }, game.snap.table.rules), lead, seats, buttons));
  /** @type {Map<number, string>} */
  const links = new Map();
  const invitation = async (/** @type {number} */ seat) => {
    const link = links.get(seat) ?? (await newLink(game, seat));
    links.set(seat, link);
    draw();
    await copy(link, "Invitation");
  };
  const draw = () => {
    const { table } = game.snap;
    const isIn = game.mine.length > 0;
    const open = table.seats.filter((seat) => seat.kind === "open");
    lead.textContent = isIn ? "Send the invitation. The game begins when everybody sits." : "Take a seat, and the game begins when everybody sits.";
    put(seats, table.seats.map((seat) => h("li", null, entry(seat, game, links, invitation))));
    put(
      buttons,
      !isIn && table.visibility === "public" && open.length > 0 && h("button", { type: "button", class: "primary", onclick: () => attempt(() => post(`/api/games/${game.id}/join`, {})) }, "Sit down"),
      !isIn && table.visibility !== "public" && h("p", { class: "quiet" }, "This table is private: it takes the link of a seat to sit down."),
      isIn && h("button", { type: "button", onclick: () => attempt(async () => (await post(`/api/games/${game.id}/leave`, {}), location.assign("/"))) }, "Leave the table"),
    );
  };
  for (const [seat, secret] of known(game.id)) links.set(seat, linkOf(secret));
  draw();
  const stop = game.subscribe(() => (game.snap.table.stage === "waiting" ? draw() : stop()));
}

/** @param {Seat} seat @param {LiveGame} game @param {Map<number, string>} links @param {(seat: number) => Promise<void>} invitation */
function entry(seat, game, links, invitation) {
  if (seat.kind !== "open") return [seatName(seat), game.mine.includes(seat.seat) && " (you)"];
  if (game.mine.length === 0) return ["an open seat"];
  const link = links.get(seat.seat);
  return [
    "an open seat ",
    link && h("input", { type: "text", readonly: true, value: link, "aria-label": `Invitation for seat ${seat.seat + 1}` }),
    h("button", { type: "button", class: "primary", onclick: () => attempt(() => invitation(seat.seat)) }, link ? "Copy the invitation" : "Make an invitation"),
  ];
}

/** The secrets that were told when the game was made. @param {string} id @returns {[number, string][]} */
function known(id) {
  try {
    /** @type {(string | null)[]} */
    const secrets = JSON.parse(sessionStorage.getItem(`seats.${id}`) ?? "[]");
    return secrets.flatMap((secret, seat) => (secret ? [/** @type {[number, string]} */ ([seat, secret])] : []));
  } catch {
    return [];
  }
}

/** @param {LiveGame} game @param {number} seat @returns {Promise<string>} */
async function newLink(game, seat) {
  return linkOf((await post(`/api/games/${game.id}/secret`, { seat })).secret);
}

/** @param {string} secret */
function linkOf(secret) {
  return `${location.origin}/#seat=${secret}`;
}
