/** Dragging: pieces and things in hand are carried by the pointer to where they can be put. */

import { Aim } from "./aim.js";
import { isPit } from "./hit-areas.js";

/** @import { Board } from "./board.js" */

/**
 * What a pointer would carry: a piece from a site, or a thing in hand. `runs`: the piece goes to
 * what is touched first.
 * @typedef {{ site: string, piece: Piece, runs: boolean, item?: undefined }} CarriedPiece
 * @typedef {{ item: HandItem, site?: undefined, piece?: undefined, runs?: undefined }} CarriedItem
 * @typedef {CarriedPiece | CarriedItem} Carried
 * @typedef {Carried & { x: number, y: number, moved: boolean }} Load
 */

const SLOP = 6; // CSS pixels that a finger may move while it only touches

export class Drag {
  aim;
  #board;
  /** @type {Load | null} */
  #load = null;
  #ignored = false;

  /**
   * @param {Board} board
   * @param {HTMLElement} picture
   */
  constructor(board, picture) {
    this.#board = board;
    picture.addEventListener("pointerdown", (event) =>
      this.#begin(event, this.#loadOnBoard(event)),
    );
    this.aim = new Aim(board, picture);
    picture.addEventListener("click", (event) => this.#click(event));
    picture.addEventListener("pointermove", (event) => this.#hover(event));
    picture.addEventListener("pointerleave", () => this.#point(null));
    // Browsers heed touch-action on a whole picture only, and the page must scroll where no piece
    // is under the finger.
    picture.addEventListener("touchmove", (event) => this.#load && event.preventDefault(), {
      passive: false,
    });
    this.#follow(picture);
  }

  /** Whether something is being carried. */
  get carries() {
    return Boolean(this.#load?.moved);
  }

  /**
   * Whether there is something under a pointer that it would carry.
   * @param {PointerEvent} event
   */
  carriesAt(event) {
    return this.#load !== null || this.#loadOnBoard(event) !== null;
  }

  /**
   * Lets a thing in hand be carried.
   * @param {HTMLElement} element
   */
  watch(element) {
    element.addEventListener("pointerdown", (event) =>
      this.#begin(event, this.#loadInHand(element)),
    );
    this.#follow(element);
  }

  /**
   * Whether a click is only the end of a drag, or of a touch that was noticed before.
   * @param {MouseEvent} event
   */
  tookClick(event) {
    const took = this.#ignored && event.detail > 0;
    this.#ignored = false;
    return took;
  }

  /** @param {HTMLElement} element */
  #follow(element) {
    element.addEventListener("pointermove", (event) => this.#carry(event));
    element.addEventListener("pointerup", (event) => this.#put(event));
    element.addEventListener("pointercancel", () => this.#cancel());
  }

  /**
   * A piece: one that can be touched, has been touched, or goes to what is touched.
   * @param {PointerEvent} event
   * @returns {Carried | null}
   */
  #loadOnBoard(event) {
    const board = this.#board;
    const site = board.hits.siteAt(event);
    const piece = site && board.pieces.on(site);
    if (!piece || isPit(board.hits.site(site))) return null;
    if (board.runs(piece)) return { site, piece, runs: true };
    return board.isLegal(site) || board.path.at(-1) === site ? { site, piece, runs: false } : null;
  }

  /**
   * @param {HTMLElement} element
   * @returns {Carried | null}
   */
  #loadInHand(element) {
    const { hand: id = "" } = element.dataset;
    const item = this.#board.item(id);
    return item && (this.#board.isLegal(id) || this.#board.path.at(-1) === id) ? { item } : null;
  }

  /**
   * @param {PointerEvent} event
   * @param {Carried | null} load
   */
  #begin(event, load) {
    this.#ignored = false;
    if (!event.isPrimary || event.button !== 0 || !load) return;
    if (load.site && this.#board.marks?.on) return;
    this.#load = { ...load, x: event.clientX, y: event.clientY, moved: false };
    if (event.currentTarget instanceof Element) {
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    if (load.site && !load.runs && this.#board.path.at(-1) !== load.site) {
      this.#board.touch(load.site);
      this.#ignored = true;
    }
  }

  /** @param {PointerEvent} event */
  #carry(event) {
    const load = this.#load;
    if (!load) return;
    if (!load.moved && Math.hypot(event.clientX - load.x, event.clientY - load.y) < SLOP) return;
    const board = this.#board;
    if (!load.moved && load.item && board.path.at(-1) !== load.item.id) board.touch(load.item.id);
    load.moved = true;
    this.#ignored = true;
    const { x, y } = board.hits.point(event);
    if (load.piece) board.pieces.carry(load.piece.id, x, y);
    else {
      board.pieces.showGhost(load.item.look, x, y, {
        scale: board.scaleOn(this.#someTarget()),
        carried: true,
      });
    }
    this.#mark(this.#target(event, load));
  }

  /** @param {PointerEvent} event */
  #put(event) {
    const load = this.#load;
    this.#load = null;
    if (!load?.moved) return;
    this.#mark(null);
    const board = this.#board;
    const { x, y } = board.hits.point(event);
    const target = board.hits.nearestTo(x, y, board.targets(Boolean(load.runs)));
    const home = board.hits.nearestTo(x, y) === load.site;
    if (target && load.runs) board.beginWith(target);
    else if (target) board.touch(target);
    else if (!home && board.canStepBack) board.stepBack();
    else board.restore();
  }

  #cancel() {
    if (this.#load?.moved) this.#board.restore();
    this.#load = null;
  }

  /**
   * @param {PointerEvent} event
   * @param {Load} load
   */
  #target(event, load) {
    const { x, y } = this.#board.hits.point(event);
    return this.#board.hits.nearestTo(x, y, this.#board.targets(Boolean(load.runs)));
  }

  #someTarget() {
    const [id] = this.#board.targets(false);
    return this.#board.hits.sites.get(id);
  }

  /**
   * @param {string | null} target
   * @param {string} [as]
   */
  #mark(target, as = "over") {
    for (const mark of this.#board.layer("targets").children) {
      mark.classList.toggle(as, target !== null && mark.getAttribute("data-target") === target);
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.aim.tookClick(event) || this.tookClick(event)) return;
    if (this.#board.marks?.tookClick(event)) return;
    const site = this.#board.hits.siteAt(event);
    if (!site) return this.#board.stepBack();
    this.#board.hits.stand(site);
    this.#board.touch(site, { keys: event.detail === 0 });
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "mouse" && !this.#load) {
      this.#point(this.#board.hits.siteAt(event));
    }
  }

  /**
   * The mouse is over a site, or over none.
   * @param {string | null} site
   */
  #point(site) {
    this.#board.hover(site);
    this.#mark(site, "pointed");
  }
}
