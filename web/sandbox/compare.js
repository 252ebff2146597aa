// A position under several editions side by side: an action on one board is tried on the others.

import { BoardControl } from "../board/board-control.js";
import { colours, sentence } from "../board/event-text.js";
import { Rejection } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { editionName, rulesText } from "../lib/rules-text.js";
import { ruleLink, errorText } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";
import { t } from "../lib/text.js";
import { actionText } from "../ring/action-text.js";
import { askedLine, decides } from "../ring/panels.js";
import { eventList } from "./forms.js";

/** @import { Layout, Study } from "../lib/types.js" */

const EDITIONS = ["standard", "canon", "compact", "live"];

export class Comparison {
  #columns;

  /** @param {Study} study @param {Layout} plan @param {() => void} back */
  static async of(study, plan, back) {
    return new Comparison(await Promise.all(EDITIONS.map((edition) => Column.of(edition, study, plan))), back);
  }

  /** @param {Column[]} columns @param {() => void} back */
  constructor(columns, back) {
    this.#columns = columns;
    let isFollowing = false;
    for (const one of columns) {
      one.line?.subscribe(async (change) => {
        if (change.still || isFollowing) return;
        isFollowing = true;
        const action = one.line?.steps[one.line.at - 1].action ?? "";
        await Promise.all(columns.filter((other) => other !== one).map((other) => other.follow(action)));
        isFollowing = false;
      });
    }
    this.element = h("div", null, h("p", null, `${t("sandbox.compare.lead")} `, h("button", { onclick: back }, t("sandbox.compare.back"))),
      h("div", { class: "compare" }, columns.map(({ element }) => element)));
  }

  close() {
    for (const column of this.#columns) column.close();
  }
}

/** The board of one edition. */
class Column {
  #asked = h("p");
  #note = h("div", { class: "stack small", "aria-live": "polite" });
  /** @type {BoardControl | null} */
  #control = null;

  /** @param {string} edition @param {Study} study @param {Layout} plan */
  static async of(edition, study, plan) {
    // The position's own edition keeps it unchanged; the others begin a turn with the same pieces.
    if (study.rules_title.split(" ")[2] === edition) return new Column(edition, study, [], plan);
    const { study: found, problems } = await ask("POST", "/api/study/check", { ...pieces(study), edition });
    return new Column(edition, found ?? null, problems, plan);
  }

  /** @param {string} edition @param {Study | null} study @param {{text: string}[]} problems @param {Layout} plan */
  constructor(edition, study, problems, plan) {
    const boardRoot = h("div", { class: "board-root" });
    this.line = study && new StudyLine(study);
    this.element = h("section", { class: "card stack", "aria-label": t("sandbox.compare.edition", { edition: editionName(edition) }) },
      h("h2", null, editionName(edition), " ", h("span", { class: "small quiet" }, study ? rulesText("ringrift", study.rules_title) : "")), this.#asked, boardRoot,
      this.#note);
    if (this.line) this.#begin(this.line, new BoardControl(boardRoot, plan, this.line, { label: t("sandbox.compare.board", { edition: editionName(edition) }) }));
    else put(this.#asked, h("span", { class: "say warn" }, problems.map(({ text }) => `${sentence(colours(text))}.`).join(" ")));
  }

  /** @param {StudyLine} line @param {BoardControl} control */
  #begin(line, control) {
    this.#control = control;
    line.subscribe((change) => {
      put(this.#note, eventList(change.events));
      this.#draw(line);
    });
    this.#draw(line);
  }

  close() {
    this.#control?.close();
  }

  /** Tries an action played on another board. @param {string} action */
  async follow(action) {
    try {
      await this.line?.act(action);
    } catch (error) {
      const rule = error instanceof Rejection ? error.body.rule : null;
      put(this.#note, h("p", { class: "say warn" }, `${sentence(actionText(action))}: `, errorText(error), " ", ruleLink(rule)));
    }
  }

  /** @param {StudyLine} line */
  #draw({ study: { state, legal } }) {
    const counts = (legal?.groups ?? []).map((group) => `${group.choices.length} × ${group.title}`);
    askedLine(this.#asked, state, decides(state));
    this.#asked.append(h("span", { class: "quiet" }, ` ${counts.join(", ")}`));
  }
}

/** Returns the pieces without the rules. @param {Study} study */
function pieces({ board, state }) {
  const { stacks, markers, collapsed, players } = state;
  return { board, players: players.length, stacks, markers, collapsed,
    eliminated: players.map((one) => one.eliminated), hands: players.map((one) => one.hand),
    player: state.player ?? 1 };
}
