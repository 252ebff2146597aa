// An ASG game, with a planner for orders. The server, or the engine for a game on this device, checks each plan and says what can be ordered after it; until the
// answer comes, the previous one is shown.

import { h, put } from "../lib/dom.js";
import { attempt } from "../lib/shell.js";
import { seatName } from "../lib/seats.js";
import { openProposals } from "../lib/proposals.js";
import { t } from "../lib/text.js";
import { isWatched, Viewer } from "./viewer.js";
import { endingText, number, percent, placeName, problemText, SIDES, totals } from "./asg-text.js";

/** @import { AsgLegal, AsgMap, AsgPreview, AsgSession, OrderPreview, Ply } from "../lib/types.js" */
/** @import { MapScene } from "./map.js" */
/** @import { Source } from "./viewer.js" */
/** @import { Side } from "./asg-text.js" */

/**
 * A planned order; `all`: as much as possible, until the player sets an amount; `preview`: the server's answer.
 * @typedef {{amount: number, all: boolean, preview?: OrderPreview} & ({type: "move", from: string, to: string} | {type: "reinforce"})} Order
 */

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
    this.back = h("button", { onclick: () => this.viewer.show(Infinity) }, t("asg.back"));
    this.headline = h("p", { class: "say", role: "status" }, this.statusText, " ", this.back);
    this.clock = h("span", { class: "small mono", role: "timer" });
    this.commands = h("span", { class: "row" });
    this.end = h("div", { class: "asg-end" });
    this.planner = new Planner(session, () => this.viewer?.refresh());
    /** Whether the plies include the agents' replies, which are sent after the end. */
    this.isComplete = session.snapshot().table.stage === "over";
    /** @type {Source} */
    this.source = { map, start: plies[0].state, plies: plies.slice(1).map(shown) };
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
    this.#refresh();
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
    const isNew = table.actions === 0;
    return [openProposals(table, you.seats, (seat) => this.#name(SIDES[seat]), send),
      !isNew && table.takeback === null && this.#button(t("table.takeback"), "takeback", { agree: true }),
      !isNew && table.can_draw && table.draw === null && this.#button(t("table.draw"), "draw", { agree: true }),
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
    this.end.hidden = isWatched() && !this.viewer.isLast;
    const who = you?.legal ? t("asg.your_orders")
      : t(this.session.thinking?.begun ? "asg.thinking" : "asg.next", { name: this.#name(SIDES[table.to_move ?? 0]) });
    const now = table.stage === "over" ? this.#verdict() : `${state.headline} ${who}`;
    this.back.hidden = this.viewer.isLast;
    put(this.statusText,
      this.viewer.isLast ? now : isWatched() ? t("asg.replaying")
        : t("asg.past", { ply: this.viewer.ply }));
  }

  /** @param {Side} side */
  #name(side) {
    const name = this.source.names?.[side];
    return name ? `${name} (${side})` : side;
  }

  #verdict() {
    const { ending } = this.session.snapshot().table;
    return ending ? endingText(ending, (side) => this.#name(side)) : t("asg.over");
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

/** Plans orders before they are sent. */
class Planner {
  /** @param {AsgSession} session @param {() => void} redraw */
  constructor(session, redraw) {
    this.session = session;
    this.redraw = redraw;
    /** @type {AsgLegal | null} */
    this.legal = null;
    /** Legal orders after the plan. @type {AsgLegal | null} */
    this.after = null;
    /** @type {Side} */
    this.side = "P1";
    /** @type {Order[]} */
    this.orders = [];
    /** @type {string | null} */
    this.from = null;
    /** Target of the last order. @type {string | null} */
    this.onward = null;
    /** @type {Order | null} */
    this.active = null;
    this.offered = "";
    this.timer = 0;
    /** Whether the server's answer to the plan is outstanding. */
    this.isWaiting = false;
    /** Why the preview failed. */
    this.problem = "";
    /** Input that waits for the answer. @type {(() => unknown)[]} */
    this.inputs = [];
    this.note = h("p", { class: "small", role: "status" });
    this.buy = h("button", { onclick: () => this.#then(() => this.#reinforce()) });
    this.list = h("ol", { class: "plain" });
    this.budget = h("span", { class: "quiet" });
    const send = () => this.#act(this.orders.map((order) => plain(order, order.amount)));
    this.send = h("button", { class: "primary", onclick: () => this.#then(send) }, t("asg.send"));
    this.pass = h("button", { onclick: () => this.#act([{ type: "pass" }]) }, t("asg.pass"));
    this.clear = h("button", { onclick: () => this.#reset() }, t("asg.clear"));
    this.element = h("section", { class: "card asg-plan" }, h("h2", null, t("asg.orders"), " ", this.budget), this.note,
      this.buy, this.list, h("div", { class: "row" }, this.send, this.pass, this.clear));
  }

  /** Sets the legal orders; a plan for another state is dropped. @param {Planner["legal"]} legal @param {Side} side @param {string} hash */
  offer(legal, side, hash) {
    const isNew = this.offered !== hash || !this.legal;
    [this.legal, this.side, this.element.hidden] = [legal, side, !legal];
    if (isNew) this.#reset();
    this.offered = hash;
  }

  /** Returns the overlay of the map: selectable nodes, planned orders, expected fights. @returns {Partial<MapScene> | null} */
  overlay() {
    if (!this.legal) return null;
    const { reinforce_at } = this.legal;
    const marks = { chosen: this.from, targets: this.#range(this.from)?.to, sources: this.from ? [] : this.#sources };
    if (!this.orders.length) return marks;
    return {
      ...marks, changed: [],
      arrows: this.orders.flatMap((order) =>
        (order.type === "move" ? [{ ...order, side: this.side, kind: order.preview?.valid === false ? "bad" : "plan" }]
          : [])),
      arrivals: this.orders.flatMap(({ type, amount }) => (type === "reinforce" ? [{ at: reinforce_at, amount }] : [])),
      fights: this.orders.flatMap(({ preview }) =>
        (preview?.fight_at ? [{ at: preview.fight_at, attacker: this.side, odds: preview.odds ?? 0 }] : [])),
    };
  }

  /** Chooses a node: the origin of a move, or its target. @param {string} id */
  pick(id) {
    this.#then(() => {
      const most = this.#range(this.from)?.to.includes(id) && this.#range(this.from)?.most;
      if (this.from && most) return this.#add({ type: "move", from: this.from, to: id, amount: most, all: true });
      this.from = this.from !== id && this.#sources.includes(id) ? id : null;
      this.#draw();
    });
  }

  cancel() {
    this.#then(() => {
      this.from = null;
      this.#draw();
    });
  }

  /** @param {Order & {type: "move"}} order */
  #add(order) {
    this.orders.push((this.active = order));
    // Forces can move on: the next click chooses their next target.
    this.onward = order.to;
    this.#changed();
  }

  /** Adds new forces first, so that they can move in the same ply. */
  #reinforce() {
    if (this.buy.disabled) return;
    this.active = { type: "reinforce", amount: this.after?.reinforce ?? 0, all: true };
    this.orders.unshift(this.active);
    this.#changed();
  }

  #reset() {
    [this.orders, this.from, this.onward, this.active, this.inputs] = [[], null, null, null, []];
    this.#changed();
  }

  /** Handles an input once the answer to the plan is known. @param {() => unknown} input */
  #then(input) {
    this.inputs.push(input);
    this.#handleInputs();
  }

  #handleInputs() {
    while (!this.isWaiting && this.inputs.length) this.inputs.shift()?.();
  }

  /** Requests a preview of the changed plan; debounced for sliders. */
  #changed() {
    clearTimeout(this.timer);
    this.isWaiting = this.orders.length > 0;
    this.problem = "";
    if (this.isWaiting) this.timer = window.setTimeout(() => this.#preview(this.timer), 40);
    else this.after = this.legal;
    this.#draw();
  }

  /** @param {number} question */
  async #preview(question) {
    /** @type {AsgPreview | Error} */
    const preview = await this.session.preview(this.orders.map((order) => plain(order, order.all ? "all" : order.amount))).catch((error) => error);
    // The plan has changed meanwhile.
    if (question !== this.timer || !this.isWaiting) return;
    if (preview instanceof Error) this.inputs = [];
    else this.#applyPreview(preview);
    const from = this.onward ?? this.from;
    [this.from, this.onward, this.isWaiting] = [this.#range(from) ? from : null, null, false];
    this.problem = preview instanceof Error ? preview.message : "";
    this.#draw();
    this.#handleInputs();
  }

  /** @param {AsgPreview} preview */
  #applyPreview({ orders, after }) {
    this.after = after;
    this.orders.forEach((order, i) => {
      order.preview = orders[i];
      if (order.all) order.amount = Math.max(1, orders[i].most ?? 1);
    });
  }

  /** @param {any[]} orders */
  async #act(orders) {
    if (!orders.length || (this.send.disabled && this.pass.disabled)) return;
    this.send.disabled = this.pass.disabled = true;
    try {
      await this.session.act(orders);
    } catch (error) {
      const { message, body } = /** @type {any} */ (error);
      this.#draw(body?.orders?.map((/** @type {any} */ wrong) => t("asg.order_problem", { number: wrong.index + 1, why: problemText(wrong) })).join(" ") || message);
    }
  }

  /** @param {string} [problem] */
  #draw(problem = this.problem) {
    this.redraw();
    if (!this.legal) return;
    const { budget, reinforce, reinforce_at } = this.legal;
    const isOver = !this.after?.budget;
    const where = this.from ? t("asg.where", { place: placeName(this.from) }) : t("asg.choose");
    put(this.budget, t("asg.budget", { count: this.orders.length, budget: number(budget) }));
    put(this.note, problem ? h("span", { class: "problem" }, problem) : isOver ? t("asg.no_more") : where);
    put(this.buy, t("asg.buy", { place: placeName(reinforce_at), most: number(reinforce) }));
    this.buy.disabled = !this.after?.reinforce || this.orders.some(({ type }) => type === "reinforce");
    this.send.disabled = !this.orders.length;
    this.pass.disabled = this.orders.length > 0;
    this.clear.hidden = !this.orders.length;
    // The list is rebuilt: restore the focus.
    const focused = this.list.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
    put(this.list, this.orders.map((order, i) => this.#item(order, i)));
    if (focused) /** @type {HTMLElement} */ (this.list.querySelector(`[data-key="${focused}"]:enabled`)
      ?? this.list.querySelector("button") ?? this.pass).focus();
  }

  /** @param {Order} order @param {number} i */
  #item(order, i) {
    const { preview, amount } = order;
    const count = { number: i + 1, amount: number(amount) };
    const text = order.type === "move" ? t("asg.item.move", { ...count, from: placeName(order.from), to: placeName(order.to) })
      : t("asg.item.new", { ...count, place: placeName(this.legal?.reinforce_at) });
    const button = (/** @type {string} */ title, /** @type {string} */ sign, /** @type {number} */ to) =>
      h("button", { class: "bare", "data-key": sign + i, "aria-label": `${title}: ${text}`,
        disabled: to === this.orders.length, onclick: () => this.#moveOrder(i, to) }, sign);
    const isActive = order === this.active;
    const change = (/** @type {number} */ amount) => {
      Object.assign(order, { amount, all: false });
      this.#changed();
    };
    return h("li", { class: isActive && "active" },
      h("button", { class: "bare what", "data-key": `what${i}`, "aria-expanded": String(isActive),
        onclick: () => { this.active = isActive ? null : order; this.#draw(); } }, text),
      h("div", { class: "row" }, button(t("asg.earlier"), "↑", i ? i - 1 : this.orders.length), button(t("asg.later"), "↓", i + 1), button(t("asg.remove"), "✕", -1)),
      preview?.odds !== undefined && h("span", { class: "small" }, t("asg.odds", { place: placeName(preview.fight_at), chance: percent(preview.odds) })),
      preview?.after_luck && h("span", { class: "small quiet" }, t("asg.after_luck")),
      preview?.valid === false && h("span", { class: "small problem" }, t("asg.problem", { why: problemText(preview) }), " ",
        h("a", { href: "/asg/rules#reasons" }, t("asg.why"))),
      isActive && amountField(`${i}`, amount, Math.max(1, preview?.most ?? amount), change));
  }

  /** Moves an order, or removes it. @param {number} from @param {number} to -1 removes */
  #moveOrder(from, to) {
    const [order] = this.orders.splice(from, 1);
    if (to >= 0) this.orders.splice(to, 0, order);
    this.#changed();
  }

  get #sources() {
    return this.after?.moves.map(({ from }) => from) ?? [];
  }

  /** Returns the possible moves from a node. @param {string | null} id */
  #range(id) {
    return this.after?.moves.find(({ from }) => from === id);
  }
}

/** Converts an order to the wire format. @param {Order} order @param {number | "all"} amount */
function plain(order, amount) {
  return { ...order, amount, all: undefined, preview: undefined };
}

/**
 * Creates a slider and a number input for an amount.
 * @param {string} key @param {number} amount @param {number} max @param {(amount: number) => void} change
 */
function amountField(key, amount, max, change) {
  const take = (/** @type {Event} */ event) =>
    change(Math.min(max, Math.max(1, Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value)))));
  const props = { min: 1, max, value: amount, "aria-label": t("asg.amount"), onchange: take };
  const box = h("input", { type: "number", "data-key": `${key}n`, ...props });
  const slider = h("input", { type: "range", "data-key": `${key}s`, ...props, oninput: () => { box.value = slider.value; } });
  return h("div", { class: "asg-amount" }, h("span", { class: "small quiet" }, t("asg.amount_up_to", { most: number(max) })), slider, box);
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
