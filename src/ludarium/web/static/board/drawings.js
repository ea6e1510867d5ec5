/**
 * Drawings that scenes share: boards and the looks of pieces come once, and are known by their keys
 * from then on.
 */

import { s } from "../shared/dom.js";

export class Drawings {
  #boards = new Map();
  #looks = new Map();

  /** Remembers what a scene brings along. */
  absorb(scene) {
    if (scene.board?.svg) this.#boards.set(scene.board.key, scene.board);
    for (const [key, markup] of Object.entries(scene.looks ?? {})) this.#looks.set(key, markup);
  }

  /** The board of a scene, with its picture and sites. */
  board(scene) {
    return this.#boards.get(scene.board.key);
  }

  /** The SVG of a piece's look, around (0, 0). */
  look(key) {
    return this.#looks.get(key) ?? "";
  }

  /** The look as a small picture of its own; `box` is its viewBox. */
  picture(key, box = "-50 -56 100 112") {
    const picture = s("svg", { viewBox: box, "aria-hidden": "true", class: "look lud-look" });
    picture.innerHTML = this.look(key);
    return picture;
  }
}
