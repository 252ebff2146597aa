// The list of the games on this device.

import { briefTexts } from "../lib/briefs.js";
import { byId, h, put } from "../lib/dom.js";
import { button } from "../lib/shell.js";
import { recordButtons } from "./actions.js";
import { recordOf } from "./local-game.js";
import * as store from "./store.js";

/** @import { LocalBrief } from "./store.js" */

/** Draws the list; hides it if there are no games or the browser gives no access to them. */
export async function listLocalGames() {
  const games = await store.list().catch(() => []);
  byId("local").hidden = games.length === 0;
  put(byId("local-list"), games.map((game) => entry(game)));
}

/** @param {LocalBrief} brief */
function entry(brief) {
  const { id, your_turn, sent } = brief;
  const { names, rules, stage } = briefTexts(brief);
  const isOver = brief.stage === "over";
  const remove = async () => {
    if (!confirm("Delete this game from this device? It cannot be brought back.")) return;
    await store.remove(id);
    await listLocalGames();
  };
  return h(
    "li",
    { class: "game card" },
    h("div", { class: "grow" }, h("strong", null, names), h("div", { class: "small quiet" }, rules)),
    h("span", { class: your_turn ? "badge turn" : "badge" }, stage),
    h("div", { class: "row" },
      h("a", { class: "button", href: `/local?game=${encodeURIComponent(id)}`, "aria-label": `${isOver ? "Look at" : "Continue"} the game of ${names}` },
        isOver ? "Look" : "Continue"),
      recordButtons(brief, () => recordOf(id), listLocalGames),
      sent && h("a", { href: `/games/${encodeURIComponent(sent)}` }, "On the server"),
      button("Delete", remove, { class: "danger", "aria-label": `Delete the game of ${names}` })),
  );
}
