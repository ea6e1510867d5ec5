/**
 * Pieces that go to an empty site when that is touched: which ones do is known from a look at the
 * position after a legal move that begins so.
 */

import { runnersOf } from "./touch-preview.js";

/** @import { Runners } from "./touch-preview.js" */
/** @typedef {(move: string) => Promise<Scene | null>} Preview */

export class MovingPieces {
  #preview;
  /** @type {Runners} */
  #found = new Map();
  /** @type {Set<string>} */
  #asked = new Set();

  /**
   * @param {Preview | null} preview gives a promise of the scene after a move; null where nothing
   * can be known
   */
  constructor(preview) {
    this.#preview = preview;
  }

  /** Forgets all, as the position is another one. */
  clear() {
    this.#found = new Map();
    this.#asked = new Set();
  }

  /**
   * What is known: by the part of a path that ends with the empty site, pairs of a piece's identity
   * and a site.
   */
  get known() {
    return this.#found;
  }

  /**
   * Whether the piece of this identity is known to go somewhere.
   * @param {string} identity
   */
  includes(identity) {
    return [...this.#found.values()].some((pairs) => pairs.some(([runner]) => runner === identity));
  }

  /**
   * Finds out for a part of a path, with a move that begins so; gives whether there is news.
   * @param {string[]} part
   * @param {string | null} move
   * @param {Piece[]} pieces
   */
  async ask(part, move, pieces) {
    const key = part.join(" ");
    const found = this.#found;
    if (!this.#preview || !move || this.#asked.has(key)) return false;
    this.#asked.add(key);
    const after = await this.#preview(move).catch(() => null);
    if (!after || found !== this.#found) return false;
    found.set(key, runnersOf(part, pieces, after.pieces));
    return true;
  }
}
