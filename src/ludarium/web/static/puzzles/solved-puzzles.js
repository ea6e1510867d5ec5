/** Which puzzles were solved on this device. */

import { preference, setPreference } from "../shared/preferences.js";

const NAME = "solved";

/** The ids of the puzzles that were solved, as a set. */
export function solved() {
  return new Set(preference(NAME, /** @type {string[]} */ ([])));
}

/** @param {string} id */
export function noteSolved(id) {
  setPreference(NAME, [...solved().add(id)]);
}
