/**
 * The move that the reader chooses while the opponent thinks: made at once when it is the reader's
 * turn, if it is legal then.
 *
 * What can be chosen is asked of the server when the reader turns to the board in such a turn, and
 * at once for those who have chosen ahead before. The move is kept on this page alone, so nobody
 * else can know of it.
 */

import { api } from "../shared/api.js";
import { elementOf } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

export class Premove {
  #onChange;
  #onEarly;
  /** @type {string[]} */
  #early = []; // the places that were touched before it was known what can be chosen
  /** @type {TableState | null} */
  #table = null;
  #asked = ""; // the turn for which choices were asked
  /** @type {LegalMove[]} */
  #choices = []; // of that turn
  /** @type {{ text: string, touches: string[] } | null} */
  #chosen = null;
  #used = false; // whether the reader has chosen ahead at this table
  #cancelled = false; // by the pointer that is down

  /**
   * @param {HTMLElement} root the board's element
   * @param {object} hooks
   * @param {() => void} hooks.onChange is called when there is something else to show
   * @param {(site: string) => unknown} hooks.onEarly is given each place that was touched before
   * choices were there, once they are:
   * a finger asks for them by its first tap
   */
  constructor(root, { onChange, onEarly }) {
    this.#onChange = onChange;
    this.#onEarly = onEarly;
    for (const kind of ["pointerover", "pointerdown", "focusin", "keydown"]) {
      root.addEventListener(kind, () => this.#ask());
    }
    root.addEventListener("pointerdown", (event) => this.#touchAway(event), { capture: true });
    root.addEventListener("click", (event) => this.#noteEarly(event), { capture: true });
    root.addEventListener("contextmenu", (event) => this.#cancelled && event.preventDefault());
  }

  /** The chosen move as { text, touches }; null where there is none. */
  get chosen() {
    return this.#chosen;
  }

  /** What can be chosen now, as legal moves of the seat; null where the reader does not wait. */
  get choices() {
    return this.#waits && this.#asked === this.#turn && this.#choices.length ? this.#choices : null;
  }

  /** The seat that waits. */
  get seat() {
    return this.#table?.you.seats[0] ?? null;
  }

  /**
   * Takes in the table as it is now. Gives the text of the move that is to be made at once, null
   * where there is none.
   * @param {TableState} table
   * @param {LegalMove[] | undefined} legal the legal moves of the reader's seat
   */
  follow(table, legal) {
    const chosen = this.#chosen;
    const before = this.#table;
    this.#table = table;
    if (this.#used) this.#ask();
    if (!chosen || !before || before.ply === table.ply) {
      if (chosen && table.status !== "live") this.#chosen = null;
      return null;
    }
    if (table.ply < before.ply || table.status !== "live") this.#chosen = null;
    if (!this.#chosen || this.seat === null || !table.movers.includes(this.seat)) return null;
    this.#chosen = null;
    const found = (legal ?? []).find(({ touches }) => same(touches, chosen.touches));
    if (!found) announce(say("Your premove {move} is not legal any more.", { move: chosen.text }));
    return found?.move ?? null;
  }

  /**
   * Notes the move that the reader has chosen ahead.
   * @param {string} text
   */
  choose(text) {
    const found = this.#choices.find((choice) => choice.move === text);
    if (!found) throw new Error(`${text} cannot be chosen ahead`);
    this.#chosen = { text: found.move, touches: found.touches };
    this.#used = true;
    this.#onChange();
  }

  /** Forgets the chosen move; gives whether there was one. */
  cancel() {
    const had = this.#chosen !== null;
    this.#chosen = null;
    if (had) this.#onChange();
    return had;
  }

  get #turn() {
    const table = this.#table;
    return table ? `${table.id} ${table.ply} ${table.version}` : "";
  }

  get #waits() {
    const table = this.#table;
    return (
      table?.status === "live" &&
      table.seats.every(({ left }) => left !== null) && // a clock of the game runs
      table.seats.length === 2 &&
      !table.simultaneous &&
      !table.hides &&
      !table.chance &&
      table.you.seats.length === 1 &&
      table.movers.length > 0 &&
      !table.movers.includes(table.you.seats[0])
    );
  }

  async #ask() {
    const table = this.#table;
    if (!table || !this.#waits || this.#asked === this.#turn) return;
    const turn = this.#turn;
    this.#asked = turn;
    this.#choices = [];
    this.#early = [];
    try {
      const found = await api.get(`/tables/${table.id}/premoves`);
      if (turn !== this.#turn || found.ply !== this.#table?.ply) return;
      this.#choices = found.legal[String(this.seat)] ?? [];
      this.#onChange();
      for (const site of this.#early.splice(0)) this.#onEarly(site);
    } catch {
      // nothing can be chosen ahead in this turn
    }
  }

  /** @param {MouseEvent} event */
  #noteEarly(event) {
    if (!this.#waits || this.choices) return;
    const touched = elementOf(event.target)?.closest("[data-site]");
    const site = touched?.getAttribute("data-site");
    if (site) this.#early.push(site);
  }

  /**
   * Any touch of the board takes the chosen move back; the right mouse button does no more.
   * @param {PointerEvent} event
   */
  #touchAway(event) {
    this.#cancelled = false;
    if (!this.cancel() || event.button !== 2) return;
    this.#cancelled = true;
    event.stopPropagation();
  }
}

/**
 * @param {string[]} path
 * @param {string[]} other
 */
function same(path, other) {
  return path.length === other.length && path.every((id, place) => id === other[place]);
}
