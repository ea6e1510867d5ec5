/** The field with the reader's own name. */

import { api, messageOf } from "./api.js";
import { need, setText } from "./dom.js";
import { say } from "./say.js";

/**
 * Keeps the name on the server, in this browser's cookie; shows it in the header.
 * @param {string} name
 * @returns {Promise<Schemas["Me"]>}
 */
export async function keepName(name) {
  const me = await api.put("/me", { name: name.trim() });
  const shown = document.querySelector("[data-me-name]");
  if (shown) setText(shown, me.account ?? me.name ?? say("Account"));
  return me;
}

/**
 * Keeps what stands in a field, if it changed; a fault is shown in place and thrown on.
 * @param {HTMLInputElement} input
 * @param {Element} fault
 */
export async function keepNameOf(input, fault) {
  if (input.readOnly || input.value.trim() === input.defaultValue.trim()) return;
  fault.textContent = "";
  input.removeAttribute("aria-invalid");
  try {
    const me = await keepName(input.value);
    input.value = me.name ?? "";
    input.defaultValue = input.value;
  } catch (error) {
    fault.textContent = messageOf(error);
    input.setAttribute("aria-invalid", "true");
    throw error;
  }
}

/**
 * Makes a form with a field for the name keep it. `kept` is called after it was kept.
 * @param {HTMLFormElement} form
 * @param {() => void} [kept]
 */
export function nameForm(form, kept = () => {}) {
  const input = need("[name=name]", HTMLInputElement, form);
  const fault = need(".fault", Element, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const changed = input.value.trim() !== input.defaultValue.trim();
    try {
      await keepNameOf(input, fault);
      if (changed) kept();
    } catch {
      input.focus();
    }
  });
}
