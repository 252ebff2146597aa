// Dialogs with a button that closes them.

import { h } from "./dom.js";
import { t } from "./text.js";

/** @param {...HTMLElement} content */
export function showDialog(...content) {
  const dialog = h("dialog", null, content, h("form", { method: "dialog" }, h("button", { class: "primary", type: "submit" }, t("page.close"))));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
