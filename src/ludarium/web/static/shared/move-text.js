/**
 * How moves are shown: where a game's notation has letters of pieces, by those of the reader's
 * language, by figurines, or as records have them; and words that are moves in the language.
 */

import { appearance } from "./appearance.js";
import { say } from "./say.js";

/** @type {Map<string, () => string>} */
const WORDS = new Map([
  ["agree", () => say("agree")],
  ["bet", () => say("bet")],
  ["call", () => say("call")],
  ["check", () => say("check")],
  ["double", () => say("double")],
  ["drop", () => say("drop")],
  ["fold", () => say("fold")],
  ["liar", () => say("liar")],
  ["next", () => say("next round")],
  ["pass", () => say("pass")],
  ["raise", () => say("raise")],
  ["resume", () => say("resume")],
  ["roll", () => say("roll")],
  ["swap", () => say("swap")],
  ["take", () => say("take")],
  ["yield", () => say("yield")],
]);

/** @type {Map<string, Map<string, string>>} */
const known = new Map(); // signs by letter, by how they are shown

/**
 * A move, or several, as the reader wants to see them.
 * @param {string} text in the game's notation
 */
export function moveText(text) {
  const how = appearance("letters");
  if (how === "notation") return text;
  const told = text.replace(/(?<![\w-])[a-z]{3,}(?![\w-])/g, (word) => WORDS.get(word)?.() ?? word);
  const root = document.querySelector("[data-own-letters]");
  if (!root) return told;
  const signs = known.get(how) ?? signsOf(root, how);
  known.set(how, signs);
  return told.replace(/[A-Z]/g, (letter) => signs.get(letter) ?? letter);
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
