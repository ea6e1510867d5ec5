/**
 * Play by keyboard alone: arrows go over the board, Enter touches, Escape takes back, letters take
 * things in hand.
 */

import { idOf } from "./hands.js";

/** @import { Board } from "./board.js" */

export class Keyboard {
  #board;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  /**
   * Lets an element, the picture or a thing beside it, be used by keyboard.
   * @param {HTMLElement} element
   */
  watch(element) {
    element.addEventListener("keydown", (event) => this.#press(event));
  }

  /** After a touch by keyboard, takes the focus to where the next touch is. */
  lead() {
    const { hits, next, beside } = this.#board;
    const sites = next.filter((id) => hits.sites.has(id));
    const things = beside.filter((element) => next.includes(idOf(element)));
    if (sites.length && !hits.hasFocus) {
      const from = hits.site(hits.current ?? "");
      /** @param {string} id */
      const far = (id) => Math.hypot(hits.site(id).x - from.x, hits.site(id).y - from.y);
      hits.focus(sites.sort((a, b) => far(a) - far(b))[0]);
    } else if (
      !sites.length &&
      things.length &&
      !things.some((element) => element === document.activeElement)
    ) {
      things[0].focus();
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Does what a key stands for; gives whether it stands for something.
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  #act({ key, shiftKey }) {
    const board = this.#board;
    if (key === "Escape") {
      if (board.marks?.stepBack()) return true;
      if (!board.canStepBack) return false;
      board.stepBack();
      return true;
    }
    return (
      (board.hits.hasFocus && this.#onBoard(key, shiftKey)) ||
      this.#alongHand(key) ||
      this.#letter(key)
    );
  }

  /**
   * @param {string} key
   * @param {boolean} shift
   */
  #onBoard(key, shift) {
    const { hits, next } = this.#board;
    const targets = next.filter((id) => hits.sites.has(id));
    // a mouse was here: arrows step through the moves
    if (key.startsWith("Arrow") && !hits.showsFocus) return false;
    if (key.startsWith("Arrow")) hits.focus(hits.step(key, shift ? targets : null));
    else if (key === "Enter" || key === " ") this.#board.touch(hits.current ?? "", { keys: true });
    else if (key === "Home") hits.focus(targets[0]);
    else if (key === "End") hits.focus(targets.at(-1));
    else return false;
    return true;
  }

  /**
   * Arrows lead along the things beside the board, rather than through the moves.
   * @param {string} key
   */
  #alongHand(key) {
    const onward = document.activeElement?.closest(".upwards") ? "ArrowUp" : "ArrowDown";
    const forth = key === "ArrowRight" || key === onward;
    const step = forth ? 1 : key.startsWith("Arrow") ? -1 : 0;
    const things = this.#board.beside.filter((element) => !element.hidden);
    /** @type {(Element | null)[]} */
    const elements = things;
    const at = elements.indexOf(document.activeElement);
    if (!step || at < 0 || !things[at].matches(":focus-visible")) return false;
    things.at((at + step) % things.length)?.focus();
    return true;
  }

  /**
   * A thing in hand can be touched by its letter too, such as the value of a stone.
   * @param {string} key
   */
  #letter(key) {
    const found = this.#board.beside.find(
      (element) => element.dataset.letter?.toLowerCase() === key.toLowerCase(),
    );
    if (!found || !this.#board.isLegal(idOf(found))) return false;
    this.#board.touch(idOf(found), { keys: true });
    return true;
  }
}
