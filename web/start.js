// The start page: three ways to play, the settings of a new game, and the lists of games.

import { offerNetworks } from "./app/offline.js";
import { Unreachable, get, me, patch, post } from "./lib/api.js";
import { boardName, briefTexts } from "./lib/briefs.js";
import { byId, h, put } from "./lib/dom.js";
import { ask } from "./lib/engine.js";
import { attempt, button, pageHeader, remember, remembered, errorText } from "./lib/shell.js";
import { listLocalGames } from "./local/games-list.js";

/** @import { Brief } from "./lib/briefs.js" */
/** @import { Me } from "./lib/types.js" */
/** @typedef {{board: string, shape: string, cells: number, editions: string[]}} BoardOffer */
/** @typedef {{board_offers: BoardOffer[], scenario_offers: {id: string, title: string, nodes: number}[], agents: string[]}} Catalogue */
/** @typedef {"ringrift" | "asg"} Game */
/** @type {Record<string, string>} */
const EDITIONS = { standard: "Standard: the full game", canon: "Canon: main area claimable", compact: "Compact: fewer exceptions",
  live: "Live: rings can be recovered" };
/** @type {Record<string, [string, object]>} */
const CLOCKS = {
  none: ["No clock", { kind: "none" }],
  fast: ["10 minutes + 5 s a turn", { kind: "increment", base: 600000, increment: 5000 }],
  slow: ["30 minutes + 15 s a turn", { kind: "increment", base: 1800000, increment: 15000 }],
  days: ["3 days a turn", { kind: "days", days: 3 }],
};

/** Settings of a new game, restored from local storage. */
const settings = {
  game: "ringrift",
  board: "square8",
  players: "2",
  edition: "standard",
  regions: "all",
  level: "3",
  opponent: "",
  seat: "first",
  clock: "none",
  map: "scenario_01",
  rules: "v0",
  listed: "no",
};
for (const [name, value] of Object.entries(settings)) Object.assign(settings, { [name]: remembered(name, value) });

pageHeader();
start();

/** Whether the server answers; without it, games on this device can be played. */
let isOnline = true;

async function start() {
  // Also when the browser shows the page again as it was.
  addEventListener("pageshow", () => listLocalGames());
  await attempt(takeSeat);
  addEventListener("hashchange", () => attempt(takeSeat));
  await attempt(offer);
  offerNetworks(byId("offline")).catch(() => {});
  addEventListener("online", () => isOnline || attempt(offer));
  setInterval(() => document.hidden || (isOnline ? list() : attempt(offer)), 15000);
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
  await list();
}

/** Claims the seat of an invitation link. */
async function takeSeat() {
  if (!location.hash.startsWith("#seat=")) return;
  const secret = location.hash.slice("#seat=".length);
  history.replaceState(null, "", "/");
  await me();
  const taken = await post("/api/seats/claim", { secret });
  location.assign(`/games/${taken.game}`);
}

/** @param {Catalogue} catalogue */
function draw(catalogue) {
  const root = byId("choices");
  root.removeAttribute("aria-busy");
  const again = () => draw(catalogue);
  put(root, gameSwitch(again), computerCard(catalogue), friendCard(), learnCard(), details(catalogue, again));
}

/** @param {() => void} again */
function gameSwitch(again) {
  const choice = (/** @type {Game} */ game, /** @type {string} */ name) =>
    h("button", { "aria-pressed": String(settings.game === game), onclick: () => (choose("game", game), again()) }, name);
  return h("div", { class: "switch", role: "group", "aria-label": "Which game" }, choice("ringrift", "RingRift"),
    choice("asg", "ASG, the Agent Strategy Game"));
}

/** @param {Catalogue} catalogue */
function computerCard({ agents }) {
  const where = settings.game === "ringrift"
    ? `On the ${boardName(settings.board).toLowerCase()}, ${settings.players} players` : `On the map ${settings.map}`;
  const agent = agentOf(agents);
  return card(
    "Play the computer",
    `${where}, ${agent ? `against ${agent}` : `level ${level()} of ${strongest()}`}.`,
    isOnline && button("Play now", () => playComputer(agent), { class: "primary", id: "play-computer" }),
    button("Play on this device", async () => playOnDevice({ ...common(), seats: meAnd({ who: "bot", name: `level:${level()}` }) }),
      { class: isOnline ? null : "primary", id: "play-device", title: "The computer thinks in this browser, which stores the game too" }),
  );
}

/** Opens the page of games on this device, which creates the game. @param {object} game */
function playOnDevice(game) {
  location.assign(`/local#${new URLSearchParams({ new: JSON.stringify({ ...game, clock: { kind: "none" } }) })}`);
}

function friendCard() {
  const here = settings.game === "ringrift" && button(seats() > 2 ? "All on this screen" : "Both on this screen", playHere,
    { class: isOnline ? null : "primary", id: "play-here" });
  if (!isOnline) return here && card("Play a friend", "On this screen, one after the other.", here);
  return card("Play a friend", "You get a link to send. Whoever opens it sits down.",
    button("Make a table", playFriend, { class: "primary", id: "play-friend" }), here);
}

function learnCard() {
  return card(
    "Watch or learn",
    settings.game === "ringrift" ? `Eight short lessons${isOnline ? ", the rulebook, or a game between computers." : " and the rulebook."}`
      : `The rules${isOnline ? ", a match between bots," : ""} or a replay of yours.`,
    settings.game === "ringrift"
      ? h("a", { class: "button primary", href: "/learn" }, "Start the lessons")
      : h("a", { class: "button primary", href: "/asg/rules" }, "Read the rules"),
    isOnline && button(seats() > 2 ? "Watch computers" : "Watch two computers", watch, { id: "watch" }),
  );
}

/** @param {string} title @param {string} text @param {...(HTMLElement | false)} buttons */
function card(title, text, ...buttons) {
  return h("section", { class: "card" }, h("h2", null, title), h("p", { class: "quiet" }, text), buttons);
}

/** @param {Catalogue} catalogue @param {() => void} again */
function details(catalogue, again) {
  const isOpen = remembered("details", "closed") === "open";
  const element = h("details", { class: "details card", open: isOpen }, h("summary", null, "Details"));
  element.addEventListener("toggle", () => remember("details", element.open ? "open" : "closed"));
  const help = settings.game === "ringrift"
    ? h("a", { href: "/rules#editions" }, "What the editions and regions mean")
    : h("a", { href: "/asg/rules" }, "What the rule sets mean");
  element.append(h("p", { class: "small" }, help));
  element.append(h("div", { class: "fields" }, settings.game === "ringrift" ? ringFields(catalogue, again) : asgFields(catalogue, again)));
  return element;
}

/** @param {Catalogue} catalogue @param {() => void} again */
function ringFields(catalogue, again) {
  const offer = catalogue.board_offers.find((one) => one.board === settings.board) ?? catalogue.board_offers[0];
  if (!offer.editions.includes(settings.edition)) choose("edition", offer.editions[0]);
  const boards = catalogue.board_offers.map((one) => [one.board, `${boardName(one.board)}, ${one.cells} cells`]);
  return [
    field("Board", "board", boards, again),
    field("Players", "players", [["2", "2"], ["3", "3"], ["4", "4"]], again),
    field("Edition", "edition", offer.editions.map((name) => [name, EDITIONS[name] ?? name]), again),
    settings.edition !== "standard" &&
      field("Regions", "regions", [["all", "All areas"], ["no_main", "All but the main area"]], again),
    ...commonFields(catalogue, "last", again),
  ];
}

/** @param {Catalogue} catalogue @param {() => void} again */
function asgFields(catalogue, again) {
  return [
    field("Map", "map", catalogue.scenario_offers.map((one) => [one.id, `${one.title}, ${one.nodes} nodes`]), again),
    field("Rules", "rules", [["v0", "v0"], ["v1", "v1"]], again),
    ...commonFields(catalogue, "second", again),
  ];
}

/** @param {Catalogue} catalogue @param {string} last name of the last seat @param {() => void} again */
function commonFields({ agents }, last, again) {
  return [
    field("The computer's level", "level", levels(), again),
    agents.length > 0 && field("Opponent", "opponent", [["", "the computer"], ...agents.map((name) => [name, name])], again),
    field("You play", "seat", [["first", "first"], ["last", last]], again),
    isOnline && field("Clock", "clock", Object.entries(CLOCKS).map(([name, [title]]) => [name, title]), again),
    isOnline && field("Table for friends", "listed", [["no", "only by link"], ["yes", "listed for everybody"]], again),
  ];
}

/** Returns the strongest level of the chosen game. */
function strongest() {
  return settings.game === "asg" ? 9 : 10;
}

/** Returns the chosen level, limited to those of the game. */
function level() {
  return String(Math.min(Number(settings.level), strongest()));
}

function levels() {
  const most = strongest();
  const word = (/** @type {number} */ level) => (level === 1 ? ", a beginner" : level === most ? ", the strongest" : "");
  return Array.from({ length: most }, (_, index) => [String(index + 1), `${index + 1}${word(index + 1)}`]);
}

/** Returns the chosen agent if it is available. @param {string[]} agents */
function agentOf(agents) {
  return agents.find((name) => name === settings.opponent);
}

/** @param {string} title @param {keyof typeof settings} name @param {string[][]} options @param {() => void} again */
function field(title, name, options, again) {
  const select = h("select", { id: `setting-${name}`, onchange: () => (choose(name, select.value), again(), byId(`setting-${name}`).focus()) });
  for (const [value, text] of options) select.append(h("option", { value, selected: (name === "level" ? level() : settings[name]) === value }, text));
  return h("label", { class: "field" }, h("span", null, title), select);
}

/** @param {keyof typeof settings} name @param {string} value */
function choose(name, value) {
  settings[name] = value;
  remember(name, value);
}

/** Returns the part of a request that all new games share. */
function common() {
  const clock = CLOCKS[settings.clock]?.[1] ?? { kind: "none" };
  if (settings.game === "asg") return { game: "asg", scenario: settings.map, rules: settings.rules, clock };
  const options = settings.edition !== "standard" && settings.regions === "no_main" ? { regions: "no_main" } : {};
  return { board: settings.board, players: Number(settings.players), edition: settings.edition, options, clock };
}

function seats() {
  return settings.game === "asg" ? 2 : Number(settings.players);
}

/** Seats the player among copies of `other`. @param {object} other */
function meAnd(other) {
  const all = Array.from({ length: seats() }, () => other);
  all[settings.seat === "last" ? all.length - 1 : 0] = { who: "me" };
  return all;
}

/** @param {string | undefined} agent plays instead of the bot */
async function playComputer(agent) {
  await createGame({ ...common(), seats: meAnd(agent ? { who: "agent", name: agent } : { who: "bot", name: `level:${level()}` }) });
}

async function playFriend() {
  await createGame({ ...common(), seats: meAnd({ who: "open" }), visibility: settings.listed === "yes" ? "public" : "private" });
}

async function playHere() {
  const game = { ...common(), purpose: "hot_seat" };
  if (isOnline) await createGame(game);
  else playOnDevice(game);
}

async function watch() {
  const bots = Array.from({ length: seats() }, () => ({ who: "bot", name: `level:${level()}` }));
  // Bots play fast: show the game from its start.
  await createGame({ ...common(), clock: { kind: "none" }, seats: bots, visibility: "public" }, "#watch");
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
  location.assign(`/games/${made.id}${part}`);
}

/** Number of finished games listed: the player's own, and public ones. */
const finishedShown = { mine: 6, public: 6 };

async function list() {
  try {
    const [mine, all] = await Promise.all([listed("mine", "mine=true&"), listed("public", "")]);
    byId("mine").hidden = mine.length === 0;
    put(byId("mine-list"), mine);
    put(byId("public-list"), all.length ? all : h("li", { class: "quiet" }, "Nobody plays in public now. Games by link are not listed."));
  } catch (error) {
    put(byId("public-list"), h("li", { class: "say bad" }, errorText(error)));
  }
}

/** Upper limit of unfinished games listed, and the server's page size. */
const [MAX_GAMES, PAGE_SIZE] = [500, 100];

/** Lists games at a stage, most recently changed first. @param {string} which @param {string} stage @param {number} most */
async function games(which, stage, most) {
  /** @type {Brief[]} */
  const found = [];
  for (let wanted = Math.min(PAGE_SIZE, most); wanted > 0; wanted = Math.min(PAGE_SIZE, most - found.length)) {
    const last = found.at(-1);
    const page = await get(`/api/games?${which}stage=${stage}&most=${wanted}${last ? `&before=${last.changed}&last=${last.id}` : ""}`);
    found.push(...page);
    if (page.length < wanted) break;
  }
  return found;
}

/** Lists running and waiting games, then some finished ones. @param {keyof typeof finishedShown} name @param {string} which */
async function listed(name, which) {
  const most = finishedShown[name];
  const [running, waiting,
    past] = await Promise.all([games(which, "running", MAX_GAMES), games(which, "waiting", MAX_GAMES),
      games(which, "over", most)]);
  const isTurn = (/** @type {Brief} */ brief) => Number(brief.your_turn ?? false);
  const all = [...running.sort((a, b) => isTurn(b) - isTurn(a)), ...waiting, ...past.filter(({ actions }) => actions > 0)];
  const more = h("button", { onclick: () => ((finishedShown[name] += 20), list()) }, "Older games");
  return [...all.map((brief) => entry(brief)), ...(past.length === most ? [h("li", null, more)] : [])];
}

/** @param {Brief} brief */
function entry(brief) {
  const { names, rules, stage } = briefTexts(brief);
  return h(
    "li",
    { class: "game card" },
    h("div", { class: "grow" }, h("strong", null, names), h("div", { class: "small quiet" }, rules)),
    h("span", { class: brief.your_turn ? "badge turn" : "badge" }, stage),
    h("a", { class: "button", href: `/games/${brief.id}`, "aria-label": `Open the game of ${names}` },
      brief.stage === "waiting" ? "To the table" : brief.stage === "over" ? "Look" : "Open"),
  );
}

/** @param {Me} known */
function foot(known) {
  // Games on this device have the name too.
  remember("name", known.name);
  const rename = async () => {
    const name = prompt("The name that others see:", known.name);
    if (!name || name === known.name) return;
    const renamed = await attempt(() => patch("/api/me", { name }));
    if (renamed) foot(renamed);
  };
  put(byId("footer"), "You are ", h("strong", null, known.name), " ",
    h("button", { class: "bare", onclick: rename }, "Change the name"), " · ",
    h("a", { href: "/api/openapi.json" }, "API"));
}
