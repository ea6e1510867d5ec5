/** The clock, in the form that sets up a game. */

import { all, field, fieldValue, maybe, need } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { clockText } from "../shared/table-summaries.js";

/** A field that cannot be taken as it is. */
export class Fault extends Error {
  /**
   * @param {string} place
   * @param {string} message
   * @param {HTMLInputElement | null} [input]
   */
  constructor(place, message, input = null) {
    super(message);
    this.place = place;
    this.input = input;
  }
}

/**
 * Shows what belongs to the kind of clock that is chosen.
 * @param {HTMLFormElement} form
 */
export function showClock(form) {
  const kind = fieldValue(form, "clock");
  for (const part of all("[data-clock]", HTMLElement, form)) {
    part.hidden = part.dataset.clock !== kind;
  }
  need("[data-clock-words]", HTMLElement, form).hidden = kind !== "none";
  const own = maybe("[data-fischer-own]", HTMLElement, form);
  if (own) own.hidden = fieldValue(form, "fischer") !== "own";
}

/**
 * The clock as the API wants it. Throws Fault.
 * @param {HTMLFormElement} form
 * @returns {Clock}
 */
export function readClock(form) {
  switch (fieldValue(form, "clock")) {
    case "fischer":
      return { kind: "fischer", ...readFischer(form) };
    case "days":
      return { kind: "days", days: Number(fieldValue(form, "days")) };
    case "countdown": {
      const seconds = field(form, "seconds");
      const wrong = say("Seconds: a whole number from {least} to {most}.", range(seconds));
      return { kind: "countdown", seconds: whole(seconds, wrong) };
    }
    default:
      return { kind: "none" };
  }
}

/** @param {HTMLFormElement} form */
function readFischer(form) {
  const chosen = fieldValue(form, "fischer");
  if (chosen === "own") {
    const [minutes, increment] = [field(form, "minutes"), field(form, "increment")];
    return {
      minutes: whole(
        minutes,
        say("Minutes: a whole number from {least} to {most}.", range(minutes)),
      ),
      increment: whole(
        increment,
        say("Seconds added: a whole number from {least} to {most}.", range(increment)),
      ),
    };
  }
  const [each, added] = chosen.split("+").map(Number);
  return { minutes: each, increment: added };
}

/** @param {HTMLInputElement} input */
function range({ min, max }) {
  return { least: min, most: max };
}

/**
 * @param {HTMLInputElement} input
 * @param {string} wrong
 */
function whole(input, wrong) {
  const number = Number(input.value);
  const fits =
    input.value.trim() !== "" &&
    Number.isInteger(number) &&
    number >= Number(input.min) &&
    number <= Number(input.max);
  if (!fits) throw new Fault("clock", wrong, input);
  return number;
}

/**
 * The clock in words, for the summary.
 * @param {Clock} clock
 */
export function clockWords(clock) {
  return clockText(clock) || say("no clock");
}
