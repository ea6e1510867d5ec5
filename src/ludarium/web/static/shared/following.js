/** The people whom the reader follows, kept in this browser. */

import { preference, setPreference } from "./preferences.js";

const FOLLOWED = "followed";
const MOST = 100;

/**
 * The names of their accounts.
 * @returns {string[]}
 */
export function followed() {
  return preference(FOLLOWED, /** @type {string[]} */ ([]));
}

/** @param {string} name */
export function isFollowed(name) {
  return followed().includes(name);
}

/**
 * Follows an account, or no longer.
 * @param {string} name
 * @param {boolean} follows
 */
export function setFollowed(name, follows) {
  const others = followed().filter((other) => other !== name);
  setPreference(FOLLOWED, follows ? [name, ...others].slice(0, MOST) : others);
}
