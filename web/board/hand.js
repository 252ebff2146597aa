// Dragging a ring from the hand of a player, which is shown beside the board, to the cell where it is placed.

import { h } from "../lib/dom.js";

/** @import { BoardControl } from "./board-control.js" */

/** Pixels that the pointer moves before a press becomes a drag. */
const SLOP = 4;

/** @param {HTMLElement} root contains the players, which may be redrawn @param {BoardControl} control */
export function dragFromHand(root, control) {
  root.addEventListener("pointerdown", (down) => {
    const player = down.target instanceof Element && down.target.closest(".hand") ? down.target.closest(".player.next") : null;
    if (!player || down.button !== 0 || !control.canPlace) return;
    down.preventDefault();
    const colour = [...player.classList].find((name) => /^p\d$/.test(name)) ?? "p1";
    const ring = h("span", { class: `carried ${colour}`, "aria-hidden": "true" });
    const listeners = new AbortController();
    const end = () => (listeners.abort(), ring.remove());
    const on = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ kind, /** @type {(event: PointerEvent) => void} */ listener) =>
      document.addEventListener(kind, (event) => event.pointerId === down.pointerId && listener(event), { signal: listeners.signal });
    on("pointermove", (event) => {
      if (!ring.isConnected && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLOP) return;
      if (!ring.isConnected) document.body.append(ring);
      ring.style.translate = `${event.clientX}px ${event.clientY}px`;
      control.carry(event, false);
    });
    on("pointerup", (event) => {
      if (ring.isConnected) control.carry(event, true);
      end();
    });
    on("pointercancel", end);
  });
}
