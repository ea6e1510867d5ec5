/**
 * What the reader has set on this device. Where the browser keeps nothing, it holds until the page
 * is left.
 */

const PREFIX = "ludarium.";
const kept = new Map();

/** A setting's value; `otherwise` where it was never set. */
export function preference(name, otherwise) {
  if (kept.has(name)) return kept.get(name);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function setPreference(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser may refuse to keep anything; the value holds for this page.
  }
}

/** Calls `then` whenever another tab of this browser sets a setting. */
export function whenSetElsewhere(name, then) {
  addEventListener("storage", ({ key }) => key === PREFIX + name && then());
}
