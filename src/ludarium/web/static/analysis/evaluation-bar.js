/**
 * A bar at the board that tells how likely the first of two seats is to win, draws counting half.
 * It has its place on the page whether it tells something or not.
 */

import { need, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { chanceOf, chanceText, labelText } from "./evaluation.js";

export class EvaluationBar {
  #root = need("#evaluation-bar");
  #part = need("#evaluation-bar span");

  /**
   * @param {{ seat: number, value: number, label: Label } | null} found what a seat can expect;
   * null where nothing is known
   * @param {{ name: string, colour: string }[]} seats
   */
  show(found, seats) {
    const told = found !== null && seats.length === 2;
    this.#root.classList.toggle("told", told);
    setAttribute(this.#root, "role", told ? "img" : null);
    setAttribute(this.#root, "aria-label", told ? words(found, seats) : null);
    setAttribute(this.#root, "title", told ? words(found, seats) : null);
    if (!told) return;
    const share = chanceOf(found.seat === 0 ? found.value : -found.value);
    this.#part.style.setProperty("--share", `${100 * share}%`);
    this.#part.style.background = `var(--lud-${seats[0].colour})`;
    this.#root.style.background = `var(--lud-${seats[1].colour})`;
  }
}

/**
 * @param {{ seat: number, value: number, label: Label }} found
 * @param {{ name: string }[]} seats
 */
function words({ seat, value, label }, seats) {
  return say("{player}: {chance}, {label}", {
    player: seats[seat].name,
    chance: chanceText(value, label),
    label: labelText(label),
  });
}
