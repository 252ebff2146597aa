// The rulebooks in the language of the reader. A rulebook has links to its files in other languages (`<link rel="alternate">`).

import { language } from "./text.js";

/** Replaces the content of the page by the rulebook in the language of the reader, if there is one. */
export async function localiseBook() {
  const link = document.querySelector(`link[rel=alternate][hreflang=${language}]`);
  const answer = link && (await fetch(link.getAttribute("href") ?? "").catch(() => null));
  if (!answer?.ok) return;
  const book = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".skip", "header.top", "main", "footer"]) {
    const replacement = book.querySelector(part);
    if (replacement) document.querySelector(part)?.replaceWith(replacement);
  }
  document.title = book.title;
  const about = "meta[name=description]";
  document.querySelector(about)?.setAttribute("content", book.querySelector(about)?.getAttribute("content") ?? "");
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
