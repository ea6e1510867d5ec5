/** What a review says of the whole game. */

import { h } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { numberAt } from "./move-numbers.js";

/** @import { Scale } from "./evaluation.js" */

/** @type {MoveReview["verdict"][]} */
export const BAD = ["blunder", "mistake", "inaccuracy"];

/**
 * The game at a glance: how often each seat went wrong, how much it lost, and where the game
 * turned. Where chance decides something, how lucky each was, too.
 * @param {Review} review
 * @param {string[]} names the players', by seat
 * @param {Scale} scale
 * @param {(ply: number) => unknown} go
 */
export function summaryElements({ moves = [], seats = [] }, names, scale, go) {
  /**
   * @param {number} seat
   * @param {MoveReview["verdict"]} verdict
   */
  const count = (seat, verdict) =>
    moves.filter((move) => move.seat === seat && move.verdict === verdict).length;
  /** @param {number} seat */
  const mean = (seat) => {
    const own = moves.filter((move) => move.seat === seat);
    return own.length ? own.reduce((sum, { lost }) => sum + lost, 0) / own.length : 0;
  };
  /** @type {Record<string, string>} */
  const counts = {
    blunder: say("Blunders"),
    mistake: say("Mistakes"),
    inaccuracy: say("Inaccuracies"),
  };
  /**
   * @param {string} title
   * @param {(seat: number) => string} told
   */
  const row = (title, told) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", text: title }),
      names.map((_, seat) => h("td", { class: "number", text: told(seat) })),
    );
  const rows = BAD.map((verdict) => row(counts[verdict], (seat) => String(count(seat, verdict))));
  if (seats.some(({ luck }) => luck !== 0)) {
    const sign = { signDisplay: /** @type {const} */ ("exceptZero") };
    const points = scale.points !== null;
    const [lost, luck] = points
      ? [say("Points lost per turn"), say("Luck, in points")]
      : [say("Lost per turn"), say("Luck")];
    rows.push(
      row(lost, (seat) => scale.difference(seats[seat].mean_lost)),
      row(luck, (seat) => scale.difference(seats[seat].luck, sign)),
    );
  } else {
    rows.push(row(say("Lost per move"), (seat) => scale.difference(mean(seat))));
  }
  const head = h(
    "tr",
    {},
    h("td"),
    names.map((name) => h("th", { scope: "col", text: name })),
  );
  const moment = worst(moves);
  const parts = [
    h("h2", { id: "summary-title", text: say("The game at a glance") }),
    h("table", { class: "study-table" }, h("thead", {}, head), h("tbody", {}, rows)),
  ];
  const turned = moment && BAD.includes(moment.verdict);
  if (!turned) return parts;
  const { number, turn } = numberAt(moves, moment.ply, names.length);
  return [...parts, turningPoint(moment, `${number}${turn ? "…" : "."}`, names, go)];
}

/**
 * @param {MoveReview} move
 * @param {string} number as it stands in lists of moves
 * @param {string[]} names
 * @param {(ply: number) => unknown} go
 */
function turningPoint({ ply, seat, move }, number, names, go) {
  const text = say("The turning point: {player} played {move}", {
    player: names[seat],
    move: `${number} ${moveText(move)}`,
  });
  return h(
    "p",
    {},
    smallButton(text, () => go(ply + 1)),
  );
}

/**
 * The move that lost most; none where there are no moves.
 * @param {MoveReview[]} moves
 * @returns {MoveReview | null}
 */
export function worst(moves) {
  /** @type {MoveReview | null} */
  const none = null;
  return moves.reduce(
    (/** @type {MoveReview | null} */ most, move) => (most && most.lost >= move.lost ? most : move),
    none,
  );
}
