// A game on the server, of either kind.

import { mountAsgTable } from "./asg/table.js";
import { Refused, me } from "./lib/api.js";
import { byId, h, put } from "./lib/dom.js";
import { LiveGame } from "./lib/live.js";
import { attempt, head, words } from "./lib/shell.js";
import { mountLobby } from "./ring/lobby.js";
import { mountRingTable } from "./ring/table.js";

head();
open();

async function open() {
  const root = byId("root");
  try {
    // Who sits where depends on who asks.
    await me();
    const game = await LiveGame.open(location.pathname.split("/")[2] ?? "");
    connectionBanner(game);
    const mount = async () => {
      put(root);
      const { table } = game.snap;
      byId("title").textContent = `${table.game === "asg" ? "ASG" : "RingRift"}: ${table.rules}`;
      if (table.stage === "waiting") mountLobby(root, game);
      else if (table.game === "asg") await mountAsgTable(root, game);
      else await mountRingTable(root, game);
    };
    await mount();
    let stage = game.snap.table.stage;
    game.subscribe(() => {
      const now = game.snap.table.stage;
      if (stage === "waiting" && now !== "waiting") attempt(mount);
      stage = now;
    });
  } catch (error) {
    const isGone = error instanceof Refused && error.status === 404;
    const text = isGone ? "There is no game at this address. Perhaps the link is not complete." : words(error);
    put(root, h("p", { class: "say bad", role: "alert" }, text), h("p", null, h("a", { href: "/" }, "To the first page")));
  }
}

/** Says so while the server is away. @param {LiveGame} game */
function connectionBanner(game) {
  const banner = h("p", { class: "away say warn", role: "status", hidden: true });
  byId("main").prepend(banner);
  let timer = 0;
  game.subscribe(({ kind }) => {
    if (kind !== "connection") return;
    clearTimeout(timer);
    if (game.connected) {
      if (!banner.hidden) {
        banner.hidden = true;
        banner.textContent = "";
      }
      return;
    }
    // Short gaps are nobody's business.
    timer = window.setTimeout(() => {
      banner.hidden = false;
      banner.textContent = "The connection is lost; trying to come back. Nothing is lost: what you do now is sent then.";
    }, 700);
  });
}
