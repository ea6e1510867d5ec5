/** The page of a person: finds a game to challenge them to. */

import { matches } from "../lobby/finder.js";

const choice = document.querySelector(".challenge-choice");

/** Shows the games that have the typed words in their titles; all where nothing is typed. */
function show(typed) {
  const games = [...choice.querySelectorAll("li")];
  for (const game of games) game.hidden = !matches(game.textContent, typed);
  const more = choice.querySelector("details");
  const further = [...more.querySelectorAll("li")].some((game) => !game.hidden);
  more.open = typed !== "" && further;
  more.hidden = !further;
  choice.querySelector("[data-none]").hidden = games.some((game) => !game.hidden);
}

if (choice) {
  const field = choice.querySelector("[data-find]");
  field.addEventListener("input", () => show(field.value.trim()));
}
