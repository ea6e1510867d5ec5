/** How far a review is. */

import { h } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";

/** @param {HTMLElement} root */
export function showFirstLook(root) {
  root.hidden = false;
  const text = say("A first look, while the engine warms up. A better one follows.");
  root.replaceChildren(h("p", { role: "status", text }));
}

/**
 * @param {HTMLElement} root
 * @param {Schemas["WorkingAnswer"]} progress
 */
export function showProgress(root, { done, of, ahead }) {
  root.hidden = false;
  const text = ahead
    ? counted(
        "{n} other game is reviewed before this one.",
        "{n} other games are reviewed before this one.",
        ahead,
      )
    : say("The engine looks at the game: {done} of {of} positions.", { done, of });
  root.replaceChildren(
    h("p", { role: "status", text }),
    h("progress", { max: of, value: done, "aria-label": text }),
  );
}
