/**
 * How moves are shown: where a game's notation has letters of pieces, by those of the reader's
 * language, by figurines, or as records have them.
 */

import { appearance } from "./appearance.js";

/** @type {Map<string, Map<string, string>>} */
const known = new Map(); // signs by letter, by how they are shown

/**
 * A move, or several, as the reader wants to see them.
 * @param {string} text in the game's notation
 */
export function moveText(text) {
  const root = document.querySelector("[data-own-letters]");
  const how = appearance("letters");
  if (!root || how === "notation") return text;
  const signs = known.get(how) ?? signsOf(root, how);
  known.set(how, signs);
  return text.replace(/[A-Z]/g, (letter) => signs.get(letter) ?? letter);
}

/**
 * @param {Element} root
 * @param {string} how
 * @returns {Map<string, string>}
 */
function signsOf(root, how) {
  /** @param {string} name */
  const list = (name) => (root.getAttribute(name) ?? "").split(" ");
  const signs = list(how === "figurines" ? "data-figurines" : "data-own-letters");
  return new Map(list("data-letters").map((letter, at) => [letter, signs[at]]));
}
