// Turns the figures of the rulebook into boards that can be played with, as soon as they come into view.

import { colours, sentence, told } from "./board/summary.js";
import { BoardControl } from "./board/table.js";
import { layout } from "./lib/api.js";
import { h, whenSeen } from "./lib/dom.js";
import { attempt, words } from "./lib/shell.js";
import { StudyLine } from "./lib/study.js";

whenSeen("figure.diagram", mount);

/** @param {HTMLElement} figure */
async function mount(figure) {
  const root = h("div", { class: "board-root" });
  const log = h("p", { class: "small quiet", "aria-live": "polite" });
  figure.prepend(root);
  try {
    const line = await StudyLine.of({ position: figure.dataset.position });
    const plan = await layout(/** @type {any} */ (line.start).board);
    const caption = figure.querySelector("figcaption")?.textContent ?? "";
    new BoardControl(root, plan, line, { label: `Diagram: ${caption.slice(0, 80)}` });
    line.subscribe((change) => {
      log.textContent = told(change.events).map(({ text }) => `${sentence(colours(text))}.`).join(" ");
    });
    const action = figure.dataset.try;
    const show = action && h("button", { type: "button", onclick: () => attempt(() => line.go(0).then(() => line.act(action))) }, "Show ", h("code", null, action));
    const reset = h("button", { type: "button", onclick: () => line.go(0) }, "From the beginning");
    figure.append(h("div", { class: "row" }, show, reset), log);
  } catch (error) {
    root.append(h("p", { class: "say bad" }, words(error)));
  }
}
