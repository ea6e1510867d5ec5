/**
 * A position in a guide, alive: its moves can be stepped through, and where it says so the reader
 * may play on from it.
 */

import { Explorer } from "../analysis/explorer.js";
import { messageOf } from "../shared/api.js";
import { h, icon, need } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";

const BACK = "M15 5 8 12 15 19";
const ON = "M9 5 16 12 9 19";
const AGAIN = "M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14";

export class GuidePosition {
  #line; // the moves that the guide shows, then the reader's
  #given; // how many of them are the guide's
  #explorer;
  #parts;

  /**
   * @param {HTMLElement} figure as the server wrote it, with the picture of its last position,
   * which stays until `wake`
   */
  constructor(figure) {
    this.#line = (figure.dataset.moves ?? "")
      .split(",")
      .map((move) => move.trim())
      .filter(Boolean);
    this.#given = this.#line.length;
    const hands = h("div"); // in no page: for positions that are only looked at
    const tries = isYes(figure.dataset.try);
    const place = need(".board-here", HTMLElement, figure);
    this.#explorer = new Explorer(place, figure.dataset, {
      onMove: (move) => this.#play(move),
      onShow: () => this.#describe(),
      touchable: () => tries && this.#ply >= this.#given,
      place: tries ? null : () => hands,
    });
    this.#parts = controls({
      back: () => this.go(this.#ply - 1),
      on: () => this.go(this.#ply < this.#line.length ? this.#ply + 1 : 0),
      reset: () => this.#reset(),
    });
    place.after(this.#parts.stepper);
    figure.append(this.#parts.fault);
  }

  /**
   * Whether there is anything to do in a figure besides looking at it.
   * @param {HTMLElement} figure
   */
  static isAlive({ dataset }) {
    return Boolean(dataset.moves?.trim()) || isYes(dataset.try);
  }

  /**
   * Puts the living board in place of the picture, at the same position: that after all its moves.
   */
  wake() {
    return this.go(this.#given, false);
  }

  /** @returns {number} */
  get #ply() {
    return this.#explorer.moves.length;
  }

  /**
   * Shows the position after so many moves. Gives a promise of whether it could.
   * @param {number} ply
   * @param {boolean} [moves]
   */
  async go(ply, moves = true) {
    return ply >= 0 && ply <= this.#line.length && this.#show(this.#line.slice(0, ply), moves);
  }

  /**
   * @param {string[]} line
   * @param {boolean} moves
   */
  async #show(line, moves) {
    this.#parts.fault.textContent = "";
    try {
      return await this.#explorer.go(line, { moves });
    } catch (error) {
      this.#parts.fault.textContent = messageOf(error);
      return false;
    }
  }

  /** @param {string} move */
  async #play(move) {
    const line = [...this.#explorer.moves, move];
    const before = this.#line;
    this.#line = line;
    if (await this.#show(line, true)) return true;
    this.#line = before;
    return false;
  }

  #describe() {
    const { back, on, reset, words, stepper } = this.#parts;
    const total = this.#line.length;
    const atEnd = this.#ply === total;
    back.disabled = this.#ply === 0;
    back.hidden = on.hidden = total === 0;
    stepper.classList.toggle("bare", total === 0);
    on.setAttribute("aria-label", atEnd ? say("From the start") : say("Next move"));
    on.replaceChildren(icon(atEnd ? AGAIN : ON));
    reset.hidden = total <= this.#given;
    words.replaceChildren(
      h("strong", { text: this.#place() }),
      h("span", { text: this.#explorer.seen.status }),
    );
  }

  /** Which move of how many the position comes after; where the reader may move, an invitation. */
  #place() {
    const { seat, together, task } = this.#explorer;
    if (seat !== null && together) return task;
    if (seat !== null && this.#ply === this.#given) return say("Try it: your move");
    if (!this.#ply) return say("The start");
    return say("{move} of {total}: {text}", {
      move: this.#ply,
      total: this.#line.length,
      text: moveText(this.#line[this.#ply - 1]),
    });
  }

  #reset() {
    this.#line.length = this.#given;
    this.go(this.#given);
  }
}

/** @param {string | undefined} text */
function isYes(text) {
  return ["yes", "true", ""].includes(text ?? "no");
}

/**
 * The buttons and words under a position; what each button does is given by name.
 * @param {Record<"back" | "on" | "reset", () => unknown>} act
 */
function controls(act) {
  /**
   * @param {"back" | "on" | "reset"} name
   * @param {Attributes} attributes
   * @param {...Children} children
   */
  const button = (name, attributes, ...children) =>
    h(
      "button",
      { type: "button", class: "button quiet", on: { click: act[name] }, ...attributes },
      ...children,
    );
  const parts = {
    back: button("back", { "aria-label": say("Previous move") }, icon(BACK)),
    on: button("on", { "aria-label": say("Next move") }, icon(ON)),
    reset: button("reset", {
      class: "button quiet stepper-reset",
      text: say("Start over"),
      hidden: true,
    }),
    words: h("p", { class: "stepper-words", role: "status" }),
    fault: h("p", { class: "fault", role: "alert" }),
  };
  const { back, words, on, reset } = parts;
  return { ...parts, stepper: h("div", { class: "stepper" }, back, words, on, reset) };
}
