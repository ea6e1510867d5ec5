/**
 * Rounds of secret choices after their reveal: what they came to, and how long the last one stays
 * on the board.
 */

import { api } from "../shared/api.js";

/** @import { Witness } from "./commitments.js" */

const SHOWN = 5000; // ms that a reveal stays on the board, unless the reader goes on before
const LEAST = 1800; // ms that it stays where the next round is counted down already

/**
 * What a round came to: { scene, round, choices, notes, arrows, verdicts }.
 * scene: after it, asked for where it is not given; choices: by seat; notes: what is said of each
 * seat; arrows: pairs of winner and loser,
 * null where they could not be had; verdicts: none yet.
 * @param {string} table
 * @param {number} round
 * @param {{ moves: SeatedMove[], viewer: number, scene?: Scene | null }} how
 * @returns {Promise<RoundFacts>}
 */
export async function roundAt(table, round, { moves, viewer, scene: given = null }) {
  const [scene, view] = await Promise.all([
    given ?? api.get(`/tables/${table}/scene?ply=${round}&viewer=${viewer}`),
    api.get(`/tables/${table}/view?ply=${round}`).catch(() => null),
  ]);
  const notes = scene.seats.map((seat) => seat.note);
  return {
    scene,
    round,
    choices: moves[round - 1]?.choices ?? {},
    notes,
    arrows: view && arrowsOf(view),
    verdicts: null,
  };
}

/**
 * Who beat whom, as pairs of seats.
 * @param {RoundView} view
 */
function arrowsOf(view) {
  const owners = new Map(view.sites.map((site) => [site.id, site.owner]));
  return view.arrows.map(({ start, end }) => ({
    winner: owners.get(start),
    loser: owners.get(end),
  }));
}

/**
 * The round of a table at which all choose at once.
 * @param {TableState} table
 */
export function roundOf(table) {
  if (!table.round) throw new Error("the table has no rounds");
  return table.round;
}

export class RoundReveal {
  #witness;
  /** @type {RoundFacts | null} */
  #last = null;
  #round = 0;
  /** @type {Scene | null} */
  #scene = null;
  #until = 0;
  #least = 0;

  /** @param {Witness} witness */
  constructor(witness) {
    this.#witness = witness;
  }

  /**
   * The last round, as `roundAt` tells it, with what became of each commitment; null before there
   * is one.
   */
  get last() {
    return this.#last;
  }

  /** The round that was looked at last, or is being looked at. */
  get round() {
    return this.#round;
  }

  /** The scene of the reveal; null while it is not known. */
  get scene() {
    return this.#scene;
  }

  /**
   * Looks at the round that has ended.
   * @param {TableState} table
   * @param {object} how
   * @param {SeatedMove[]} how.moves
   * @param {number} how.viewer
   * @param {Scene | null} how.scene of its reveal, null where it must be asked for
   * @param {boolean} how.hold whether it has ended just now and stays on the board for a while
   */
  async look(table, { moves, viewer, scene, hold }) {
    const now = performance.now();
    this.#round = table.ply;
    this.#scene = scene;
    this.#until = hold ? now + SHOWN : 0;
    this.#least = hold ? now + LEAST : 0;
    try {
      const last = await roundAt(table.id, table.ply, { moves, viewer, scene });
      if (this.#round !== table.ply) return;
      const opened = roundOf(table).last.filter((choice) => choice.round === table.ply);
      if (opened.length) {
        last.verdicts = Object.fromEntries(
          opened.map((choice) => [choice.seat, this.#witness.judge(table.ply, choice)]),
        );
      }
      this.#last = last;
      this.#scene = last.scene;
    } catch {
      this.forget(); // the next message tries again
    }
  }

  forget() {
    this.#last = null;
    this.#scene = null;
    this.#round = 0;
    this.done();
  }

  /**
   * Whether the last round is to be on the board still, though the next one has begun. `counting`:
   * it is being counted down.
   * @param {boolean} counting
   */
  isHeld(counting) {
    return performance.now() < (counting ? this.#least : this.#until);
  }

  /** The times, in ms from now, at which that may change. */
  get changes() {
    return [this.#least, this.#until]
      .map((time) => time - performance.now())
      .filter((left) => left > 0);
  }

  /** The reader goes on. */
  done() {
    this.#until = 0;
    this.#least = 0;
  }
}
