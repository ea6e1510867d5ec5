/** The favourites of this browser, by the names of their games. */

import { h, icon } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";

const FAVOURITES = "favourites";
const STAR = "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8L3.6 9.7l5.8-.8z";

/** The names of the favourites. */
export function favourites() {
  return new Set(preference(FAVOURITES, /** @type {string[]} */ ([])));
}

/**
 * A button that makes a game a favourite, or no more.
 * @param {string} game
 * @param {string} title
 */
export function starButton(game, title) {
  const star = h(
    "button",
    { class: "star", type: "button", "aria-label": say("Favourite: {game}", { game: title }) },
    icon(STAR),
  );
  const show = () => star.setAttribute("aria-pressed", String(favourites().has(game)));
  star.addEventListener("click", () => {
    const names = favourites();
    if (!names.delete(game)) names.add(game);
    setPreference(FAVOURITES, [...names]);
    show();
  });
  show();
  return star;
}
