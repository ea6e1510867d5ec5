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
  if (!own) return;
  own.hidden = fieldValue(form, "fischer") !== "own";
  const timing = fieldValue(form, "timing");
  for (const part of all("[data-timing]", HTMLElement, own)) {
    part.hidden = !part.dataset.timing?.split(" ").includes(timing);
  }
}

/**
 * The clock as the API wants it. Throws Fault.
 * @param {HTMLFormElement} form
 * @returns {Clock}
 */
export function readClock(form) {
  switch (fieldValue(form, "clock")) {
    case "fischer":
      return readMinutes(form);
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

/**
 * @param {HTMLFormElement} form
 * @returns {Clock}
 */
function readMinutes(form) {
  const chosen = fieldValue(form, "fischer");
  if (chosen.includes("x")) {
    const [minutes, periods, period] = chosen.split(/[+x]/).map(Number);
    return { kind: "byoyomi", minutes, period, periods };
  }
  if (chosen !== "own") {
    const [minutes, increment] = chosen.split("+").map(Number);
    return { kind: "fischer", minutes, increment };
  }
  const limits = range(field(form, "minutes"));
  const wrong = say("Minutes: a whole number from {least} to {most}.", limits);
  const minutes = whole(field(form, "minutes"), wrong);
  /** @param {string} name */
  const read = (name) => {
    const words = say("A whole number from {least} to {most}.", range(field(form, name)));
    return whole(field(form, name), words);
  };
  const timing = fieldValue(form, "timing");
  switch (timing) {
    case "delay":
    case "bronstein":
      return { kind: timing, minutes, delay: read("increment") };
    case "byoyomi":
      return { kind: timing, minutes, period: read("period"), periods: read("periods") };
    case "canadian":
      return { kind: timing, minutes, period: read("period"), moves: read("moves") };
    default:
      return { kind: "fischer", minutes, increment: read("increment") };
  }
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
