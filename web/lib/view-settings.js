// How the player wants to see, hear and operate the page. Stored in the browser, for all games.

import { remember, remembered } from "./storage.js";

/** Values of each setting, the default first. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  board: ["wood", "slate", "paper"],
  motion: ["normal", "slow", "fast", "off"],
  volume: ["50", "0", "25", "75", "100"],
  vibration: ["on", "off"],
  forced: ["off", "on"],
  premoves: ["off", "on"],
  risks: ["on", "off"],
  notation: ["off", "on"],
});

/** @typedef {keyof typeof CHOICES} SettingName */

/** Settings that style sheets read from the root element. @type {SettingName[]} */
const STYLED = ["theme", "board", "notation"];

/** @param {SettingName} name @returns {string} */
export function setting(name) {
  const [usual, ...others] = /** @type {readonly string[]} */ (CHOICES[name]);
  const stored = remembered(`view.${name}`) ?? usual;
  return others.includes(stored) ? stored : usual;
}

/** @param {SettingName} name */
export function isOn(name) {
  return setting(name) === "on";
}

/** @param {SettingName} name @param {string} value */
export function changeSetting(name, value) {
  remember(`view.${name}`, value);
  if (STYLED.includes(name)) document.documentElement.dataset[name] = value;
  document.dispatchEvent(new CustomEvent("viewchange", { detail: name }));
}

/** Factor on the duration of animations; 0 without animations. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { slow: 2, normal: 1, fast: 0.5, off: 0 }[setting("motion")] ?? 1;
}

/** Returns the parameters of a picture from the server that looks like the board of the page. */
export function pictureLook() {
  const isDark = setting("theme") === "dark" || (setting("theme") === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return `theme=${isDark ? "dark" : "light"}&material=${setting("board")}`;
}
