// Plays all sides of a line, with navigation back and forth.

import { BoardControl } from "../board/board-control.js";
import { dragFromHand } from "../board/hand.js";
import { me, post } from "../lib/api.js";
import { announce } from "../lib/announce.js";
import { h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { boardName, rulesText } from "../lib/rules-text.js";
import { attempt, button, copy, copyPicture } from "../lib/shell.js";
import { Tabs } from "../lib/tabs.js";
import { t } from "../lib/text.js";
import { AnalysisPanel } from "../ring/analysis.js";
import { Log, sentences } from "../ring/log.js";
import { askedLine, decides, moveList, players, track } from "../ring/panels.js";
import { explainForm, loadForm, newForm } from "./forms.js";

/** @import { StudyLine } from "../lib/study.js" */
/** @import { Layout, RingState } from "../lib/types.js" */
/** @import { Catalogue } from "./forms.js" */
/**
 * @typedef {{load: (line: StudyLine) => Promise<unknown>, go: (values: URLSearchParams) => void, edit: () =>
 *   Promise<unknown>, compare: () => Promise<unknown>}} Navigation to other views
 */

export class LineView {
  #line;
  #control;
  #analysis;
  #stop;
  #asked = h("p", { class: "asked", role: "status" });
  #steps = h("ol", { class: "track plain", "aria-label": t("ring.steps") });
  #turn = h("span", { class: "badge" });
  #rules = h("span", { class: "small quiet" });
  #players = h("div", { class: "players" });
  #moves = h("ol", { class: "moves plain", tabindex: 0, "aria-label": t("ring.moves"), onclick: (/** @type {Event} */ event) => this.#jump(event) });
  #others = h("div", { class: "row" });
  #slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "grow",
    "aria-label": t("sandbox.positions"), oninput: () => this.#go(Number(this.#slider.value)) });
  #undo = button(t("table.undo"), () => this.#line.undo(), { id: "undo" });
  #log = new Log();

  /** @param {StudyLine} line @param {Layout} plan @param {Catalogue} catalogue @param {Navigation} navigation */
  constructor(line, plan, catalogue, navigation) {
    this.#line = line;
    const [boardRoot, analysis, foot] = [h("div", { class: "board-root" }), h("div", { class: "stack" }), h("div", { class: "status foot" })];
    const decision = h("section", { class: "decision", "aria-label": t("table.decision") },
      h("div", { class: "status" }, this.#turn, this.#steps), this.#asked);
    this.#control = new BoardControl(boardRoot, plan, line,
      { label: t("start.board_cells", { board: boardName(plan.board), cells: plan.cells.length }), decideRoot: decision, statusRoot: foot });
    decision.append(foot);
    dragFromHand(this.#players, this.#control);
    /** @type {import("../board/board.js").Board["show"]} */
    const show = (cells, routes, kind) => this.#control.board.show(cells, routes, kind);
    this.#analysis = new AnalysisPanel(analysis, { subject: () => ({ position: this.#position }), point: show });
    this.element = h("div", { class: line.start.state.players.length > 2 ? "table many" : "table" }, boardRoot,
      h("aside", { class: "side", "aria-label": t("sandbox.about") }, this.#players, decision, this.#commands(navigation),
        new Tabs("sandbox", t("sandbox.about"), [
          { id: "moves", title: t("tabs.moves"), content: [this.#moves, h("div", { class: "row history" }, this.#slider), this.#others] },
          { id: "log", title: t("tabs.log"), content: [this.#log.element] },
          { id: "analysis", title: t("tabs.analysis"), content: [analysis, h("h2", { class: "sub" }, t("sandbox.explain_move")), explainForm(line, show)] },
          { id: "setup", title: t("tabs.setup"), content: [h("h2", { class: "sub" }, t("sandbox.new")), newForm(catalogue, line.start.rules_title, navigation.go), loadForm("", navigation.load)] },
          { id: "share", title: t("tabs.share"), content: [this.#share()] },
        ]).element));
    this.element.style.setProperty("--ratio", String(this.#control.board.ratio));
    this.#stop = line.subscribe((change) => {
      this.#draw();
      if (!change.still) announce(sentences(change.events, null, line.study.state).map(({ text }) => text).join(""));
    });
    this.#draw();
  }

  close() {
    this.#stop();
    this.#control.close();
  }

  get #position() {
    return this.#line.study.state.position;
  }

  /** @param {Navigation} navigation */
  #commands(navigation) {
    return h("div", { class: "commands" },
      this.#undo,
      button(t("sandbox.edit"), navigation.edit, { id: "edit" }),
      button(t("sandbox.compare"), navigation.compare, { id: "compare" }));
  }

  #share() {
    const line = this.#line;
    const inAddress = () => new URLSearchParams({ position: this.#position });
    return h("div", { class: "row" },
      button(t("share.position"), async () => copy(this.#position, t("share.position_name"))),
      button(t("share.record"),
        async () => copy((await ask("POST", "/api/study/record",
          { start: line.start.state.position, actions: line.actions })).text, t("share.record_name"))),
      button(t("share.picture"), () => copyPicture(`/api/study/picture.png?${inAddress()}`)),
      button(t("share.link"), async () => copy(`${location.origin}/sandbox?${inAddress()}`, t("share.link_name"))),
      button(t("sandbox.against_computer"), () => playAgainstBot(line.study.state)),
      this.#rules);
  }

  #draw() {
    const line = this.#line;
    const { state, rules_title, events = [] } = line.study;
    this.element.dataset.position = state.position;
    askedLine(this.#asked, state, decides(state));
    put(this.#steps, track(state));
    this.#turn.textContent = t("ring.turn", { turn: state.turn });
    this.#rules.textContent = rulesText("ringrift", rules_title);
    put(this.#players, players(state, null));
    put(this.#moves, line.steps.length ? moveList(line.steps, line.at) : h("li", { class: "quiet" }, t("sandbox.no_moves")));
    put(this.#others, line.others.map((other, index) => button(t("sandbox.other_line", { count: other.length }), () => line.swap(index))));
    this.#undo.disabled = line.at === 0;
    this.#slider.max = String(line.steps.length);
    this.#slider.value = String(line.at);
    this.#log.keep(line.steps.map((step) => step.position));
    this.#log.add(line.at, events, null, state);
    this.#log.show(line.at < line.steps.length ? line.at : null);
    this.#analysis.changed();
  }

  /** @param {Event} event */
  #jump({ target }) {
    const found = target instanceof Element && target.closest("[data-ply]");
    if (found) this.#go(Number(found.getAttribute("data-ply")));
  }

  /** @param {number} ply */
  #go(ply) {
    return attempt(() => this.#line.go(ply));
  }
}

/** @param {RingState} state */
async function playAgainstBot(state) {
  const seats = state.players.map(({ player }) => (player === (state.player ?? 1) ? { who: "me" } : { who: "bot", name: "level:5" }));
  await me();
  const made = await post("/api/games", { position: state.position, seats });
  location.assign(`/games/${made.id}`);
}
