/** The reader's own games that are not over, with living boards. */

import { ServerTime, timeText } from "../shared/clock.js";
import { h, setText } from "../shared/dom.js";
import { listed } from "../shared/player-names.js";
import { counted, say } from "../shared/say.js";
import { clockText, facts } from "../shared/table-summaries.js";
import { TableBoard } from "./table-board.js";

const MINUTE = 60_000; // ms between two looks at the time that is left

/**
 * A list of games by the ids of their tables. Rows that stay are kept, and while a pointer or the
 * focus is on one of them, they keep their places, too.
 */
export class OwnGames {
  #list;
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #time = new ServerTime();
  /** @type {OwnGamesList | null} */
  #told = null;

  /** @param {HTMLElement} list that is filled */
  constructor(list) {
    this.#list = list;
    setInterval(() => this.#tellTimes(), MINUTE);
    for (const event of ["pointerleave", "focusout"]) {
      list.addEventListener(event, () => setTimeout(() => this.#arrange()));
    }
  }

  /**
   * Shows what `GET /api/me/games` answers.
   * @param {OwnGamesList} told
   */
  show(told) {
    this.#told = told;
    this.#time.set(told.now);
    const wanted = new Set(told.games.map((game) => game.id));
    for (const id of this.#rows.keys()) if (!wanted.has(id)) this.#rows.delete(id);
    for (const game of told.games) {
      this.#row(game.id).show(game);
    }
    this.#arrange();
    this.#tellTimes();
  }

  /**
   * The row of this table, which is made where there is none.
   * @param {string} id
   */
  #row(id) {
    const row = this.#rows.get(id) ?? new Row();
    this.#rows.set(id, row);
    return row;
  }

  #arrange() {
    if (!this.#told) return;
    const rows = this.#told.games.map((game) => this.#row(game.id).element);
    const held =
      this.#list.contains(document.activeElement) ||
      (matchMedia("(hover: hover)").matches && this.#list.matches(":hover"));
    const here = [...this.#list.children];
    if (held && rows.length === here.length && rows.every((row) => here.includes(row))) return;
    if (rows.every((row, at) => row === here[at]) && rows.length === here.length) return;
    const focused = document.activeElement;
    this.#list.replaceChildren(...rows);
    if (focused instanceof HTMLElement && focused.isConnected)
      focused.focus({ preventScroll: true });
  }

  #tellTimes() {
    for (const row of this.#rows.values()) row.tellTime(this.#time.now);
  }
}

class Row {
  element;
  #link = h("a", { class: "own-link" });
  #title = h("strong");
  #facts = h("span", { class: "small muted" });
  #state = h("span", { class: "badge" });
  #left = h("span", { class: "small own-left" });
  #board;
  /** @type {OwnSummary | null} */
  #game = null;

  constructor() {
    const board = h("div", { class: "own-board", "aria-hidden": "true", inert: true });
    this.#board = new TableBoard(board);
    const words = h("span", { class: "own-words" }, this.#title, this.#facts);
    const state = h("span", { class: "own-state" }, this.#state, this.#left);
    this.#link.append(board, words, state);
    this.element = h("li", { class: "own-game" }, this.#link);
  }

  /** @param {OwnSummary} game */
  show(game) {
    this.#game = game;
    this.#link.href = `/table/${game.id}`;
    this.element.classList.toggle("is-turn", game.your_turn);
    setText(this.#title, game.title);
    setText(this.#facts, factsOf(game));
    setText(this.#state, stateOf(game));
    this.#state.classList.toggle("good", game.your_turn);
    this.#board.show(game);
  }

  /**
   * Writes how long whoever is to move has, in games of days a move.
   * @param {number} now
   */
  tellTime(now) {
    if (!this.#game) return;
    const { deadline, clock } = this.#game;
    const left = deadline === null ? null : deadline - now;
    const words = left === null ? clockText(clock) : say("{time} left", { time: roughly(left) });
    setText(this.#left, words);
    this.#left.classList.toggle(
      "is-low",
      left !== null && left < Number(clock.days) * 86_400 * 0.2,
    );
  }
}

/**
 * A time that is told once a minute: without seconds.
 * @param {number} seconds
 */
function roughly(seconds) {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  if (minutes >= 24 * 60) return timeText(seconds);
  return say("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/**
 * Against whom, and how far the game has come.
 * @param {OwnSummary} game
 */
function factsOf({ seats, seat, ply, status }) {
  const others = seats
    .filter((other, number) => other && number !== seat)
    .map((other) => other?.name || say("Guest"));
  const moves = status === "live" ? counted("{n} move", "{n} moves", ply) : "";
  return facts(others.length ? listed(others) : "", moves);
}

/** @param {OwnSummary} game */
function stateOf({ your_turn: turn, challenge, status }) {
  if (challenge) return say("Challenge");
  if (turn) return say("Your turn");
  return status === "open" ? say("Not begun") : say("Waiting");
}

/**
 * How many games wait for the reader, in a sentence.
 * @param {{ turns: number, playing: number }} counts
 */
export function turnsText({ turns, playing }) {
  if (!playing) return "";
  if (!turns) return say("Nobody waits for you.");
  return counted("{n} game waits for you.", "{n} games wait for you.", turns);
}
