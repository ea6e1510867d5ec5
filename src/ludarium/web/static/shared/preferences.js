/**
 * What the reader has set on this device. Where the browser keeps nothing, it holds until the page
 * is left.
 */

const PREFIX = "ludarium.";
/** @type {Map<string, unknown>} */
const kept = new Map();

/**
 * A setting's value; `otherwise` where it was never set.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function preference(name, otherwise) {
  if (kept.has(name)) return /** @type {T} */ (kept.get(name));
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Whether a setting that is off unless it was set is on.
 * @param {string} name
 * @returns {boolean}
 */
export function isOn(name) {
  return preference(name, /** @type {unknown} */ (false)) === true;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function setPreference(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser may refuse to keep anything; the value holds for this page.
  }
}

/**
 * Calls `then` whenever another tab of this browser sets a setting.
 * @param {string} name
 * @param {() => unknown} then
 */
export function whenSetElsewhere(name, then) {
  addEventListener("storage", ({ key }) => key === PREFIX + name && then());
}
