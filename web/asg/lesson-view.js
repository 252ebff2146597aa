// Shows an exercise of ASG: map, planner, what happened, and the verdict.

import { h, put } from "../lib/dom.js";
import { button } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { AsgMap } from "./map.js";
import { eventText, number as written, totals } from "./asg-text.js";
import { EXERCISES, lessonText } from "./lessons.js";
import { Planner } from "./planner.js";
import { Practice } from "./practice.js";
import { mapEvents } from "./viewer.js";

export class AsgLesson {
  /**
   * @param {number} number @param {Practice} practice @param {import("../lib/types.js").AsgMap} map
   * @param {{solved: () => void, again: () => Promise<unknown>}} callbacks
   */
  constructor(number, practice, map, { solved, again }) {
    this.number = number;
    this.practice = practice;
    this.onSolved = solved;
    this.planner = new Planner(practice.game, () => this.#drawMap());
    this.caption = h("p", { class: "small quiet asg-caption" });
    this.map = new AsgMap(map, { pick: (id) => practice.isTurn && this.planner.pick(id), cancel: () => this.planner.cancel(),
      point: (id) => put(this.caption, (id !== null && this.map.describe(id)) || t("asg.caption")) });
    this.standing = h("p", { class: "small asg-lesson-standing" });
    this.verdict = h("div", { role: "status", class: "verdict" });
    this.log = h("ul", { class: "plain small asg-events", "aria-label": t("asg.plies_events") });
    this.again = button(t("learn.again"), again, { id: "again" });
    const hint = h("p", { class: "say asg-hint", hidden: true }, lessonText(number, "hint"));
    const showHint = () => {
      hint.hidden = !hint.hidden;
      if (!hint.hidden) hint.scrollIntoView({ block: "nearest" });
    };
    this.element = h("div", { class: "exercise asg-lesson" },
      h("header", { class: "lesson-head" }, h("h2", { tabindex: -1 }, t("learn.asg_lesson", { number, title: lessonText(number, "title") })),
        h("p", { class: "goal" }, lessonText(number, "goal"))),
      h("div", { class: "stack asg-board" }, h("div", { class: "asg-stage card" }, this.map.element, this.caption), this.standing),
      h("div", { class: "stack asg-rest" }, this.verdict, h("p", null, lessonText(number, "text")), this.planner.element,
        h("div", { class: "row asg-commands" }, this.again, h("button", { onclick: showHint }, t("learn.hint"))), hint, this.log,
        h("p", { class: "small quiet" }, `${t("learn.more")} `, h("a", { href: `/asg/rules#${EXERCISES[number - 1].rule}` }, t("page.asg_rules")))));
    practice.onChange = () => this.#draw();
    put(this.caption, t("asg.caption"));
    this.#draw();
  }

  /** Returns the view of an exercise at its start. @param {number} number @param {{solved: () => void, again: () => Promise<unknown>}} callbacks */
  static async open(number, callbacks) {
    const practice = await Practice.start(number);
    return new AsgLesson(number, practice, await practice.game.map(), callbacks);
  }

  focus() {
    this.map.focus(this.map.current);
  }

  close() {
    this.practice.close();
    this.map.destroy();
  }

  #draw() {
    const { practice, planner } = this;
    const { you, hash, state } = practice.game.snap;
    planner.offer(practice.isTurn && you?.legal?.game === "asg" ? you.legal : null, "P1", hash);
    this.again.disabled = practice.plies.length === 0;
    const { supply, income = 0, spendable = 0, forces } = totals(state, "P1");
    const left = (practice.exercise.turns ?? 1) - practice.turns;
    put(this.standing, t("learn.asg_standing", { supply: written(supply), income: written(income), spendable: written(spendable), forces: written(forces), left }));
    put(this.log, practice.plies.flatMap(({ events }) => events).map((event) => h("li", { class: event.type }, eventText(event))));
    this.#drawMap();
    this.#drawVerdict();
  }

  #drawMap() {
    const last = this.practice.plies.slice(-2).flatMap(({ events }) => events);
    this.map?.show({ state: this.practice.game.snap.state, ...mapEvents({ events: last }), ...(this.practice.isTurn && this.planner.overlay()) });
  }

  #drawVerdict() {
    const { practice, practice: { verdict, problem }, number } = this;
    if (problem)
      return put(this.verdict, h("p", { class: "say bad" }, problem, " ", h("button", { onclick: () => practice.retry() }, t("table.try_again"))));
    if (verdict === "open") return put(this.verdict);
    const isSolved = verdict === "solved";
    const next = EXERCISES[number] ? h("a", { class: "button primary", id: "next", href: `#asg.${number + 1}` }, t("learn.next_exercise"))
      : h("a", { class: "button primary", href: "/" }, t("learn.last"));
    put(this.verdict, h("p", { class: `say ${isSolved ? "good" : "bad"}` }, h("strong", null, `${t(isSolved ? "learn.solved" : "learn.failed")} `),
      lessonText(number, isSolved ? "praise" : "regret")), isSolved && next);
    this.verdict.scrollIntoView({ block: "nearest" });
    if (isSolved) this.onSolved();
  }
}
