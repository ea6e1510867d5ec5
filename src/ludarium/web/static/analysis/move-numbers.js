/** The numbers of a tree's moves: one for each time around the seats, as in lists of moves. */

/**
 * @import { MoveNode, MoveTree } from "./move-tree.js"
 * @typedef {{ number: number, opens: boolean, turn: number | null }} MoveNumber the time around the
 * seats, whether the move is its first, and who moved last
 */

/**
 * The number of each move. Where it is not known who made a move, seats take turns.
 * @param {MoveTree} tree
 * @param {number} seats
 */
export function moveNumbers(tree, seats) {
  /** @type {Map<MoveNode, MoveNumber>} */
  const numbers = new Map();
  for (const node of tree.nodes) {
    const before = node.parent && numbers.get(node.parent);
    const start = { number: 0, opens: false, turn: null };
    numbers.set(node, before ? following(before, node.seats, seats) : start);
  }
  return numbers;
}

/**
 * @param {MoveNumber} before
 * @param {number[] | null} movers
 * @param {number} seats
 * @returns {MoveNumber}
 */
function following({ number, turn: last }, movers, seats) {
  const next = last === null ? 0 : (last + 1) % seats;
  const [turn = null, ...others] = movers ?? [next];
  if (others.length) return { number: number + 1, opens: true, turn: null };
  if (turn === null) return { number: number || 1, opens: !number, turn: last }; // by chance
  const opens = last === null ? number === 0 : turn < last;
  return { number: opens ? number + 1 : number, opens, turn };
}

/**
 * The number of one move of a game without variations.
 * @param {{ ply: number, seat: number }[]} moves those of seats; the others are by chance
 * @param {number} ply
 * @param {number} seats
 */
export function numberAt(moves, ply, seats) {
  const movers = new Map(moves.map((move) => [move.ply, [move.seat]]));
  /** @type {MoveNumber} */
  let number = { number: 0, opens: false, turn: null };
  for (let at = 0; at <= ply; at += 1) number = following(number, movers.get(at) ?? [], seats);
  return number;
}

/**
 * The number of the last of so many moves, and that of the last move of the game. What chance did
 * goes with the move that follows it, as in lists of moves.
 * @param {{ ply: number, seat: number }[]} moves those of seats; the others are by chance
 * @param {number} count
 * @param {number} all
 * @param {number} seats
 */
export function placeAmong(moves, count, all, seats) {
  /** @param {number} ply */
  const number = (ply) => {
    const next = moves.find((move) => move.ply >= ply);
    return numberAt(moves, next ? next.ply : ply, seats).number;
  };
  return { at: number(count - 1), last: number(all - 1) };
}

/**
 * A number as it stands before a move: with dots where the move is not the first of its round, and
 * empty where it need not be told.
 * @param {MoveNumber} of
 * @param {boolean} afresh whether nothing stands before the move
 */
export function numberText({ number, opens, turn }, afresh) {
  if (opens && (number > 1 || !turn)) return `${number}.`;
  return opens || afresh ? `${number}…` : "";
}
