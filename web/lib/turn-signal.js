// Tells the player whose turn it is while the page is in the background: title, icon and, if the player has asked for them, notifications.

import { h } from "./dom.js";
import { seatName } from "./seats.js";
import { attempt, remember, remembered, toast } from "./shell.js";
import { t } from "./text.js";

/** @import { GameClient } from "./game-client.js" */

const [ICON, TURN_ICON] = ["/web/icon.svg", "/web/app/icon-turn.svg"];

/** Shows in the title and the icon whether the player has to act. @param {boolean} isTurn @param {string} title without the turn */
export function signalTurn(isTurn, title) {
  document.title = isTurn ? `● ${t("turn.title", { title })}` : title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", isTurn ? TURN_ICON : ICON);
}

/** Follows a game. @param {GameClient} game @param {string} name of the game */
export function followTurn(game, name) {
  let wasTurn = true;
  const look = () => {
    const { stage, to_move: seat, seats } = game.snap.table;
    const isTurn = stage === "running" && seat !== null && game.mine.includes(seat);
    const opponents = seats.filter((one) => !game.mine.includes(one.seat)).map(seatName).join(", ");
    signalTurn(isTurn, opponents && game.mine.length && stage !== "waiting" ? t("turn.tab", { game: name, opponents }) : name);
    if (isTurn && !wasTurn) notify(game.id, opponents);
    wasTurn = isTurn;
  };
  look();
  game.subscribe(look);
}

/** Notifies the player of a turn, if they have asked for it and do not see the page. @param {string} id of the game @param {string} opponents */
export function notify(id, opponents) {
  if (!document.hidden || !isOn()) return;
  const path = location.pathname === "/local" ? location.pathname + location.search : `/games/${id}`;
  const options = { body: t("turn.body", { opponents }), tag: `ringside-${id}`, icon: "/web/app/icon-192.png", data: path };
  try {
    const shown = new Notification(t("turn.notice"), options);
    shown.onclick = () => (window.focus(), shown.close(), location.pathname === "/" && location.assign(path));
  } catch {
    // Phones show notifications only for service workers.
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(t("turn.notice"), options)).catch(() => {});
  }
}

/** Whether the player has asked for notifications, and the browser allows them. */
export function isOn() {
  return globalThis.Notification?.permission === "granted" && remembered("notify") === "on";
}

/** Creates the button that turns notifications on and off; null where the browser has none. */
export function notifyButton() {
  if (!globalThis.Notification) return null;
  const draw = () => {
    button.setAttribute("aria-pressed", String(isOn()));
    button.textContent = t(isOn() ? "turn.notify_on" : "turn.notify");
  };
  const toggle = async () => {
    if (isOn()) remember("notify", "off");
    else if ((await Notification.requestPermission()) === "granted") remember("notify", "on");
    else toast(t("turn.denied"));
    draw();
  };
  const button = h("button", { class: "small notify", onclick: () => attempt(toggle) });
  draw();
  return button;
}
