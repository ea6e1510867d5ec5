/** The last moves in one line below the board of a phone, through which the reader can step. */

import { h, setAttribute } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";
import { moveLabel, placeOf, rowsOf } from "./move-list.js";

/** @import { Entry, ListedMoves } from "./move-list.js" */

const ROWS = 8; // of the list of moves: all of it is in the drawer

export class MoveStrip {
  #root;
  #onGo;
  #shown = "";
  /** @type {ListedMoves | null} */
  #state = null;
  /** @type {Map<number, HTMLElement>} */
  #buttons = new Map(); // by the number of moves after which each leads

  /**
   * @param {HTMLElement} root
   * @param {{ onGo: (ply: number) => void }} hooks as of the list of moves
   */
  constructor(root, { onGo }) {
    this.#root = root;
    this.#onGo = onGo;
    document.addEventListener("appearance", () => this.#state && this.update(this.#state));
    new ResizeObserver(() => this.#showCurrent()).observe(root); // also when it is shown at all
  }

  /** @param {ListedMoves} state */
  update(state) {
    const { table, moves } = state;
    this.#state = state;
    const shown = `${table.ply} ${moves.map((move) => moveText(move.text))}`;
    if (shown !== this.#shown) this.#write(state);
    this.#shown = shown;
    const place = placeOf(state);
    for (const [at, button] of this.#buttons) {
      setAttribute(button, "aria-current", at === place ? "step" : null);
    }
    this.#showCurrent();
  }

  /** Scrolls to the move that the board shows, where it is among these. */
  #showCurrent() {
    const move = this.#root.querySelector("[aria-current]");
    if (!move) return; // measuring costs a layout of the page
    const [current, strip] = [move.getBoundingClientRect(), this.#root.getBoundingClientRect()];
    if (current.right > strip.right) this.#root.scrollLeft += current.right - strip.right;
    if (current.left < strip.left) this.#root.scrollLeft -= strip.left - current.left;
  }

  /** @param {ListedMoves} state */
  #write({ table, moves }) {
    this.#buttons.clear();
    const rows = rowsOf(table, moves).slice(-ROWS);
    const items = rows.map(({ number, cells }) => {
      const count = h("span", { class: "move-number", "aria-hidden": "true", text: `${number}.` });
      const buttons = cells.flat().map((entry) => this.#button(entry, table));
      return h("li", {}, table.simultaneous ? null : count, buttons);
    });
    const text = table.simultaneous ? say("No rounds yet.") : say("No moves yet.");
    const none = h("li", { class: "muted small", text });
    this.#root.replaceChildren(...(items.length ? items : [none]));
  }

  /**
   * @param {Entry} entry
   * @param {ListedMoves["table"]} table
   */
  #button(entry, table) {
    const button = h("button", {
      class: "move",
      type: "button",
      text: moveText(entry.text),
      "aria-label": moveLabel(table, entry),
      on: { click: () => this.#onGo(entry.at) },
    });
    this.#buttons.set(entry.at, button);
    return button;
  }
}
