/**
 * A puzzle: the reader looks for the only move that wins, or gains pieces; a wrong one is answered
 * by what refutes it.
 */

import { Explorer } from "../analysis/explorer.js";
import { StepButtons } from "../analysis/step-buttons.js";
import { api, messageOf } from "../shared/api.js";
import { h, maybe, need } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { counted, say } from "../shared/say.js";
import { announce } from "../shared/toast.js";
import { noteSolved, solved } from "./solved-puzzles.js";

const ANSWERING = 700; // ms before the opponent answers, so that the own move is seen
/** @param {string} id */
const part = (id) => need(`#${id}`);
/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** @typedef {"asking" | "answering" | "wrong" | "solved" | "shown"} PuzzleState */

class PuzzlePage {
  /** @type {Puzzle} */
  #puzzle;
  /** @type {Explorer} */
  #explorer;
  /** @type {StepButtons} */
  #steps;
  #done = 0; // steps of the solution that were found
  /** @type {PuzzleState} */
  #state = "asking"; // "answering", "wrong", "solved" or "shown"
  /** @type {string[]} */
  #line = []; // the moves that can be stepped through
  #wrong = "";
  #helped = false;
  #counts; // whether the first attempt is still to be told, of a reader whose attempts are rated
  /** @type {boolean | null} */
  #first = null; // whether it solved the puzzle
  /** @type {Schemas["AttemptAnswer"] | null} */
  #rated = null; // what it came to

  /**
   * @param {Puzzle} puzzle
   * @param {boolean} rated
   */
  constructor(puzzle, rated) {
    this.#puzzle = puzzle;
    this.#counts = rated;
    const { game, ruleset, position, seat } = puzzle;
    this.#explorer = new Explorer(
      part("board"),
      { game, ruleset, position },
      {
        onMove: (move) => this.#try(move),
        onShow: () => this.#tell(),
        touchable: () =>
          this.#state === "asking" && this.#explorer.moves.length === this.#path.length,
      },
    );
    this.#explorer.viewer = seat;
    this.#steps = new StepButtons((ply) => this.#show(this.#line.slice(0, ply)));
  }

  /** Begins at the first step. */
  async open() {
    const { game, ruleset, position } = this.#puzzle;
    part("steps").replaceChildren(...this.#steps.buttons);
    part("about").textContent = about(this.#puzzle);
    need("#analyse-link", HTMLAnchorElement).href =
      `/analysis/${game}?${new URLSearchParams({ ruleset, position })}`;
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && !event.defaultPrevented && this.#explorer.stepBack(),
    );
    await this.#show([]);
  }

  /** The moves that lead to the step that is asked for. */
  get #path() {
    return movesOf(this.#puzzle.steps.slice(0, this.#done));
  }

  get #step() {
    return this.#puzzle.steps[this.#done];
  }

  /** @param {string[]} moves */
  async #show(moves) {
    try {
      return await this.#explorer.go(moves);
    } catch (error) {
      announce(messageOf(error));
      return false;
    }
  }

  /** @param {string} move */
  async #try(move) {
    const { move: right, reply, refutations } = this.#step;
    const path = this.#path;
    this.#state = "answering";
    if (!(await this.#show([...path, move]))) {
      this.#state = "asking";
      return false;
    }
    if (move === right && this.#done === this.#puzzle.steps.length - 1) {
      this.#finish("solved");
      return true;
    }
    const answer = move === right ? reply : refutations[move];
    if (answer !== null) await pause(ANSWERING);
    if (move === right) this.#done += 1;
    this.#state = move === right ? "asking" : "wrong";
    this.#wrong = move;
    if (move !== right) this.#count(false);
    this.#line = answer === null ? [...path, move] : [...path, move, answer];
    await this.#show(this.#line);
    if (move !== right) maybe("#buttons button")?.focus();
    return true;
  }

  /**
   * The whole solution, ready to be stepped through.
   * @param {"solved" | "shown"} state
   */
  #finish(state) {
    this.#state = state;
    const { steps, ending, id } = this.#puzzle;
    this.#line = [...movesOf(steps), ...ending];
    if (state === "solved" && !this.#helped) noteSolved(id);
    this.#count(state === "solved" && !this.#helped);
    this.#tell();
  }

  /**
   * Tells the server how the first attempt ended; again, where it could not be reached.
   * @param {boolean} solvedIt
   */
  async #count(solvedIt) {
    if (!this.#counts) return;
    this.#first ??= solvedIt;
    this.#counts = false;
    try {
      const id = encodeURIComponent(this.#puzzle.id);
      this.#rated = await api.post(`/puzzles/${id}/attempts`, { solved: this.#first });
      if (this.#rating) part("told").append(this.#rating);
    } catch (error) {
      this.#counts = true;
      announce(messageOf(error));
    }
  }

  /** What the first attempt did to the reader's rating; null where it did not count. */
  get #rating() {
    if (!this.#rated?.counted || !this.#rated.after) return null;
    return h("p", { class: "small", text: ratedText(this.#rated) });
  }

  #showSolution() {
    this.#helped = true;
    this.#finish("shown");
    this.#show(this.#line.slice(0, 1));
  }

  #retry() {
    this.#state = "asking";
    this.#line = this.#path;
    this.#show(this.#path);
  }

  #again() {
    this.#done = 0;
    this.#helped = true; // whoever has seen the solution
    this.#retry();
  }

  #tell() {
    if (this.#state === "asking") this.#line = this.#path;
    const { seen, moves } = this.#explorer;
    this.#steps.update(moves.length, Math.max(this.#line.length, moves.length));
    part("told").replaceChildren(...this.#told(seen));
    part("buttons").replaceChildren(...this.#offered());
  }

  /** @param {Scene} scene */
  #told(scene) {
    /** @type {Record<PuzzleState, () => string[]>} */
    const texts = {
      asking: () => [this.#done ? say("Right. And now?") : this.#asked, scene.status],
      answering: () => [say("Let us see…"), ""],
      wrong: () => [this.#failed, this.#refuted(scene)],
      solved: () => [say("Solved!"), say("Step on to see how it goes on.")],
      shown: () => [
        say("The solution: {moves}", {
          moves: moveText(this.#puzzle.steps.map(({ move }) => move).join(", ")),
        }),
        say("Step on to see how it goes on."),
      ],
    };
    const [title, text] = texts[this.#state]();
    const known = this.#state === "asking" && solved().has(this.#puzzle.id);
    const ended = ["solved", "shown"].includes(this.#state) && scene.over;
    const parts = [
      h("h2", { text: title }),
      text ? h("p", { text }) : null,
      ended ? h("p", { text: scene.status }) : null,
      known
        ? h("p", { class: "small muted", text: say("You have solved this one before.") })
        : null,
      this.#rating,
    ];
    return parts.filter((one) => one !== null);
  }

  get #asked() {
    const { within, gain } = this.#puzzle;
    if (!within) return say("Exactly one move wins. Find it.");
    if (gain) {
      return counted(
        "Gain {n} piece in {turns} turns: exactly one move does it.",
        "Gain {n} pieces in {turns} turns: exactly one move does it.",
        gain,
        { turns: within },
      );
    }
    return counted(
      "Win in {n} turn: exactly one move does it.",
      "Win in {n} turns: exactly one move does it.",
      within,
    );
  }

  get #failed() {
    const move = moveText(this.#wrong);
    const { within, gain } = this.#puzzle;
    if (!within) return say("{move} does not win.", { move });
    if (gain) return say("{move} does not gain that much in time.", { move });
    return say("{move} does not win in time.", { move });
  }

  /** @param {Scene} scene */
  #refuted(scene) {
    if (scene.over) return scene.status;
    const answer = moveText(this.#line.at(-1) ?? "");
    if (!this.#puzzle.within) {
      return say("{answer} refutes it: with best play there is no win any more.", { answer });
    }
    if (this.#step.refutations[this.#wrong] === null) {
      return say("The turn goes on, but it cannot be done in time any more.");
    }
    return say("{answer} refutes it: it cannot be done in time any more.", { answer });
  }

  #offered() {
    /**
     * @param {string} text
     * @param {() => unknown} click
     * @param {string} [kind]
     */
    const button = (text, click, kind = "button quiet") =>
      h("button", { class: kind, type: "button", text, on: { click } });
    if (this.#state === "wrong") {
      return [
        button(say("Try again"), () => this.#retry(), "button"),
        button(say("Show the solution"), () => this.#showSolution()),
      ];
    }
    if (this.#state === "asking") {
      return [button(say("Show the solution"), () => this.#showSolution())];
    }
    if (this.#state === "answering") return [];
    const next = `/puzzles/${encodeURIComponent(this.#puzzle.id)}/next`;
    return [
      h("a", { class: "button", href: next, text: say("Next puzzle") }),
      button(say("Once more"), () => this.#again()),
    ];
  }
}

/**
 * The moves of some steps of a solution, with the replies.
 * @param {PuzzleStep[]} steps
 */
function movesOf(steps) {
  return steps.flatMap(({ move, reply }) => (reply === null ? [move] : [move, reply]));
}

/**
 * Where a puzzle is from, how it was proved, and how pieces are counted in it.
 * @param {Puzzle} puzzle
 */
function about({ source, proof, within, gain }) {
  const { ply } = source;
  const { depth, nodes } = proof;
  const numbers = {
    move: ply + 1,
    nodes: nodes.toLocaleString(document.documentElement.lang),
    depth,
  };
  if (within) {
    const proved = say(
      "Move {move} of a game between two levels of the engine. Proved by trying everything, over " +
        "{nodes} positions.",
      numbers,
    );
    if (!gain) return proved;
    const counting = say(
      "Pieces are counted after the reply to the last turn: those captured, less those lost.",
    );
    return `${proved} ${counting}`;
  }
  return say(
    "Move {move} of a game that the engine played against itself. Proved by a search " +
      "{depth} moves deep, over {nodes} positions.",
    numbers,
  );
}

/**
 * What an attempt did to the reader's rating.
 * @param {Schemas["AttemptAnswer"]} rated
 */
function ratedText({ before, after }) {
  const rating = Math.round(after?.rating ?? 0);
  if (!before) return say("Your rating in these puzzles: {rating}", { rating });
  const change = rating - Math.round(before.rating);
  const signed = change < 0 ? `−${-change}` : `+${change}`;
  return say("Your rating in these puzzles: {rating} ({change})", { rating, change: signed });
}

/** Begins the page. */
export async function startPuzzle() {
  const { puzzle: id = "", rated } = part("puzzle").dataset;
  try {
    const puzzle = await api.get(`/puzzles/${encodeURIComponent(id)}`);
    await new PuzzlePage(puzzle, rated !== undefined).open();
  } catch (error) {
    const text = messageOf(error);
    part("board").replaceChildren(h("p", { class: "loading", role: "alert", text }));
  }
}
