/** Hides what one player chooses from the next one, where a device is passed around. */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";

export class PassDevice {
  #root;
  /** @type {string | null} */
  #shown = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Asks to pass the device to somebody, or is not there (name null). onReady is called when that
   * somebody has it.
   * @param {string | null} name
   * @param {() => void} onReady
   */
  update(name, onReady) {
    this.#root.hidden = name === null;
    if (this.#shown === name) return;
    this.#shown = name;
    if (name === null) return this.#root.replaceChildren();
    const ready = h("button", {
      class: "button",
      type: "button",
      text: say("I am {name}", { name }),
      on: { click: onReady },
    });
    this.#root.replaceChildren(
      h("p", { class: "curtain-text", text: say("Pass the device to {name}", { name }) }),
      ready,
    );
    ready.focus({ preventScroll: true });
  }
}
