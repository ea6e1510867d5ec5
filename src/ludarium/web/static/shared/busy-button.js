/** Buttons that wait for an answer. */

import { messageOf } from "./api.js";

/**
 * Does something once at a time, with the button marked as busy, and shows what went wrong in
 * `fault`.
 * Gives what `act` gave, or undefined where it failed or was under way already.
 * @template T
 * @param {Element} button
 * @param {Element} fault
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T | undefined>}
 */
export async function whileBusy(button, fault, act) {
  if (button.getAttribute("aria-busy") === "true") return undefined;
  button.setAttribute("aria-busy", "true");
  fault.textContent = "";
  try {
    return await act();
  } catch (error) {
    fault.textContent = messageOf(error);
    return undefined;
  } finally {
    button.removeAttribute("aria-busy");
  }
}
