/**
 * A lesson: positions one after the other, in each of which the reader looks for a right move by
 * touching the board, and is told what was right or wrong with it.
 */

import { Explorer } from "../analysis/explorer.js";
import { messageOf } from "../shared/api.js";
import { h, maybe, need } from "../shared/dom.js";
import { playNowLinks } from "../shared/play-now.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

/** @param {string} id */
const part = (id) => need(`#${id}`);

class Lesson {
  #steps;
  #at = 0;
  /** @type {"asking" | "right" | "wrong"} */
  #state = "asking"; // "right" or "wrong"
  /** @type {Explorer | null} */
  #explorer = null;
  #shown = ""; // the position that the explorer began with
  #failed = 0; // wrong moves in this step
  /** @type {Set<number>} */
  #done = new Set(); // the steps in which a right move was found

  /** @param {LessonStep[]} steps */
  constructor(steps) {
    this.#steps = steps;
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && !event.defaultPrevented && this.#explorer?.stepBack(),
    );
  }

  /** What shows the step, once one was opened. */
  get #shownBy() {
    if (!this.#explorer) throw new Error("no step is shown yet");
    return this.#explorer;
  }

  get #step() {
    return this.#steps[this.#at];
  }

  /**
   * Shows a step, from its position.
   * @param {number} at
   */
  async open(at) {
    this.#at = at;
    this.#state = "asking";
    this.#failed = 0;
    await this.#restart();
  }

  async #restart() {
    const { ruleset, seats, position, moves, seat } = this.#step;
    const setting = { game: part("lesson").dataset.game, ruleset, seats, position };
    const shown = JSON.stringify([setting, seat]);
    // a position that goes on from the one before keeps its board, so that pieces move
    if (shown !== this.#shown) {
      const explorer = this.#explorerOf(setting);
      explorer.viewer = seat;
      this.#explorer = explorer;
      this.#shown = shown;
    }
    this.#state = "asking";
    await this.#show(moves);
  }

  /** @param {Setting} setting */
  #explorerOf(setting) {
    return new Explorer(part("board"), setting, {
      onMove: (move) => this.#try(move),
      onShow: () => this.#tell(),
      touchable: () => this.#state === "asking",
      complete: (seat, move) => this.#allWith(seat, move),
    });
  }

  /**
   * The choices of all, with the reader's own.
   * @param {number} seat
   * @param {string} move
   */
  #allWith(seat, move) {
    const choices = this.#step.accepted[0].split(" ");
    choices[seat] = move;
    return choices.join(" ");
  }

  /** @param {string[]} moves */
  async #show(moves) {
    try {
      return await this.#shownBy.go(moves);
    } catch (error) {
      announce(messageOf(error));
      return false;
    }
  }

  /** @param {string} move */
  async #try(move) {
    const { accepted, moves } = this.#step;
    this.#state = accepted.includes(move) ? "right" : "wrong";
    if (this.#state === "wrong") this.#failed += 1;
    else this.#done.add(this.#at);
    if (await this.#show([...moves, move])) {
      part("told").scrollIntoView({ block: "nearest" }); // on a phone, above the board
      this.#focus();
      return true;
    }
    this.#state = "asking";
    return false;
  }

  #focus() {
    const first = maybe("#after:not([hidden]) .button, #buttons button");
    first?.focus({ preventScroll: true });
  }

  #tell() {
    const { task, right, wrong } = this.#step;
    const number = { number: this.#at + 1, all: this.#steps.length };
    /** @type {Record<string, string[]>} */
    const texts = {
      asking: [say("Step {number} of {all}", number), task],
      right: [say("Right!"), right],
      wrong: [say("Not quite"), wrong],
    };
    const [title, text] = texts[this.#state];
    part("words").replaceChildren(h("h2", { text: title }), h("p", { text }), this.#status());
    part("told").dataset.state = this.#state;
    part("progress").replaceChildren(...this.#steps.map((_, at) => this.#mark(at)));
    part("buttons").replaceChildren(...this.#buttons());
    part("after").hidden = !this.#ended;
  }

  get #ended() {
    return this.#state === "right" && this.#at === this.#steps.length - 1;
  }

  /** Why the game is over, where a move has ended it. */
  #status() {
    const { over, status } = this.#shownBy.seen;
    return h("p", { class: "small muted", text: over ? status : "" });
  }

  /** @param {number} at */
  #mark(at) {
    const done = this.#done.has(at);
    const label = done
      ? say("Step {number}: done", { number: at + 1 })
      : say("Step {number}", { number: at + 1 });
    const attributes = { type: "button", "aria-label": label, on: { click: () => this.open(at) } };
    const current = at === this.#at ? "step" : null;
    const button = h(
      "button",
      { ...attributes, "aria-current": current },
      done ? "✓" : String(at + 1),
    );
    return h("li", { class: done ? "done" : "" }, button);
  }

  #buttons() {
    /**
     * @param {string} text
     * @param {() => unknown} click
     * @param {string} [kind]
     */
    const button = (text, click, kind = "") =>
      h("button", { class: `button ${kind}`, type: "button", text, on: { click } });
    if (this.#state === "wrong") {
      const buttons = [button(say("Try again"), () => this.#restart())];
      if (this.#failed > 1) buttons.push(button(say("Show me"), () => this.#showMe(), "quiet"));
      return buttons;
    }
    if (this.#state === "asking") return [];
    if (this.#ended) return [button(say("Once more"), () => this.open(0), "quiet")];
    return [button(say("Go on"), () => this.open(this.#at + 1))];
  }

  async #showMe() {
    await this.#restart();
    await this.#try(this.#step.accepted[0]);
  }
}

/** Begins the page. */
export function startLesson() {
  playNowLinks();
  const steps = JSON.parse(part("lesson").dataset.steps ?? "[]");
  new Lesson(steps).open(0);
}
