/** A position in a guide, alive: its moves can be stepped through, and where it says so the reader may play on from it. */

import { api } from "./api.js";
import { Board } from "./board.js";
import { h, icon } from "./dom.js";
import { say } from "./say.js";

const BACK = "M15 5 8 12 15 19";
const ON = "M9 5 16 12 9 19";
const AGAIN = "M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14";

export class GuidePosition {
  #figure;
  #data;
  #moves;
  #given; // how many moves the guide shows; those after them are the reader's
  #ply = 0;
  #board = null;
  #hands = h("div"); // in no page: for positions that are only looked at
  #scene = null;
  #choices = new Map(); // of the position shown, by seat
  #busy = false;
  #parts;

  /** @param {HTMLElement} figure as the server wrote it, with the picture of its last position, which stays until `wake` */
  constructor(figure) {
    this.#figure = figure;
    this.#data = figure.dataset;
    this.#moves = (this.#data.moves ?? "").split(",").map((move) => move.trim()).filter(Boolean);
    this.#given = this.#moves.length;
    this.#ply = this.#given;
    this.#parts = controls({
      back: () => this.go(this.#ply - 1),
      on: () => this.go(this.#ply < this.#moves.length ? this.#ply + 1 : 0),
      reset: () => this.#reset(),
    });
    figure.querySelector(".board-here").after(this.#parts.stepper);
    figure.append(this.#parts.fault);
  }

  /** Whether there is anything to do in a figure besides looking at it. */
  static isAlive({ dataset }) {
    return Boolean(dataset.moves?.trim()) || isYes(dataset.try);
  }

  /** Puts the living board in place of the picture, at the same position: that after all its moves. */
  wake() {
    return this.go(this.#ply, false);
  }

  get #tries() {
    return isYes(this.#data.try);
  }

  /** Shows the position after so many moves. Gives a promise of whether it could. */
  async go(ply, moves = true) {
    if (this.#busy || ply < 0 || ply > this.#moves.length) return false;
    this.#busy = true;
    this.#parts.fault.textContent = "";
    try {
      this.#show(await this.#fetch(this.#moves.slice(0, ply)), ply, moves);
      return true;
    } catch (error) {
      this.#parts.fault.textContent = error.message;
      if (ply > this.#given && ply === this.#moves.length) this.#moves.pop();
      return false;
    } finally {
      this.#busy = false;
    }
  }

  #fetch(moves) {
    const query = new URLSearchParams({ viewer: "0" });
    for (const name of ["ruleset", "seats", "position"]) if (this.#data[name]) query.set(name, this.#data[name]);
    if (moves.length) query.set("moves", moves.join(","));
    return api.get(`/games/${this.#data.game}/scene?${query}`);
  }

  #show(scene, ply, moves) {
    this.#ply = ply;
    this.#scene = scene;
    this.#choices = new Map();
    this.#board ??= this.#newBoard();
    this.#ask(moves);
  }

  /** Shows the position, with the next choice of it to the reader: who may move for every seat, one after another. */
  #ask(moves) {
    const free = this.#tries && this.#ply >= this.#given;
    const seat = free ? (this.#scene.movers.find((mover) => !this.#choices.has(mover)) ?? null) : null;
    this.#board.show(this.#scene, { seat, moves });
    this.#describe(seat);
  }

  #newBoard() {
    return new Board(this.#figure.querySelector(".board-here"), {
      onMove: (seat, move) => this.#choose(seat, move),
      preview: async (move) => (this.#together ? null : this.#fetch([...this.#moves.slice(0, this.#ply), move])),
      place: this.#tries ? null : () => this.#hands,
    });
  }

  /** Whether several seats choose together now. */
  get #together() {
    return this.#scene.movers.length > 1;
  }

  #choose(seat, move) {
    this.#choices.set(seat, move);
    if (this.#scene.movers.every((mover) => this.#choices.has(mover))) return this.#play();
    this.#ask(true);
    return true;
  }

  /** Plays what was chosen, as the game's notation has it: where several choose together, all in seat order. */
  #play() {
    const all = this.#scene.seats.map((_, seat) => this.#choices.get(seat) ?? ".");
    const [only] = this.#choices.values();
    this.#moves.length = this.#ply;
    this.#moves.push(this.#together ? all.join(" ") : only);
    return this.go(this.#moves.length);
  }

  /** @param seat whose move it is to the reader; null: nobody's */
  #describe(seat) {
    const { back, on, reset, words, stepper } = this.#parts;
    const total = this.#moves.length;
    const atEnd = this.#ply === total;
    back.disabled = this.#ply === 0;
    back.hidden = on.hidden = total === 0;
    stepper.classList.toggle("bare", total === 0);
    on.setAttribute("aria-label", atEnd ? say("From the start") : say("Next move"));
    on.replaceChildren(icon(atEnd ? AGAIN : ON));
    reset.hidden = total <= this.#given;
    words.replaceChildren(h("strong", { text: this.#place(seat) }), h("span", { text: this.#scene.status }));
  }

  /** Which move of how many the position comes after; where the reader may move, an invitation. */
  #place(seat) {
    const total = this.#moves.length;
    if (seat !== null && this.#together) return say("Choose for {seat}", { seat: this.#scene.seats[seat].name });
    if (seat !== null && this.#ply === this.#given) return say("Try it: your move");
    if (!this.#ply) return say("The start");
    return say("{move} of {total}: {text}", { move: this.#ply, total, text: this.#moves[this.#ply - 1] });
  }

  #reset() {
    this.#moves.length = this.#given;
    this.go(this.#given);
  }
}

function isYes(text) {
  return ["yes", "true", ""].includes(text ?? "no");
}

/** The buttons and words under a position; what each button does is given by name. */
function controls(act) {
  const button = (name, attributes, ...children) =>
    h("button", { type: "button", class: "button quiet", on: { click: act[name] }, ...attributes }, ...children);
  const parts = {
    back: button("back", { "aria-label": say("Previous move") }, icon(BACK)),
    on: button("on", { "aria-label": say("Next move") }, icon(ON)),
    reset: button("reset", { class: "button quiet stepper-reset", text: say("Start over"), hidden: true }),
    words: h("p", { class: "stepper-words", role: "status" }),
    fault: h("p", { class: "fault", role: "alert" }),
  };
  parts.stepper = h("div", { class: "stepper" }, parts.back, parts.words, parts.on, parts.reset);
  return parts;
}
