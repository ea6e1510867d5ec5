/** The board of a table as it stands, looked at while it is in sight. */

import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { keepScene, keptScene } from "./kept-games.js";

export class TableBoard {
  #root;
  /** @type {Board | null} */
  #board = null;
  /** @type {{ id: string, seat: number, key: string } | null} */
  #table = null;
  #shown = "";
  #seen = false;

  /** @param {HTMLElement} root the element that the board fills */
  constructor(root) {
    this.#root = root;
    new IntersectionObserver(([entry]) => this.#see(entry.isIntersecting)).observe(root);
  }

  /**
   * Shows this table from a seat's side; `updated` says when it changed last.
   * @param {{ id: string, seat: number, updated: number }} game
   */
  show({ id, seat, updated }) {
    this.#table = { id, seat, key: `${id} ${updated}` };
    this.#look();
  }

  /** @param {boolean} seen */
  #see(seen) {
    this.#seen = seen;
    this.#look();
  }

  /** What cannot be had leaves the board as it was last seen; the next change tries again. */
  async #look() {
    if (!this.#seen || !this.#table || this.#shown === this.#table.key) return;
    const { id, seat, key } = this.#table;
    this.#shown = key;
    try {
      const scene = await api.get(`/tables/${id}/scene?viewer=${seat}`);
      if (this.#table?.key === key) this.#draw(scene);
      await keepScene(id, scene);
    } catch {
      if (this.#shown === key) this.#shown = "";
      const scene = this.#board ? null : await keptScene(id);
      if (scene) this.#draw(scene);
    }
  }

  /** @param {Scene} scene */
  #draw(scene) {
    const hands = h("div"); // in no page: a small board shows none
    this.#board ??= new Board(this.#root, { place: () => hands });
    this.#board.show(scene);
  }
}
