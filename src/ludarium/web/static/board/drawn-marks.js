/**
 * Arrows and rings that the reader draws on the board: with the right mouse button, or, while
 * drawing is switched on, with any pointer and by keyboard.
 *
 * A mark is { start, end, colour }; a ring has no end. Each colour has a line of its own kind too.
 */

import { h, s, setText } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @import { Board } from "./board.js" */

/** @type {Colour[]} */
export const COLOURS = ["green", "red", "blue", "yellow"];
const MOST = 32;
const LEAST_WIDTH = 6;

export class DrawnMarks {
  /** @type {Colour} */
  colour = "green";
  /**
   * Called with the marks when the reader has drawn or wiped one.
   * @type {(marks: DrawnMark[]) => void}
   */
  onChange = () => {};
  /**
   * Called when drawing is switched on or off.
   * @type {() => void}
   */
  onSwitch = () => {};
  #board;
  #picture;
  /** @type {DrawnMark[]} */
  #marks = [];
  /** @type {SVGElement | null} */
  #layer = null;
  #on = false;
  /** @type {string | null} */
  #first = null; // touched first, while an arrow or ring is being drawn
  /** @type {{ start: string, end: string | null, colour: Colour } | null} */
  #drawing = null; // under a pointer: {start, end, colour}
  #handled = false;
  #words = h("p", { class: "unseen", role: "status" });

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
    picture.addEventListener("pointercancel", () => this.#forget());
    picture.addEventListener("contextmenu", (event) => this.#menu(event));
    picture.after(this.#words);
  }

  get marks() {
    return this.#marks;
  }

  /** Whether what is touched is drawn on, rather than played. */
  get on() {
    return this.#on;
  }

  set on(on) {
    this.#on = on;
    this.#first = null;
    this.#picture.classList.toggle("drawing", on);
    this.#draw();
    this.onSwitch();
  }

  /**
   * Comes above the pieces of a new picture.
   * @param {Element} layer
   */
  attach(layer) {
    this.#layer = s("g", { class: "drawn", "aria-hidden": "true" });
    layer.before(this.#layer);
    this.#draw();
  }

  /**
   * Shows these marks, which are those of the position shown.
   * @param {DrawnMark[]} marks
   */
  show(marks) {
    this.#marks = marks;
    this.#first = this.#drawing = null;
    this.#draw();
    setText(this.#words, "");
  }

  /** Wipes all marks, as the reader asks. */
  wipe() {
    if (this.#marks.length) this.#change([]);
  }

  /**
   * Touches a site while drawing is on: the first of a mark, or its end.
   * @param {string} id
   */
  touch(id) {
    const start = this.#first;
    this.#first = start === null ? id : null;
    if (start === null) this.#draw();
    else this.#toggle(start, id, this.colour);
  }

  /** Forgets a mark that is not complete, or else stops drawing; gives whether there was one. */
  stepBack() {
    if (!this.#on) return false;
    if (this.#first === null) this.on = false;
    this.#first = null;
    this.#draw();
    return true;
  }

  /**
   * Whether a click is only the end of a mark that was drawn.
   * @param {MouseEvent} event
   */
  tookClick(event) {
    const took = this.#handled && event.detail > 0;
    this.#handled = false;
    return took;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#handled = false;
    const draws = event.button === 2 || (this.#on && event.button === 0);
    if (!event.isPrimary || !draws) return;
    const start = this.#board.hits.siteAt(event);
    if (!start) return;
    this.#drawing = { start, end: start, colour: colourOf(event) ?? this.colour };
    this.#picture.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#drawing) return;
    const end = this.#siteUnder(event);
    if (end === this.#drawing.end) return;
    this.#drawing.end = end;
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#drawing) return;
    const { start, colour } = this.#drawing;
    const end = this.#siteUnder(event);
    this.#drawing = null;
    const byTouch = event.button === 0 && end === start; // its click touches
    if (end && !byTouch) {
      this.#handled = event.button === 0;
      this.#first = null;
      this.#toggle(start, end, colour);
    } else this.#draw();
  }

  /** @param {MouseEvent} event */
  #siteUnder(event) {
    const { x, y } = this.#board.hits.point(event);
    return this.#board.hits.nearestTo(x, y);
  }

  #forget() {
    this.#drawing = null;
    this.#draw();
  }

  /**
   * The right mouse button draws; by keyboard it brings the menu.
   * @param {MouseEvent} event
   */
  #menu(event) {
    if (this.#drawing || (event.button === 2 && this.#board.hits.siteAt(event))) {
      event.preventDefault();
    }
  }

  /**
   * Draws a mark, wipes the same one, or gives it another colour.
   * @param {string} start
   * @param {string} last
   * @param {Colour} colour
   */
  #toggle(start, last, colour) {
    const end = last === start ? null : last;
    const others = this.#marks.filter((mark) => mark.start !== start || mark.end !== end);
    const before = this.#marks.find((mark) => mark.start === start && mark.end === end);
    if (before?.colour === colour || others.length >= MOST) this.#change(others);
    else this.#change([...others, { start, end, colour }]);
  }

  /** @param {DrawnMark[]} marks */
  #change(marks) {
    this.#marks = marks;
    this.#draw();
    setText(this.#words, marks.length ? marks.map((mark) => this.#told(mark)).join("; ") : "");
    this.onChange(marks);
  }

  /** @param {DrawnMark} mark */
  #told({ start, end, colour }) {
    const { sites } = this.#board.hits;
    /** @param {string} id */
    const place = (id) => sites.get(id)?.name ?? id;
    const values = { colour: colourName(colour), start: place(start) };
    if (end === null) return say("Ring around {start}, {colour}", values);
    return say("Arrow from {start} to {end}, {colour}", { ...values, end: place(end) });
  }

  #draw() {
    if (!this.#layer) return;
    const { hits } = this.#board;
    const { sites } = hits;
    const shown = [...this.#marks];
    if (this.#drawing?.end) shown.push(this.#drawing);
    if (this.#first !== null) shown.push({ start: this.#first, end: null, colour: this.colour });
    const known = shown.filter(({ start, end }) => sites.has(start) && (!end || sites.has(end)));
    this.#layer.replaceChildren(
      ...known.map(({ start, end, colour }) =>
        end && end !== start
          ? arrow(hits.site(start), hits.site(end), colour)
          : ring(hits.site(start), colour),
      ),
    );
  }
}

/**
 * What a colour is called.
 * @param {Colour} colour
 */
export function colourName(colour) {
  return {
    green: say("green"),
    red: say("red"),
    blue: say("blue"),
    yellow: say("yellow"),
  }[colour];
}

/**
 * The colour that a modifier key asks for; null without one.
 * @param {MouseEvent} event
 * @returns {Colour | null}
 */
function colourOf({ shiftKey, ctrlKey, altKey }) {
  const red = shiftKey || ctrlKey;
  if (red && altKey) return "yellow";
  if (red) return "red";
  return altKey ? "blue" : null;
}

/** @param {...Site} sites */
function widthAt(...sites) {
  return Math.max(LEAST_WIDTH, 0.17 * Math.min(...sites.map(({ r }) => r)));
}

/**
 * A ring inside a site.
 * @param {Site} site
 * @param {Colour} colour
 */
function ring(site, colour) {
  const width = widthAt(site);
  const shape = { cx: site.x, cy: site.y, r: Math.max(site.r - width / 2, 2 * width) };
  return cased((attributes) => s("circle", { ...shape, ...attributes }), width, colour);
}

/**
 * An arrow from the middle of a site to the middle of another.
 * @param {Site} start
 * @param {Site} end
 * @param {Colour} colour
 */
function arrow(start, end, colour) {
  const width = widthAt(start, end);
  const far = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [along, across] = [(end.x - start.x) / far, (end.y - start.y) / far];
  /**
   * @param {number} distance
   * @param {number} aside
   */
  const at = (distance, aside) =>
    `${(start.x + distance * along - aside * across).toFixed(1)} ` +
    `${(start.y + distance * across + aside * along).toFixed(1)}`;
  const neck = Math.max(far - 2.6 * width, 0.3 * far);
  const leave = Math.min(0.4 * start.r, 0.3 * far);
  const shaft = `M${at(leave, 0)}L${at(neck, 0)}`;
  const head = `M${at(far, 0)}L${at(neck, 1.5 * width)}L${at(neck, -1.5 * width)}Z`;
  const drawn = cased((attributes) => s("path", { d: shaft, ...attributes }), width, colour);
  drawn.append(s("path", { class: "drawn-head", d: head }));
  return drawn;
}

/**
 * A line with a light rim, so that it is seen on every ground.
 * @param {(attributes: Attributes) => SVGElement} shape
 * @param {number} width
 * @param {Colour} colour
 */
function cased(shape, width, colour) {
  return s(
    "g",
    { class: `drawn-mark ${colour}` },
    shape({ class: "drawn-rim", "stroke-width": width + 4 }),
    shape({
      class: "drawn-line",
      "stroke-width": width,
      "stroke-dasharray": dashes(colour, width),
    }),
  );
}

/**
 * Whole, dashed, dotted, or both: so colours are never all that tells marks apart.
 * @param {Colour} colour
 * @param {number} width
 */
function dashes(colour, width) {
  const [dash, gap, dot] = [2.2 * width, 1.9 * width, 0.01];
  return {
    green: null,
    red: `${dash} ${gap}`,
    blue: `${dot} ${gap}`,
    yellow: `${dash} ${gap} ${dot} ${gap}`,
  }[colour];
}
