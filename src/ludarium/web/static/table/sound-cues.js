/** Which sounds go with what has just happened at a table. */

import { sound } from "../shared/sounds.js";

/**
 * @param before and table: the table as it was and is; was and is: the scenes; mine: whether the
 * last move was made on this page
 */
export function cue(before, table, { was, is, mine }) {
  const own = table.you.seats;
  if (table.ply > before.ply) {
    if (table.simultaneous) sound("reveal");
    else if (is.pieces.length < was.pieces.length) sound("capture");
    else if (!mine) sound("move");
  }
  if (isAsked(table) && table.offer.version !== before.offer?.version) later("turn");
  if (table.status === "over" && before.status !== "over") later("end");
  else if (before.status === "open" && table.status === "live") sound("turn");
  else if (isTurn(table, own) && !isTurn(before, own) && document.hidden) later("turn");
}

function later(name) {
  setTimeout(() => sound(name), 220);
}

/** Whether the reader has an offer to answer. */
export function isAsked({ offer, you }) {
  return Boolean(offer) && you.seats.some((seat) => !(offer.agreed ?? []).includes(seat));
}

function isTurn(table, own) {
  return (
    table.status === "live" &&
    table.movers.some((seat) => own.includes(seat) && !table.seats[seat].chosen)
  );
}
