/**
 * What a review says, of the whole game and of each move: on the page of a review, and on the
 * analysis board.
 */

import { h, need } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";
import { chanceOf, percent, Scale } from "./evaluation.js";
import { EvaluationGraph } from "./evaluation-graph.js";
import { chancesOf, habitElement, mixElement } from "./mixed-strategies.js";
import { placeAmong } from "./move-numbers.js";
import { Lines, moveTold, verdictSign, verdictText } from "./move-review.js";
import { showFirstLook, showProgress } from "./review-progress.js";
import { BAD, summaryElements, worst } from "./review-summary.js";

/**
 * @import { Drawings } from "../board/drawings.js"
 * @import { PlayedLine } from "./move-review.js"
 */

/**
 * What is told of the game beside its review.
 * @typedef {object} ReviewedGame
 * @property {string[]} names the players', by seat
 * @property {string[]} moves
 * @property {TableState["result"]} [result]
 * @property {Scene} start which has all hands, where seats choose at once
 * @property {Drawings} art
 * @property {number} viewer the seat that is told of first
 */

const ASKING = 1000; // ms between two looks at how far the review is
/** @param {string} id */
const part = (id) => need(`#${id}`);

/**
 * The reviews of a game: provisional ones as long as the game's code is being compiled, then the
 * last. Tells how far it is until then.
 * @param {() => Promise<Review | Schemas["WorkingAnswer"]>} ask
 */
export async function* reviewsOf(ask) {
  for (let provisional = false; ; ) {
    const found = await ask();
    if (!("kind" in found)) {
      showProgress(part("progress"), found);
    } else if (!found.provisional) {
      part("progress").hidden = true;
      yield found;
      return;
    } else if (!provisional) {
      provisional = true;
      showFirstLook(part("progress"));
      yield found;
    }
    await new Promise((done) => setTimeout(done, ASKING));
  }
}

export class ReviewTelling {
  #curve;
  /** @type {Review | null} */
  #review = null;
  /** @type {ReviewedGame | null} */
  #game = null;

  /**
   * @param {object} hooks
   * @param {(ply: number) => unknown} hooks.onGo is given the number of moves after which to look
   * at the game
   * @param {(line: PlayedLine) => unknown} hooks.onLine is given a line to look at
   */
  constructor({ onGo, onLine }) {
    this.onGo = onGo;
    this.#curve = new EvaluationGraph(part("curve"), { onGo });
    this.lines = new Lines(onLine);
  }

  /**
   * Shows a review; where there is nothing to review, the reason.
   * @param {Review} review
   * @param {ReviewedGame} game
   */
  show(review, game) {
    [this.#review, this.#game] = [review.kind === "nothing" ? null : review, game];
    if (!this.#review) return this.tellNothing(review.reason ?? "");
    part("summary").hidden = false;
    this.lines.scale = new Scale(review.points);
    if (review.kind === "moves") this.#showMoves();
    else this.#showChoices();
  }

  /** Forgets the review that was shown before. */
  clear() {
    this.#review = null;
    for (const id of ["told", "curve", "summary"]) part(id).hidden = true;
  }

  /** @param {string} reason */
  tellNothing(reason) {
    part("told").hidden = false;
    part("told").replaceChildren(h("p", { text: reason }));
  }

  /** The review, once there is one. */
  get #made() {
    if (!this.#review) throw new Error("there is no review yet");
    return this.#review;
  }

  /** The game, likewise. */
  get #told() {
    if (!this.#game) throw new Error("there is no review yet");
    return this.#game;
  }

  #showMoves() {
    const { curve = [], moves = [] } = this.#made;
    const { names } = this.#told;
    const { scale } = this.lines;
    /** @param {number} ply */
    const describe = (ply) => {
      if (!ply) return say("The start");
      const values = placeAmong(moves, ply, this.#told.moves.length, names.length);
      return `${say("Move {at} of {last}", values)}, ${moveText(this.#told.moves[ply - 1])}`;
    };
    /** @type {(value: number, label: Label) => string} */
    const tell = (value, label) => scale.text(value, label);
    this.#curve.show(curve, { moves, names, describe, tell, wide: scale.points !== null });
    part("summary").replaceChildren(...summaryElements(this.#made, names, scale, this.onGo));
  }

  #showChoices() {
    const { rounds, habits } = this.#made;
    const { names, moves, result } = this.#told;
    /** @param {number} ply */
    const describe = (ply) =>
      ply ? say("Round {at} of {last}", { at: ply, last: moves.length }) : say("The start");
    /** @param {number} value */
    const tell = (value) => percent(chanceOf(value));
    if (names.length === 2 && result) {
      this.#curve.show(chancesOf(rounds, result), { moves: [], names, describe, tell });
    }
    const told = this.#viewerFirst(habits).map((habit) =>
      habitElement(habit, rounds, {
        player: names[habit.seat],
        itemOf: (letter) => this.#itemOf(letter),
      }),
    );
    const why = say(
      "The mix says how often to make each choice so that nobody gains by playing otherwise. " +
        "Within it no choice is better than another, " +
        "so what loses is a habit: somebody who can guess you beats you.",
    );
    part("summary").replaceChildren(
      h("h2", { id: "summary-title", text: say("How predictable were the players?") }),
      h("p", { class: "muted", text: why }),
      ...told,
    );
  }

  /** @param {string} letter */
  #itemOf(letter) {
    return this.#told.start.hands
      .flatMap(({ items }) => items)
      .find((item) => item.letter === letter);
  }

  /** The moves that lost something worth telling. */
  get mistakes() {
    return (this.#review?.moves ?? []).filter(({ verdict }) => BAD.includes(verdict));
  }

  /** The number of moves after which the game is most worth a look: its worst mistake. */
  get turningPoint() {
    const { kind, rounds } = this.#made;
    if (kind === "moves") {
      const most = worst(this.mistakes);
      return most ? most.ply + 1 : this.#told.moves.length;
    }
    /** @param {RoundReview} round */
    const cost = ({ seats }) =>
      Math.max(
        ...seats.map(
          ({ chosen, choices }) => choices.find(({ move }) => move === chosen)?.lost ?? 0,
        ),
      );
    return rounds.reduce((most, round) => (cost(round) > cost(most) ? round : most)).ply + 1;
  }

  /**
   * The number of moves after the next mistake, or after the first where there is none.
   * @param {number} at
   */
  nextMistake(at) {
    const { mistakes } = this;
    return (mistakes.find(({ ply }) => ply + 1 > at) ?? mistakes[0]).ply + 1;
  }

  /** What is said of moves in a list of them, by their places. */
  get marks() {
    /** @type {({ sign: string, label: string, kind: string } | undefined)[]} */
    const marks = [];
    for (const { ply, verdict } of this.#review?.moves ?? []) {
      const sign = verdictSign(verdict);
      if (sign) marks[ply] = { sign, label: verdictText(verdict), kind: verdict };
    }
    return marks;
  }

  /**
   * The chance after so many moves; none where games are for points.
   * @param {number} ply
   */
  chanceAt(ply) {
    return this.lines.scale.points === null ? this.#review?.curve?.[ply] : undefined;
  }

  /**
   * Tells the move that led to the position after so many.
   * @param {number} ply
   */
  go(ply) {
    this.#curve.go(ply);
    if (!this.#review) return;
    this.lines.clear();
    part("told").hidden = false;
    part("told").replaceChildren(...this.#toldAt(ply));
  }

  /**
   * @param {number} ply
   * @returns {HTMLElement[]}
   */
  #toldAt(ply) {
    if (!ply) {
      return [h("p", { class: "muted", text: say("Step through the game, or go to a mistake.") })];
    }
    const { kind, rounds, moves = [], curve = [] } = this.#made;
    if (kind === "choices") return this.#roundTold(rounds[ply - 1]);
    const { names } = this.#told;
    const move = moves.find((one) => one.ply === ply - 1);
    if (!move) return this.#chanceTold(curve[ply - 1], curve[ply]);
    const next = moves.find((one) => one.ply === ply)?.seat ?? 1 - move.seat;
    return moveTold(move, {
      player: names[move.seat],
      other: names[1 - move.seat],
      next: names[next],
      lines: this.lines,
    });
  }

  /**
   * @param {{ value: number, label: Label }} before
   * @param {{ value: number, label: Label }} after
   */
  #chanceTold(before, after) {
    const { scale } = this.lines;
    const values = {
      player: this.#told.names[0],
      before: scale.number(before.value),
      after: scale.number(after.value),
    };
    const text =
      scale.points === null
        ? say("The chances of {player}: {before} before it, {after} after it.", values)
        : say("{player} can expect {before} points before it, {after} after it.", values);
    return [h("h2", { text: say("Chance decided this") }), h("p", { text })];
  }

  /** @param {RoundReview} round */
  #roundTold({ ply, seats }) {
    const title = h("h2", { text: say("Round {number}", { number: ply + 1 }) });
    const mixes = this.#viewerFirst(seats).map((found) =>
      mixElement(found, {
        player: this.#told.names[found.seat],
        itemOf: (letter) => this.#itemOf(letter),
        art: this.#told.art,
      }),
    );
    return [title, h("div", { class: "mixes" }, mixes)];
  }

  /**
   * What is told of seats, that of the viewer before the others.
   * @template {{ seat: number }} T
   * @param {T[]} told
   */
  #viewerFirst(told) {
    const { viewer } = this.#told;
    return [...told].sort((a, b) => Number(b.seat === viewer) - Number(a.seat === viewer));
  }
}
