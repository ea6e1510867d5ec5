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
import { announce } from "../shared/toast.js";
import { MoveList, withSeats } from "../table/move-list.js";
import { chanceOf, chanceText, percent } from "./evaluation.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { EvaluationGraph } from "./evaluation-graph.js";
import { chancesOf, habitElement, mixElement } from "./mixed-strategies.js";
import { Lines, moveTold, verdictSign, verdictText } from "./move-review.js";
import { showFirstLook, showProgress } from "./review-progress.js";
import { BAD, summaryElements, worst } from "./review-summary.js";

/** @import { PlayedLine } from "./move-review.js" */

const ASKING = 1000; // ms between two looks at how far the review is
const RUNNING = 1100; // ms for each move of a line that is played through
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
  /** @type {Review | null} */
  #review = null;
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
    this.curve = new EvaluationGraph(part("curve"), { onGo: (ply) => this.go(ply) });
    this.bar = new EvaluationBar();
    this.lines = new Lines((line) => this.#goLine(line));
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
      return this.#tellNothing(say("A review is made when the game is over."));
    }
    this.#open(await this.#wait());
    await this.go(this.#at);
    while (this.#review?.provisional) {
      await new Promise((done) => setTimeout(done, ASKING));
      const better = await this.#wait();
      if (better.provisional) continue;
      const at = this.#at;
      this.#open(better);
      await this.go(at);
    }
  }

  /** @param {Review} review */
  #open(review) {
    part("progress").hidden = true;
    this.#review = review.kind === "nothing" ? null : review;
    if (!this.#review) return this.#tellNothing(review.reason ?? "");
    if (review.kind === "moves") this.#openMoves();
    else this.#openChoices();
    if (review.provisional) showFirstLook(part("progress"));
  }

  /** The table, once it is known. */
  get #table() {
    if (!this.#told) throw new Error("the table is not known yet");
    return this.#told;
  }

  /** The review, likewise. */
  get #made() {
    if (!this.#review) throw new Error("there is no review yet");
    return this.#review;
  }

  /** The scene on the board, likewise. */
  get #seen() {
    if (!this.board.scene) throw new Error("no position is shown yet");
    return this.board.scene;
  }

  /**
   * The review, once it is made; tells how far it is until then.
   * @returns {Promise<Review>}
   */
  async #wait() {
    for (;;) {
      const found = await api.get(`/tables/${this.#id}/review`);
      if ("kind" in found) return found;
      showProgress(part("progress"), found);
      await new Promise((done) => setTimeout(done, ASKING));
    }
  }

  /** @param {string} reason */
  #tellNothing(reason) {
    part("progress").hidden = true;
    part("told").hidden = false;
    part("told").replaceChildren(h("p", { text: reason }));
  }

  #steps() {
    /**
     * @param {string} text
     * @param {() => unknown} click
     */
    const button = (text, click) =>
      h("button", { class: "button quiet small-button", type: "button", text, on: { click } });
    this.#toMistake = button(say("Next mistake"), () => this.#goToMistake());
    this.#toMistake.hidden = true;
    part("steps").replaceChildren(...this.list.steps, this.#toMistake);
  }

  // What the whole game was

  #openMoves() {
    const { curve = [], moves = [] } = this.#made;
    const names = this.#table.seats.map(playerName);
    /** @param {number} ply */
    const describe = (ply) => {
      if (!ply) return say("The start");
      const where = say("Move {at} of {last}", { at: ply, last: this.#table.ply });
      return `${where}, ${this.#moves[ply - 1].text}`;
    };
    this.curve.show(curve, { moves, names, describe, tell: chanceText });
    const bad = moves.filter(({ verdict }) => BAD.includes(verdict));
    if (this.#toMistake) this.#toMistake.hidden = !bad.length;
    const most = worst(bad);
    this.#at = most ? most.ply + 1 : this.#table.ply;
    part("summary").hidden = false;
    part("summary").replaceChildren(...summaryElements(moves, names, (ply) => this.go(ply)));
  }

  #openChoices() {
    const { rounds, habits } = this.#made;
    const names = this.#table.seats.map(playerName);
    /** @param {number} ply */
    const describe = (ply) =>
      ply ? say("Round {at} of {last}", { at: ply, last: this.#table.ply }) : say("The start");
    /** @param {number} value */
    const tell = (value) => percent(chanceOf(value));
    const { result } = this.#table;
    if (names.length === 2 && result) {
      this.curve.show(chancesOf(rounds, result), { moves: [], names, describe, tell });
    }
    const told = this.#ownFirst(habits).map((habit) =>
      habitElement(habit, rounds, {
        player: names[habit.seat],
        itemOf: (letter) => this.#itemOf(letter),
      }),
    );
    part("summary").hidden = false;
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
    /** @param {RoundReview} round */
    const cost = ({ seats }) =>
      Math.max(
        ...seats.map(
          ({ chosen, choices }) => choices.find(({ move }) => move === chosen)?.lost ?? 0,
        ),
      );
    this.#at = rounds.reduce((most, round) => (cost(round) > cost(most) ? round : most)).ply + 1;
  }

  /** @param {string} letter */
  #itemOf(letter) {
    return this.#start?.hands.flatMap((hand) => hand.items).find((item) => item.letter === letter);
  }

  get #start() {
    return this.#scenes.get(this.#mainPath(0)) ?? this.board.scene;
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

  #goToMistake() {
    const bad = (this.#made.moves ?? []).filter(({ verdict }) => BAD.includes(verdict));
    const next = bad.find(({ ply }) => ply + 1 > this.#at) ?? bad[0];
    this.go(next.ply + 1);
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
    const marks = this.#review?.kind === "moves" ? (this.#review.moves ?? []).map(markOf) : [];
    this.list.update({ table: this.#table, moves: this.#moves, at: this.#at, marks });
    this.curve.go(this.#at);
    this.#tellPlace();
    if (this.#review) this.#tellMove();
    const scene = this.#seen;
    const query = new URLSearchParams({
      ruleset: this.#table.ruleset,
      position: positionIn(scene),
    });
    need("#analyse-link", HTMLAnchorElement).href = `/analysis/${this.#game}?${query}`;
    part("analyse").hidden = scene.over || !this.#table.result;
  }

  #tellPlace() {
    this.lines.mark(this.#line);
    const scene = this.#seen;
    const point = this.#line ? null : this.#review?.curve?.[this.#at];
    this.bar.show(point ? { ...point, seat: 0 } : null, scene.seats);
    if (this.#line) {
      const { at, pv } = this.#line;
      const where = say("In the line: move {at} of {last}, {move}", {
        at,
        last: pv.length,
        move: moveText(pv[at - 1]),
      });
      const back = h("button", {
        class: "button quiet small-button",
        type: "button",
        text: say("Back to the game"),
        on: { click: () => this.go(this.#at) },
      });
      part("where").replaceChildren(
        h("span", { text: `${where}. ${scene.over ? scene.status : ""}` }),
        back,
      );
      return;
    }
    const values = { at: this.#at, last: this.#table.ply };
    const told = this.#table.simultaneous
      ? say("Round {at} of {last}", values)
      : say("Move {at} of {last}", values);
    const made = this.#moves[this.#at - 1];
    const text = !this.#at
      ? say("The start")
      : this.#table.simultaneous
        ? told
        : `${told}: ${made.text}`;
    part("where").replaceChildren(
      h("span", {
        text:
          this.#at === this.#table.ply && this.#table.result
            ? `${text}. ${this.#table.result.text}`
            : text,
      }),
    );
  }

  #tellMove() {
    this.lines.clear();
    const told = part("told");
    told.hidden = false;
    if (!this.#at) {
      return told.replaceChildren(
        h("p", { class: "muted", text: say("Step through the game, or go to a mistake.") }),
      );
    }
    const { kind, rounds, moves = [] } = this.#made;
    if (kind === "choices") {
      return told.replaceChildren(...this.#roundTold(rounds[this.#at - 1]));
    }
    const move = moves[this.#at - 1];
    const names = this.#table.seats.map(playerName);
    const mover = moves[this.#at]?.seat ?? 1 - move.seat;
    const who = {
      player: names[move.seat],
      other: names[1 - move.seat],
      next: names[mover],
      lines: this.lines,
    };
    return told.replaceChildren(...moveTold(move, who));
  }

  /**
   * What is told of seats, that of the reader before the others.
   * @template {{ seat: number }} T
   * @param {T[]} told
   */
  #ownFirst(told) {
    return [...told].sort(
      (a, b) => Number(b.seat === this.#viewer) - Number(a.seat === this.#viewer),
    );
  }

  /** @param {RoundReview} round */
  #roundTold({ ply, seats }) {
    const title = h("h2", { text: say("Round {number}", { number: ply + 1 }) });
    /** @param {SeatChoices} found */
    const telling = (found) => ({
      player: playerName(this.#table.seats[found.seat]),
      itemOf: (/** @type {string} */ letter) => this.#itemOf(letter),
      art: this.board.art,
    });
    return [
      title,
      h(
        "div",
        { class: "mixes" },
        this.#ownFirst(seats).map((found) => mixElement(found, telling(found))),
      ),
    ];
  }
}

/**
 * The position of a scene as text, without the name of its game.
 * @param {Scene} scene
 */
function positionIn({ text }) {
  return text.slice(text.indexOf(" ") + 1);
}

/** @param {MoveReview} move */
function markOf({ verdict }) {
  const sign = verdictSign(verdict);
  return sign ? { sign, label: verdictText(verdict), kind: verdict } : undefined;
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
