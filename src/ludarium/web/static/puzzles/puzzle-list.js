/** Lists of puzzles: tell which were solved on this device, and find those of a game. */

import { Finder } from "../lobby/finder.js";
import { all, h, need } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { solved } from "./solved-puzzles.js";

/**
 * @param {HTMLElement} card
 * @param {string} text
 */
function mark(card, text) {
  need("a", HTMLElement, card).append(h("span", { class: "badge good", text }));
}

/** Begins the page. */
export function startPuzzleList() {
  const known = solved();
  const cards = all("[data-puzzle]");
  const done = cards.filter((card) => known.has(card.dataset.puzzle ?? ""));
  for (const card of done) mark(card, say("solved"));
  for (const card of all("[data-today]")) {
    if (known.has(card.dataset.today ?? "")) mark(card, say("solved"));
  }
  if (cards.length) {
    need("#solved").textContent = say("Solved on this device: {n} of {all}", {
      n: done.length,
      all: cards.length,
    });
  }
  const games = all("[data-puzzles]");
  for (const card of games) {
    const own = (card.dataset.puzzles ?? "").split(" ").filter((id) => known.has(id)).length;
    if (own) mark(card, say("{n} solved", { n: own }));
  }
  if (games.length) {
    new Finder(need("[data-finder]", HTMLFormElement), games);
  }
}
