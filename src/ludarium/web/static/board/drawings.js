/**
 * Drawings that scenes share: boards and the looks of pieces come once, and are known by their keys
 * from then on.
 */

import { s } from "../shared/dom.js";

export class Drawings {
  /** @type {Map<string, WholeBoard>} */
  #boards = new Map();
  /** @type {Map<string, string>} */
  #looks = new Map();

  /**
   * Remembers what a scene brings along.
   * @param {Scene} scene
   */
  absorb(scene) {
    const { svg, sites, ...board } = scene.board ?? {};
    if (svg) this.#boards.set(board.key, { ...board, svg, sites: sites ?? [] });
    for (const [key, markup] of Object.entries(scene.looks ?? {})) this.#looks.set(key, markup);
  }

  /**
   * The board of a scene, with its picture and sites.
   * @param {Scene} scene
   */
  board(scene) {
    const found = this.#boards.get(scene.board.key);
    if (!found) throw new Error("a scene came without its board");
    return found;
  }

  /**
   * The SVG of a piece's look, around (0, 0).
   * @param {string} key
   */
  look(key) {
    return this.#looks.get(key) ?? "";
  }

  /**
   * The look as a small picture of its own; `box` is its viewBox.
   * @param {string} key
   * @param {string} [box]
   */
  picture(key, box = "-50 -56 100 112") {
    const picture = s("svg", { viewBox: box, "aria-hidden": "true", class: "look lud-look" });
    picture.innerHTML = this.look(key);
    return picture;
  }
}
