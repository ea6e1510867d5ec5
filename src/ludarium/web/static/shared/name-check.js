/** Tells what is wrong with a name while it is typed, not only when it is kept. */

import { api } from "./api.js";

const REST = 350; // milliseconds after the last letter

/** @type {ReturnType<typeof setTimeout> | 0} */
let timer = 0;

/** Watches all fields for names of players: those with `data-checked-name`. */
export function checkNames() {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !("checkedName" in target.dataset)) return;
    clearTimeout(timer);
    timer = setTimeout(() => check(target), REST);
  });
}

/** @param {HTMLInputElement} input */
async function check(input) {
  const name = input.value.trim();
  const fault = name ? await faultOf(name) : "";
  const place = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  if (!place || fault === null || input.value.trim() !== name) return;
  if (place.textContent !== fault) place.textContent = fault;
  if (fault) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/**
 * What is wrong with a name; "" where nothing is, null where nobody can tell.
 * @param {string} name
 */
async function faultOf(name) {
  try {
    return (await api.get(`/names?name=${encodeURIComponent(name)}`)).fault ?? "";
  } catch {
    return null; // saving tells
  }
}
