/**
 * The pieces on the board: one element for each piece's identity, which moves, turns over, rolls,
 * arrives and leaves.
 */

import { s } from "../shared/dom.js";
import { animate, FADE, MOVE } from "./animation.js";

/**
 * @import { Drawings } from "./drawings.js"
 * @import { Places } from "./touch-preview.js"
 */

const FLIP = 240;
const ROLL = 240;
const SOW = 30; // milliseconds between two pieces that leave one site
const LONGEST_SOWING = 240;
const LYING = { opacity: 1, transform: "translate(0, 0) rotate(0deg) scale(1)" };

/**
 * @param {number} x
 * @param {number} y
 */
function translation(x, y) {
  return `translate(${x}px, ${y}px)`;
}

/**
 * A piece on its way, with a promise of its arrival.
 * @typedef {[Sprite, Promise<unknown>]} Flight
 * @typedef {{ look: string, element: SVGGElement, x: number, y: number }} Ghost
 */

/** One piece: an outer element that moves, one that turns, and one that scales the art. */
class Sprite {
  /** Whether it has come to be seen. */
  shown = false;
  /** The site where it is seen, and its place there. */
  at = "";
  x = 0;
  y = 0;

  /**
   * @param {Piece} piece
   * @param {string} markup
   */
  constructor(piece, markup) {
    this.piece = piece;
    this.art = s("g");
    this.art.innerHTML = markup;
    this.turning = s("g", {}, this.art);
    this.element = s("g", { class: "piece", "data-piece": piece.id }, this.turning);
    this.#describe();
    this.put(piece.x, piece.y);
  }

  /**
   * The place where it is seen now, and the site there.
   * @param {number} x
   * @param {number} y
   * @param {string} [site]
   */
  put(x, y, site = this.piece.site) {
    this.at = site;
    this.x = x;
    this.y = y;
    this.element.style.transform = translation(x, y);
  }

  /**
   * Goes to a point, from wherever it is seen now. Gives a promise of the arrival.
   * @param {{ x: number, y: number, site: string }} place
   * @param {boolean} [moves]
   * @param {number} [delay]
   */
  goTo({ x, y, site }, moves = true, delay = 0) {
    this.at = site;
    if (this.x === x && this.y === y) return null;
    const from = moves ? getComputedStyle(this.element).transform : "";
    this.put(x, y, site);
    return moves
      ? animate(this.element, [{ transform: from }, { transform: translation(x, y) }], {
          duration: MOVE,
          delay,
        })
      : null;
  }

  /**
   * @param {Piece} piece
   * @param {string} markup
   * @param {boolean} moves
   */
  async become(piece, markup, moves) {
    const thrown = piece.rolls && this.piece.rolls;
    const turns = piece.look !== this.piece.look && !thrown;
    if (thrown && piece.look !== this.piece.look) {
      this.art.innerHTML = markup;
      if (moves) this.#roll({ opacity: 1, transform: "rotate(-330deg) scale(1.2)" });
    }
    this.piece = piece;
    if (turns && moves) {
      await animate(
        this.turning,
        [{ transform: "scale(1, 1)" }, { transform: "scale(0.02, 1.04)" }],
        { duration: FLIP / 2 },
      );
    }
    if (this.piece !== piece) return;
    if (turns) this.art.innerHTML = markup;
    this.#describe();
    if (turns && moves) {
      animate(this.turning, [{ transform: "scale(0.02, 1.04)" }, { transform: "scale(1, 1)" }], {
        duration: FLIP / 2,
      });
    }
  }

  arrive() {
    if (this.piece.rolls) {
      this.#roll({ opacity: 0, transform: "translate(-26px, -34px) rotate(-330deg) scale(1.3)" });
      return;
    }
    animate(this.turning, [
      { opacity: 0, transform: "scale(1.35)" },
      { opacity: 1, transform: "scale(1)" },
    ]);
  }

  async leave() {
    this.element.classList.add("leaving");
    await animate(this.element, [{ opacity: 1 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], {
      duration: FADE,
    });
    this.element.remove();
  }

  /**
   * Rolls from a frame to where it lies, each die a bit differently.
   * @param {Keyframe} from
   */
  #roll(from) {
    const share = 0.75 + 0.25 * Math.random();
    animate(this.turning, [from, LYING], { duration: ROLL * share });
  }

  #describe() {
    this.element.dataset.at = this.piece.site;
    const { turn, scale } = this.piece;
    this.art.setAttribute("transform", `rotate(${turn}) scale(${scale})`);
  }
}

export class Pieces {
  #art;
  /** @type {Element | null} */
  #layer = null;
  /** @type {Map<string, Sprite>} */
  #sprites = new Map();
  /** @type {Ghost | null} */
  #ghost = null;

  /** @param {Drawings} art */
  constructor(art) {
    this.#art = art;
  }

  /**
   * Takes over the layer of a new picture of the board, empty.
   * @param {Element} layer
   */
  attach(layer) {
    this.#layer = layer;
    this.#sprites.clear();
    this.#ghost = null;
  }

  /**
   * Shows these pieces; `moves`: in motion from those before.
   * @param {Piece[]} pieces
   * @param {boolean} moves
   */
  show(pieces, moves) {
    const gone = new Map(this.#sprites);
    /** @type {Flight[]} */
    const flights = [];
    const delays = this.#delays(pieces);
    this.#sprites = new Map();
    for (const piece of pieces) {
      const known = gone.get(piece.id);
      gone.delete(piece.id);
      const sprite = known ?? new Sprite(piece, this.#art.look(piece.look));
      this.#sprites.set(piece.id, sprite);
      if (known) {
        known.become(piece, this.#art.look(piece.look), moves);
        const flight = known.goTo(piece, moves, delays.get(piece.id));
        if (flight) flights.push([sprite, flight]);
      }
    }
    for (const sprite of gone.values()) {
      if (moves) sprite.leave();
      else sprite.element.remove();
    }
    this.#stack();
    const ghost = this.#ghost;
    this.hideGhost();
    for (const sprite of this.#sprites.values()) {
      if (sprite.shown) continue;
      sprite.shown = true;
      if (moves && !isAt(ghost, sprite)) sprite.arrive();
    }
    this.#fly(flights);
  }

  /**
   * How long each piece waits before it flies, by identity: of several that leave one site, the one
   * that goes farther flies later, so that seeds are seen to be sown.
   * @param {Piece[]} pieces
   */
  #delays(pieces) {
    /** @type {Map<string, { id: string, far: number }[]>} */
    const leaving = new Map();
    for (const piece of pieces) {
      const sprite = this.#sprites.get(piece.id);
      if (!sprite || sprite.piece.site === piece.site) continue;
      const far = Math.hypot(piece.x - sprite.x, piece.y - sprite.y);
      const others = leaving.get(sprite.piece.site) ?? [];
      leaving.set(sprite.piece.site, [...others, { id: piece.id, far }]);
    }
    /** @type {Map<string, number>} */
    const delays = new Map();
    for (const flying of leaving.values()) {
      const step = Math.min(SOW, LONGEST_SOWING / flying.length);
      flying.sort((one, other) => one.far - other.far);
      for (const [place, { id }] of flying.entries()) delays.set(id, place * step);
    }
    return delays;
  }

  /**
   * The piece that stands on a site, in front of all others there; null where none does.
   * @param {string} site
   */
  on(site) {
    return (
      [...this.#sprites.values()].reverse().find((sprite) => sprite.at === site)?.piece ?? null
    );
  }

  /**
   * The names of the pieces on a site.
   * @param {string} site
   */
  names(site) {
    return [...this.#sprites.values()]
      .filter((sprite) => sprite.at === site)
      .map((sprite) => sprite.piece.name);
  }

  get all() {
    return [...this.#sprites.values()].map((sprite) => sprite.piece);
  }

  /**
   * Puts pieces where they are for the time being, by identity as { x, y, site, joins }; all others
   * go back to where they stand, out of sight where another has come that does not join them.
   * @param {Places} [places]
   * @param {boolean} [moves]
   */
  settle(places = new Map(), moves = true) {
    /** @type {Flight[]} */
    const flights = [];
    const taken = new Map([...places.values()].map(({ site, joins }) => [site, joins]));
    for (const sprite of this.#sprites.values()) {
      const { id, site, look } = sprite.piece;
      this.lift(id, false);
      const covered = !places.has(id) && taken.has(site) && taken.get(site) !== look;
      sprite.element.classList.toggle("covered", covered);
      const flight = sprite.goTo(places.get(sprite.piece.id) ?? sprite.piece, moves);
      if (flight) flights.push([sprite, flight]);
    }
    this.#fly(flights);
  }

  /**
   * Carries a lifted piece along.
   * @param {string} id
   * @param {number} x
   * @param {number} y
   */
  carry(id, x, y) {
    const sprite = this.#sprites.get(id);
    this.lift(id);
    sprite?.put(x, y, sprite.at);
  }

  /**
   * Lifts a piece up, so that it can be carried.
   * @param {string} id
   * @param {boolean} [up]
   */
  lift(id, up = true) {
    const sprite = this.#sprites.get(id);
    if (!sprite || sprite.element.classList.contains("lifted") === up) return;
    sprite.element.classList.toggle("lifted", up);
    if (up) this.#layer?.append(sprite.element);
    else this.#stack();
  }

  /**
   * Shows a piece that is not on the board yet.
   * @param {string} look
   * @param {number} x
   * @param {number} y
   * @param {{ scale: number, carried?: boolean }} how
   */
  showGhost(look, x, y, { scale, carried = false }) {
    let ghost = this.#ghost;
    if (ghost?.look !== look) {
      this.hideGhost();
      const art = s("g", { transform: `scale(${scale})` });
      art.innerHTML = this.#art.look(look);
      ghost = { look, element: s("g", { class: "piece ghost" }, s("g", {}, art)), x, y };
      this.#ghost = ghost;
      this.#layer?.append(ghost.element);
    }
    Object.assign(ghost, { x, y });
    ghost.element.classList.toggle("lifted", carried);
    ghost.element.style.transform = translation(x, y);
    this.#stack();
  }

  /** The ghost becomes as solid as a piece: it is on its way to the server. */
  solidifyGhost() {
    this.#ghost?.element.classList.add("solid");
  }

  hideGhost() {
    this.#ghost?.element.remove();
    this.#ghost = null;
  }

  /**
   * Those in flight are in front of the others until they have landed.
   * @param {Flight[]} flights
   */
  async #fly(flights) {
    if (!flights.length) return;
    for (const [sprite] of flights) this.#layer?.append(sprite.element);
    await Promise.all(flights.map(([, flight]) => flight));
    this.#stack();
  }

  /**
   * Puts the elements in drawing order, those at the back first, as a tall piece rises over the
   * site behind it; touches only those that are not.
   */
  #stack() {
    const layer = this.#layer;
    if (!layer) return;
    const ghosts = this.#ghost ? [this.#ghost] : [];
    const all = [...this.#sprites.values(), ...ghosts];
    /** @type {Element | null} */
    let before = null;
    for (const { element } of all.sort((one, other) => one.y - other.y)) {
      if (element.classList.contains("lifted")) continue;
      /** @type {Element | null} */
      const place = before ? before.nextElementSibling : layer.firstElementChild;
      if (place !== element) layer.insertBefore(element, place);
      before = element;
    }
  }
}

/**
 * @param {Ghost | null} ghost
 * @param {Sprite} sprite
 */
function isAt(ghost, sprite) {
  return (
    ghost !== null &&
    ghost.look === sprite.piece.look &&
    Math.hypot(ghost.x - sprite.x, ghost.y - sprite.y) < 2
  );
}
