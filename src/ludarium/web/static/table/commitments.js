/**
 * Checks that choices were fixed before they were shown: each opened choice against the commitment
 * that this page saw before.
 */

import { sha256 } from "./sha256.js";

/**
 * The commitment to a choice, as docs/fair-choices.md describes it.
 * @param {string} table
 * @param {number} round
 * @param {number} seat
 * @param {string} choice
 * @param {string} nonce
 */
export function commitment(table, round, seat, choice, nonce) {
  return sha256(`ludarium-choice/1 ${table} ${round} ${seat} ${choice} ${nonce}`);
}

export class Witness {
  #table;
  /** @type {Map<string, string>} */
  #seen = new Map();
  /** @type {Map<string, string>} */
  #own = new Map();

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * Remembers the first commitment seen for a seat's choice in a round.
   * @param {number} round
   * @param {number} seat
   * @param {string | null | undefined} hash
   */
  see(round, seat, hash) {
    const key = `${round} ${seat}`;
    if (hash && !this.#seen.has(key)) this.#seen.set(key, hash);
  }

  /**
   * Remembers what was chosen on this page.
   * @param {number} round
   * @param {number} seat
   * @param {string} choice
   */
  chose(round, seat, choice) {
    this.#own.set(`${round} ${seat}`, choice);
  }

  /**
   * Forgets a choice that was refused.
   * @param {number} round
   * @param {number} seat
   */
  unchoose(round, seat) {
    this.#own.delete(`${round} ${seat}`);
  }

  /**
   * The choice that was made on this page, if any.
   * @param {number} round
   * @param {number} seat
   */
  ownChoice(round, seat) {
    return this.#own.get(`${round} ${seat}`) ?? null;
  }

  /**
   * Looks at an opened choice. Gives
   * "kept": it is the one that was committed to, and this page saw the commitment before;
   * "late": it fits its commitment, but this page sees that only now;
   * "broken": it does not fit, or is not what was committed to or chosen here.
   * @param {number} round
   * @param {Opened} opened
   * @returns {Verdict}
   */
  judge(round, { seat, choice, nonce, commitment: told }) {
    const key = `${round} ${seat}`;
    const seen = this.#seen.get(key);
    const own = this.#own.get(key);
    const hash = commitment(this.#table, round, seat, choice, nonce);
    if (hash !== (seen ?? told) || (own && own !== choice)) return "broken";
    return seen ? "kept" : "late";
  }
}
