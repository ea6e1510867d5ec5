/** The page of a person: the button that follows them. */

import { maybe, setText } from "../shared/dom.js";
import { isFollowed, setFollowed } from "../shared/following.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

/**
 * @param {HTMLElement} button
 * @param {boolean} follows
 */
function show(button, follows) {
  setText(button, follows ? say("Following") : say("Follow"));
  button.setAttribute("aria-pressed", String(follows));
  button.hidden = false;
}

/** Lets the person be followed, where the page offers that. */
export function startFollowing() {
  const button = maybe("[data-follow]");
  if (!button) return;
  const { follow: name = "" } = button.dataset;
  show(button, isFollowed(name));
  button.addEventListener("click", () => {
    const follows = !isFollowed(name);
    setFollowed(name, follows);
    show(button, follows);
    if (follows) announce(say("The first page tells you when {name} plays.", { name }), 5);
  });
}
