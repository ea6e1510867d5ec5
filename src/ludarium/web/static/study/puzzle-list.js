/** Lists of puzzles: tell which were solved on this device. */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { solved } from "./solved-puzzles.js";

const cards = [...document.querySelectorAll("[data-puzzle]")];
const done = cards.filter((card) => solved().has(card.dataset.puzzle));
for (const card of done) {
  card.querySelector("a").append(h("span", { class: "badge good", text: say("solved") }));
}
if (cards.length) {
  document.getElementById("solved").textContent = say("Solved on this device: {n} of {all}", {
    n: done.length,
    all: cards.length,
  });
}
for (const card of document.querySelectorAll("[data-puzzles]")) {
  const own = card.dataset.puzzles.split(" ").filter((id) => solved().has(id)).length;
  if (own) {
    card
      .querySelector("a")
      .append(h("span", { class: "badge good", text: say("{n} solved", { n: own }) }));
  }
}
