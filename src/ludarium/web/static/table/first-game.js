/**
 * The first table of a game that is opened in this browser: what the game is about, until the
 * reader closes that or opens another table of the game.
 */

import { need } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";

const MET = "met"; // by game: the first table, or "" where its words were closed

function met() {
  return preference(MET, /** @type {Record<string, string>} */ ({}));
}

export class FirstGame {
  #root;
  #game;
  #table;

  /**
   * @param {HTMLElement} root
   * @param {{ game: string, table: string }} place
   */
  constructor(root, { game, table }) {
    this.#root = root;
    this.#game = game;
    this.#table = table;
    need("[data-close]", Element, root).addEventListener("click", () => this.#close());
    for (const part of root.querySelectorAll("p, .whole-goal")) {
      part.addEventListener("click", () => this.#toggle());
    }
  }

  /** @param {TablePageState} state */
  update({ table, own }) {
    if (own.length && table.status === "live") this.#meet();
    // where several choose at once, what the round came to needs the room
    const live = table.status === "live" && !(table.simultaneous && table.ply);
    const shown = live || (table.status === "over" && !this.#root.hidden);
    this.#root.hidden = !this.#isFirst || !shown;
  }

  /** What the game is about, in the first game of the reader; else "". */
  get goal() {
    return this.#isFirst ? need("[data-goal]", HTMLElement, this.#root).textContent : "";
  }

  get #isFirst() {
    return met()[this.#game] === this.#table;
  }

  #meet() {
    const known = met();
    if (!(this.#game in known)) setPreference(MET, { ...known, [this.#game]: this.#table });
  }

  /** Shows all of it, or again its beginning, where the page is short of room. */
  #toggle() {
    const button = need(".whole-goal", Element, this.#root);
    const whole = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(whole));
  }

  #close() {
    setPreference(MET, { ...met(), [this.#game]: "" });
    this.#root.hidden = true;
  }
}
