/** Which sounds go with what has just happened at a table. */

import { sound } from "../shared/sounds.js";

/** @import { SoundName } from "../shared/sounds.js" */

/**
 * @param {TableState} before the table as it was
 * @param {TableState} table and as it is
 * @param {{ was: Scene, is: Scene, mine: boolean }} scenes mine: whether the last move was made on
 * this page
 */
export function cue(before, table, { was, is, mine }) {
  const own = table.you.seats;
  if (table.ply > before.ply) {
    if (table.simultaneous) sound("reveal");
    else if (is.pieces.length < was.pieces.length) sound("capture");
    else if (!mine) sound("move");
  }
  if (isAsked(table) && table.offer?.version !== before.offer?.version) later("turn");
  if (table.status === "over" && before.status !== "over") later("end");
  else if (before.status === "open" && table.status === "live") sound("turn");
  else if (isTurn(table, own) && !isTurn(before, own) && document.hidden) later("turn");
}

/** @param {SoundName} name */
function later(name) {
  setTimeout(() => sound(name), 220);
}

/**
 * Whether the reader has an offer to answer.
 * @param {TableState} table
 */
export function isAsked({ offer, you }) {
  return offer !== null && you.seats.some((seat) => !offer.agreed.includes(seat));
}

/**
 * @param {TableState} table
 * @param {number[]} own
 */
function isTurn(table, own) {
  return (
    table.status === "live" &&
    table.movers.some((seat) => own.includes(seat) && !table.seats[seat].chosen)
  );
}
