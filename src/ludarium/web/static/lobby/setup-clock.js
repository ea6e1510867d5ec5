/** The clock, in the form that sets up a game. */

import { say } from "../shared/say.js";
import { clockText } from "../shared/table-summaries.js";

/** A field that cannot be taken as it is. */
export class Fault extends Error {
  constructor(place, message, input = null) {
    super(message);
    this.place = place;
    this.input = input;
  }
}

/** Shows what belongs to the kind of clock that is chosen. */
export function showClock(form) {
  const kind = form.elements.clock.value;
  for (const part of form.querySelectorAll("[data-clock]")) {
    part.hidden = part.dataset.clock !== kind;
  }
  form.querySelector("[data-clock-words]").hidden = kind !== "none";
  const own = form.querySelector("[data-fischer-own]");
  if (own) own.hidden = form.elements.fischer.value !== "own";
}

/** The clock as the API wants it. Throws Fault. */
export function readClock(form) {
  const fields = form.elements;
  switch (fields.clock.value) {
    case "fischer":
      return { kind: "fischer", ...readFischer(fields) };
    case "days":
      return { kind: "days", days: Number(fields.days.value) };
    case "countdown":
      return {
        kind: "countdown",
        seconds: whole(
          fields.seconds,
          say("Seconds: a whole number from {least} to {most}.", range(fields.seconds)),
        ),
      };
    default:
      return { kind: "none" };
  }
}

function readFischer({ fischer, minutes, increment }) {
  if (fischer.value === "own") {
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
  const [each, added] = fischer.value.split("+").map(Number);
  return { minutes: each, increment: added };
}

function range({ min, max }) {
  return { least: min, most: max };
}

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

/** The clock in words, for the summary. */
export function clockWords(clock) {
  return clockText(clock) || say("no clock");
}
