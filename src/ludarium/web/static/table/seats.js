/** The players at the table: who they are, what they have, and how much time is left. */

import { ticking } from "../shared/clock.js";
import { sound } from "../shared/sounds.js";
import { PlayerPanel } from "./player-panel.js";

/**
 * @import { Drawings } from "../board/drawings.js"
 * @import { ServerTime } from "../shared/clock.js"
 */

const ALARM = 10; // seconds

export class Seats {
  #far;
  #near;
  #art;
  #time;
  /** @type {PlayerPanel[]} */
  #panels = [];
  /** @type {(() => void) | null} */
  #stop = null;
  /** @type {Set<string>} */
  #alarmed = new Set();

  /** @param {{ far: HTMLElement, near: HTMLElement, art: Drawings, time: ServerTime }} parts */
  constructor({ far, near, art, time }) {
    this.#far = far;
    this.#near = near;
    this.#art = art;
    this.#time = time;
  }

  /** @param {TablePageState} state */
  update(state) {
    const { table, viewer, own } = state;
    const count = table.seats.length;
    if (this.#panels.length !== count) {
      this.#panels = table.seats.map((seat) => new PlayerPanel(seat.seat));
    }
    // The seat nearest to the reader is last; the others follow around the table.
    const nearest = own.includes(viewer) || count === 2 ? viewer : null;
    const order = Array.from({ length: count }, (_, step) => (viewer + step) % count);
    const far = order.filter((seat) => seat !== nearest);
    arrange(
      this.#far,
      far.map((seat) => this.#panels[seat].element),
    );
    arrange(this.#near, nearest === null ? [] : [this.#panels[nearest].element]);
    this.#far.dataset.count = String(far.length);
    // Where the board itself has a side for each player, the panels can be short.
    const around = state.board.art.board(state.scene).sites.some((site) => site.owner !== null);
    for (const place of [this.#far, this.#near]) place.classList.toggle("around", around);
    for (const panel of this.#panels) panel.update(state, this.#art, around);
    this.#follow(state);
  }

  /**
   * Where the hand of an owner belongs.
   * @param {number | null} owner
   */
  place(owner) {
    return owner === null ? this.#near : (this.#panels[owner]?.hand ?? null);
  }

  /** @param {TablePageState} state */
  #follow({ table, own }) {
    this.#stop?.();
    this.#stop = null;
    const show = () => {
      for (const panel of this.#panels) {
        const left = panel.showClock(this.#time.now);
        if (left !== null && panel.running && own.includes(panel.seat)) {
          this.#alarm(`${table.id} ${panel.seat}`, left);
        }
      }
    };
    if (this.#panels.some((panel) => panel.running)) this.#stop = ticking(show);
    else show();
  }

  /**
   * @param {string} key
   * @param {number} left
   */
  #alarm(key, left) {
    if (left > 2 * ALARM) this.#alarmed.delete(key);
    if (left > ALARM || this.#alarmed.has(key)) return;
    this.#alarmed.add(key);
    sound("low");
  }
}

/**
 * Puts elements into a place in this order, moving only those that are not there.
 * @param {HTMLElement} place
 * @param {Element[]} elements
 */
function arrange(place, elements) {
  const others = [...place.children].filter(
    (child) => child.classList.contains("seat") && !elements.includes(child),
  );
  for (const other of others) other.remove();
  for (const [at, element] of elements.entries()) {
    if (place.children[at] !== element) place.insertBefore(element, place.children[at] ?? null);
  }
}
