// Plans the orders of a ply in ASG. The server, or the engine for a game on this device, checks each plan and says what can be ordered after it; until the
// answer comes, the previous one is shown.

import { h, put } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { isOn } from "../lib/view-settings.js";
import { number, placeName, problemText } from "./asg-text.js";
import { fightText, isRisky, oddsText, possibleFights } from "./odds.js";

/** @import { AsgLegal, AsgPreview, AsgSession, OrderPreview } from "../lib/types.js" */
/** @import { MapScene } from "./map.js" */
/** @import { PossibleFight } from "./odds.js" */
/** @import { Side } from "./asg-text.js" */

/**
 * A planned order; `all`: as much as possible, until the player sets an amount; `preview`: the server's answer.
 * @typedef {{amount: number, all: boolean, preview?: OrderPreview} & ({type: "move", from: string, to: string} | {type: "reinforce"})} Order
 */

/** Plans orders before they are sent. */
export class Planner {
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
    /** Fights that moving from the chosen node would start. @type {PossibleFight[]} */
    this.fights = [];
    /** Number of the last request for them. */
    this.asked = 0;
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
    const send = () => this.#isSure() && this.#act(this.orders.map((order) => plain(order, order.amount)));
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
    const marks = { chosen: this.from, targets: this.#range(this.from)?.to, sources: this.from ? [] : this.#sources,
      chances: this.fights.map(({ at, odds }) => ({ at, odds, isRisky: isRisky(odds) })),
      notes: Object.fromEntries(this.fights.map((fight) => [fight.at, fightText(fight)])) };
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
      this.#foresee();
      this.#draw();
    });
  }

  cancel() {
    this.#then(() => {
      this.from = null;
      this.#foresee();
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
    this.#dropFights();
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
    this.#foresee();
    this.#draw();
    this.#handleInputs();
  }

  /** Loads the fights that moving from the chosen node would start. */
  async #foresee() {
    this.#dropFights();
    const [question, range, after] = [this.asked, this.#range(this.from), this.after];
    if (!range || !after) return;
    // Without them the orders can still be planned.
    const fights = await possibleFights(this.session, this.orders.map((order) => plain(order, order.all ? "all" : order.amount)), range, after, this.side).catch(() => []);
    if (question !== this.asked || !fights.length) return;
    this.fights = fights;
    this.redraw();
  }

  #dropFights() {
    this.asked += 1;
    this.fights = [];
  }

  /** @param {AsgPreview} preview */
  #applyPreview({ orders, after }) {
    this.after = after;
    this.orders.forEach((order, i) => {
      order.preview = orders[i];
      if (order.all) order.amount = Math.max(1, orders[i].most ?? 1);
    });
  }

  /** Asks before risky attacks, unless the player has turned the question off. */
  #isSure() {
    const risky = this.orders.flatMap(({ preview }) => (isRisky(preview?.odds) ? [preview] : []));
    if (!risky.length || !isOn("risks")) return true;
    const fights = risky.map((preview) => oddsText(preview?.odds ?? 0, preview?.fight_at));
    return confirm(`${fights.join("\n")}\n\n${t("asg.risk_ask")}`);
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
    this.pass.disabled = this.pass.hidden = this.orders.length > 0;
    this.clear.hidden = !this.orders.length;
    // The list is rebuilt: restore the focus.
    const focused = this.list.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
    put(this.list, this.orders.map((order, i) => this.#item(order, i)));
    const active = /** @type {HTMLElement | null} */ (this.list.querySelector(".active"));
    if (active) this.list.scrollTop = active.offsetTop - this.list.offsetTop;
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
      preview?.odds !== undefined && h("span", { class: isRisky(preview.odds) ? "small problem" : "small" },
        oddsText(preview.odds, preview.fight_at)),
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
  const limit = () => {
    if (Number(box.value) > max) box.value = String(max);
    slider.value = box.value || "1";
  };
  const box = h("input", { type: "number", "data-key": `${key}n`, ...props, oninput: limit });
  const slider = h("input", { type: "range", "data-key": `${key}s`, ...props, oninput: () => { box.value = slider.value; } });
  return h("div", { class: "asg-amount" }, h("span", { class: "small quiet" }, t("asg.amount_up_to", { most: number(max) })), slider, box);
}
