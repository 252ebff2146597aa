// Replaces the figures of the ASG rulebook by replay viewers when they come into view.

import { prepareBook } from "../lib/book.js";
import { h, whenVisible } from "../lib/dom.js";
import { ask } from "../lib/engine.js";
import { errorText } from "../lib/shell.js";
import { Viewer } from "./viewer.js";

await prepareBook();
whenVisible("figure[data-replay]", mount);

/** @param {HTMLElement} figure */
async function mount(figure) {
  try {
    const replay = await (await fetch(figure.dataset.replay ?? "")).text();
    const view = await ask("POST", "/api/asg/replay", { replay });
    const viewer = new Viewer(view, {});
    figure.prepend(viewer.element);
    viewer.show(Number(figure.dataset.ply ?? 0));
  } catch (error) {
    figure.prepend(h("p", { class: "say bad" }, errorText(error)));
  }
}
