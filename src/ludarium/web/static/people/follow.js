/** The page of a person: the button that follows them. */

import { setText } from "../shared/dom.js";
import { isFollowed, setFollowed } from "../shared/following.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

const button = document.querySelector("[data-follow]");

function show(follows) {
  setText(button, follows ? say("Following") : say("Follow"));
  button.setAttribute("aria-pressed", follows);
  button.hidden = false;
}

if (button) {
  const { follow: name } = button.dataset;
  show(isFollowed(name));
  button.addEventListener("click", () => {
    const follows = !isFollowed(name);
    setFollowed(name, follows);
    show(follows);
    if (follows) announce(say("The first page tells you when {name} plays.", { name }), 5);
  });
}
