// One position under several editions, side by side: what is played on one board is tried on the others.

import { BoardControl } from "../board/table.js";
import { Refused, layout, post } from "../lib/api.js";
import { h, put } from "../lib/dom.js";
import { ruleLink, words } from "../lib/shell.js";
import { StudyLine } from "../lib/study.js";

/** @typedef {import("../lib/types.js").Study & {board: string}} Study */
/** @typedef {{line: StudyLine | null, note: HTMLElement, element: HTMLElement, close: () => void}} Column */

const EDITIONS = ["canon", "compact", "live"];

/** @param {HTMLElement} root @param {Study} study @param {() => void} back @returns {Promise<() => void>} leaves it */
export async function mountCompare(root, study, back) {
  const plan = await layout(study.board);
  const columns = await Promise.all(EDITIONS.map((edition) => column(edition, study, plan)));
  let isFollowing = false;
  for (const one of columns) {
    one.line?.subscribe(async (change) => {
      if (!change || isFollowing) return;
      isFollowing = true;
      const action = one.line?.steps[one.line.at - 1].action ?? "";
      await Promise.all(columns.filter((other) => other !== one).map((other) => follow(other, action)));
      isFollowing = false;
    });
  }
  put(
    root,
    h("p", null, "The same pieces under every edition that knows this board. What you do on one board is tried on the others. ", h("button", { type: "button", onclick: back }, "Back")),
    h("div", { class: "compare" }, columns.map(({ element }) => element)),
  );
  return () => columns.forEach(({ close }) => close());
}

/** @param {string} edition @param {Study} study @param {import("../lib/types.js").Layout} plan @returns {Promise<Column>} */
async function column(edition, study, plan) {
  const { state } = study;
  const checked = await post("/api/study/check", {
    board: study.board,
    players: state.players.length,
    edition,
    stacks: state.stacks,
    markers: state.markers,
    collapsed: state.collapsed,
    eliminated: state.players.map((one) => one.eliminated),
    hands: state.players.map((one) => one.hand),
    player: state.player ?? 1,
  });
  const note = h("div", { class: "stack small", "aria-live": "polite" });
  const asked = h("p");
  const boardRoot = h("div", { class: "board-root" });
  const element = h("section", { class: "card stack", "aria-label": `Edition ${edition}` }, h("h2", null, edition), asked, boardRoot, note);
  if (!checked.study) {
    put(asked, h("span", { class: "say warn" }, checked.problems.map((/** @type {any} */ one) => one.text).join("; ")));
    return { line: null, note, element, close: () => {} };
  }
  const line = new StudyLine(checked.study);
  const draw = () => {
    const groups = line.study.legal?.groups ?? [];
    put(asked, line.study.state.headline, " ", h("span", { class: "quiet" }, groups.map((group) => `${group.choices.length} × ${group.kind.replaceAll("_", " ")}`).join(", ")));
  };
  const control = new BoardControl(boardRoot, plan, line, { label: `Board under ${edition}` });
  line.subscribe((change) => {
    if (change) put(note, h("ol", null, change.events.filter(({ event }) => event !== "phase_entered").map((event) => h("li", null, event.text, " ", ruleLink(event.rule)))));
    draw();
  });
  draw();
  return { line, note, element, close: () => control.close() };
}

/** @param {Column} column @param {string} action */
async function follow({ line, note }, action) {
  try {
    await line?.act(action);
  } catch (error) {
    const rule = error instanceof Refused ? error.body.rule : null;
    put(note, h("p", { class: "say warn" }, h("code", null, action), ": ", words(error), " ", ruleLink(rule)));
  }
}
