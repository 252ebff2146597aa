// Replaces the figures of the RingRift rulebook by playable boards when they come into view.

import { colours, sentence, loggedEvents } from "./board/event-text.js";
import { BoardControl } from "./board/board-control.js";
import { prepareBook } from "./lib/book.js";
import { h, whenVisible } from "./lib/dom.js";
import { layout } from "./lib/engine.js";
import { attempt, errorText } from "./lib/shell.js";
import { StudyLine } from "./lib/study.js";
import { t } from "./lib/text.js";

await prepareBook();
whenVisible("figure.diagram", mount);

/** @param {HTMLElement} figure */
async function mount(figure) {
  const root = h("div", { class: "board-root" });
  const log = h("p", { class: "small quiet", "aria-live": "polite" });
  figure.prepend(root);
  try {
    const line = await StudyLine.of({ position: figure.dataset.position });
    const plan = await layout(line.start.board);
    const caption = figure.querySelector("figcaption")?.textContent ?? "";
    new BoardControl(root, plan, line, { label: t("book.diagram", { caption: caption.slice(0, 80) }) });
    line.subscribe((change) => {
      log.textContent = loggedEvents(change.events).map(({ text }) => `${sentence(colours(text))}.`).join(" ");
    });
    const action = figure.dataset.try;
    const show = action && h("button", { onclick: () => attempt(() => line.go(0).then(() => line.act(action))) }, `${t("book.show")} `, h("code", null, action));
    const reset = h("button", { onclick: () => line.go(0) }, t("book.reset"));
    figure.append(h("div", { class: "row" }, show, reset), log);
  } catch (error) {
    root.append(h("p", { class: "say bad" }, errorText(error)));
  }
}
