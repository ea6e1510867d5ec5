/** Lists of tables in words. */

import { playersText } from "./player-names.js";
import { counted, say } from "./say.js";

/**
 * The clock of a table, short; "" where there is none.
 * @param {Clock | null | undefined} clock
 * @returns {string}
 */
export function clockText(clock) {
  switch (clock?.kind) {
    case "fischer":
      return `${rounded(clock.minutes)}+${rounded(clock.increment)}`;
    case "delay":
      return say("{minutes} min, delay {seconds} s", spans(clock));
    case "bronstein":
      return say("{minutes} min, Bronstein {seconds} s", spans(clock));
    case "byoyomi":
      return `${rounded(clock.minutes)} + ${clock.periods}×${rounded(clock.period)} s`;
    case "canadian":
      return `${rounded(clock.minutes)} + ${clock.moves}/${rounded(clock.period)} s`;
    case "days":
      return counted(
        "{n} day a move",
        "{n} days a move",
        Math.max(1, Math.round(Number(clock.days))),
      );
    case "countdown":
      return counted("{n} s countdown", "{n} s countdown", Math.round(Number(clock.seconds)));
    default:
      return "";
  }
}

/** @param {Clock} clock */
function spans({ minutes, delay }) {
  return { minutes: rounded(minutes), seconds: rounded(delay) };
}

/** @param {number | null | undefined} number */
function rounded(number) {
  return String(Math.round(Number(number) * 100) / 100);
}

/**
 * Whoever sits at a table; those who gave no name are guests.
 * @param {Summary} table
 */
function sitting(table) {
  return table.seats
    .filter((seat) => seat !== null)
    .map((seat) => ({ ...seat, name: seat.name || say("Guest") }));
}

/**
 * Whoever sits at a table, in one phrase; "" where nobody does.
 * @param {Summary} table
 */
export function players(table) {
  const seats = sitting(table);
  return seats.length ? playersText(seats) : "";
}

/**
 * Who plays whom: two with a dash between them, more in one phrase.
 * @param {Summary} table
 */
export function pairing(table) {
  const seats = sitting(table);
  return seats.length === 2 ? seats.map((seat) => seat.name).join(" – ") : players(table);
}

/**
 * Facts in one line.
 * @param {...(string | false | 0 | null | undefined)} texts
 */
export function facts(...texts) {
  return texts.filter(Boolean).join(" · ");
}
