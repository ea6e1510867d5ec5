/**
 * The review of the main line on the analysis board: asked for by a button, told beside the board,
 * and marked in the tree.
 */

import { api, messageOf } from "../shared/api.js";
import { maybe, need } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { announce } from "../shared/toast.js";
import { RUNNING } from "./move-review.js";
import { ReviewTelling, reviewsOf } from "./review-telling.js";
import { beginning } from "./setting.js";

/**
 * @import { Explorer } from "./explorer.js"
 * @import { PlayedLine } from "./move-review.js"
 * @import { MoveNode, MoveTree } from "./move-tree.js"
 * @import { MoveMark } from "./tree-view.js"
 */

const SHORTEST = 2; // moves of a review
/** @param {string} id */
const part = (id) => need(`#${id}`);

export class LineReview {
  #explorer;
  #setting;
  #onPlay;
  #onShow;
  #players;
  #telling;
  /** @type {string[]} */
  #moves = []; // of which a review was asked for
  #at = 0; // the move of the review that is told
  /** @type {string[]} */
  #line = []; // the main line, of which one can be asked for
  /** @type {PlayedLine | null} */
  #played = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;

  /**
   * @param {Explorer} explorer
   * @param {Setting} setting
   * @param {object} hooks
   * @param {(moves: string[]) => unknown} hooks.onGo is given the moves after which to look at the
   * game, which are in the tree
   * @param {(from: string[], moves: string[]) => unknown} hooks.onPlay is given moves of the tree,
   * and those of a line that goes on from there
   * @param {() => unknown} hooks.onShow is called when there is a review
   * @param {() => string[]} hooks.players gives the players' names by seat, where they are known
   */
  constructor(explorer, setting, { onGo, onPlay, onShow, players }) {
    this.#explorer = explorer;
    this.#setting = setting;
    this.#onPlay = onPlay;
    this.#onShow = onShow;
    this.#players = players;
    this.#telling = new ReviewTelling({
      onGo: (ply) => onGo(this.#moves.slice(0, ply)),
      onLine: (line) => this.#playLine(line),
    });
    this.ask = smallButton(say("Review this game"), () => this.#review());
    this.toMistake = smallButton(say("Next mistake"), () =>
      onGo(this.#moves.slice(0, this.#telling.nextMistake(this.#at))),
    );
    this.toMistake.hidden = true;
    part("review-actions").replaceChildren(this.ask, this.toMistake);
  }

  async #review() {
    const moves = this.#line;
    this.#moves = moves;
    const focused = document.activeElement === this.ask;
    this.ask.hidden = true;
    this.toMistake.hidden = true;
    this.#telling.clear();
    this.#onShow();
    try {
      const start = await this.#explorer.sceneAfter([]);
      const ask = () => api.post("/reviews", { ...beginning(this.#setting), moves });
      for await (const review of reviewsOf(ask)) {
        if (this.#moves !== moves) return; // another was asked for
        const { art, viewer } = this.#explorer;
        const players = this.#players();
        const names = start.seats.map(({ name }, seat) => players[seat] || name);
        this.#telling.show(review, { names, moves, start, art, viewer });
        this.toMistake.hidden = !this.#telling.mistakes.length;
        if (review.kind !== "nothing") this.#onShow();
        if (!focused || document.activeElement !== document.body) continue;
        if (!this.toMistake.hidden) this.toMistake.focus();
        else maybe(".curve-box", HTMLElement)?.focus();
      }
    } catch (error) {
      if (this.#moves !== moves) return;
      announce(messageOf(error));
      part("progress").hidden = true;
      this.#moves = [];
      this.ask.hidden = false;
    }
  }

  /**
   * Tells the move that led to this node; where it is none of the review, what was told stays.
   * @param {MoveTree} tree
   * @param {MoveNode} here
   */
  show(tree, here) {
    const { moves } = here;
    this.#line = tree.root.line.map(({ move }) => move);
    part("review").hidden = this.#line.length < SHORTEST && !this.#moves.length;
    this.ask.hidden = this.#line.length < SHORTEST || same(this.#line, this.#moves);
    const { from, pv, at } = this.#played ?? { from: 0, pv: [], at: 0 };
    if (!same(moves, [...this.#moves.slice(0, from), ...pv.slice(0, at)])) this.#leaveLine();
    if (this.#played || !same(moves, this.#moves.slice(0, moves.length))) return;
    this.#at = moves.length;
    this.#telling.go(this.#at);
  }

  /**
   * The marks of moves that were not sound, by their nodes.
   * @param {MoveTree} tree
   */
  marksIn(tree) {
    /** @type {Map<MoveNode, MoveMark>} */
    const marks = new Map();
    let node = tree.root;
    for (const [ply, mark] of this.#telling.marks.entries()) {
      const next = node.children.find(({ move }) => move === this.#moves[ply]);
      if (!next) break;
      node = next;
      if (mark) marks.set(node, mark);
    }
    return marks;
  }

  /** @param {PlayedLine} line */
  async #playLine(line) {
    clearTimeout(this.#timer);
    this.#played = line;
    await this.#onPlay(this.#moves.slice(0, line.from), line.pv.slice(0, line.at));
    if (this.#played !== line) return;
    this.#telling.lines.mark(line);
    if (line.running && line.at < line.pv.length) {
      this.#timer = setTimeout(() => this.#playLine({ ...line, at: line.at + 1 }), RUNNING);
    }
  }

  #leaveLine() {
    clearTimeout(this.#timer);
    this.#played = null;
    this.#telling.lines.mark(null);
  }
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((move, at) => move === other[at]);
}
