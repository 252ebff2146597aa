// Values that the browser keeps for this page.

/** @param {string} name @param {string | null} [fallback] */
export function remembered(name, fallback = null) {
  try {
    return localStorage.getItem(`ringside.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`ringside.${name}`, value);
  } catch {
    // Local storage is not available.
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`ringside.${name}`);
  } catch {
    // Local storage is not available.
  }
}
