/**
 * What a player can do besides moving: give up, offer a draw, take a move back. Buttons keep their
 * places: those of no use now are disabled, as another would else move under the pointer. Each that
 * cannot be undone asks once more, in place; as the buttons change then, they rest.
 */

import { h, maybe } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @typedef {[name: string, label: string, act: () => unknown, useless: boolean]} Action */

const REST = 600; // milliseconds

/**
 * Lets buttons that come under the pointer rest for a moment, so that a double click is one.
 * @param {Element} element
 */
export function rest(element) {
  element.classList.add("resting");
  setTimeout(() => element.classList.remove("resting"), REST);
}

/**
 * Whether the reader made the last move of a turn that is still their own.
 * @param {{ table: TableState, own: number[] }} state
 */
const undoesMove = ({ table, own }) => table.moves_to_undo > 0 && own.includes(table.movers[0]);

export class Actions {
  #root;
  #post;
  #asking = false;
  #place = new DOMRect(); // of the button that asks
  #shown = "";

  /** @type {TablePageState | null} */
  state = null;

  /**
   * @param {HTMLElement} root
   * @param {{ post: PostToTable }} tools
   */
  constructor(root, { post }) {
    this.#root = root;
    this.#post = post;
  }

  /** @param {TablePageState} state */
  update(state) {
    this.state = state;
    const offered = this.#offers(state);
    this.#root.hidden = !offered.length;
    const shown = JSON.stringify([offered.map(([name, label]) => [name, label]), this.#asking]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      if (this.#asking && offered.length) this.#ask();
      else {
        this.#root.replaceChildren(
          ...offered.map(([name, label, act]) => this.#button(name, label, act)),
        );
      }
    }
    for (const [name, , , useless] of offered) {
      const button = maybe(`[data-action="${name}"]`, HTMLButtonElement, this.#root);
      if (button) button.disabled = useless;
    }
  }

  /**
   * The actions that there are in this game, as [name, label, what they do, whether they are of no
   * use now].
   * @param {TablePageState} state
   * @returns {Action[]}
   */
  #offers({ table, own, moves }) {
    if (table.status !== "live" || !own.length) return [];
    /** @type {Action[]} */
    const actions = [];
    const others = table.seats.filter((seat) => !own.includes(seat.seat));
    const offered = Boolean(table.offer);
    const undoes = undoesMove({ table, own });
    if (table.takebacks) {
      const moved = moves.some(isBy(own));
      const takeBack = () => this.#takeBack();
      actions.push(["takeback", say("Take back"), takeBack, !undoes && (offered || !moved)]);
    }
    if (table.draws && others.length && others.every((other) => other.kind === "person")) {
      const offer = () => this.#post("offers", { kind: "draw", seat: this.#actor });
      actions.push(["draw", say("Offer a draw"), offer, offered]);
    }
    if (own.every((number) => table.seats[number].gone)) {
      actions.push(["lobby", say("To the lobby"), () => location.assign("/"), false]);
    } else {
      actions.push(["resign", resignLabel(table), () => this.#setAsking(true), false]);
    }
    // where chance decides nothing else is taken back; at the end, as it comes and goes
    const undo = () => this.#takeBack();
    if (undoes && !table.takebacks) actions.push(["undo", say("Take back"), undo, false]);
    return actions;
  }

  /**
   * Of the reader's seats, the one that moved last: where a device is passed around, that is whose
   * move is taken back.
   */
  get #actor() {
    const { own, moves } = this.#known;
    return moves.findLast(isBy(own))?.seat ?? own[0];
  }

  get #known() {
    if (!this.state) throw new Error("the table is not known yet");
    return this.state;
  }

  /**
   * Undoes the last move of a turn that goes on, or asks to take a move back; where the reader
   * plays for everybody, nobody else is to be asked.
   */
  async #takeBack() {
    const { table, own } = this.#known;
    if (undoesMove(this.#known)) {
      await this.#post("undone-moves", { ply: table.ply, seat: table.movers[0] });
      return;
    }
    const seat = this.#actor;
    if (!(await this.#post("offers", { kind: "takeback", seat }))) return;
    const others = table.seats
      .filter((other) => other.kind === "person" && other.seat !== seat)
      .map((other) => other.seat);
    if (!others.every((other) => own.includes(other))) return;
    for (const other of others) await this.#post("answers", { accept: true, seat: other });
  }

  /** @param {boolean} asking */
  #setAsking(asking) {
    const asked = this.#root.querySelector('[data-action="resign"]');
    if (asked) this.#place = asked.getBoundingClientRect();
    this.#asking = asking;
    this.update(this.#known);
    const back = maybe('[data-action="no"]', HTMLElement, this.#root);
    (back ?? this.#root.querySelector("button"))?.focus();
  }

  #ask() {
    const { table, own, seat } = this.#known;
    const leaving = own.filter((number) => !table.seats[number].gone);
    const yes = () => {
      this.#asking = false;
      this.#post("resignations", { seat: seat ?? leaving[0] });
      this.update(this.#known);
    };
    const words = h("span", { class: "question", text: question(table, seat ?? leaving[0]) });
    const back = this.#button("no", say("Play on"), () => this.#setAsking(false));
    const sure = this.#button("yes", resignLabel(table), yes, "button danger");
    const orders = [
      [words, back, sure],
      [words, sure, back],
      [sure, words, back],
    ];
    for (const order of orders) {
      this.#root.replaceChildren(...order);
      if (!overlap(sure.getBoundingClientRect(), this.#place)) return; // not under the pointer
    }
    sure.classList.add("apart");
    this.#root.replaceChildren(words, back, sure);
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {() => unknown} act
   * @param {string} [kind]
   */
  #button(name, text, act, kind = "button quiet") {
    const click = () => {
      rest(this.#root);
      act();
    };
    return h("button", { class: kind, type: "button", "data-action": name, text, on: { click } });
  }
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function overlap(one, other) {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/**
 * @param {TableState} table
 * @param {number} seat
 */
function question(table, seat) {
  if (table.may_be_called_off) return say("Call this game off? Nobody loses.");
  if (table.seats.length > 2) return say("Leave the game for good?");
  const { resigning } = table.seats[seat];
  return resigning ? `${resigning} ${say("Give up?")}` : say("Give up this game?");
}

/** @param {TableState} table */
function resignLabel(table) {
  if (table.may_be_called_off) return say("Call off");
  return table.seats.length > 2 ? say("Leave the game") : say("Resign");
}

/**
 * Whether a move is one of these seats.
 * @param {number[]} own
 * @returns {(move: SeatedMove) => boolean}
 */
function isBy(own) {
  return ({ seat }) => seat !== null && own.includes(seat);
}
