/** What a review says of one move, and the lines that can be played through with it. */

import { h } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { labelText, Scale } from "./evaluation.js";

/** Milliseconds for each move of a line that is played through. */
export const RUNNING = 1100;

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * The sign of a verdict, as in the notation of chess; empty for a sound move.
 * @param {MoveReview["verdict"]} verdict
 */
export function verdictSign(verdict) {
  return SIGNS[verdict] ?? "";
}

/** @param {MoveReview["verdict"]} verdict */
export function verdictText(verdict) {
  return {
    best: say("the best move"),
    good: say("a good move"),
    inaccuracy: say("an inaccuracy"),
    mistake: say("a mistake"),
    blunder: say("a blunder"),
  }[verdict];
}

/**
 * Elements that tell a move: what it was, what it cost, what was better, and what `next`, who was
 * to move then, could play.
 * @param {MoveReview} move
 * @param {{ player: string, other: string, next: string, lines: Lines }} telling
 */
export function moveTold(move, { player, other, next, lines }) {
  const sign = verdictSign(move.verdict);
  const title = h(
    "h2",
    {},
    h("span", { text: moveText(move.move) }),
    sign && h("span", { class: `mark ${move.verdict}`, "aria-hidden": "true", text: sign }),
  );
  /** @type {HTMLElement[]} */
  const parts = [
    title,
    h("p", {
      text: move.forced
        ? say("{player} had no other move.", { player })
        : say("{player}: {verdict}.", { player, verdict: verdictText(move.verdict) }),
    }),
  ];
  if (sign) parts.push(h("p", { text: costText(move, { player, other }, lines.scale) }));
  parts.push(
    h(
      "dl",
      { class: "facts" },
      fact(say("Before"), lines.scale.element(move.before, move.before_label)),
      fact(say("After"), lines.scale.element(move.after, move.after_label)),
    ),
  );
  if (move.better) parts.push(lines.element(say("Better was"), move.better, move.ply));
  if (move.answer) {
    parts.push(
      lines.element(
        say("What {player} could play then", { player: next }),
        move.answer,
        move.ply + 1,
      ),
    );
  }
  return parts;
}

/**
 * @param {string} term
 * @param {HTMLElement} value
 */
function fact(term, value) {
  return [h("dt", { text: term }), h("dd", {}, value)];
}

/**
 * What a bad move gave away, in a sentence that keeps proof and guess apart.
 * @param {MoveReview} move
 * @param {{ player: string, other: string }} names
 * @param {Scale} scale
 */
function costText(move, { player, other }, scale) {
  const { before, before_label: sure, after, after_label: then } = move;
  const values = {
    player,
    before: scale.number(before),
    after: scale.number(after),
    label: labelText(then),
  };
  if (scale.points !== null) {
    return say(
      "{player} could expect {before} points, and {after} after this move ({label}).",
      values,
    );
  }
  const [had, has] = [sure === "proved" ? before : null, then === "proved" ? after : null];
  if (had === 1 && has === -1) {
    return say("This gave a certain win away: now {other} wins by force.", { other });
  }
  if (had === 1 && has === 0) {
    return say("This gave a certain win away: now it is a draw with best play.");
  }
  if (had === 1) {
    return say("A win by force was there, and this move lets it go: now nothing is certain.");
  }
  if (had === 0 && has === -1) {
    return say("A draw was certain, but after this move {other} wins by force.", { other });
  }
  if (has === -1) return say("After this move {other} wins by force.", { other });
  if (has === 0) return say("After this move the game is a draw with best play.");
  return say("The chances of {player} fell from {before} to {after} ({label}).", values);
}

/**
 * The moves `pv` after the position `from`, and how many of them are made.
 * @typedef {{ from: number, pv: string[], at: number, running?: boolean }} PlayedLine
 */

/**
 * The lines of the move that is shown: each a row of moves, of which each leads to its position.
 */
export class Lines {
  #onGo;
  /** @type {({ button: HTMLElement } & PlayedLine)[]} */
  #buttons = [];
  /** How values are told. */
  scale = new Scale(null);

  /**
   * @param {(line: PlayedLine) => unknown} onGo is given a line
   */
  constructor(onGo) {
    this.#onGo = onGo;
  }

  /** Forgets the lines that were shown before. */
  clear() {
    this.#buttons = [];
  }

  /**
   * @param {string} title
   * @param {Line} line
   * @param {number} from
   */
  element(title, { pv, value, label }, from) {
    const buttons = pv.map((text, at) =>
      h("button", {
        class: "move",
        type: "button",
        text: moveText(text),
        on: { click: () => this.#onGo({ from, pv, at: at + 1 }) },
      }),
    );
    this.#buttons.push(...buttons.map((button, at) => ({ button, from, pv, at: at + 1 })));
    const play = smallButton(say("Play it through"), () =>
      this.#onGo({ from, pv, at: 1, running: true }),
    );
    return h(
      "div",
      { class: "line" },
      h("p", {}, `${title}: `, this.scale.element(value, label)),
      h("div", { class: "line-moves" }, buttons),
      play,
    );
  }

  /**
   * Marks the move that the board shows, of a line that is played through.
   * @param {PlayedLine | null} line
   */
  mark(line) {
    for (const { button, from, pv, at } of this.#buttons) {
      const current =
        line !== null && from === line.from && at === line.at && pv.join() === line.pv.join();
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}
