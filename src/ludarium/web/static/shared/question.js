/** A question that covers the page until it is answered. */

import { h } from "./dom.js";
import { say } from "./say.js";

/**
 * Asks before something is done; Escape and a click beside the question mean no.
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
  return new Promise((resolve) => {
    const words = h("p", { id: "question-words", text: question });
    const sure = h("button", { class: "button", type: "button", text: yes });
    const back = h("button", { class: "button quiet", type: "button", text: say("Not now") });
    const dialog = h(
      "dialog",
      { class: "question-dialog", "aria-labelledby": words.id },
      words,
      h("div", { class: "question-buttons" }, back, sure),
    );
    /** @param {boolean} answer */
    const close = (answer) => {
      resolve(answer); // the first answer counts
      dialog.remove();
    };
    sure.addEventListener("click", () => close(true));
    back.addEventListener("click", () => close(false));
    dialog.addEventListener("close", () => close(false));
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.addEventListener("click", (event) => event.target === dialog && close(false));
    document.body.append(dialog);
    dialog.showModal();
    sure.focus();
  });
}
