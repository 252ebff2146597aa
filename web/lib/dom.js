// Creates DOM nodes, never from markup strings, so that no text can be interpreted as markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Creates an HTML element. Function values are listeners (`onclick`), all others attributes: `true` sets an empty value, `false`
 * and `null` leave the attribute out. Buttons do not submit forms unless their `type` says so.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  if (element instanceof HTMLButtonElement) element.type = "button";
  return fill(element, props, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 */
export function s(tag, props, ...children) {
  return fill(/** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag)), props, children);
}

/**
 * Replaces the children of an element. If one of them had the focus, the new child with the same focus key gets it.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  const focused = document.activeElement;
  const isInside = focused !== null && focused !== element && element.contains(focused);
  element.replaceChildren(...nodes(children));
  if (!isInside || focused.isConnected) return;
  const same = [...element.querySelectorAll(focused.tagName)].find((one) => focusKey(one) === focusKey(focused));
  if (same instanceof HTMLElement || same instanceof SVGElement) same.focus({ preventScroll: true });
}

/** Identifies an element across redraws. @param {Element} element */
function focusKey(element) {
  return element.id || [element.getAttribute("data-ply"), element.getAttribute("aria-label"), element.textContent].join("|");
}

/** Sets attributes and listeners. @param {Element} element @param {Props} props */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** Returns the element with an id, or throws. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Calls `callback` for every matching element as soon as it comes into view.
 * @param {string} selector @param {(element: HTMLElement) => unknown} callback
 */
export function whenVisible(selector, callback) {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      callback(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "300px" });
  for (const element of document.querySelectorAll(selector)) observer.observe(element);
}

/** @template {Element} E @param {E} element @param {Props | null | undefined} props @param {(Child | Child[])[]} children */
function fill(element, props, children) {
  if (props) set(element, props);
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children */
function nodes(children) {
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return kept.map((child) => (child instanceof Node ? child : String(child)));
}
