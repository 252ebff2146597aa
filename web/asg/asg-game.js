// An ASG game.

import { h, put } from "../lib/dom.js";
import { attempt } from "../lib/shell.js";
import { seatName } from "../lib/seats.js";
import { openProposals } from "../lib/proposals.js";
import { t } from "../lib/text.js";
import { Planner } from "./planner.js";
import { Viewer } from "./viewer.js";
import { endingText, number, ownEndingText, placeName, SIDES, totals } from "./asg-text.js";

/** @import { AsgMap, AsgSession, Ply } from "../lib/types.js" */
/** @import { Source } from "./viewer.js" */
/** @import { Side } from "./asg-text.js" */

/** @param {Element} root @param {AsgSession} session */
export async function mountAsgGame(root, session) {
  const [map, plies] = await Promise.all([session.map(), allPlies(session)]);
  const table = new AsgGame(session, map, plies);
  put(root, table.viewer.element);
  session.subscribe((change) => table.changed(change));
  setInterval(() => table.tick(), 1000);
}

class AsgGame {
  /** @param {AsgSession} session @param {AsgMap} map @param {Ply[]} plies */
  constructor(session, map, plies) {
    this.session = session;
    this.statusText = h("span");
    this.back = h("button", { onclick: () => this.viewer.show(Infinity) });
    this.headline = h("p", { class: "say", role: "status" }, this.statusText, " ", this.back);
    this.clock = h("span", { class: "small mono", role: "timer" });
    this.commands = h("span", { class: "row" });
    this.end = h("div", { class: "asg-end" });
    this.planner = new Planner(session, () => this.viewer?.refresh());
    /** Whether the plies include the agents' replies, which are sent after the end. */
    this.isComplete = session.snapshot().table.stage === "over";
    /** @type {Source} */
    this.source = { map, start: plies[0].state, plies: plies.slice(1).map(shown), isOver: () => session.snapshot().table.stage === "over" };
    /** @type {Viewer} */
    this.viewer = new Viewer(this.source, {
      follow: true, hash: !session.isLocal, waits: () => !session.snapshot().you && session.snapshot().table.stage !== "over",
      head: h("div", { class: "asg-head" }, this.headline,
        h("div", { class: "row" }, this.commands, this.clock,
          h("a", { class: "small", href: "/asg/rules" }, t("asg.how_to_play")))),
      plan: this.planner.element, end: this.end,
      pick: (id) => this.viewer.isLast && this.planner.pick(id), cancel: () => this.planner.cancel(),
      overlay: () => this.planner.overlay(), shown: () => this.#drawStatus(),
    });
    // The focus can be in the order panel, or nowhere after a click on the page.
    this.viewer.element.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => event.target === document.body && this.#key(event));
    this.#refresh();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    this.planner.cancel();
  }

  /** Handles an update or a snapshot. @param {any} change */
  async changed(change) {
    if (change.kind === "connection") return;
    if (change.kind === "thinking") return this.#drawStatus();
    const { deed, events, state } = change.update ?? change;
    const { plies } = this.source;
    const { actions: done, stage } = this.session.snapshot().table;
    if (deed?.type === "acted" && events && state && plies.length + 1 === done) {
      plies.push(shown({ seat: deed.seat, action: deed.action, events, state, ply: done }));
    } else if (!deed || plies.length !== done || /undone|taken_back/.test(deed.type)) {
      // Plies were missed or taken back.
      if (!(await this.#reload())) return;
    }
    this.viewer.grow();
    this.#refresh();
    // The agents' replies are sent after the end.
    if (stage === "over" && !this.isComplete && (await this.#reload())) this.viewer.grow();
  }

  /** Loads all plies again; returns whether that succeeded. */
  async #reload() {
    const all = await attempt(() => allPlies(this.session));
    const { actions, stage } = this.session.snapshot().table;
    if (all?.length !== actions + 1) return false;
    this.source.plies.splice(0, Infinity, ...all.slice(1).map(shown));
    this.isComplete = stage === "over";
    return true;
  }

  #refresh() {
    const { table, you, hash } = this.session.snapshot();
    this.source.names = { P1: seatName(table.seats[0]), P2: seatName(table.seats[1]) };
    this.planner.offer(you?.legal?.game === "asg" ? you.legal : null, SIDES[table.to_move ?? 0], hash);
    put(this.commands, this.#commands());
    put(this.end, table.stage === "over" && this.#result());
    this.viewer.refresh();
    this.tick();
  }

  /** Updates the clocks. */
  tick() {
    const { clock, stage } = this.session.snapshot().table;
    const gone = (this.session.now?.() ?? Date.now()) - clock.at;
    const left = (/** @type {number} */ seat) => clock.left[seat] - (clock.running === seat && stage === "running" ? gone : 0);
    put(this.clock, clock.left.length > 0 && t("asg.time_left", { clocks: SIDES.map((side, seat) => `${side} ${time(left(seat))}`).join(" · ") }));
  }

  /** Returns the open proposals and the buttons for undo, takeback, draw and resignation. */
  #commands() {
    const { table, you, seq, moves } = this.session.snapshot();
    if (!you || table.stage !== "running") return [];
    const send = (/** @type {string} */ type, /** @type {{ agree: boolean }} */ extra) => this.session.command(type, extra);
    // As in RingRift, only players of a match ask each other.
    const canAsk = table.actions > 0 && table.purpose === "match";
    return [openProposals(table, you.seats, (seat) => this.#name(SIDES[seat]), send),
      canAsk && table.takeback === null && this.#button(t("table.takeback"), "takeback", { agree: true }),
      canAsk && table.can_draw && table.draw === null && this.#button(t("table.draw"), "draw", { agree: true }),
      you.can_undo && this.#button(t("table.undo"), "undo", { seq, seat: moves.at(-1)?.seat }),
      table.can_abort ? this.#button(t("table.abort"), "abort") : this.#button(t("table.resign"), "resign")];
  }

  /** @param {string} text @param {string} type @param {any} [extra] */
  #button(text, type, extra) {
    const isSure = () => (type !== "resign" && type !== "abort") || confirm(t(`table.${type}.confirm`));
    return h("button", { onclick: () => isSure() && attempt(() => this.session.command(type, extra)) }, text);
  }

  #drawStatus() {
    if (!this.viewer) return;
    const { table, state, you } = this.session.snapshot();
    // Do not reveal the result during automatic replay.
    this.end.hidden = this.viewer.isHiding;
    const next = SIDES[table.to_move ?? 0];
    const enemy = this.source.map.nodes.find(({ hq }) => hq !== null && hq !== next);
    const who = you?.legal ? t("asg.your_turn", { side: next, hq: placeName(enemy?.id) })
      : `${state.headline} ${t(this.session.thinking?.begun ? "asg.thinking" : "asg.next", { name: this.#name(next) })}`;
    const now = table.stage === "over" ? this.#verdict() : who;
    this.back.hidden = this.viewer.isLast;
    put(this.back, t(table.stage === "over" ? "asg.to_last" : "asg.back"));
    put(this.statusText,
      this.viewer.isLast ? now : this.viewer.isHiding ? t("asg.replaying")
        : t("asg.past", { ply: this.viewer.ply }));
  }

  /** @param {Side} side */
  #name(side) {
    const name = this.source.names?.[side];
    return name ? `${name} (${side})` : side;
  }

  #verdict() {
    const { table: { ending }, you } = this.session.snapshot();
    const name = (/** @type {Side} */ side) => this.#name(side);
    if (!ending) return t("asg.over");
    // A player of both seats both wins and loses.
    return you?.seats.length === 1 ? ownEndingText(ending, SIDES[you.seats[0]], name) : endingText(ending, name);
  }

  #result() {
    const { table, state, you } = this.session.snapshot();
    const { plies } = this.source;
    const taken = plies.at(-1)?.events.filter((event) => event.type === "capture").at(-1);
    const where = table.ending?.reason === "hq_captured" && taken ? t("asg.fell", { place: placeName(taken.location), ply: plies.length })
      : t("asg.played", { count: plies.length });
    const figures = SIDES.map((side) => ({ ...totals(state, side), name: this.#name(side) }));
    return h("section", { class: "card" }, h("h2", null, this.#verdict()), h("p", null, where),
      h("p", { class: "small" },
        figures.map(({ name, nodes, forces, supply }) =>
          t("asg.figures", { name, nodes: number(nodes), forces: number(forces), supply: number(supply) }))),
      table.seed !== undefined
        && h("details", { class: "small" }, h("summary", null, t("asg.fairness")),
          t("asg.seed", { seed: table.seed, salt: table.salt ?? "", promise: table.seed_promise ?? "" })),
      h("div", { class: "row" }, h("a", { class: "button", href: `/asg/replay?${this.session.isLocal ? "local" : "game"}=${encodeURIComponent(table.id)}` }, t("asg.open_replay")),
        table.next_game
          ? h("a", { class: "button primary", href: this.session.address(table.next_game) }, t("asg.go_rematch"))
          : you && this.#button(t("asg.rematch"), "rematch"),
        !table.next_game && table.rematch.map((seat) => h("span", { class: "small" }, t("asg.wants_rematch", { name: this.#name(SIDES[seat]) })))));
  }
}

/** @param {number} milliseconds */
function time(milliseconds) {
  const left = Math.max(0, milliseconds);
  return `${left >= 864e5 ? `${Math.floor(left / 864e5)} d ` : ""}${new Date(left).toISOString().slice(11, 19)}`;
}

/** @param {Ply} ply */
function shown({ seat, action, events, state, note }) {
  const reply = { rationale: note?.rationale, latencyMs: note?.took, diagnostics: note?.raw && { rawReply: note.raw } };
  return { side: SIDES[seat ?? 0], orders: Array.isArray(action) ? action : [], events: events ?? [], state, ...reply };
}

/** @param {AsgSession} session */
async function allPlies(session) {
  /** @type {Ply[]} */
  const plies = [];
  while (plies.length <= session.snapshot().table.actions) {
    const more = await session.plies(plies.length, plies.length + 40);
    if (!more.length) break;
    plies.push(...more);
  }
  return plies;
}
