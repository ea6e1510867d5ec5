/** The list of moves, through which the reader can step. */

import { elementOf, h, icon, need, setAttribute, setText } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";

/**
 * What is said of a move beside its text.
 * @typedef {({ sign: string, label: string, kind: string } | null | undefined)[]} Marks
 */

/**
 * What a list of moves needs to know of a table.
 * @typedef {Pick<TableState, "id" | "ply" | "seats" | "simultaneous">} ShownTable
 * @typedef {ShownTable & { movers?: number[] }} ListedTable
 */

/**
 * @typedef {object} ListedMoves
 * @property {ListedTable} table
 * @property {SeatedMove[]} moves
 * @property {number | null} at
 * @property {Marks} [marks] by the moves' places
 */

/**
 * @typedef {{ at: number, text: string, seat: number | null, title?: string }} Entry
 * @typedef {{ number: number, cells: Entry[][] }} MoveRow
 */

const ICONS = {
  first: "M18 6l-7 6l7 6zM7 6v12",
  previous: "M15 6l-7 6l7 6z",
  next: "M9 6l7 6l-7 6z",
  last: "M6 6l7 6l-7 6zM17 6v12",
};

export class MoveList {
  #root;
  #onGo;
  #shown = "";
  /** @type {HTMLElement[]} */
  #buttons = [];
  #list = h("ol", { class: "move-rows" });
  #steps;
  /** @type {ListedMoves | null} */
  state = null;

  /**
   * @param {HTMLElement} root
   * @param {{ onGo: (ply: number) => void }} hooks onGo is given the number of moves after which to
   * look at the game
   */
  constructor(root, { onGo }) {
    this.#root = root;
    this.#onGo = onGo;
    this.#root.replaceChildren(this.#list);
    /**
     * @param {keyof typeof ICONS} name
     * @param {string} label
     * @param {(state: ListedMoves) => number} where
     */
    const step = (name, label, where) => {
      const go = () => this.state && onGo(where(this.state));
      const attributes = {
        class: "icon-button",
        type: "button",
        "aria-label": label,
        title: label,
        "data-step": name,
      };
      return h("button", { ...attributes, on: { click: go } }, icon(ICONS[name]));
    };
    this.#steps = [
      step("first", say("First position"), () => 0),
      step("previous", say("Previous move"), (state) => placeOf(state) - 1),
      step("next", say("Next move"), (state) => placeOf(state) + 1),
      step("last", say("Last move"), () => Infinity),
    ];
    addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("appearance", () => this.state && this.update(this.state));
    new ResizeObserver(() => this.state && this.showPlace()).observe(root);
  }

  /** The buttons that step. */
  get steps() {
    return this.#steps;
  }

  /** @param {ListedMoves} state */
  update(state) {
    this.state = state;
    // marks: for moves, by their place, as {sign, label, kind}
    const { table, moves, marks = [] } = state;
    const texts = moves.map((move) => moveText(move.text));
    const shown = `${table.id} ${texts} ${marks.map((mark) => mark?.kind)}`;
    if (shown !== this.#shown) this.#write(table, moves, marks);
    this.#shown = shown;
    const place = placeOf(state);
    for (const [at, button] of this.#buttons.entries()) {
      const current = at + 1 === place;
      if (current && button.getAttribute("aria-current") === null) this.#bringIntoView(button);
      setAttribute(button, "aria-current", current ? "step" : null);
    }
    for (const button of this.#steps) {
      const back = ["first", "previous"].includes(button.dataset.step ?? "");
      setAttribute(
        button,
        "aria-disabled",
        (back ? place <= 0 : place >= table.ply) ? "true" : null,
      );
    }
  }

  /**
   * @param {ListedTable} table
   * @param {SeatedMove[]} moves
   * @param {Marks} marks
   */
  #write(table, moves, marks) {
    const rows = rowsOf(table, moves);
    this.#buttons = [];
    this.#list.replaceChildren(
      ...rows.map(({ number, cells }) => {
        const count = h("span", { class: "move-number", "aria-hidden": "true", text: `${number}` });
        return h(
          "li",
          { class: "move-row", value: number },
          count,
          cells.map((cell) => this.#cell(cell, table, marks)),
        );
      }),
    );
    this.#root.classList.toggle("rounds", table.simultaneous);
    if (table.simultaneous) setText(need("#log-title"), say("Rounds"));
    const none = table.simultaneous ? say("No rounds yet.") : say("No moves yet.");
    if (!moves.length) this.#list.replaceChildren(h("li", { class: "muted", text: none }));
  }

  /**
   * @param {Entry[]} moves
   * @param {ListedTable} table
   * @param {Marks} marks
   */
  #cell(moves, table, marks) {
    const cell = h("span", { class: "move-cell" });
    for (const { at, text, seat, title } of moves) {
      const mark = marks[at - 1];
      const plain = moveLabel(table, { at, text, seat, title });
      const label = mark ? `${plain}, ${mark.label}` : plain;
      const click = () => this.#onGo(at);
      const button = h("button", {
        class: "move",
        type: "button",
        "aria-label": label,
        title: seat === null && label,
        "data-chance": seat === null && !table.simultaneous,
        text: moveText(text),
        on: { click },
      });
      if (mark) button.append(h("span", { class: `mark ${mark.kind}`, text: mark.sign }));
      this.#buttons[at - 1] = button;
      cell.append(button);
    }
    return cell;
  }

  /** Brings the move that is looked at into sight, as when the list itself comes into sight. */
  showPlace() {
    const button = this.state && this.#buttons[placeOf(this.state) - 1];
    if (button) this.#bringIntoView(button);
  }

  /**
   * Scrolls the list, and nothing else.
   * @param {HTMLElement} button
   */
  #bringIntoView(button) {
    const list = this.#root;
    const [row, frame] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (row.top < frame.top) list.scrollTop += row.top - frame.top - 8;
    else if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom + 8;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (elementOf(event.target)?.closest("input, select, textarea")) return;
    const place = this.state ? placeOf(this.state) : 0;
    /** @type {Record<string, number>} */
    const keys = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: Infinity };
    const where = keys[event.key];
    if (where === undefined) return;
    event.preventDefault();
    this.#onGo(where);
  }
}

/**
 * After how many moves the game is looked at.
 * @param {Pick<ListedMoves, "at" | "table">} state
 */
export function placeOf({ at, table }) {
  return at ?? table.ply;
}

/**
 * The moves in rows: one for each round, or for each time around the seats; moves of one seat in a
 * row share a cell.
 * @param {ListedTable} table
 * @param {SeatedMove[]} moves
 * @returns {MoveRow[]}
 */
export function rowsOf(table, moves) {
  if (table.simultaneous) {
    return moves.map((move, index) => {
      const at = index + 1;
      return {
        number: at,
        cells: [[{ at, text: `${at}`, title: choicesText(table, move), seat: null }]],
      };
    });
  }
  /** @type {MoveRow[]} */
  const rows = [];
  /** @type {number | null} */
  let last = null;
  const turns = turnsOf(table, moves);
  for (const [index, { text, seat }] of moves.entries()) {
    const entry = { at: index + 1, text, seat };
    /** @type {number | null} */
    const turn = turns[index] ?? last;
    if (!rows.length || (last !== turn && (last === null || turn === null || turn < last))) {
      // of two seats, each has a column of its own
      const skipped = table.seats.length === 2 && turn === 1;
      rows.push({ number: rows.length + 1, cells: skipped ? [[]] : [] });
    }
    const row = rows[rows.length - 1];
    const cell = row.cells.at(-1);
    if (last === turn && cell) cell.push(entry);
    else row.cells.push([entry]);
    last = turn;
  }
  return rows;
}

/**
 * The row of the last of so many moves, 0 at the start, and the last row.
 * @param {ListedTable} table
 * @param {SeatedMove[]} moves
 * @param {number} at
 */
export function rowPlace(table, moves, at) {
  const rows = rowsOf(table, moves);
  const row = rows.find(({ cells }) => cells.flat().some((entry) => entry.at === at));
  return { at: row?.number ?? 0, last: rows.length };
}

/**
 * Whose turn each move belongs to; what chance did, such as a throw of dice, goes with the move
 * that follows it. null where no move follows, and it is not known whose that would be.
 * @param {ListedTable} table
 * @param {SeatedMove[]} moves
 */
function turnsOf({ ply, movers = [] }, moves) {
  let next = ply === moves.length && movers.length === 1 ? movers[0] : null;
  return [...moves]
    .reverse()
    .map(({ seat }) => {
      next = seat ?? next;
      return next;
    })
    .reverse();
}

/**
 * What a move is called: who made it, or that chance did.
 * @param {ListedTable} table
 * @param {{ at?: number, text: string, seat: number | null, title?: string }} move
 */
export function moveLabel(table, { at, text, seat, title }) {
  if (seat !== null) return `${playerName(table.seats[seat])}: ${moveText(text)}`;
  if (table.simultaneous) return say("Round {number}: {move}", { number: at, move: title });
  return text === "?" ? say("Dealt face down") : say("By chance: {outcome}", { outcome: text });
}

/**
 * @param {ListedTable} table
 * @param {SeatedMove} move
 */
function choicesText(table, { choices = {} }) {
  return Object.entries(choices)
    .map(([seat, choice]) => `${playerName(table.seats[Number(seat)])} ${choice}`)
    .join(", ");
}

/**
 * The moves with the seats that made them, where the server does not say: seats take turns. What
 * chance did is nobody's.
 * @param {TableMove[]} moves
 * @param {number} seats
 * @returns {SeatedMove[]}
 */
export function withSeats(moves, seats) {
  return moves.map((move, at) => ({ ...move, seat: seatOf(move, at, seats) }));
}

/**
 * @param {TableMove} move
 * @param {number} at
 * @param {number} seats
 */
function seatOf(move, at, seats) {
  return move.chance ? null : (move.seat ?? at % seats);
}
