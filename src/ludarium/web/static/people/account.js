/** The account page: a guest's name, signing in, up and out. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { nameForm } from "../shared/name-form.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

const find = (selector) => document.querySelector(selector);
const SHORTEST_PASSWORD = 8;

/** Shows what is wrong with a field, or nothing where `wrong` is empty. */
function tell(input, wrong) {
  document.getElementById(`${input.id}-fault`).textContent = wrong;
  if (wrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** What keeps this field from being sent. */
function fault(input, fresh) {
  if (!input.value.trim()) {
    return input.name === "name" ? say("Give a name.") : say("Give a password.");
  }
  if (fresh && input.name === "password" && input.value.length < SHORTEST_PASSWORD) {
    return say("At least {least} characters, please.", { least: SHORTEST_PASSWORD });
  }
  return "";
}

/** Sends a form's name and password; `fresh`: for an account that is to be made. */
function credentials(form, path, fresh) {
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, password } = form.elements;
    for (const input of [name, password]) tell(input, fault(input, fresh));
    const wrong = form.querySelector("[aria-invalid='true']");
    if (wrong) {
      wrong.focus();
      return;
    }
    whileBusy(form.querySelector("button"), form.querySelector("[data-fault]"), async () => {
      await api.post(path, { name: name.value.trim(), password: password.value });
      location.reload();
    });
  });
}

function guest(form) {
  if (form) nameForm(form, () => announce(say("Your name is saved.")));
}

function signOut(button) {
  button.addEventListener("click", () =>
    whileBusy(button, find(".account > [data-fault]"), async () => {
      await api.delete(button.dataset.signOut);
      location.reload();
    }),
  );
}

guest(find("[data-guest]"));
credentials(find("[data-sign-in]"), "/session", false);
credentials(find("[data-sign-up]"), "/accounts", true);
document.querySelectorAll("[data-sign-out]").forEach(signOut);
