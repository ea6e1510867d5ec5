/** The countdown: a ring in the middle of the board that empties, with the seconds in it. */

import { s, setText } from "../shared/dom.js";

/**
 * @import { Board } from "../board/board.js"
 * @import { ServerTime } from "../shared/clock.js"
 */

const RADIUS = 44;
const AROUND = 2 * Math.PI * RADIUS;

export class Countdown {
  #arc = s("circle", {
    r: RADIUS,
    class: "ring-arc",
    transform: "rotate(-90)",
    "stroke-dasharray": AROUND,
  });
  #text = s("text", { class: "ring-text", "text-anchor": "middle", y: 14 });
  #element = s(
    "g",
    { class: "countdown", "aria-hidden": "true" },
    s("circle", { r: RADIUS, class: "ring-track" }),
    this.#arc,
    this.#text,
  );
  /** @type {ReturnType<typeof setInterval> | 0} */
  #timer = 0;
  #time;

  /** @param {ServerTime} time */
  constructor(time) {
    this.#time = time;
  }

  /**
   * Shows the time up to the deadline on the board, of so many seconds in all; nothing where there
   * is no deadline.
   * @param {Board} board
   * @param {number | null} deadline
   * @param {number | undefined} seconds
   */
  update(board, deadline, seconds) {
    clearInterval(this.#timer);
    if (deadline === null || seconds === undefined || !board.scene) return this.#element.remove();
    const { x, y } = middle([...board.hits.sites.values()]);
    this.#element.setAttribute("transform", `translate(${x} ${y})`);
    const layer = board.layer("arrows");
    if (this.#element.parentElement !== layer.parentElement) layer.before(this.#element);
    const show = () => this.#show(Math.max(0, deadline - this.#time.now), seconds);
    this.#timer = setInterval(show, 50);
    show();
  }

  /**
   * @param {number} left
   * @param {number} seconds
   */
  #show(left, seconds) {
    this.#arc.setAttribute("stroke-dashoffset", String(AROUND * (1 - Math.min(1, left / seconds))));
    setText(this.#text, `${Math.ceil(left)}`);
    this.#element.classList.toggle("urgent", left < 2);
    if (!left) clearInterval(this.#timer);
  }
}

/**
 * The middle of the places for choices, or of all sites where there are none.
 * @param {Site[]} sites
 */
function middle(sites) {
  const places = sites.filter((site) => site.kind === "place");
  const among = places.length > 1 ? places : sites;
  /** @param {"x" | "y"} axis */
  const mean = (axis) => among.reduce((sum, site) => sum + site[axis], 0) / among.length;
  return { x: mean("x"), y: mean("y") };
}
