// Turns the figures of the rulebook into matches that can be stepped through, as soon as they come into view.

import { post } from "../lib/api.js";
import { h, whenSeen } from "../lib/dom.js";
import { words } from "../lib/shell.js";
import { Viewer } from "./viewer.js";

whenSeen("figure[data-replay]", mount);

/** @param {HTMLElement} figure */
async function mount(figure) {
  try {
    const replay = await (await fetch(figure.dataset.replay ?? "")).text();
    const view = await post("/api/asg/replay", { replay });
    const viewer = new Viewer(view, {});
    figure.prepend(viewer.element);
    viewer.show(Number(figure.dataset.ply ?? 0));
  } catch (error) {
    figure.prepend(h("p", { class: "say bad" }, words(error)));
  }
}
