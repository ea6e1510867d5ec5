/** The page of a person: finds a game to challenge them to. */

import { matches } from "../lobby/finder.js";
import { all, maybe, need } from "../shared/dom.js";

/**
 * Shows the games that have the typed words in their titles; all where nothing is typed.
 * @param {HTMLElement} choice
 * @param {string} typed
 */
function show(choice, typed) {
  const games = all("li", HTMLElement, choice);
  for (const game of games) game.hidden = !matches(game.textContent, typed);
  const more = need("details", HTMLDetailsElement, choice);
  const further = all("li", HTMLElement, more).some((game) => !game.hidden);
  more.open = typed !== "" && further;
  more.hidden = !further;
  need("[data-none]", HTMLElement, choice).hidden = games.some((game) => !game.hidden);
}

/** Lets a game be found, where the page offers some. */
export function startChallenge() {
  const choice = maybe(".challenge-choice");
  if (!choice) return;
  const field = need("[data-find]", HTMLInputElement, choice);
  field.addEventListener("input", () => show(choice, field.value.trim()));
}
