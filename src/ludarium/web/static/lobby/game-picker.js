/** A choice among many games in a form: a few of them, or those that are found. */

import { all, need } from "../shared/dom.js";
import { GameSearch } from "./game-search.js";
import { showRowPictures } from "./row-pictures.js";

const FEW = 6;

/**
 * Lets games be found in a group of radio buttons. The chosen one stays in sight.
 * @param {HTMLElement} group
 */
export function gamePicker(group) {
  const rows = all("[data-game]", HTMLElement, group);
  /** @param {Schemas["FoundAnswer"] | null} found */
  const show = (found) => {
    for (const [place, row] of rows.entries()) {
      const fits = found ? found.games.includes(row.dataset.game ?? "") : place < FEW;
      row.hidden = !fits && !row.querySelector("input:checked");
    }
    need("[data-near]", HTMLElement, group).hidden = !found?.near || !found.games.length;
    need("[data-none]", HTMLElement, group).hidden = !found || found.games.length > 0;
  };
  const input = need("[data-find]", HTMLInputElement, group);
  const search = new GameSearch(input, show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // which would send the form
  });
  need("[data-none] button", HTMLElement, group).addEventListener("click", () => search.empty());
  showRowPictures(group);
  show(null);
}
