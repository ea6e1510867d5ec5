/** What can be said at a table: a few fixed greetings. */

import { say } from "../shared/say.js";

/** @type {Record<string, () => string>} */
const GREETINGS = {
  hello: () => say("Hello!"),
  "good-luck": () => say("Good luck!"),
  "well-played": () => say("Well played!"),
  thanks: () => say("Thank you!"),
  oops: () => say("Oops!"),
  "one-moment": () => say("One moment, please."),
  goodbye: () => say("Goodbye!"),
};

export const greetings = Object.keys(GREETINGS);

/**
 * A greeting in words.
 * @param {string} greeting
 */
export function greetingText(greeting) {
  return GREETINGS[greeting]?.() ?? greeting;
}
