// The page of a game on the server, RingRift or ASG.

import { mountAsgGame } from "./asg/asg-game.js";
import { Rejection, me, post, remove } from "./lib/api.js";
import { byId, h, put } from "./lib/dom.js";
import { LiveGame } from "./lib/live.js";
import { attempt, button, copy, pageHeader, errorText, toast } from "./lib/shell.js";
import { mountLobby } from "./lib/lobby.js";
import { mountRingGame } from "./ring/ring-game.js";

pageHeader();
open();

async function open() {
  const root = byId("root");
  try {
    // The snapshot says which seats are the guest's: sign in first.
    await me();
    const id = location.pathname.split("/")[2] ?? "";
    if (location.hash.startsWith("#share=")) {
      const secret = location.hash.slice("#share=".length);
      await post(`/api/games/${encodeURIComponent(id)}/watch`, { secret });
      history.replaceState(null, "", location.pathname);
    }
    const game = await LiveGame.open(id);
    connectionBanner(game);
    shareBar(game);
    const mount = async () => {
      put(root);
      const { table } = game.snap;
      byId("title").textContent = `${table.game === "asg" ? "ASG" : "RingRift"}: ${table.rules_title}`;
      if (table.stage === "waiting") mountLobby(root, game);
      else if (table.game === "asg") await mountAsgGame(root, game);
      else await mountRingGame(root, game);
    };
    await mount();
    let stage = game.snap.table.stage;
    game.subscribe(() => {
      const now = game.snap.table.stage;
      if (stage === "waiting" && now !== "waiting") attempt(mount);
      stage = now;
    });
  } catch (error) {
    const isGone = error instanceof Rejection && error.status === 404;
    const text = isGone ? "There is no game at this address. Perhaps the link is not complete." : errorText(error);
    // A share link of the same game differs only after "#".
    addEventListener("hashchange", () => location.reload());
    put(root, h("p", { class: "say bad", role: "alert" }, text), h("p", null, h("a", { href: "/" }, "To the first page")));
  }
}

/** Offers a share link of a private game to its players and its creator. @param {LiveGame} game */
function shareBar(game) {
  const { id, mine } = game;
  if (game.snap.table.visibility === "public" || !(mine.length || sessionStorage.getItem(`seats.${id}`))) return;
  const path = `/api/games/${id}/share`;
  byId("main").append(h("div", { class: "row small" }, h("span", { class: "quiet" }, "This game is private."),
    button("Copy share link", async () => copy(location.origin + (await post(path)).path, "Link for watching")),
    button("Stop sharing", async () => (await remove(path), toast("The share link does not work any more.")))));
}

/** Shows a banner while the connection is lost. @param {LiveGame} game */
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
    // Short interruptions are not reported.
    timer = window.setTimeout(() => {
      banner.hidden = false;
      banner.textContent = "The connection is lost; trying to come back. Nothing is lost: what you do now is sent then.";
    }, 700);
  });
}
