/** The list of puzzles: marks those that were solved on this device. */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { solved } from "./solved-puzzles.js";

const cards = [...document.querySelectorAll("[data-puzzle]")];
const done = cards.filter((card) => solved().has(card.dataset.puzzle));
for (const card of done) {
  card.querySelector("a").append(h("span", { class: "badge good", text: say("solved") }));
}
document.getElementById("solved").textContent = say("Solved on this device: {n} of {all}", {
  n: done.length,
  all: cards.length,
});
