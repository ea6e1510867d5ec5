/** Copies links. */

import { h } from "./dom.js";
import { say } from "./say.js";
import { announce } from "./toast.js";

/**
 * Copies what is in a field, also where the page came over plain HTTP and has no clipboard.
 * @param {HTMLInputElement} field
 */
export async function copy(field) {
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    announce(say("The link is copied."), 4);
  } catch {
    announce(say("Copy the link from the field, please."));
  }
}

/**
 * Copies a text that stands in no field.
 * @param {string} text
 */
export function copyText(text) {
  const field = h("input", { class: "unseen", value: text, "aria-hidden": "true", tabindex: "-1" });
  document.body.append(field);
  return copy(field).finally(() => field.remove());
}
