// The parts that the rulebooks share. Their files can be read without scripts: a static header, and English text. Links name the files in other
// languages (`<link rel="alternate">`).

import { pageHeader } from "./shell.js";
import { language } from "./text.js";

/** Replaces the static header by that of all pages, and the text by that in the language of the reader, if there is one. */
export async function prepareBook() {
  for (const part of document.querySelectorAll(".skip, header.top")) part.remove();
  pageHeader();
  const link = document.querySelector(`link[rel=alternate][hreflang=${language}]`);
  const answer = link && (await fetch(link.getAttribute("href") ?? "").catch(() => null));
  if (!answer?.ok) return;
  const book = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["main", "footer"]) {
    const replacement = book.querySelector(part);
    if (replacement) document.querySelector(part)?.replaceWith(replacement);
  }
  document.title = book.title;
  const about = "meta[name=description]";
  document.querySelector(about)?.setAttribute("content", book.querySelector(about)?.getAttribute("content") ?? "");
  // Scrolls to the new target, and marks it as the target.
  if (location.hash) location.replace(location.hash);
}
