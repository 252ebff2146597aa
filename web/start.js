// The first page: three choices, the details of the game, and what is being played.

import { get, me, patch, post } from "./lib/api.js";
import { byId, h, put } from "./lib/dom.js";
import { attempt, head, remember, remembered, words } from "./lib/shell.js";
import { seatName } from "./ring/names.js";

/** @typedef {{board: string, shape: string, cells: number, editions: string[]}} BoardOffer */
/** @typedef {{board_offers: BoardOffer[], scenario_offers: {id: string, title: string, nodes: number}[], agents: string[]}} Catalogue */
/** @typedef {"ringrift" | "asg"} Game */
/** @typedef {import("./lib/types.js").Seat} Seat */
/** @typedef {{id: string, game: Game, rules: string, purpose: string, stage: string, seats: Seat[], actions: number, ending: string | null, your_turn?: boolean, changed: number}} Brief */

/** @type {Record<string, string>} */
const BOARDS = { square8: "Small square", square19: "Large square", hex8: "Small hexagon", hexagonal: "Large hexagon", hexagonal12: "Largest hexagon" };
/** @type {Record<string, string>} */
const EDITIONS = { canon: "Canon: the full game", compact: "Compact: fewer exceptions", live: "Live: rings can be recovered" };
/** @type {Record<string, [string, object]>} */
const CLOCKS = {
  none: ["No clock", { kind: "none" }],
  fast: ["10 minutes + 5 s a turn", { kind: "increment", base: 600000, increment: 5000 }],
  slow: ["30 minutes + 15 s a turn", { kind: "increment", base: 1800000, increment: 15000 }],
  days: ["3 days a turn", { kind: "days", days: 3 }],
};

/** The details, as they are remembered. */
const wish = {
  game: remembered("game", "ringrift"),
  board: remembered("board", "square8"),
  players: remembered("players", "2"),
  edition: remembered("edition", "canon"),
  regions: remembered("regions", "no_main"),
  level: remembered("level", "3"),
  opponent: remembered("opponent", ""),
  seat: remembered("seat", "first"),
  clock: remembered("clock", "none"),
  map: remembered("map", "scenario_01"),
  rules: remembered("rules", "v0"),
  listed: remembered("listed", "no"),
};

head();
start();

async function start() {
  await attempt(takeSeat);
  addEventListener("hashchange", () => attempt(takeSeat));
  const catalogue = await attempt(() => get("/api/catalogue"));
  if (catalogue) draw(catalogue);
  await attempt(me).then((known) => known && foot(known));
  await list();
  setInterval(() => document.hidden || list(), 15000);
}

/** Somebody was invited. */
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
  const button = (/** @type {Game} */ game, /** @type {string} */ name) =>
    h("button", { type: "button", "aria-pressed": String(wish.game === game), onclick: () => (choose("game", game), again()) }, name);
  return h("div", { class: "switch", role: "group", "aria-label": "Which game" }, button("ringrift", "RingRift"), button("asg", "ASG, the Agent Strategy Game"));
}

/** @param {Catalogue} catalogue */
function computerCard({ agents }) {
  const where = wish.game === "ringrift" ? `On the ${boardName(wish.board).toLowerCase()}, ${wish.players} players` : `On the map ${wish.map}`;
  const agent = agentOf(agents);
  return card(
    "Play the computer",
    `${where}, ${agent ? `against ${agent}` : `level ${level()} of ${strongest()}`}.`,
    h("button", { type: "button", class: "primary", id: "play-computer", onclick: () => attempt(() => playComputer(agent)) }, "Play now"),
  );
}

function friendCard() {
  const buttons = [h("button", { type: "button", class: "primary", id: "play-friend", onclick: () => attempt(playFriend) }, "Make a table")];
  if (wish.game === "ringrift") buttons.push(h("button", { type: "button", id: "play-here", onclick: () => attempt(playHere) }, seats() > 2 ? "All on this screen" : "Both on this screen"));
  return card("Play a friend", "You get a link to send. Whoever opens it sits down.", ...buttons);
}

function learnCard() {
  return card(
    "Watch or learn",
    wish.game === "ringrift" ? "Eight short lessons, the rulebook, or a game between computers." : "The rules, a match between bots, or a replay of yours.",
    wish.game === "ringrift"
      ? h("a", { class: "button primary", href: "/learn" }, "Start the lessons")
      : h("a", { class: "button primary", href: "/asg/rules" }, "Read the rules"),
    h("button", { type: "button", id: "watch", onclick: () => attempt(watch) }, seats() > 2 ? "Watch computers" : "Watch two computers"),
  );
}

/** @param {string} title @param {string} text @param {...HTMLElement} buttons */
function card(title, text, ...buttons) {
  return h("section", { class: "card" }, h("h2", null, title), h("p", { class: "quiet" }, text), buttons);
}

/** @param {Catalogue} catalogue @param {() => void} again */
function details(catalogue, again) {
  const isOpen = remembered("details", "closed") === "open";
  const element = h("details", { class: "details card", open: isOpen }, h("summary", null, "Details"));
  element.addEventListener("toggle", () => remember("details", element.open ? "open" : "closed"));
  const help = wish.game === "ringrift" ? h("a", { href: "/rules#editions" }, "What the editions and regions mean") : h("a", { href: "/asg/rules" }, "What the rule sets mean");
  element.append(h("p", { class: "small" }, help));
  element.append(h("div", { class: "fields" }, wish.game === "ringrift" ? ringFields(catalogue, again) : asgFields(catalogue, again)));
  return element;
}

/** @param {Catalogue} catalogue @param {() => void} again */
function ringFields(catalogue, again) {
  const offer = catalogue.board_offers.find((one) => one.board === wish.board) ?? catalogue.board_offers[0];
  if (!offer.editions.includes(String(wish.edition))) choose("edition", offer.editions[0]);
  const boards = catalogue.board_offers.map((one) => [one.board, `${boardName(one.board)}, ${one.cells} cells`]);
  return [
    field("Board", "board", boards, again),
    field("Players", "players", [["2", "2"], ["3", "3"], ["4", "4"]], again),
    field("Edition", "edition", offer.editions.map((name) => [name, EDITIONS[name] ?? name]), again),
    wish.edition === "canon" &&
      field("Regions", "regions", [["no_main", "All but the main area"], ["all", "All areas"]], again),
    field("The computer's level", "level", levels(), again),
    ...agentField(catalogue, again),
    field("You play", "seat", [["first", "first"], ["last", "last"]], again),
    field("Clock", "clock", Object.entries(CLOCKS).map(([name, [title]]) => [name, String(title)]), again),
    field("Table for friends", "listed", [["no", "only by link"], ["yes", "listed for everybody"]], again),
  ];
}

/** @param {Catalogue} catalogue @param {() => void} again */
function asgFields(catalogue, again) {
  return [
    field("Map", "map", catalogue.scenario_offers.map((one) => [one.id, `${one.title}, ${one.nodes} nodes`]), again),
    field("Rules", "rules", [["v0", "v0"], ["v1", "v1"]], again),
    field("The computer's level", "level", levels(), again),
    ...agentField(catalogue, again),
    field("You play", "seat", [["first", "first"], ["last", "second"]], again),
    field("Clock", "clock", Object.entries(CLOCKS).map(([name, [title]]) => [name, String(title)]), again),
    field("Table for friends", "listed", [["no", "only by link"], ["yes", "listed for everybody"]], again),
  ];
}

/** The strongest level of the game. */
function strongest() {
  return wish.game === "asg" ? 9 : 10;
}

/** The level of the game, as near as possible to what is wished. */
function level() {
  return String(Math.min(Number(wish.level), strongest()));
}

function levels() {
  const most = strongest();
  const word = (/** @type {number} */ level) => (level === 1 ? ", a beginner" : level === most ? ", the strongest" : "");
  return Array.from({ length: most }, (_, index) => [String(index + 1), `${index + 1}${word(index + 1)}`]);
}

/** Where an operator has agents, people can play against them. @param {Catalogue} catalogue @param {() => void} again */
function agentField({ agents }, again) {
  return agents.length ? [field("Opponent", "opponent", [["", "the computer"], ...agents.map((name) => [name, name])], again)] : [];
}

/** The agent that is wished and there. @param {string[]} agents */
function agentOf(agents) {
  return agents.find((name) => name === wish.opponent);
}

/** @param {string} title @param {keyof typeof wish} name @param {string[][]} options @param {() => void} again */
function field(title, name, options, again) {
  const select = h("select", { id: `wish-${name}`, onchange: () => (choose(name, select.value), again(), byId(`wish-${name}`).focus()) });
  for (const [value, text] of options) select.append(h("option", { value, selected: (name === "level" ? level() : wish[name]) === value }, text));
  return h("label", { class: "field" }, h("span", null, title), select);
}

/** @param {keyof typeof wish} name @param {string} value */
function choose(name, value) {
  wish[name] = value;
  remember(name, value);
}

/** @param {string | null} board */
function boardName(board) {
  return BOARDS[board ?? ""] ?? String(board);
}

/** What all new games have in common. */
function common() {
  const clock = CLOCKS[wish.clock ?? "none"]?.[1] ?? { kind: "none" };
  if (wish.game === "asg") return { game: "asg", scenario: wish.map, rules: wish.rules, clock };
  const options = wish.edition === "canon" && wish.regions === "no_main" ? { regions: "no_main" } : {};
  return { board: wish.board, players: Number(wish.players), edition: wish.edition, options, clock };
}

function seats() {
  return wish.game === "asg" ? 2 : Number(wish.players);
}

/** You and others. @param {object} other */
function meAnd(other) {
  const all = Array.from({ length: seats() }, () => other);
  all[wish.seat === "last" ? all.length - 1 : 0] = { who: "me" };
  return all;
}

/** @param {string | undefined} agent instead of the computer */
async function playComputer(agent) {
  await make({ ...common(), seats: meAnd(agent ? { who: "agent", name: agent } : { who: "bot", name: `level:${level()}` }) });
}

async function playFriend() {
  await make({ ...common(), seats: meAnd({ who: "open" }), visibility: wish.listed === "yes" ? "public" : "private" });
}

async function playHere() {
  await make({ ...common(), purpose: "hot_seat" });
}

async function watch() {
  const bots = Array.from({ length: seats() }, () => ({ who: "bot", name: `level:${level()}` }));
  // They are quick: it is shown from the beginning.
  await make({ ...common(), clock: { kind: "none" }, seats: bots, visibility: "public" }, "#watch");
}

/** @param {object} game @param {string} [part] which part of it is shown */
async function make(game, part = "") {
  await me();
  const made = await post("/api/games", game);
  try {
    sessionStorage.setItem(`seats.${made.id}`, JSON.stringify(made.secrets));
  } catch {
    // Then new invitations can be made at the table.
  }
  location.assign(`/games/${made.id}${part}`);
}

/** How many games that are over are listed: of one's own, and of all. */
const over = { mine: 6, public: 6 };

async function list() {
  try {
    const [mine, all] = await Promise.all([listed("mine", "mine=true&"), listed("public", "")]);
    byId("mine").hidden = mine.length === 0;
    put(byId("mine-list"), mine);
    put(byId("public-list"), all.length ? all : h("li", { class: "quiet" }, "Nobody plays in public now. Games by link are not listed."));
  } catch (error) {
    put(byId("public-list"), h("li", { class: "say bad" }, words(error)));
  }
}

/** So many games that are not over nobody reads; the server tells of a hundred at a time. */
const [MANY, PAGE] = [500, 100];

/** Games at a stage, the last that changed first. @param {string} which @param {string} stage @param {number} most @returns {Promise<Brief[]>} */
async function games(which, stage, most) {
  /** @type {Brief[]} */
  const found = [];
  for (let wanted = Math.min(PAGE, most); wanted > 0; wanted = Math.min(PAGE, most - found.length)) {
    const last = found.at(-1);
    const page = await get(`/api/games?${which}stage=${stage}&most=${wanted}${last ? `&before=${last.changed}&last=${last.id}` : ""}`);
    found.push(...page);
    if (page.length < wanted) break;
  }
  return found;
}

/** Games that are played and where one waits, all of them; then some that are over. @param {keyof typeof over} name @param {string} which */
async function listed(name, which) {
  const most = over[name];
  const [running, waiting, past] = await Promise.all([games(which, "running", MANY), games(which, "waiting", MANY), games(which, "over", most)]);
  const isTurn = (/** @type {Brief} */ brief) => Number(brief.your_turn ?? false);
  const all = [...running.sort((a, b) => isTurn(b) - isTurn(a)), ...waiting, ...past.filter(({ actions }) => actions > 0)];
  const more = h("button", { type: "button", onclick: () => ((over[name] += 20), list()) }, "Older games");
  return [...all.map((brief) => entry(brief)), ...(past.length === most ? [h("li", null, more)] : [])];
}

/** @param {Brief} brief */
function entry(brief) {
  const names = brief.seats.map(seatName).join(" – ");
  const stage = { waiting: "waiting for players", running: `${brief.actions} actions so far`, over: `over: ${(brief.ending ?? "").replaceAll("_", " ")}` }[brief.stage] ?? brief.stage;
  const [board, players, edition] = brief.rules.split(" ");
  const rules = brief.game === "asg" ? `ASG · rules ${brief.rules.replace(" on ", ", map ")}` : `RingRift · ${boardName(board).toLowerCase()}, ${players.replace("p", " players")}, ${edition}`;
  return h(
    "li",
    { class: "game card" },
    h("div", { class: "grow" }, h("strong", null, names), h("div", { class: "small quiet" }, rules)),
    brief.your_turn ? h("span", { class: "badge turn" }, "your turn") : h("span", { class: "badge" }, stage),
    h("a", { class: "button", href: `/games/${brief.id}`, "aria-label": `Open the game of ${names}` }, brief.stage === "waiting" ? "To the table" : brief.stage === "over" ? "Look" : "Open"),
  );
}

/** @param {import("./lib/types.js").Me} known */
function foot(known) {
  const rename = async () => {
    const name = prompt("The name that others see:", known.name);
    if (!name || name === known.name) return;
    const renamed = await attempt(() => patch("/api/me", { name }));
    if (renamed) foot(renamed);
  };
  put(byId("footer"), "You are ", h("strong", null, known.name), " ", h("button", { type: "button", class: "bare", onclick: rename }, "Change the name"), " · ", h("a", { href: "/api/openapi.json" }, "API"));
}
