// The lobby of a game that waits for players.

import { post } from "./api.js";
import { h, put } from "./dom.js";
import { rulesText } from "./rules-text.js";
import { button, copy } from "./shell.js";
import { seatName } from "./seats.js";
import { t } from "./text.js";

/** @import { LiveGame } from "./live.js" */
/** @import { Seat } from "./types.js" */

/** Whether the browser can send links with other apps; on computers copying is more common. */
const CAN_SHARE = "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {HTMLElement} root @param {LiveGame} game */
export function mountLobby(root, game) {
  const { table: { game: kind, rules, rules_title: title } } = game.snap;
  const seats = h("ol", { class: "lobby" });
  const prompt = h("p", { role: "status" });
  const buttons = h("div", { class: "row" });
  root.append(h("section", { class: "card stack" }, h("h2", null, t("lobby.title")),
    h("p", { class: "quiet" }, rulesText(kind, kind === "asg" ? rules : title)), prompt, seats, buttons));
  /** @type {Map<number, string>} */
  const links = new Map();
  const invite = async (/** @type {number} */ seat) => {
    const link = links.get(seat) ?? (await newLink(game, seat));
    links.set(seat, link);
    draw();
    await copy(link, t("lobby.link"));
  };
  const draw = () => {
    const { table } = game.snap;
    const isIn = game.mine.length > 0;
    const open = table.seats.filter((seat) => seat.kind === "open");
    prompt.textContent = t(isIn ? "lobby.send" : "lobby.starts");
    put(seats, table.seats.map((seat) => h("li", null, entry(seat, game, links, invite))));
    put(
      buttons,
      !isIn && table.visibility === "public" && open.length > 0 && button(t("lobby.join"), () => post(`/api/games/${game.id}/join`), { class: "primary" }),
      !isIn && table.visibility !== "public" && h("p", { class: "quiet" }, t("lobby.private")),
      isIn && button(t("lobby.leave"), async () => (await post(`/api/games/${game.id}/leave`), location.assign("/"))),
    );
  };
  for (const [seat, secret] of storedSecrets(game.id)) links.set(seat, linkOf(secret));
  draw();
  const stop = game.subscribe(() => (game.snap.table.stage === "waiting" ? draw() : stop()));
}

/** @param {Seat} seat @param {LiveGame} game @param {Map<number, string>} links @param {(seat: number) => Promise<void>} invite */
function entry(seat, game, links, invite) {
  if (seat.kind !== "open") return [seatName(seat), game.mine.includes(seat.seat) && ` ${t("lobby.you")}`];
  if (game.mine.length === 0) return [seatName(seat)];
  const link = links.get(seat.seat);
  return [
    seatName(seat),
    h("div", { class: "row" }, link && h("input", { type: "text", readonly: true, value: link, "aria-label": t("lobby.link_for", { seat: seat.seat + 1 }) }),
      button(t(link ? "lobby.copy" : "lobby.create"), () => invite(seat.seat), { class: "primary" }),
      link && CAN_SHARE && button(t("lobby.share"), () => shareLink(link))),
  ];
}

/** Opens the browser's dialog for sending a link. @param {string} url */
async function shareLink(url) {
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    // The player has closed the dialog.
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Returns the invitation secrets stored when this browser created the game. @param {string} id */
function storedSecrets(id) {
  try {
    /** @type {(string | null)[]} */
    const secrets = JSON.parse(sessionStorage.getItem(`seats.${id}`) ?? "[]");
    return secrets.flatMap((secret, seat) => (secret ? [/** @type {[number, string]} */ ([seat, secret])] : []));
  } catch {
    return [];
  }
}

/** @param {LiveGame} game @param {number} seat */
async function newLink(game, seat) {
  return linkOf((await post(`/api/games/${game.id}/secret`, { seat })).secret);
}

/** @param {string} secret */
function linkOf(secret) {
  return `${location.origin}/#seat=${secret}`;
}
