/** The page of a person: finds a game to challenge them to. */

import { GameSearch } from "../lobby/game-search.js";
import { all, maybe, need } from "../shared/dom.js";

/**
 * Shows the games that were found; all where nothing is searched for.
 * @param {HTMLElement} choice
 * @param {Schemas["FoundAnswer"] | null} found
 */
function show(choice, found) {
  const games = all("li", HTMLElement, choice);
  for (const game of games) {
    game.hidden = found !== null && !found.games.includes(game.dataset.game ?? "");
  }
  const more = need("details", HTMLDetailsElement, choice);
  const further = all("li", HTMLElement, more).some((game) => !game.hidden);
  more.open = found !== null && further;
  more.hidden = !further;
  const shown = games.some((game) => !game.hidden);
  need("[data-near]", HTMLElement, choice).hidden = !found?.near || !shown;
  need("[data-none]", HTMLElement, choice).hidden = shown;
}

/** Lets a game be found, where the page offers some. */
export function startChallenge() {
  const choice = maybe(".challenge-choice");
  if (!choice) return;
  const search = new GameSearch(need("[data-find]", HTMLInputElement, choice), (found) =>
    show(choice, found),
  );
  need("[data-none] button", HTMLElement, choice).addEventListener("click", () => search.empty());
}
