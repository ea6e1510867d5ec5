/**
 * The first table of a game that is opened in this browser: what the game is about, until the
 * reader closes that or opens another table of the game.
 */

import { preference, setPreference } from "../shared/preferences.js";

const MET = "met"; // by game: the first table, or "" where its words were closed

export class FirstGame {
  #root;
  #game;
  #table;

  constructor(root, { game, table }) {
    this.#root = root;
    this.#game = game;
    this.#table = table;
    root.querySelector("[data-close]").addEventListener("click", () => this.#close());
    for (const part of root.querySelectorAll("p, .whole-goal")) {
      part.addEventListener("click", () => this.#toggle());
    }
  }

  update({ table, own }) {
    if (own.length && table.status === "live") this.#meet();
    // where several choose at once, what the round came to needs the room
    const shown = table.status === "live" && !(table.simultaneous && table.ply);
    this.#root.hidden = !this.#isFirst || !shown;
  }

  /** What the game is about, in the first game of the reader; else "". */
  get goal() {
    return this.#isFirst ? this.#root.querySelector("[data-goal]").textContent : "";
  }

  get #isFirst() {
    return preference(MET, {})[this.#game] === this.#table;
  }

  #meet() {
    const met = preference(MET, {});
    if (!(this.#game in met)) setPreference(MET, { ...met, [this.#game]: this.#table });
  }

  /** Shows all of it, or again its beginning, where the page is short of room. */
  #toggle() {
    const button = this.#root.querySelector(".whole-goal");
    const whole = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(whole));
  }

  #close() {
    setPreference(MET, { ...preference(MET, {}), [this.#game]: "" });
    this.#root.hidden = true;
  }
}
