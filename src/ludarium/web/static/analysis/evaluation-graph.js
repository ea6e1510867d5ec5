/**
 * How the chances went: a curve over the moves, along which pointer and keys go through the game.
 */

import { h, s, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { chanceOf, labelText } from "./evaluation.js";

const HEIGHT = 150;
const MARGIN = 10;
// what is written at the curve; inaccuracies stand in the list
/** @type {Record<string, string>} */
const MARKS = { blunder: "??", mistake: "?" };

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

/** @typedef {{ value: number, label: Label }} Point */

export class EvaluationGraph {
  #root;
  #onGo;
  /** @type {Point[]} */
  #points = [];
  /** @type {(ply: number) => string} */
  #describe = () => "";
  /** @type {(value: number, label: Label) => string} */
  #tell = () => "";
  /** @type {MoveReview[]} */
  #moves = [];
  #edge = 1; // the value at the upper edge
  #at = 0;
  #box = h("div", { class: "curve-box", role: "slider", tabindex: "0" });
  /** @type {SVGLineElement | null} */
  #cursor = null;

  /**
   * @param {HTMLElement} root
   * @param {object} hooks
   * @param {(ply: number) => unknown} hooks.onGo is given the number of moves after which to look
   * at
   * the game
   */
  constructor(root, { onGo }) {
    this.#root = root;
    this.#onGo = onGo;
    this.#box.addEventListener("pointerdown", (event) => this.#point(event));
    this.#box.addEventListener("pointermove", (event) => this.#point(event));
    this.#box.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#draw()).observe(this.#box);
  }

  /**
   * @param {Point[]} points of the first seat, one for each position
   * @param {object} said
   * @param {MoveReview[]} said.moves of the review, for marks at mistakes
   * @param {string[]} said.names of both players
   * @param {(ply: number) => string} said.describe what is said of a position besides its value
   * @param {(value: number, label: Label) => string} said.tell the value in words
   * @param {boolean} [said.wide] whether the largest value is at an edge, in place of a win
   */
  show(points, { moves, names, describe, tell, wide = false }) {
    this.#points = points;
    this.#edge = (wide && Math.max(...points.map(({ value }) => Math.abs(value)))) || 1;
    this.#moves = moves;
    this.#describe = describe;
    this.#tell = tell;
    const [first, second] = names;
    setAttribute(
      this.#box,
      "aria-label",
      say("Chances of {player}, move by move", { player: first }),
    );
    setAttribute(this.#box, "aria-valuemin", 0);
    setAttribute(this.#box, "aria-valuemax", points.length - 1);
    this.#root.replaceChildren(
      h("h2", { id: "curve-title", text: say("How the chances went") }),
      h("p", { class: "curve-end small", text: say("{player} wins", { player: first }) }),
      this.#box,
      h("p", { class: "curve-end small", text: say("{player} wins", { player: second }) }),
      legend(new Set(points.map(({ label }) => label))),
    );
    this.#root.hidden = false;
    this.#draw();
  }

  /** @param {number} ply */
  go(ply) {
    if (!this.#points.length) return;
    this.#at = Math.min(ply, this.#points.length - 1);
    const { value, label } = this.#points[this.#at];
    setAttribute(this.#box, "aria-valuenow", this.#at);
    setAttribute(
      this.#box,
      "aria-valuetext",
      `${this.#describe(this.#at)}: ${this.#tell(value, label)}, ${labelText(label)}`,
    );
    if (this.#cursor) {
      for (const end of ["x1", "x2"]) setAttribute(this.#cursor, end, this.#x(this.#at));
    }
  }

  get #width() {
    return this.#box.clientWidth;
  }

  /** @param {number} ply */
  #x(ply) {
    return MARGIN + (ply / Math.max(1, this.#points.length - 1)) * (this.#width - 2 * MARGIN);
  }

  /** @param {number} value */
  #y(value) {
    return MARGIN + (1 - chanceOf(value / this.#edge)) * (HEIGHT - 2 * MARGIN);
  }

  #draw() {
    if (!this.#points.length || !this.#width) return;
    const places = this.#points.map(({ value, label }, ply) => ({
      x: this.#x(ply),
      y: this.#y(value),
      label,
    }));
    const line = places
      .map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("");
    const middle = HEIGHT / 2;
    const size = Math.max(2, Math.min(4.5, this.#width / places.length / 2.6));
    this.#cursor = s("line", { class: "curve-cursor", y1: 0, y2: HEIGHT });
    const marks = this.#moves
      .filter(({ verdict }) => MARKS[verdict])
      .map(({ ply, verdict }) => this.#mark(places[ply + 1], MARKS[verdict]));
    this.#box.replaceChildren(
      s(
        "svg",
        { viewBox: `0 0 ${this.#width} ${HEIGHT}`, height: HEIGHT, "aria-hidden": "true" },
        s("path", {
          class: "curve-fill",
          d: `${line}L${places[places.length - 1].x} ${middle}L${places[0].x} ${middle}Z`,
        }),
        s("line", { class: "curve-middle", x1: 0, x2: this.#width, y1: middle, y2: middle }),
        this.#cursor,
        s("path", { class: "curve-line", d: line }),
        places.map((place) => sign(place, size)),
        marks,
      ),
    );
    this.go(this.#at);
  }

  /**
   * @param {{ x: number, y: number }} place
   * @param {string} text
   */
  #mark({ x, y }, text) {
    return s(
      "text",
      { class: "curve-mark", x, y: y < HEIGHT / 2 ? y + 20 : y - 10, "text-anchor": "middle" },
      text,
    );
  }

  /** @param {PointerEvent} event */
  #point(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const share =
      (event.clientX - this.#box.getBoundingClientRect().left - MARGIN) /
      (this.#width - 2 * MARGIN);
    const last = this.#points.length - 1;
    const ply = Math.round(Math.max(0, Math.min(1, share)) * last);
    if (ply !== this.#at || event.type === "pointerdown") this.#onGo(ply);
  }

  /**
   * The arrows to the left and right, and Home and End, are heard by the list of moves.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    this.#onGo(Math.max(0, Math.min(this.#points.length - 1, this.#at + step)));
  }
}

/**
 * A point of the curve, whose shape says how sure it is.
 * @param {{ x: number, y: number, label: Label }} place
 * @param {number} size
 */
function sign({ x, y, label }, size) {
  if (label === "proved") {
    return s("rect", {
      class: "curve-point proved",
      x: x - size,
      y: y - size,
      width: 2 * size,
      height: 2 * size,
    });
  }
  if (label === "estimated") {
    return s("circle", { class: "curve-point estimated", cx: x, cy: y, r: size });
  }
  const far = size * 1.3;
  return s("path", {
    class: "curve-point bounded",
    d: `M${x} ${y - far}L${x + far} ${y}L${x} ${y + far}L${x - far} ${y}Z`,
  });
}

/** @param {Set<Label>} labels */
function legend(labels) {
  /** @type {Label[]} */
  const all = ["proved", "bounded", "estimated"];
  const entries = all.filter((label) => labels.has(label));
  /** @param {Label} label */
  const shape = (label) =>
    s(
      "svg",
      { viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" },
      sign({ x: 6, y: 6, label }, 4),
    );
  return h(
    "p",
    { class: "curve-legend small muted" },
    entries.map((label) => h("span", {}, shape(label), ` ${labelText(label)}`)),
  );
}
