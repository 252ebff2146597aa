// The list of the games on this device.

import { stillMap } from "../asg/mini-map.js";
import { briefTexts } from "../lib/briefs.js";
import { byId, h, put } from "../lib/dom.js";
import { layout } from "../lib/engine.js";
import { button } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { hiddenText } from "../start/lists.js";
import { recordButtons } from "./actions.js";
import { recordOf } from "./local-game.js";
import * as store from "./store.js";

/** @import { LocalBrief } from "./store.js" */

/** Number of finished games listed. */
let finishedShown = 3;

/** Draws the list; hides it if there are no games or the browser gives no access to them. */
export async function listLocalGames() {
  const games = await store.list().catch(() => []);
  byId("local").hidden = games.length === 0;
  const finished = games.filter(({ stage }) => stage === "over");
  const older = finished.slice(finishedShown);
  const more = h("button", { onclick: () => ((finishedShown += 20), listLocalGames()) }, t("list.older"));
  put(byId("local-list"), games.filter((game) => !older.includes(game)).map((game) => entry(game)), older.length > 0 && h("li", null, more));
}

/** @param {LocalBrief} brief */
function entry(brief) {
  const { id, your_turn, sent } = brief;
  const { names, rules, stage, date } = briefTexts(brief, brief.mine);
  const isOver = brief.stage === "over";
  const href = `/local?game=${encodeURIComponent(id)}`;
  const remove = async () => {
    if (!confirm(t("list.confirm_delete"))) return;
    await store.remove(id);
    await listLocalGames();
  };
  return h(
    "li",
    { class: "game card" },
    picture(brief),
    h("div", { class: "grow" }, h("strong", null, names), h("div", { class: "small quiet" }, rules), h("div", { class: "small quiet" }, date)),
    h("span", { class: your_turn ? "badge turn" : "badge" }, stage),
    h("div", { class: "row" },
      h("a", { class: your_turn ? "button primary" : "button", href }, t(isOver ? "list.view" : "list.continue"), hiddenText(names)),
      isOver && brief.game === "ringrift" && h("a", { class: "button", href: `${href}#review` }, t("list.review"), hiddenText(names)),
      recordButtons(brief, () => recordOf(id), listLocalGames),
      sent && h("a", { href: `/games/${encodeURIComponent(sent)}` }, t("list.on_server")),
      button([t("list.delete"), hiddenText(names)], remove, { class: "danger" })),
  );
}

/** Draws the position of a game once its board is known. @param {LocalBrief} brief */
function picture({ board, pieces, map }) {
  const place = h("span", { class: "mini", "aria-hidden": "true" }, map && stillMap(map));
  if (board && pieces)
    Promise.all([layout(board), import("../start/miniature.js")]).then(([plan, { stillBoard }]) => put(place, stillBoard(plan, pieces)), () => {});
  return place;
}
