// The start page: three ways to play, the options of a new game, and the lists of games.

import { offerNetworks } from "./app/offline.js";
import { asgExamples } from "./asg/examples.js";
import { Unreachable, get, me, patch, post } from "./lib/api.js";
import { byId, h, put } from "./lib/dom.js";
import { ask } from "./lib/engine.js";
import { boardName, mapName } from "./lib/rules-text.js";
import { attempt, button, leaveTo, pageHeader, remember, remembered } from "./lib/shell.js";
import { t } from "./lib/text.js";
import { isOn, notifyButton } from "./lib/turn-signal.js";
import { listLocalGames } from "./local/games-list.js";
import { showInvitation } from "./start/invitation.js";
import { listGames } from "./start/lists.js";
import { gameOptions } from "./start/options.js";
import { ringExamples } from "./ring/examples.js";
import { choose, level, meAnd, newGame, seatCount, settings, strongest } from "./start/settings.js";

/** @import { Me } from "./lib/types.js" */
/** @import { Catalogue } from "./start/settings.js" */
/** @typedef {"ringrift" | "asg"} Game */

/** Whether the server answers; without it, games on this device can be played. */
let isOnline = true;
/** Name of the player. */
let ownName = "";
/** Phones show no map: its picture needs the engine and room. */
const WITH_MAP = matchMedia("(min-width: 36.01rem)");

pageHeader();
start();

async function start() {
  // Also when the browser shows the page again as it was.
  addEventListener("pageshow", () => listLocalGames().then(noteGames));
  addEventListener("hashchange", () => location.hash.startsWith("#seat=") && location.reload());
  if (await showInvitation()) return;
  await attempt(offer);
  playDemo();
  offerNetworks(byId("offline")).catch(() => {});
  addEventListener("online", () => isOnline || attempt(offer));
  setInterval(() => (document.hidden && !isOn()) || (isOnline ? listGames(ownName) : attempt(offer)), 15000);
}

/** Starts the small game once the page is complete. */
async function playDemo() {
  try {
    const { DemoGame } = await import("./start/miniature.js");
    await DemoGame.start(byId("demo"));
  } catch {
    document.getElementById("demo")?.remove();
  }
}

/** Draws the ways to play and the lists: all of them with the server, without it those on this device. */
async function offer() {
  const catalogue = await get("/api/catalogue").catch((error) => (error instanceof Unreachable ? null : Promise.reject(error)));
  const isFirst = byId("choices").hasAttribute("aria-busy");
  if (!catalogue && !isOnline) return;
  isOnline = catalogue !== null;
  byId("away").hidden = isOnline;
  byId("public").hidden = !isOnline;
  // The choices of the player stay while the server is away.
  if (catalogue || isFirst) draw(catalogue ?? (await ask("GET", "/api/catalogue")));
  if (!isOnline) return;
  await attempt(me).then((known) => known && foot(known));
  await listGames(ownName);
  noteGames();
}

/** Removes the invitation to learn once the player has games. */
function noteGames() {
  if (byId("mine").hidden && byId("local").hidden) return;
  remember("played", "yes");
  put(byId("newcomer"));
}

/** @param {Catalogue} catalogue */
function draw(catalogue) {
  const root = byId("choices");
  root.removeAttribute("aria-busy");
  const again = () => draw(catalogue);
  // It is removed where the engine cannot run.
  document.getElementById("demo")?.toggleAttribute("hidden", settings.game === "asg");
  byId("start-title").textContent = t(settings.game === "asg" ? "start.title_asg" : "start.title");
  byId("lead").textContent = t(settings.game === "asg" ? "start.lead_asg" : "start.lead");
  put(root, computerCard(catalogue), friendCard(), learnCard());
  put(byId("which-game"), gameSwitch(again));
  put(byId("newcomer"), remembered("played") !== "yes" && newcomerButton());
  drawMap().catch(() => (byId("demo-map").hidden = true));
  put(byId("options"), gameOptions(catalogue, isOnline, again), settings.game === "asg" ? asgExamples() : ringExamples());
}

/** @param {() => void} again */
function gameSwitch(again) {
  const choice = (/** @type {Game} */ game, /** @type {string} */ name) =>
    h("button", { "aria-pressed": String(settings.game === game), onclick: () => (choose("game", game), again()) }, name);
  return h("div", { class: "switch", role: "group", "aria-label": t("start.which_game") }, choice("ringrift", "RingRift"), choice("asg", t("start.asg")));
}

/** Offers lessons to people without games. On phones the card of lessons is far down. */
function newcomerButton() {
  if (settings.game === "asg") return button(t("start.new_asg"), () => leaveTo("/learn#asg"));
  return button(t("start.new_ringrift"), playFirstGame);
}

/** Draws the chosen map of ASG where the small game of RingRift is otherwise. */
async function drawMap() {
  const place = byId("demo-map");
  place.hidden = settings.game !== "asg" || !WITH_MAP.matches;
  if (place.hidden || place.dataset.map === settings.map) return;
  const { map } = settings;
  const { stillScenario } = await import("./start/map.js");
  const picture = await stillScenario(map);
  if (map !== settings.map) return;
  place.dataset.map = map;
  put(place, picture, h("figcaption", { class: "small quiet" }, t("start.map_caption")));
}

/** @param {Catalogue} catalogue */
function computerCard({ agents, scenario_offers: maps }) {
  const title = maps.find(({ id }) => id === settings.map)?.title;
  const where = settings.game === "ringrift" ? t("start.where", { board: boardName(settings.board), players: Number(settings.players) })
    : t("start.where_asg", { map: mapName(settings.map, title) });
  const agent = agents.find((name) => name === settings.opponent);
  const against = agent ? t("start.against_agent", { agent }) : t("start.against_level", { level: level(), levels: strongest() });
  return card(
    t("start.computer"),
    `${against} ${where}`,
    isOnline && button(t("start.play_now"), () => playComputer(agent), { class: "primary", id: "play-computer" }),
    deviceButton(),
  );
}

function deviceButton() {
  const play = () => playOnDevice({ ...newGame(), seats: meAnd({ who: "bot", name: `level:${level()}` }) });
  const props = { id: "play-device", "aria-describedby": "play-device-help" };
  return h("span", { class: "device" }, button(t("start.play_device"), play, { ...props, class: isOnline ? "bare small" : "primary" }),
    h("span", { class: "small quiet", id: "play-device-help" }, t("start.play_device_help")));
}

/** Opens the page of games on this device, which creates the game. @param {object} game @param {string} [part] URL fragment of the game */
function playOnDevice(game, part = "") {
  return leaveTo(`/local#${new URLSearchParams({ new: JSON.stringify({ ...game, clock: { kind: "none" } }), part })}`);
}

function friendCard() {
  const here = settings.game === "ringrift" && button(t("start.play_here", { players: seatCount() }), playHere,
    { class: isOnline ? null : "primary", id: "play-here" });
  if (!isOnline) return here && card(t("start.friend"), t("start.friend_here"), here);
  return card(t("start.friend"), t("start.friend_link"), button(t("start.create_link"), playFriend, { class: "primary", id: "play-friend" }), here);
}

function learnCard() {
  const isRing = settings.game === "ringrift";
  return card(
    t("start.learn"),
    t(isRing ? "start.learn_text" : "start.learn_asg"),
    isRing && button(t("start.first_game"), playFirstGame, { class: "primary", id: "first-game" }),
    h("a", { class: isRing ? "button" : "button primary", href: isRing ? "/learn" : "/learn#asg" }, t("start.lessons")),
    !isRing && h("a", { class: "button", href: "/asg/rules" }, t("start.read_rules")),
    isRing && h("a", { class: "button", href: "/puzzles" }, t("start.puzzles")),
    isOnline && button(t("start.watch", { players: seatCount() }), watch, { id: "watch" }),
  );
}

/** @param {string} title @param {string} text @param {...(HTMLElement | false)} buttons */
function card(title, text, ...buttons) {
  return h("section", { class: "card" }, h("h2", null, title), h("p", { class: "quiet" }, text), h("div", { class: "row" }, buttons));
}

/** @param {string | undefined} agent plays instead of the bot */
async function playComputer(agent) {
  await createGame({ ...newGame(), seats: meAnd(agent ? { who: "agent", name: agent } : { who: "bot", name: `level:${level()}` }) });
}

async function playFriend() {
  await createGame({ ...newGame(), seats: meAnd({ who: "open" }), visibility: settings.listed === "yes" ? "public" : "private" });
}

/** Starts a game with the coach, with simple rules. */
async function playFirstGame() {
  const game = { board: "square8", players: 2, edition: "standard", seats: [{ who: "me" }, { who: "bot", name: "level:1" }] };
  if (isOnline) await createGame(game, "#coach");
  else await playOnDevice(game, "coach");
}

async function playHere() {
  const game = { ...newGame(), purpose: "hot_seat" };
  if (isOnline) await createGame(game);
  else await playOnDevice(game);
}

async function watch() {
  const bots = Array.from({ length: seatCount() }, () => ({ who: "bot", name: `level:${level()}` }));
  // Bots play fast: show the game from its start.
  await createGame({ ...newGame(), clock: { kind: "none" }, seats: bots, visibility: "public" }, "#watch");
}

/** @param {object} game @param {string} [part] URL fragment */
async function createGame(game, part = "") {
  await me();
  const made = await post("/api/games", game);
  try {
    sessionStorage.setItem(`seats.${made.id}`, JSON.stringify(made.secrets));
  } catch {
  // Without storage, invitations can be created again in the lobby.
  }
  await leaveTo(`/games/${made.id}${part}`);
}

/** @param {Me} known */
function foot(known) {
  ownName = known.name;
  // Games on this device have the name too.
  remember("name", known.name);
  const rename = async () => {
    const name = prompt(t("start.name"), known.name);
    if (!name || name === known.name) return;
    const renamed = await attempt(() => patch("/api/me", { name }));
    if (renamed) foot(renamed);
  };
  put(byId("notify"), notifyButton());
  put(byId("footer"), t("start.you_are"), " ", h("strong", null, known.name), " ",
    h("button", { class: "bare", onclick: rename }, t("start.rename")), " · ",
    h("a", { href: "/api/openapi.json" }, "API"));
}
