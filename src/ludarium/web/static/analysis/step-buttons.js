/** Buttons and keys that step through a list of moves. */

import { elementOf, h, icon, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @typedef {"first" | "previous" | "next" | "last"} StepName */

/** @type {Record<StepName, string>} */
const ICONS = {
  first: "M18 6l-7 6l7 6zM7 6v12",
  previous: "M15 6l-7 6l7 6z",
  next: "M9 6l7 6l-7 6z",
  last: "M6 6l7 6l-7 6zM17 6v12",
};
/** @type {Record<string, StepName>} */
const KEYS = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };

export class StepButtons {
  #buttons;
  #onGo;
  #at = 0;
  #last = 0;

  /** @param {(ply: number) => unknown} onGo is given the number of moves after which to look */
  constructor(onGo) {
    this.#onGo = onGo;
    /** @type {[StepName, string][]} */
    const labels = [
      ["first", say("First position")],
      ["previous", say("Previous move")],
      ["next", say("Next move")],
      ["last", say("Last move")],
    ];
    this.#buttons = labels.map(([name, label]) =>
      h(
        "button",
        {
          class: "icon-button",
          type: "button",
          "aria-label": label,
          title: label,
          "data-step": name,
          on: { click: () => this.#go(name) },
        },
        icon(ICONS[name]),
      ),
    );
    addEventListener("keydown", (event) => this.#press(event));
  }

  get buttons() {
    return this.#buttons;
  }

  /**
   * @param {number} at
   * @param {number} last
   */
  update(at, last) {
    [this.#at, this.#last] = [at, last];
    for (const button of this.#buttons) {
      const back = ["first", "previous"].includes(button.dataset.step ?? "");
      setAttribute(button, "aria-disabled", (back ? at <= 0 : at >= last) ? "true" : null);
    }
  }

  /** @param {StepName} name */
  #go(name) {
    const to = { first: 0, previous: this.#at - 1, next: this.#at + 1, last: this.#last }[name];
    if (to >= 0 && to <= this.#last && to !== this.#at) this.#onGo(to);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (elementOf(event.target)?.closest("input, select, textarea") || !KEYS[event.key]) return;
    event.preventDefault();
    this.#go(KEYS[event.key]);
  }
}
