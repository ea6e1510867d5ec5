/** How players are called. */

import { need } from "./dom.js";
import { counted, say } from "./say.js";

/**
 * The seat's player, or the seat's own name where nobody sits or the player has no name.
 * @param {{ name: string | null, seat_name?: string }} seat
 * @returns {string}
 */
export function playerName(seat) {
  return seat.name || seat.seat_name || "";
}

/**
 * What more there is to say of a seat: what it plays, unless the board around which all sit shows
 * that, and whether it is the reader's.
 * @param {TableSeat} seat
 * @param {{ own: number[], around: boolean }} view
 */
export function seatFacts(seat, { own, around }) {
  /** @type {string[]} */
  const facts = [];
  if (seat.name && seat.name !== seat.seat_name && !around) facts.push(seat.seat_name);
  if (own.includes(seat.seat)) facts.push(say("you"));
  if (seat.gone) facts.push(say("has left"));
  return facts;
}

/**
 * The bots that may sit at this page's table, the levels first: what each is to the server, and its
 * name.
 * @returns {[string, string][]}
 */
export function botsHere() {
  const { bots = "" } = need("#table").dataset;
  return bots.split("|").map((one) => /** @type {[string, string]} */ (one.split("=")));
}

/**
 * Names in one phrase, as the reader's language lists them.
 * @param {string[]} names
 */
export function listed(names) {
  if (names.length < 2) return names.join(); // what writes lists takes a while to make
  return new Intl.ListFormat(document.documentElement.lang || "en", {
    style: "long",
    type: "conjunction",
  }).format(names);
}

/**
 * Several players in one phrase: people by name, bots by number.
 * @param {NamedSeat[]} seats
 */
export function playersText(seats) {
  const people = seats.filter((seat) => seat.kind !== "bot").map(playerName);
  const bots = seats.length - people.length;
  return listed([...people, ...(bots ? [counted("{n} bot", "{n} bots", bots)] : [])]);
}
