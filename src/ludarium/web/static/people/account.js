/** The account page: a guest's name, signing in, up and out, passwords and recovery codes. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { nameForm } from "../shared/name-form.js";
import { startNotices } from "../shared/notices.js";
import { setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";
import { forgetReader } from "../shared/worker.js";

const find = (selector) => document.querySelector(selector);
const SHORTEST_PASSWORD = 8;

/** Shows what is wrong with a field, or nothing where `wrong` is empty. */
function tell(input, wrong) {
  document.getElementById(`${input.id}-fault`).textContent = wrong;
  if (wrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** What keeps this field from being sent. */
function fault(input) {
  if (!input.value.trim()) {
    if (input.name === "name") return say("Give a name.");
    return input.name === "code" ? say("Give the code.") : say("Give a password.");
  }
  if (input.autocomplete === "new-password" && input.value.length < SHORTEST_PASSWORD) {
    return say("At least {least} characters, please.", { least: SHORTEST_PASSWORD });
  }
  return "";
}

/** Sends a form's fields by `send`, and then does something with the answer. */
function credentials(form, send, then) {
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const inputs = [...form.querySelectorAll("input")];
    form.querySelector("[data-fault]").textContent = ""; // of what was sent before
    for (const input of inputs) tell(input, fault(input));
    const wrong = form.querySelector("[aria-invalid='true']");
    if (wrong) {
      wrong.focus();
      return;
    }
    whileBusy(form.querySelector("button"), form.querySelector("[data-fault]"), async () => {
      const text = ({ name, value }) => (name === "name" ? value.trim() : value);
      const fields = Object.fromEntries(inputs.map((input) => [input.name, text(input)]));
      then(await send(fields), form);
    });
  });
}

const reload = () => location.reload();

/** Shows a recovery code in place of all else, until its reader has kept it. */
function showCode({ recovery }) {
  const panel = find("[data-code]");
  for (const other of panel.parentElement.children) other.hidden = other !== panel;
  find("[data-code-text]").textContent = recovery;
  find("[data-code-kept]").addEventListener("click", reload);
  panel.querySelector("h1").focus();
}

function passwordChanged(_, form) {
  form.reset();
  announce(say("Your password is changed."));
}

function guest(form) {
  if (form) nameForm(form, () => announce(say("Your name is saved.")));
}

function signOut(button) {
  button.addEventListener("click", () =>
    whileBusy(button, find(".account > [data-fault]"), async () => {
      await api.delete(button.dataset.signOut);
      await signedOut();
    }),
  );
}

/** Another reader than before: what was kept of the last one is forgotten. */
async function changedReader() {
  await forgetReader();
  reload();
}

/** A guest from now on, in the browser's other tabs as well. */
async function signedOut() {
  setPreference("signed-out-at", Date.now());
  await changedReader();
}

startNotices();
guest(find("[data-guest]"));
credentials(find("[data-sign-in]"), (fields) => api.post("/session", fields), changedReader);
credentials(find("[data-sign-up]"), (fields) => api.post("/accounts", fields), showCode);
credentials(find("[data-recover]"), (fields) => api.post("/recovery", fields), showCode);
credentials(
  find("[data-change]"),
  (fields) => api.put("/account/password", fields),
  passwordChanged,
);
credentials(find("[data-new-code]"), (fields) => api.post("/account/recovery", fields), showCode);
credentials(find("[data-delete]"), (fields) => api.post("/account/deletion", fields), signedOut);
document.querySelectorAll("[data-sign-out]").forEach(signOut);
