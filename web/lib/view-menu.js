// The menu "View" of the page header, and the menus that open below a button.

import { h } from "./dom.js";
import { shortcutsButton } from "./shortcuts.js";
import { t } from "./text.js";
import { CHOICES, changeSetting, setting } from "./view-settings.js";

/** @import { SettingName } from "./view-settings.js" */
/** @import { TextId } from "./text.js" */

/** Creates a button that opens and closes a menu. @param {HTMLElement} menu with an id @param {string} name @param {string} sign */
export function menuButton(menu, name, sign) {
  const toggle = (/** @type {boolean} */ isOpen) => {
    menu.classList.toggle("open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const button = h("button", { class: "bare menu-button", "aria-expanded": "false", "aria-controls": menu.id, "aria-label": name, title: name,
    onclick: () => toggle(!menu.classList.contains("open")) }, sign);
  document.addEventListener("click", ({ target }) => target instanceof Node && !menu.contains(target) && !button.contains(target) && toggle(false));
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && (toggle(false), button.focus()));
  return button;
}

/** Creates the menu with all settings, and its button. */
export function viewMenu() {
  const menu = h("div", { class: "menu view-menu", id: "view", role: "group", "aria-label": t("view.title") },
    /** @type {SettingName[]} */ (Object.keys(CHOICES)).map((name) => field(name)), shortcutsButton());
  const button = menuButton(menu, t("view.title"), "◐");
  button.classList.add("view-button");
  return [button, menu];
}

/** @param {SettingName} name */
function field(name) {
  const values = /** @type {readonly string[]} */ (CHOICES[name]);
  const title = t(/** @type {TextId} */ (`view.${name}`));
  if (name === "volume") {
    const range = h("input", { type: "range", min: 0, max: 100, step: 25, value: setting(name), id: "view-volume", onchange: () => changeSetting(name, range.value) });
    return h("label", { class: "field" }, h("span", null, title), range);
  }
  if (values.includes("on")) {
    const box = h("input", { type: "checkbox", checked: setting(name) === "on", id: `view-${name}`, onchange: () => changeSetting(name, box.checked ? "on" : "off") });
    return h("label", null, box, title);
  }
  const option = (/** @type {string} */ value) =>
    h("option", { value, selected: setting(name) === value }, t(/** @type {TextId} */ (`view.${name}.${value}`)));
  const select = h("select", { id: `view-${name}`, onchange: () => changeSetting(name, select.value) }, values.map(option));
  return h("label", { class: "field" }, h("span", null, title), select);
}
