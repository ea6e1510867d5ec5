/** The form that takes a seat back by its code. */

import { need } from "./dom.js";
import { say } from "./say.js";

/**
 * The id in what was typed: a table's address, or the id itself; null where there is none.
 * @param {string} text
 */
export function tableId(text) {
  const found = /(?:^|\/table\/)([a-z0-9]{4,32})(?:[/?#].*)?$/i.exec(text.trim());
  return found ? found[1].toLowerCase() : null;
}

/**
 * The code as the server writes it; null where it cannot be one.
 * @param {string} text
 */
export function seatCode(text) {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return signs.length === 8 ? `${signs.slice(0, 4)}-${signs.slice(4)}` : null;
}

/** @param {HTMLFormElement} form */
export function returnForm(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const table = need("[name=table]", HTMLInputElement, form);
    const code = need("[name=code]", HTMLInputElement, form);
    const id = checked(
      table,
      tableId(table.value),
      say("Paste the table's whole address, such as {address}", {
        address: `${location.origin}/table/k3v9q2ma`,
      }),
    );
    const signs = checked(
      code,
      seatCode(code.value),
      say("A seat code has eight letters and digits, such as 7KQ2-M9XD"),
    );
    if (id && signs) location.assign(`/table/${id}#seat=${signs}`);
    else need("[aria-invalid='true']", HTMLElement, form).focus();
  });
}

/**
 * Shows what is wrong with a field, or nothing; gives the value.
 * @template T
 * @param {HTMLInputElement} input
 * @param {T} value
 * @param {string} wrong
 */
function checked(input, value, wrong) {
  need(`#${input.getAttribute("aria-describedby")}`).textContent = value ? "" : wrong;
  if (value) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
  return value;
}
