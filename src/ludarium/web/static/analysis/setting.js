/**
 * Where a board of one's own begins, as requests to the API say it.
 * @param {Setting} setting
 */
export function beginning({ game = "", ruleset, seats, position }) {
  return {
    game,
    ruleset,
    seats: position ? null : Number(seats),
    position: position || null,
  };
}
