/** The studies that this device remembers, so that nothing is lost that somebody worked on. */

import { preference, setPreference } from "../shared/preferences.js";

const NAME = "studies";
const MOST = 12;
const MOST_SIGNS = 2_000_000; // of all of them: browsers keep about five million

/**
 * All of them, the newest first: {id, changed, title, players, study, mine, game, ruleset, seats,
 * position, positions}.
 * @returns {KeptStudy[]}
 */
export function keptStudies() {
  return preference(NAME, []);
}

/** @param {string | null | undefined} id */
export function keptStudy(id) {
  return keptStudies().find((study) => study.id === id) ?? null;
}

/** @param {KeptStudy} study */
export function keepStudy(study) {
  const all = [study, ...keptStudies().filter(({ id }) => id !== study.id)].slice(0, MOST);
  while (all.length > 1 && JSON.stringify(all).length > MOST_SIGNS) all.pop();
  setPreference(NAME, all);
}

/** @param {string} forgotten */
export function forgetStudy(forgotten) {
  setPreference(
    NAME,
    keptStudies().filter(({ id }) => id !== forgotten),
  );
}
