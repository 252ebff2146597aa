// The lists of games on the server: the player's own, and public ones.

import { miniMap, stillMap } from "../asg/mini-map.js";
import { get } from "../lib/api.js";
import { briefTexts } from "../lib/briefs.js";
import { byId, h, put } from "../lib/dom.js";
import { layout } from "../lib/engine.js";
import { seatName } from "../lib/seats.js";
import { errorText } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { notify, signalTurn } from "../lib/turn-signal.js";

/** @import { MiniMap } from "../asg/mini-map.js" */
/** @import { Pieces } from "../board/pieces.js" */
/** @import { Brief } from "../lib/briefs.js" */
/** @import { AsgMap, AsgState } from "../lib/types.js" */

/** Number of finished games listed: the player's own, and public ones. */
const finishedShown = { mine: 3, public: 6 };
/** Upper limit of unfinished games listed, and the server's page size. */
const [MAX_GAMES, PAGE_SIZE] = [500, 100];

/** Draws both lists. @param {string} name of the player, who is recognised by it in the player's own games */
export async function listGames(name) {
  try {
    const [mine, all] = await Promise.all([listed("mine", "mine=true&", name), listed("public", "", name)]);
    byId("mine").hidden = mine.length === 0;
    put(byId("mine-list"), mine);
    put(byId("public-list"), all.length ? all : h("li", { class: "quiet" }, t("list.none")));
  } catch (error) {
    put(byId("public-list"), h("li", { class: "say bad" }, errorText(error)));
  }
}

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

/** Lists running and waiting games, then some finished ones. @param {keyof typeof finishedShown} list @param {string} which @param {string} name */
async function listed(list, which, name) {
  const most = finishedShown[list];
  const [running, open, past] = await Promise.all([games(which, "running", MAX_GAMES), games(which, "waiting", MAX_GAMES), games(which, "over", most)]);
  const isTurn = (/** @type {Brief} */ brief) => Number(brief.your_turn ?? false);
  if (list === "mine") signal(running.filter(isTurn), name);
  const all = [...running.sort((a, b) => isTurn(b) - isTurn(a)), ...open, ...past.filter(({ actions }) => actions > 0)];
  const more = h("button", { onclick: () => ((finishedShown[list] += 20), listGames(name)) }, t("list.older"));
  return [...all.map((brief) => entry(brief, list === "mine" ? ownSeats(brief, name) : [])), ...(past.length === most ? [h("li", null, more)] : [])];
}

/** Games that wait for the player, as of the last list. @type {Set<string> | null} */
let waiting = null;

/** Tells the player of games that wait for a move. @param {Brief[]} games @param {string} name */
function signal(games, name) {
  signalTurn(games.length > 0, "Ringside");
  for (const brief of games)
    if (waiting && !waiting.has(brief.id))
      notify(brief.id, brief.seats.filter(({ seat }) => !ownSeats(brief, name).includes(seat)).map(seatName).join(", "));
  waiting = new Set(games.map(({ id }) => id));
}

/** Returns the seats of the player; the players of a game have different names. @param {Brief} brief @param {string} name */
function ownSeats({ seats }, name) {
  return seats.filter((seat) => seat.kind === "person" && seat.name === name).map(({ seat }) => seat);
}

/** @param {Brief} brief @param {number[]} mine */
function entry(brief, mine) {
  const { names, rules, stage, date } = briefTexts(brief, mine);
  const action = brief.stage === "waiting" ? "lobby" : brief.stage === "over" ? "view" : brief.your_turn ? "continue" : mine.length ? "open" : "watch";
  const href = `/games/${brief.id}`;
  const canReview = brief.stage === "over" && brief.game === "ringrift" && mine.length > 0;
  return h(
    "li",
    { class: "game card" },
    picture(brief),
    h("div", { class: "grow" }, h("strong", null, names), h("div", { class: "small quiet" }, rules), h("div", { class: "small quiet" }, date)),
    h("span", { class: brief.your_turn ? "badge turn" : "badge" }, stage),
    h("div", { class: "row" },
      h("a", { class: brief.your_turn ? "button primary" : "button", href }, t(`list.${action}`), hiddenText(names)),
      canReview && h("a", { class: "button", href: `${href}#review` }, t("list.review"), hiddenText(names))),
  );
}

/** Completes the visible name of a link for screen readers. @param {string} names */
export function hiddenText(names) {
  return h("span", { class: "sr" }, `: ${names}`);
}

/** Positions that were drawn before, by game and number of actions. @type {Map<string, Pieces>} */
const positions = new Map();
/** Maps that were drawn before, likewise. @type {Map<string, MiniMap>} */
const maps = new Map();

/** @type {Pieces} */
const NO_PIECES = { stacks: {}, markers: {}, collapsed: {} };

/** Draws the position of a game when it comes into view. @param {Brief} brief */
function picture({ id, game, actions, rules_title: title }) {
  const place = h("span", { class: "mini", "aria-hidden": "true" });
  const key = `${id} ${actions}`;
  const state = async () => (await get(`/api/games/${id}/plies?from=${actions}&to=${actions}`)).plies[0].state;
  const drawMap = async () => {
    const map = maps.get(key) ?? mapOf(...(await Promise.all([get(`/api/games/${id}/map`), state()])));
    maps.set(key, map);
    put(place, stillMap(map));
  };
  const drawBoard = async () => {
    const [{ stillBoard }, plan] = await Promise.all([import("./miniature.js"), layout(title.split(" ")[0])]);
    const pieces = actions === 0 ? NO_PIECES : positions.get(key) ?? (await state());
    positions.set(key, pieces);
    put(place, stillBoard(plan, pieces));
  };
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    observer.disconnect();
    // Without it the list has all it needs.
    (game === "asg" ? drawMap() : drawBoard()).catch(() => {});
  });
  observer.observe(place);
  return place;
}

/** @param {AsgMap} map @param {AsgState} state */
function mapOf({ nodes, edges }, state) {
  return miniMap(nodes.map(({ id, x, y, hq }) => ({ id, x, y, isHq: hq !== null })), edges, state);
}
