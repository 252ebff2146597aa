// Shows an ASG match ply by ply: map, events, agents' replies, charts. The match may still be running.

import { h, put, set } from "../lib/dom.js";
import { botName } from "../lib/seats.js";
import { copy } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { Charts } from "./charts.js";
import { AsgMap } from "./map.js";
import { eventText, number, percent, placeName, SIDES, totals } from "./asg-text.js";

/** @import { AsgPly, AsgState } from "../lib/types.js" */
/** @import { MapScene } from "./map.js" */
/** @import { Side, Totals } from "./asg-text.js" */
/** @typedef {{href: string, name: string}} Download */
/** @typedef {Partial<AsgPly> & {side: string, orders: any[], events: any[], state: AsgState}} ShownPly */
/**
 * A match; call `grow` after adding to `plies`. `isOver` reports whether no ply follows the last one.
 * @typedef {{map: import("../lib/types.js").AsgMap, start: AsgState, plies: ShownPly[], names?: Partial<Record<Side,
 *   string>>, download?: Download, isOver?: () => boolean}} Source
 */
/**
 * `controls: false` omits the playback controls; `follow` starts at the last ply; `hash` keeps the ply in the URL; `waits` reports
 * whether the match continues; `head` goes above the map, `plan` and `end` above and below the totals; `overlay` is drawn over the
 * last state; `shown` is called with each shown ply.
 * @typedef {{number?: number, controls?: boolean, follow?: boolean, hash?: boolean, waits?: () => boolean, head?: Node, plan?: Node,
 *   end?: Node, pick?: (id: string) => void,
 *   cancel?: () => void, overlay?: () => Partial<MapScene> | null, shown?: (ply: number) => void}} Options
 */

/** @type {[string, keyof Totals][]} */
const ROWS = [[t("asg.supply"), "supply"], [t("asg.income"), "income"], [t("asg.spendable"), "spendable"], [t("asg.forces"), "forces"], [t("asg.nodes"), "nodes"]];

export class Viewer {
  /** @param {Source} source @param {Options} [options] */
  constructor(source, options = {}) {
    this.source = source;
    this.options = options;
    this.ply = 0;
    /** Number of plies in the charts and the list; -1 if they have to be drawn again. */
    this.listed = -1;
    /** @type {string | null} */
    this.pointed = null;
    this.caption = h("p", { class: "small quiet asg-caption" });
    this.map = new AsgMap(source.map, { pick: options.pick, cancel: options.cancel, point: (id) => this.#point(id) });
    this.transport = new Transport((ply) => this.#draw(ply), { ...options, download: source.download });
    // Beside another replay, the regions of a page need names of their own.
    const named = (/** @type {string} */ name) => (options.number ? `${name} ${options.number}` : name);
    this.charts = new Charts((ply) => this.show(ply), named(t("asg.charts")));
    this.standing = h("section", { class: "card asg-standing", "aria-label": named(t("asg.standing")) });
    this.detail = h("section", { class: "card asg-detail" });
    this.list = h("ol", { class: "plain asg-plies", "aria-label": t("asg.plies") });
    this.element = h("div", { class: "asg-view" }, h("div", { class: "asg-columns" },
      h("div", { class: "asg-main" }, options.head, h("div", { class: "asg-stage card" }, this.map.element, this.caption),
        options.controls !== false && this.transport.element, this.charts.element),
      h("div", { class: "asg-side" }, options.plan, this.standing, options.end, this.detail,
        h("section", { class: "card asg-list" }, h("h2", null, t("asg.plies_events")), this.list))));
    if (options.controls !== false) this.transport.listen(this.element);
    this.transport.begin(source.plies.length);
  }

  /** Shows the state after `ply` plies. @param {number} ply */
  show(ply) {
    this.transport.go(ply);
  }

  get isLast() {
    return this.ply >= this.source.plies.length;
  }

  /** Whether later plies and the result are hidden. */
  get isHiding() {
    return this.transport.isHiding;
  }

  /** Redraws the shown ply. */
  refresh() {
    this.#draw(this.ply);
  }

  /** Call after plies were added or taken back. */
  grow() {
    this.listed = -1;
    this.transport.grow(this.source.plies.length);
  }

  destroy() {
    this.transport.destroy();
    this.map.destroy();
    this.element.remove();
  }

  /** Draws the charts and the list of the plies that may be seen. */
  #drawPlies() {
    if (this.listed === this.transport.last) return;
    this.listed = this.transport.last;
    const { start } = this.source;
    const plies = this.source.plies.slice(0, this.listed);
    this.charts.draw([start, ...plies.map(({ state }) => state)]);
    const item = (/** @type {number} */ ply, /** @type {any} */ text) =>
      h("li", null, h("button", { class: "bare", onclick: () => this.show(ply) }, text));
    put(this.list, item(0, t("asg.start")), plies.map((ply, i) => item(i + 1, summary(ply, i + 1))));
  }

  /** @param {number} ply */
  #draw(ply) {
    this.ply = ply;
    this.#drawPlies();
    const { source, options, list } = this;
    const shown = source.plies[ply - 1];
    const state = shown?.state ?? source.start;
    this.map.show({ state, ...(shown && mapEvents(shown)), ...(this.isLast && options.overlay?.()) });
    this.#point(this.pointed);
    put(this.standing, standing(source, state, this.isLast && (source.isOver?.() ?? false)));
    put(this.detail, detail(source, shown, ply));
    this.charts.at(ply);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[ply]?.firstElementChild;
    if (item) {
      set(item, { "aria-current": "true" });
      // Scroll the list, not the page.
      const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
      list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
    }
    options.shown?.(ply);
  }

  /** @param {string | null} id */
  #point(id) {
    this.pointed = id;
    put(this.caption, (id !== null && this.map.describe(id)) || t("asg.caption"));
  }
}

/** Buttons, slider, keys and automatic replay to go through the plies. */
export class Transport {
  /** @param {(ply: number) => void} show @param {{hash?: boolean, follow?: boolean, waits?: () => boolean, download?: Download}} options */
  constructor(show, { hash = false, follow = false, waits, download }) {
    this.onShow = show;
    this.waits = waits;
    this.hash = hash;
    this.follow = follow;
    this.ply = 0;
    this.total = 0;
    /** The last ply that may be seen: automatic replay from the start hides later ones. */
    this.revealed = Infinity;
    this.timer = 0;
    this.ends = new AbortController();
    const button = (/** @type {string} */ title, /** @type {string} */ sign, /** @type {() => number} */ to) =>
      h("button", { title, "aria-label": title, onclick: () => this.go(to()) }, sign);
    this.back = [button(t("asg.to_start"), "«", () => 0), button(t("asg.one_back"), "‹", () => this.ply - 1)];
    this.on = [button(t("asg.one_on"), "›", () => this.ply + 1), button(t("asg.to_end"), "»", () => this.last)];
    this.play = h("button", { title: t("asg.space"), onclick: () => this.toggle() });
    this.speed = h("select", { "aria-label": t("asg.speed") },
      [0.5, 1, 2, 4, 8].map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": t("asg.ply"), oninput: () => this.go(Number(this.slider.value)) });
    this.place = h("output", { class: "small asg-place" });
    this.link = h("a", { class: "small", hidden: !hash, onclick: () => copy(this.link.href, t("asg.link_name")) }, t("asg.link"));
    this.element = h("div", { class: "asg-transport card", role: "group", "aria-label": t("asg.through") },
      h("div", { class: "row" }, this.back, this.play, this.on, this.speed, this.place), this.slider,
      h("div", { class: "row" }, this.link,
        download && h("a", { class: "small", href: download.href, download: download.name }, t("asg.download"))));
    if (hash) window.addEventListener("hashchange",
      () => (isWatched() ? this.begin(this.total) : this.go(plyOfUrl() ?? this.ply)), { signal: this.ends.signal });
  }

  /** Number of plies that may be seen. */
  get last() {
    return Math.min(this.total, this.revealed);
  }

  get isHiding() {
    return this.last < this.total;
  }

  /** Listens for playback keys on the document while `home` is part of it. @param {Element} home */
  listen(home) {
    document.addEventListener("keydown", (event) => home.isConnected && this.#key(event), { signal: this.ends.signal });
  }

  /** Begins at the ply of the URL. @param {number} total */
  begin(total) {
    this.total = total;
    this.revealed = this.hash && isWatched() ? 0 : Infinity;
    if (this.hash && isWatched()) this.#tick();
    this.go((this.hash ? plyOfUrl() : null) ?? (this.follow ? total : 0), false);
  }

  /** Stays at the end if the end was shown, except during automatic replay. @param {number} total */
  grow(total) {
    const isAtEnd = this.ply >= this.total && !this.timer;
    this.total = total;
    this.go(isAtEnd ? total : this.ply, false);
  }

  /** @param {number} ply @param {boolean} [isChosen] by the user: updates the URL */
  go(ply, isChosen = true) {
    this.ply = Math.min(this.total, Math.max(0, ply));
    this.revealed = Math.max(this.revealed, this.ply);
    const place = this.isHiding ? t("asg.ply_number", { ply: this.ply }) : t("asg.ply_of", { ply: this.ply, total: this.total });
    set(this.slider, { max: this.last, "aria-valuetext": place });
    this.slider.value = String(this.ply);
    put(this.place, place);
    for (const button of this.back) button.disabled = this.ply === 0;
    const [next, end] = this.on;
    next.disabled = this.ply === this.total;
    end.disabled = this.ply === this.last;
    this.link.href = `#ply=${this.ply}`;
    // At the end of a running match, the URL follows the match.
    const isNow = this.follow && this.ply === this.total;
    if (this.hash && isChosen) history.replaceState(history.state, "", isNow ? location.pathname + location.search : this.link.href);
    this.#drawPlayButton();
    this.onShow(this.ply);
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.ply >= this.total) this.go(0);
    this.#tick();
    this.#drawPlayButton();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#drawPlayButton();
  }

  destroy() {
    this.stop();
    this.ends.abort();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog") || (event.key === " " && target.closest("button, a, summary"))) return;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last };
    if (event.key in places) this.go(places[event.key]);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
  }

  #tick() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.ply < this.total) this.go(this.ply + 1, false);
      if (this.ply < this.total || this.waits?.()) this.#tick();
      else this.stop();
    }, 1000 / Number(this.speed.value));
  }

  #drawPlayButton() {
    this.play.disabled = this.total === 0 && !this.timer;
    put(this.play, t(this.timer ? "asg.pause" : "asg.play"));
  }
}

/** Draws the table of totals. @param {Source} source @param {AsgState} state @param {boolean} isEnd whether no turn follows */
function standing({ map, names }, state, isEnd) {
  const figures = SIDES.map((side) => totals(state, side));
  const row = (/** @type {string} */ title, /** @type {string[]} */ cells) =>
    h("tr", null, h("th", { scope: "row" }, title), cells.map((cell) => h("td", null, cell)));
  const hq = (/** @type {Side} */ side) =>
    map.nodes.filter((node) => node.hq === side).map(({ id }) => `${placeName(id)}: ${number(state.nodes[id].forces[side])}`)
      .join(", ");
  const cap = map.settings.turnCapPlies;
  return h("table", null,
    !isEnd && h("caption", { class: "small quiet" }, t("asg.plies_left", { played: number(state.ply), cap: number(cap), left: number(cap - state.ply) })),
    h("thead", null, h("tr", null, h("td"), SIDES.map((side) => h("th", { scope: "col" }, tag(side), h("span", { class: "name" }, names?.[side]))))),
    h("tbody", null, ROWS.map(([title, key]) => row(title, figures.map((figure) => number(figure[key])))), row(t("asg.at_hq"), SIDES.map(hq))));
}

/** Returns the events of a ply for the map. @param {{events: any[]}} ply */
export function mapEvents({ events }) {
  const of = (/** @type {string} */ type) => events.filter((event) => event.type === type);
  return {
    arrows: of("move").map(({ player, from, to, amount }) => ({ side: player, from, to, amount })),
    arrivals: of("reinforce").map(({ location, amount }) => ({ at: location, amount })),
    fights: of("combat").map((fight) =>
      ({ at: fight.location, attacker: fight.attacker, odds: fight.attackerWinProb,
        outcome: /** @type {"won" | "lost"} */ (fight.winner === fight.attacker ? "won" : "lost") })),
    changed: of("capture").map(({ location }) => location),
  };
}

/** @param {Source} source @param {ShownPly | undefined} shown @param {number} ply */
function detail({ names }, shown, ply) {
  if (!shown) return [h("h2", null, t("asg.start")), h("p", null, t("asg.no_orders"))];
  const { side, events, orders, latencyMs = 0, rationale } = shown;
  const item = (/** @type {any} */ event) =>
    h("li", { class: `${event.type}${/combat|capture|game_end/.test(event.type) ? " then" : ""}` }, eventText(event));
  return [
    h("h2", null, t("asg.ply_number", { ply }), " ", tag(side), " ",
      h("span", { class: "quiet" }, shown.controller ? botName(shown.controller) : names?.[/** @type {Side} */ (side)],
        latencyMs >= 1 && `, ${number(Math.round(latencyMs))} ms`)),
    h("ul", { class: "plain asg-events" }, events.map(item), orders.every((order) => order?.type === "pass") && h("li", null, t("asg.event.pass", { side }))),
    ...(rationale ? [h("h3", null, t("asg.rationale")), h("blockquote", null, rationale)] : []), ...reply(shown.diagnostics),
  ];
}

/** Shared by all plies, so that the section stays open. */
let isReplyOpen = false;

/** Draws an agent's reply and its diagnostics. @param {any} diagnostics */
function reply(diagnostics) {
  if (!diagnostics) return [];
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : JSON.stringify(value, null, 1));
  const entries = typeof diagnostics === "object" ? Object.entries(diagnostics) : [["reply", diagnostics]];
  return [diagnostics.error ? h("p", { class: "say bad" }, t("asg.agent_failed", { problem: text(diagnostics.error) })) : null,
    h("details", { open: isReplyOpen,
      ontoggle: (/** @type {any} */ event) => { isReplyOpen = event.target.open; } },
      h("summary", null, t("asg.reply")),
      h("dl", { class: "small mono" },
        entries.flatMap(([key, value]) => [h("dt", null, key), h("dd", null, text(value))])))];
}

/** Draws the list entry of a ply: side, orders, main events. @param {ShownPly} shown @param {number} ply */
function summary({ side, orders, events, diagnostics }, ply) {
  const [given, invalid] = [orders.filter((order) => order?.type !== "pass").length, events.filter(({ type }) => type === "invalid_action").length];
  const words = (/** @type {any} */ event) => event.type === "combat"
    ? t("asg.brief_fight", { attacker: event.attacker, place: placeName(event.location), chance: percent(event.attackerWinProb), winner: event.winner ?? "–" })
      : (event.type === "capture" ? "⚑ " : "") + eventText(event);
  const lines = events.filter(({ type }) => /combat|capture|game_end/.test(type)).map((event) => h("span", { class: "line" }, words(event)));
  const head = [t("asg.order_count", { count: given }), invalid && t("asg.without_effect", { count: invalid }), diagnostics?.error && t("asg.error")];
  return [h("span", null, h("b", null, ply), " ", tag(side), " ", h("span", { class: "quiet" }, head.filter(Boolean).join(" · "))), ...lines];
}

/** @param {string} side */
function tag(side) {
  return h("span", { class: `asg-tag ${side}` }, side);
}

/** Reports whether the URL asks for automatic replay from the start. */
function isWatched() {
  return location.hash === "#watch";
}

function plyOfUrl() {
  if (isWatched()) return 0;
  const found = /[#&]ply=(\d+)/.exec(location.hash);
  return found && Number(found[1]);
}
