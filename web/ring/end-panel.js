// The result of a game, with what to do next.

import { announce } from "../lib/announce.js";
import { h, put } from "../lib/dom.js";
import { seatName } from "../lib/seats.js";
import { button } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { endingText, playerName } from "./names.js";

/** @import { GameClient } from "../lib/game-client.js" */
/** @import { Playback } from "./playback.js" */

/** Summarises how a game ended. @param {GameClient} game @param {Playback} playback */
export function endTitle({ snap: { table, state }, mine }, playback) {
  const winner = table.ending?.winner ?? null;
  if (winner === null) return t("ring.end.over");
  const player = playback.standing(winner)?.player ?? 1;
  const name = playerName(table, state, player);
  // Who plays several seats both wins and loses.
  if (mine.length !== 1) return t("ring.end.wins", { name });
  return mine.includes(winner) ? t("ring.end.you_win") : t("ring.end.you_lose", { name });
}

export class EndPanel {
  /** @param {GameClient} game @param {Playback} playback @param {{review: () => void, point: (cells: string[]) => void}} options */
  constructor(game, playback, options) {
    this.game = game;
    this.playback = playback;
    this.options = options;
    this.element = h("section", { class: "end", "aria-label": t("ring.end.label"), hidden: true });
  }

  draw() {
    const { table, state } = this.game.snap;
    const isOver = table.stage === "over" && this.playback.isSettled;
    const isNew = isOver && this.element.hidden;
    this.element.hidden = !isOver;
    if (!isOver || !table.ending) return;
    if (isNew) announce(`${endTitle(this.game, this.playback)}. ${endingText(table, state)}`);
    const { ranks, cells = [] } = table.ending;
    const ranked = ranks ? table.seats.map((seat) => ({ seat, rank: ranks[seat.seat] })).sort((a, b) => a.rank - b.rank) : [];
    const standing = (/** @type {number} */ seat) => this.playback.standing(seat);
    const numbers = (/** @type {number} */ seat) => {
      const one = standing(seat);
      return one ? t("ring.end.numbers", { eliminated: one.eliminated, territory: one.territory }) : "";
    };
    put(
      this.element,
      h("h2", null, endTitle(this.game, this.playback)),
      h("p", null, endingText(table, state)),
      h(
        "div",
        { class: "row" },
        this.#rematchButton(),
        table.actions > 0 && h("button", { onclick: () => this.options.review() }, t("ring.end.review")),
        cells.length > 0 && h("button", { onclick: () => this.options.point(cells) }, t("ring.end.show")),
      ),
      ranked.length > 0 && h("ol", { class: "plain ranking" },
        ranked.map(({ seat, rank }) =>
          h("li", null, h("strong", null, `${rank}. `),
            h("span", { class: `pip p${standing(seat.seat)?.player ?? 1}` }), ` ${seatName(seat)} `,
            h("span", { class: "small quiet" }, numbers(seat.seat))))),
    );
  }

  #rematchButton() {
    const { table } = this.game.snap;
    const { mine } = this.game;
    if (table.next_game) return h("a", { class: "button primary", href: this.game.address(table.next_game) }, t("ring.end.next_game"));
    if (mine.length === 0) return null;
    const isAsked = mine.some((seat) => table.rematch.includes(seat));
    const id = isAsked ? "ring.end.waiting" : table.rematch.length ? "ring.end.accept" : "ring.end.rematch";
    return button(t(id), () => this.game.command("rematch"), { class: "primary", disabled: isAsked });
  }
}
