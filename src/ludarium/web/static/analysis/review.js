/**
 * The page of a review: goes through a game that is over, and tells where chances were given away
 * and what would have been better.
 */

import { Board } from "../board/board.js";
import { api, messageOf } from "../shared/api.js";
import { h, need } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { announce } from "../shared/toast.js";
import { MoveList, rowPlace, withSeats } from "../table/move-list.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { RUNNING } from "./move-review.js";
import { ReviewTelling, reviewsOf } from "./review-telling.js";

/** @import { PlayedLine } from "./move-review.js" */

/** @typedef {`/tables/${string}/scene?${string}` | `/games/${string}/scene?${string}`} ScenePath */

/** @param {string} id */
const part = (id) => need(`#${id}`);

class ReviewPage {
  #id;
  #game;
  #viewer;
  /** @type {TableState | null} */
  #told = null;
  /** @type {SeatedMove[]} */
  #moves = [];
  #at = 0;
  /** @type {PlayedLine | null} */
  #line = null; // that is played through: {from, pv, at, running}
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  #asked = 0; // how often a position was asked for, so that a late answer does not overtake
  /** @type {Map<string, Scene>} */
  #scenes = new Map();
  /** @type {HTMLElement | null} */
  #toMistake = null;

  /** @param {DOMStringMap} options */
  constructor({ table = "", game = "", viewer }) {
    this.#id = table;
    this.#game = game;
    this.#viewer = Number(viewer);
    this.board = new Board(part("board"), { place: () => h("div") });
    this.list = new MoveList(part("moves"), { onGo: (ply) => this.go(ply) });
    this.telling = new ReviewTelling({
      onGo: (ply) => this.go(ply),
      onLine: (line) => this.#goLine(line),
    });
    this.bar = new EvaluationBar();
  }

  async open() {
    this.#told = await api.get(`/tables/${this.#id}`);
    this.#moves = withSeats(this.#table.moves, this.#table.seats.length);
    const players = this.#table.seats.map(playerName).join(" – ");
    part("heading").textContent = say("Review: {players}", { players });
    part("result").textContent = this.#table.result?.text ?? say("This game is not over yet.");
    this.#steps();
    await this.go(this.#table.ply);
    if (!this.#table.result) {
      return this.telling.tellNothing(say("A review is made when the game is over."));
    }
    let at = null;
    for await (const review of reviewsOf(() => api.get(`/tables/${this.#id}/review`))) {
      this.telling.show(review, this.#reviewed);
      if (review.kind === "nothing") continue;
      at = at === null ? this.telling.turningPoint : this.#at;
      if (this.#toMistake) this.#toMistake.hidden = !this.telling.mistakes.length;
      await this.go(at);
    }
  }

  /** The game as its review tells it. */
  get #reviewed() {
    return {
      names: this.#table.seats.map(playerName),
      moves: this.#moves.map(({ text }) => text),
      result: this.#table.result,
      start: this.#scenes.get(this.#mainPath(0)) ?? this.#seen,
      art: this.board.art,
      viewer: this.#viewer,
    };
  }

  /** The table, once it is known. */
  get #table() {
    if (!this.#told) throw new Error("the table is not known yet");
    return this.#told;
  }

  /** The scene on the board, likewise. */
  get #seen() {
    if (!this.board.scene) throw new Error("no position is shown yet");
    return this.board.scene;
  }

  #steps() {
    this.#toMistake = smallButton(say("Next mistake"), () =>
      this.go(this.telling.nextMistake(this.#at)),
    );
    this.#toMistake.hidden = true;
    part("steps").replaceChildren(...this.list.steps, this.#toMistake);
  }

  // Going through it

  /**
   * Looks at the game after so many moves.
   * @param {number} ply
   */
  async go(ply) {
    this.#leaveLine();
    this.#at = Math.max(0, Math.min(ply, this.#table.ply));
    if (this.#table.simultaneous && !this.#scenes.has(this.#mainPath(0))) {
      await this.#fetch(this.#mainPath(0));
    } // which has all hands
    await this.#show(this.#mainPath(this.#at));
    this.#tell();
  }

  /** @param {PlayedLine} line */
  async #goLine(line) {
    clearTimeout(this.#timer);
    this.#line = line;
    const start =
      this.#scenes.get(this.#mainPath(line.from)) ?? (await this.#fetch(this.#mainPath(line.from)));
    if (this.#line !== line) return;
    await this.#show(this.#linePath(start, line.pv.slice(0, line.at)));
    this.#tellPlace();
    if (line.running && line.at < line.pv.length) {
      this.#timer = setTimeout(() => this.#goLine({ ...line, at: line.at + 1 }), RUNNING);
    }
  }

  #leaveLine() {
    clearTimeout(this.#timer);
    this.#line = null;
  }

  /**
   * @param {number} ply
   * @returns {ScenePath}
   */
  #mainPath(ply) {
    return `/tables/${this.#id}/scene?ply=${ply}&viewer=${this.#viewer}`;
  }

  /**
   * @param {Scene} scene
   * @param {string[]} moves
   * @returns {ScenePath}
   */
  #linePath(scene, moves) {
    const query = new URLSearchParams({
      ruleset: this.#table.ruleset,
      position: positionIn(scene),
      moves: moves.join(","),
      viewer: String(this.#viewer),
    });
    return `/games/${this.#game}/scene?${query}`;
  }

  /** @param {ScenePath} path */
  async #fetch(path) {
    const scene = await api.get(path);
    this.board.art.absorb(scene);
    this.#scenes.set(path, scene);
    return scene;
  }

  /** @param {ScenePath} path */
  async #show(path) {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const scene = this.#scenes.get(path) ?? (await this.#fetch(path));
      if (asked === this.#asked) this.board.show(scene);
    } catch (error) {
      announce(messageOf(error));
    }
  }

  // What is said of the position

  #tell() {
    const { marks } = this.telling;
    this.list.update({ table: this.#table, moves: this.#moves, at: this.#at, marks });
    this.#tellPlace();
    this.telling.go(this.#at);
    const scene = this.#seen;
    const { ruleset, seats, simultaneous } = this.#table;
    const before = this.#moves.slice(0, this.#at).map(({ text }) => text);
    const query = new URLSearchParams({
      ruleset,
      seats: String(seats.length),
      ...(simultaneous ? { position: positionIn(scene) } : { moves: before.join(",") }),
    });
    need("#analyse-link", HTMLAnchorElement).href = `/analysis/${this.#game}?${query}`;
    part("analyse").hidden = scene.over || !this.#table.result;
  }

  #tellPlace() {
    this.telling.lines.mark(this.#line);
    const scene = this.#seen;
    const point = this.#line ? null : this.telling.chanceAt(this.#at);
    this.bar.show(point ? { ...point, seat: 0 } : null, scene.seats);
    if (this.#line) {
      const { at, pv } = this.#line;
      const where = say("In the line: move {at} of {last}, {move}", {
        at,
        last: pv.length,
        move: moveText(pv[at - 1]),
      });
      const back = smallButton(say("Back to the game"), () => this.go(this.#at));
      part("where").replaceChildren(
        h("span", { text: `${where}. ${scene.over ? scene.status : ""}` }),
        back,
      );
      return;
    }
    const values = rowPlace(this.#table, this.#moves, this.#at);
    const told = this.#table.simultaneous
      ? say("Round {at} of {last}", values)
      : say("Move {at} of {last}", values);
    const made = this.#moves[this.#at - 1];
    const text = !this.#at
      ? say("The start")
      : this.#table.simultaneous
        ? told
        : `${told}: ${moveText(made.text)}`;
    part("where").replaceChildren(
      h("span", {
        text:
          this.#at === this.#table.ply && this.#table.result
            ? `${text}. ${this.#table.result.text}`
            : text,
      }),
    );
  }
}

/**
 * The position of a scene as text, without the name of its game.
 * @param {Scene} scene
 */
function positionIn({ text }) {
  return text.slice(text.indexOf(" ") + 1);
}

/** Begins the page. */
export function startReview() {
  new ReviewPage(part("review").dataset).open().catch(tellFault);
}

/** @param {unknown} error */
function tellFault(error) {
  const again = h("button", {
    class: "button quiet",
    type: "button",
    text: say("Try again"),
    on: { click: () => location.reload() },
  });
  part("progress").hidden = false;
  part("progress").replaceChildren(
    h("p", { role: "alert", text: messageOf(error) }),
    h("p", {}, again),
  );
}
