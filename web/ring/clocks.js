// The clocks of the players.

import { buzz, sound } from "../board/sounds.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @import { GameClient } from "../lib/game-client.js" */

/** Milliseconds between two looks at the clocks, and below which time is short. */
const [INTERVAL, LOW] = [250, 30000];

export class Clocks {
  /** @param {GameClient} game @param {HTMLElement} root contains the clocks */
  constructor(game, root) {
    this.game = game;
    this.root = root;
    this.warned = "";
    setInterval(() => this.draw(), INTERVAL);
  }

  /** Creates the clock of a seat, if the game has clocks. @param {number} seat */
  element(seat) {
    if (this.game.snap.table.clock.rules.kind === "none") return null;
    return h("span", { class: "clock mono", "data-clock": seat, role: "timer", "aria-label": t("ring.clock") });
  }

  /** Warns once in a turn that time is short. @param {number} seat */
  #warn(seat) {
    const turn = `${seat} ${this.game.snap.moves.length}`;
    if (turn === this.warned) return;
    this.warned = turn;
    sound("low");
    buzz("low");
  }

  draw() {
    const { clock, stage } = this.game.snap.table;
    for (const element of this.root.querySelectorAll("[data-clock]")) {
      const seat = Number(element.getAttribute("data-clock"));
      const isRunning = clock.running === seat && stage === "running";
      const left = Math.max(0, clock.left[seat] - (isRunning ? this.game.now() - clock.at : 0));
      const text = timeText(left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", isRunning);
      if (isRunning && left < LOW && !element.classList.contains("low") && this.game.mine.includes(seat)) this.#warn(seat);
      element.classList.toggle("low", left < LOW);
    }
  }
}

/** @param {number} left */
function timeText(left) {
  const seconds = Math.ceil(left / 1000);
  const days = Math.floor(seconds / 86400);
  if (days) return t("ring.clock_days", { days, hours: Math.floor((seconds % 86400) / 3600) });
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}
