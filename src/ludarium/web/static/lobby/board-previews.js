/**
 * The boards of the lobby, alive: each shows a table of its game that is being played now, or else
 * steps through a few moves.
 */

import { isStill } from "../board/animation.js";
import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { h, need } from "../shared/dom.js";

const STEP = 2400; // milliseconds between two moves of an example, and between two looks at a table

export class BoardPreview {
  #root;
  #game;
  /** @type {Board | null} */
  #board = null;
  #hands = h("div"); // in no page: a preview shows none
  /** @type {Summary | null} */
  #table = null;
  #shown = ""; // the table and ply that the board shows
  #ply; // of the example
  #last; // after which it stays as it is
  #seen = false;

  /** @param {HTMLElement} card with the picture that the server drew */
  constructor(card) {
    this.#root = need(".preview", HTMLElement, card);
    this.#game = card.dataset.game ?? "";
    this.#ply = Number(this.#root.dataset.ply);
    this.#last = Number(this.#root.dataset.last);
    new IntersectionObserver(([entry]) => this.#see(entry.isIntersecting)).observe(this.#root);
    setInterval(() => this.#look(), STEP);
  }

  /**
   * Chooses which of the tables being played to show: the same as before while it goes on, else one
   * where most has happened.
   * @param {Summary[]} tables
   */
  follow(tables) {
    const games = tables.filter((table) => table.game === this.#game).sort((a, b) => b.ply - a.ply);
    this.#table = games.find((table) => table.id === this.#table?.id) ?? games[0] ?? null;
    if (this.#table) this.#look();
  }

  /** @param {boolean} seen */
  #see(seen) {
    this.#seen = seen;
    if (this.#table) this.#look();
  }

  /**
   * Shows what is new, while somebody can see it. What cannot be had leaves the picture as it is.
   */
  async #look() {
    if (!this.#seen || document.hidden) return;
    try {
      if (this.#table) await this.#lookAtTable(this.#table);
      else if (this.#ply < this.#last && !isStill()) await this.#step();
    } catch {
      this.#ply = this.#last;
    }
  }

  /** @param {Summary} table */
  async #lookAtTable({ id, ply }) {
    if (this.#shown === `${id} ${ply}`) return;
    this.#show(await api.get(`/tables/${id}/scene?viewer=0`));
    this.#shown = `${id} ${ply}`;
    this.#ply = this.#last;
  }

  /** The next move of the example. */
  async #step() {
    this.#ply += 1;
    this.#show(await api.get(`/games/${this.#game}/preview?ply=${this.#ply}`));
  }

  /** @param {Scene} scene */
  #show(scene) {
    this.#board ??= new Board(this.#root, { place: () => this.#hands });
    this.#board.show(scene);
  }
}
