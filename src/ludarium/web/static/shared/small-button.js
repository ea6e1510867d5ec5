/** A small button beside other things. */

import { h } from "./dom.js";

/**
 * @param {string} text
 * @param {(event: Event) => unknown} click
 */
export function smallButton(text, click) {
  return h("button", { class: "button quiet small-button", type: "button", text, on: { click } });
}
