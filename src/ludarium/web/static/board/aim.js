/**
 * Aiming by finger on boards whose sites are smaller than a fingertip. A finger that rests brings a
 * magnified view of the site below it, can slide to another one, and touches it when it lifts; a
 * quick tap, which may have missed, only marks a site, and touches it when it comes again. A swipe
 * scrolls the page, as anywhere.
 */

import { h, s, setText } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { screenMatrix } from "./picture.js";

/**
 * @import { Board } from "./board.js"
 * @typedef {{ x: number, y: number }} Point
 */

const SMALL = 30; // CSS pixels between two sites, from which on a finger hits the right one
const NARROW = 22; // the same between two columns, which a finger can miss to the side only
const REST = 180; // milliseconds
const SLOP = 10; // CSS pixels that a resting finger may move
const AGAIN = 18; // CSS pixels around the marked site, where a tap means it again
const SIZE = 132; // of the magnified view in CSS pixels, and how it is magnified
const ZOOM = 2.2;
const ABOVE = 44; // CSS pixels between the finger and the view
const WORDS = 48; // CSS pixels that its words above it need at most

export class Aim {
  #board;
  #picture;
  /** @type {Point | null} */
  #start = null; // where the finger came down, while it is not known what it wants
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  #aiming = false;
  /** @type {string | null} */
  #site = null; // the site aimed at, or marked
  #handled = false;
  #ring = s("circle", { class: "aimed" });
  #words = h("p", { role: "status" });
  #glass = h("div", { class: "glass-view", "aria-hidden": "true" });
  #view = h("div", { class: "glass" }, this.#glass, this.#words);

  /**
   * @param {Board} board
   * @param {HTMLElement} picture the HTML element around the board's picture
   */
  constructor(board, picture) {
    this.#board = board;
    this.#picture = picture;
    picture.addEventListener("pointerdown", (event) => this.#down(event));
    picture.addEventListener("pointermove", (event) => this.#move(event));
    picture.addEventListener("pointerup", (event) => this.#up(event));
    picture.addEventListener("pointercancel", () => this.clear());
    picture.addEventListener("touchmove", (event) => this.#aiming && event.preventDefault(), {
      passive: false,
    });
    picture.addEventListener("contextmenu", (event) => this.#aiming && event.preventDefault());
    addEventListener("scroll", () => this.#view.remove(), { passive: true });
  }

  /**
   * Whether a click is only the end of what was done here.
   * @param {MouseEvent} event
   */
  tookClick(event) {
    const took = this.#handled && event.detail > 0;
    this.#handled = false;
    return took;
  }

  /** Forgets the site, as where the position is another one. */
  clear() {
    clearTimeout(this.#timer);
    this.#start = this.#site = null;
    this.#aiming = false;
    this.#ring.remove();
    this.#view.remove();
  }

  /** Forgets a site that cannot be touched any more. */
  check() {
    if (this.#site && !this.#board.targets(false).includes(this.#site)) this.clear();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#handled = false;
    if (!event.isPrimary) return this.clear();
    if (this.#board.marks?.on) return;
    if (event.pointerType !== "touch" || this.#board.carriesAt(event) || !this.#isSmall()) return;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => this.#begin(), REST);
  }

  #begin() {
    this.#aiming = true;
    if (this.#start) this.#aimAt(this.#start);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#aiming) this.#aimAt({ x: event.clientX, y: event.clientY });
    else if (this.#start && far(this.#start, event) > SLOP) this.clear();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.#timer);
    if (!this.#start) return;
    const [aimed, site] = [this.#aiming, this.#site];
    this.#start = null;
    this.#aiming = false;
    if (!aimed) return this.#tap({ x: event.clientX, y: event.clientY });
    this.#handled = true;
    this.clear();
    if (site) this.#board.touch(site);
  }

  /** @param {Point} point */
  #tap(point) {
    const nearest = this.#nearest(point);
    const marked = this.#site;
    if (marked && (nearest === marked || far(this.#seenAt(marked), point) <= AGAIN)) {
      this.#handled = true;
      this.clear();
      this.#board.touch(marked);
    } else if (nearest) {
      this.#handled = true;
      this.#aimAt(point);
    } else this.clear();
  }

  /**
   * Marks the site at a point of the window, with the magnified view; nothing where none is.
   * @param {Point} point
   */
  #aimAt(point) {
    const site = this.#nearest(point);
    if (!site) {
      this.#site = null;
      this.#ring.remove();
      this.#view.remove();
      return;
    }
    const fresh = !this.#view.isConnected;
    this.#site = site;
    const { x, y, room, name } = this.#board.hits.site(site);
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: room })) {
      this.#ring.setAttribute(key, String(value));
    }
    this.#board.layer("hits").before(this.#ring);
    if (fresh) this.#glass.replaceChildren(this.#copy());
    const side = SIZE / ZOOM / this.#scale();
    this.#glass.firstElementChild?.setAttribute(
      "viewBox",
      `${x - side / 2} ${y - side / 2} ${side} ${side}`,
    );
    const told = this.#aiming ? name : say("{place}: touch again to play there", { place: name });
    setText(this.#words, told);
    this.#place(this.#seenAt(site));
    if (fresh) this.#picture.append(this.#view);
  }

  /** The picture of the board without what is touched. */
  #copy() {
    const copy = /** @type {SVGSVGElement} */ (this.#board.hits.svg.cloneNode(true));
    copy.querySelector('[data-layer="hits"]')?.remove();
    copy.querySelector(".aimed")?.remove();
    return copy;
  }

  /**
   * Puts the view above a point of the window, or beside it where there is no room.
   * @param {Point} point
   */
  #place({ x, y }) {
    const beside = y - ABOVE < SIZE + WORDS;
    const left = beside ? (x > innerWidth / 2 ? x - ABOVE - SIZE : x + ABOVE) : x - SIZE / 2;
    this.#view.style.left = `${Math.max(4, Math.min(innerWidth - SIZE - 4, left))}px`;
    this.#view.style.bottom = `${innerHeight - Math.max(y - ABOVE, SIZE + WORDS)}px`;
  }

  /** @param {Point} point */
  #nearest({ x, y }) {
    const { hits } = this.#board;
    const at = hits.point({ clientX: x, clientY: y });
    return hits.nearestTo(at.x, at.y, this.#board.targets(false));
  }

  /** @param {string} site */
  #seenAt(site) {
    const { x, y } = this.#board.hits.site(site);
    return new DOMPoint(x, y).matrixTransform(this.#matrix);
  }

  /** CSS pixels in a unit of the picture. */
  #scale() {
    return this.#matrix.a;
  }

  /** From the picture to the window. */
  get #matrix() {
    return screenMatrix(this.#board.layer("hits"));
  }

  #isSmall() {
    const zoomed = window.visualViewport?.scale ?? 1;
    return this.#board.targets(false).some((id) => {
      const { room, column } = this.#board.hits.site(id);
      return 2 * room * this.#scale() * zoomed < (column ? NARROW : SMALL);
    });
  }
}

/**
 * @param {Point} from
 * @param {Point | PointerEvent} to
 */
function far(from, to) {
  const [x, y] = "clientX" in to ? [to.clientX, to.clientY] : [to.x, to.y];
  return Math.hypot(x - from.x, y - from.y);
}
