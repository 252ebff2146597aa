// Makes nodes: never from strings of markup, so that no text can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * An HTML element. Properties that begin with `on` are listeners, `class`, `aria-…`, `data-…` and the like are attributes; `true` is an
 * attribute without a value, `false` and `null` leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  return fill(/** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag)), props, children);
}

/**
 * Puts children into an element instead of what was there. If the focus was on one of them, it is on the one like it afterwards.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  const held = document.activeElement;
  const isInside = held !== null && held !== element && element.contains(held);
  element.replaceChildren(...nodes(children));
  if (!isInside || held.isConnected) return;
  const same = [...element.querySelectorAll(held.tagName)].find((one) => likeness(one) === likeness(held));
  if (same instanceof HTMLElement || same instanceof SVGElement) same.focus({ preventScroll: true });
}

/** What makes an element the same as another for whoever uses it. @param {Element} element */
function likeness(element) {
  return element.id || [element.getAttribute("data-ply"), element.getAttribute("aria-label"), element.textContent].join("|");
}

/**
 * Sets attributes and listeners.
 * @param {Element} element @param {Props} props
 */
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

/**
 * The element of a page with an id, which is there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Does something with every element that fits, as soon as it comes into view.
 * @param {string} selector @param {(element: HTMLElement) => unknown} what
 */
export function whenSeen(selector, what) {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      what(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "300px" });
  for (const element of document.querySelectorAll(selector)) watcher.observe(element);
}

/** @template {Element} E @param {E} element @param {Props | null | undefined} props @param {(Child | Child[])[]} children @returns {E} */
function fill(element, props, children) {
  if (props) set(element, props);
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return kept.map((child) => (child instanceof Node ? child : String(child)));
}
