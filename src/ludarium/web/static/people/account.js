/** The account page: a guest's name, signing in, up and out, passwords and recovery codes. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { all, maybe, need } from "../shared/dom.js";
import { nameForm } from "../shared/name-form.js";
import { startNotices } from "../shared/notices.js";
import { setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";
import { forgetReader } from "../shared/worker.js";

const SHORTEST_PASSWORD = 8;

/**
 * Shows what is wrong with a field, or nothing where `wrong` is empty.
 * @param {HTMLInputElement} input
 * @param {string} wrong
 */
function tell(input, wrong) {
  need(`#${input.id}-fault`).textContent = wrong;
  if (wrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/**
 * What keeps this field from being sent.
 * @param {HTMLInputElement} input
 */
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

/**
 * Sends a form's fields by `send`, and then does something with the answer.
 * @template T
 * @param {HTMLFormElement | null} form
 * @param {(fields: object) => Promise<T>} send
 * @param {(answer: T, form: HTMLFormElement) => unknown} then
 */
function credentials(form, send, then) {
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const inputs = all("input", HTMLInputElement, form);
    const told = need("[data-fault]", Element, form);
    told.textContent = ""; // of what was sent before
    for (const input of inputs) tell(input, fault(input));
    const wrong = maybe("[aria-invalid='true']", HTMLElement, form);
    if (wrong) {
      wrong.focus();
      return;
    }
    whileBusy(need("button", Element, form), told, async () => {
      /** @param {HTMLInputElement} input */
      const text = ({ name, value }) => (name === "name" ? value.trim() : value);
      const fields = Object.fromEntries(inputs.map((input) => [input.name, text(input)]));
      then(await send(fields), form);
    });
  });
}

const reload = () => location.reload();

/**
 * Shows a recovery code in place of all else, until its reader has kept it.
 * @param {unknown} answer
 */
function showCode(answer) {
  const { recovery } = /** @type {{ recovery: string }} */ (answer);
  const panel = need("[data-code]");
  for (const other of all(":scope > *", HTMLElement, panel.parentElement ?? panel)) {
    other.hidden = other !== panel;
  }
  need("[data-code-text]").textContent = recovery;
  need("[data-code-kept]").addEventListener("click", reload);
  need("h1", HTMLElement, panel).focus();
}

/**
 * @param {unknown} _
 * @param {HTMLFormElement} form
 */
function passwordChanged(_, form) {
  form.reset();
  announce(say("Your password is changed."));
}

/** @param {HTMLFormElement | null} form */
function guest(form) {
  if (form) nameForm(form, () => announce(say("Your name is saved.")));
}

/** @param {HTMLElement} button */
function signOut(button) {
  button.addEventListener("click", () =>
    whileBusy(button, need(".account > [data-fault]"), async () => {
      await api.delete(button.dataset.signOut ?? "");
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

/** @param {string} selector */
const form = (selector) => maybe(selector, HTMLFormElement);

/** Begins the page. */
export function startAccount() {
  startNotices();
  guest(form("[data-guest]"));
  credentials(form("[data-sign-in]"), (fields) => api.post("/session", fields), changedReader);
  credentials(form("[data-sign-up]"), (fields) => api.post("/accounts", fields), showCode);
  credentials(form("[data-recover]"), (fields) => api.post("/recovery", fields), showCode);
  credentials(
    form("[data-change]"),
    (fields) => api.put("/account/password", fields),
    passwordChanged,
  );
  credentials(form("[data-new-code]"), (fields) => api.post("/account/recovery", fields), showCode);
  credentials(form("[data-delete]"), (fields) => api.post("/account/deletion", fields), signedOut);
  all("[data-sign-out]").forEach(signOut);
}
