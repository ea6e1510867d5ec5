/** Who chooses on this device, and what was chosen in secret. */

import { roundOf } from "./round-reveal.js";

/** @import { Witness } from "./commitments.js" */

/**
 * The seat that the reader may choose for now, and to whom the device must be passed before that.
 * @param {TableState} table
 * @param {Scene} live the scene of the game as it stands
 * @param {number | null} holder who has the device, where several choose on it
 * @returns {{ seat: number | null, curtain: number | null }}
 */
export function chooser(table, live, holder) {
  const can = table.you.seats.filter(
    (seat) => live.legal?.[seat]?.length && !table.seats[seat].chosen,
  );
  const secret = (table.simultaneous || table.hides) && table.you.seats.length > 1;
  if (!secret || can.some((seat) => seat === holder)) {
    return { seat: secret ? holder : (can[0] ?? null), curtain: null };
  }
  return { seat: null, curtain: can[0] ?? null };
}

/**
 * The thing in hand that was chosen in this round on this page.
 * @param {TableState} table
 * @param {number[]} own
 * @param {Scene} live
 * @param {Witness} witness
 */
export function chosenItem(table, own, live, witness) {
  if (!table.simultaneous || own.length !== 1 || !table.seats[own[0]].chosen) return null;
  const choice = witness.ownChoice(roundOf(table).number, own[0]);
  return (
    live.hands.flatMap((hand) => hand.items).find((item) => item.letter === choice)?.id ?? null
  );
}
