// Announces what happens on the page to screen readers, for texts that are shown where they are not read, such as in a hidden tab.

import { h } from "./dom.js";

/** Time after which a text is removed from the page: it has been read, or is no longer of interest. */
const REMOVED_MS = 10000;

// Screen readers announce only what is added to an element that they know.
const region = h("div", { class: "sr announcements", "aria-live": "polite" });
document.body.append(region);

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  const line = h("p", null, text);
  region.append(line);
  setTimeout(() => line.remove(), REMOVED_MS);
}
