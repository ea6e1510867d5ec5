/** Lists of puzzles: tell which were solved on this device, and find those of a game. */

import { Finder } from "../lobby/finder.js";
import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { solved } from "./solved-puzzles.js";

function mark(card, text) {
  card.querySelector("a").append(h("span", { class: "badge good", text }));
}

const cards = [...document.querySelectorAll("[data-puzzle]")];
const done = cards.filter((card) => solved().has(card.dataset.puzzle));
for (const card of done) mark(card, say("solved"));
for (const card of document.querySelectorAll("[data-today]")) {
  if (solved().has(card.dataset.today)) mark(card, say("solved"));
}
if (cards.length) {
  document.getElementById("solved").textContent = say("Solved on this device: {n} of {all}", {
    n: done.length,
    all: cards.length,
  });
}
const games = [...document.querySelectorAll("[data-puzzles]")];
for (const card of games) {
  const own = card.dataset.puzzles.split(" ").filter((id) => solved().has(id)).length;
  if (own) mark(card, say("{n} solved", { n: own }));
}
if (games.length) {
  new Finder(document.querySelector("[data-finder]"), games, document.querySelector("[data-none]"));
}
