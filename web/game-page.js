// The page of a game, RingRift or ASG, on the server or on this device.

import { Rejection, me, post, remove } from "./lib/api.js";
import { byId, h, put } from "./lib/dom.js";
import { LiveGame } from "./lib/live.js";
import { attempt, button, copy, pageHeader, errorText, remember, remembered, toast } from "./lib/shell.js";
import { mountLobby } from "./lib/lobby.js";
import { forget } from "./lib/storage.js";
import { rulesText } from "./lib/rules-text.js";
import { t } from "./lib/text.js";
import { followTurn, notifyButton } from "./lib/turn-signal.js";
import { recordButtons } from "./local/actions.js";
import { LocalGame } from "./local/local-game.js";

/** @import { Table } from "./lib/types.js" */
/** @import { RingGame } from "./ring/ring-game.js" */

/** What can be done with the game as a whole. */
const extras = h("div", { class: "stack" });
pageHeader();
byId("main").append(extras);
open();

async function open() {
  const root = byId("root");
  try {
    const game = location.pathname === "/local" ? await openLocal() : await openLive();
    const mount = async () => {
      put(root);
      const { table } = game.snap;
      byId("title").textContent = `${gameName(table)}: ${rulesText(table.game, table.game === "asg" ? table.rules : table.rules_title)}`;
      if (game instanceof LiveGame && table.stage === "waiting") mountLobby(root, game);
      else if (table.game === "asg") {
        const { mountAsgGame } = await import("./asg/asg-game.js");
        await mountAsgGame(root, game);
      } else {
        const { mountRingGame } = await import("./ring/ring-game.js");
        const shown = await mountRingGame(root, game);
        shown.extras.append(extras);
        await coach(game, shown);
      }
    };
    await mount();
    signal(game);
    if (game instanceof LocalGame) game.play();
    let { stage } = game.snap.table;
    game.subscribe(() => {
      const now = game.snap.table.stage;
      if (stage === "waiting" && now !== "waiting") attempt(mount);
      stage = now;
    });
  } catch (error) {
    const isGone = error instanceof Rejection && error.status === 404 && location.pathname !== "/local";
    const text = isGone ? t("table.missing") : errorText(error);
    // A share link of the same game differs only after "#".
    addEventListener("hashchange", () => location.reload());
    put(root, h("p", { class: "say bad", role: "alert" }, text), h("p", null, h("a", { href: "/" }, t("table.to_start"))));
  }
}

/** Starts the coach of a first game. @param {LiveGame | LocalGame} game @param {RingGame} shown */
async function coach(game, shown) {
  const { isCoached, startCoach } = await import("./coach/coach.js");
  if (isCoached(game.id)) startCoach(game, { isSettled: () => shown.playback.isSettled, point: (cells) => shown.point(cells), insert: (card) => shown.decision.before(card) });
}

/** Shows whose turn it is in the title, and offers notifications. @param {LiveGame | LocalGame} game */
function signal(game) {
  const { table } = game.snap;
  followTurn(game, gameName(table));
  const button = game instanceof LiveGame && table.stage !== "over" && game.mine.length > 0 && notifyButton();
  if (button) extras.append(h("div", { class: "row small" }, button));
}

/** @param {Table} table */
function gameName({ game }) {
  return game === "asg" ? "ASG" : "RingRift";
}

async function openLive() {
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
  return game;
}

/** Opens the game of the address, or creates the one that the start page asks for. */
async function openLocal() {
  // Only analyses need the server.
  me().catch(() => {});
  const [id, example] = ["game", "example"].map((name) => new URLSearchParams(location.search).get(name));
  if (example) return openExampleGame(example);
  const values = new URLSearchParams(location.hash.slice(1));
  const request = values.get("new");
  if (id) await claim(id);
  const game = request ? await LocalGame.create(request, remembered("name") ?? t("table.player")) : await LocalGame.open(id ?? "");
  if (request) {
    const part = values.get("part");
    history.replaceState(null, "", game.address() + (part ? `#${part}` : ""));
    await claim(game.id);
  }
  problemBanner(game);
  localBar(game);
  return game;
}

/** @param {string} name */
async function openExampleGame(name) {
  const { openExample, seeText } = await import("./ring/examples.js");
  const game = await openExample(name);
  extras.append(h("p", { class: "say" }, seeText(name)));
  return game;
}

/** Waits until no other window has the game open: two would overwrite each other's moves. @param {string} id */
async function claim(id) {
  if (!navigator.locks) return;
  const timer = setTimeout(() => put(byId("root"), h("p", { class: "say warn", role: "alert" },
    t("table.other_window"))), 1000);
  await new Promise((resolve) => {
    navigator.locks.request(`ringside.game.${id}`, () => (resolve(null), new Promise(() => {})));
  });
  clearTimeout(timer);
}

/** Shows why a game on this device is not stored, or why its computer player does not act. @param {LocalGame} game */
function problemBanner(game) {
  const banner = h("div", { class: "away say warn", role: "alert", hidden: true });
  byId("main").prepend(banner);
  const draw = () => {
    const { storageProblem, botProblem } = game;
    banner.hidden = !storageProblem && !botProblem;
    put(banner, storageProblem && h("p", null, storageProblem),
      botProblem && h("p", null, botProblem, " ", h("button", { onclick: () => game.play() }, t("table.try_again"))));
  };
  draw();
  game.subscribe(({ kind }) => kind === "connection" && draw());
}

/** Says where the game is, and offers to export it and to send it to the server. @param {LocalGame} game */
function localBar(game) {
  const sent = h("span");
  const onSent = (/** @type {string} */ id) => put(sent, h("a", { href: `/games/${id}` }, t("table.open_on_server")));
  extras.append(h("div", { class: "row small" }, h("span", { class: "quiet" }, t("table.on_device")),
    recordButtons({ id: game.id, game: game.snap.table.game }, () => game.record(), onSent), sent));
}

/** Offers a share link of a private game to its players and its creator, once the game has begun: before that, the invite link matters. @param {LiveGame} game */
function shareBar(game) {
  const { id, mine } = game;
  if (game.snap.table.visibility === "public" || !(mine.length || sessionStorage.getItem(`seats.${id}`))) return;
  const path = `/api/games/${id}/share`;
  const isShared = `shared.${id}`;
  const share = async () => {
    const link = location.origin + (await post(path)).path;
    remember(isShared, "yes");
    stop.hidden = false;
    await copy(link, t("table.share_name"));
  };
  const unshare = async () => {
    await remove(path);
    forget(isShared);
    stop.hidden = true;
    copyButton.focus();
    toast(t("table.unshared"));
  };
  const copyButton = button(t("table.copy_share"), share);
  const stop = button(t("table.stop_sharing"), unshare, { hidden: remembered(isShared) === null });
  const bar = h("div", { class: "row small", hidden: game.snap.table.stage === "waiting" }, h("span", { class: "quiet" }, t("table.private")), copyButton, stop);
  extras.append(bar);
  game.subscribe(() => (bar.hidden = game.snap.table.stage === "waiting"));
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
      banner.textContent = t("table.reconnecting");
    }, 700);
  });
}
