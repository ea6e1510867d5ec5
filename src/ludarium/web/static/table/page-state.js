/** What a table's page shows, of all that it knows. */

import { roundOf } from "./round-reveal.js";

/**
 * @import { Board } from "../board/board.js"
 * @import { ConditionalMoves } from "./conditional-moves.js"
 * @import { Premove } from "./premove.js"
 * @import { RoundReveal } from "./round-reveal.js"
 * @import { Past } from "./table.js"
 */

/**
 * @param {object} page
 * @param {TableState} page.table
 * @param {SeatedMove[]} page.moves
 * @param {Scene} page.live the scene of the game as it stands
 * @param {number | null} page.at the ply that is looked back at
 * @param {Past | null} page.past what was there
 * @param {number | null} page.seat the seat that the reader may choose for
 * @param {number | null} page.curtain the seat to whom the device must be passed before that
 * @param {number} page.viewer
 * @param {RoundReveal} page.reveals
 * @param {ConditionalMoves} page.conditional
 * @param {Premove} page.premove
 * @param {boolean} page.premoving whether a move is chosen ahead by what the reader touches
 * @param {boolean} page.asks whether the reader is asked before a move is sent
 * @param {Board} page.board
 * @param {string} page.game
 * @returns {TablePageState}
 */
export function pageState(page) {
  const { table, moves, live, at, past, seat, curtain, viewer, reveals } = page;
  const { conditional, premove, premoving, asks, board, game } = page;
  const then = past?.round ? past : null; // the round that is looked back at
  const held =
    !past &&
    table.simultaneous &&
    reveals.round === table.ply &&
    reveals.isHeld(table.deadline !== null);
  const ended = table.simultaneous && table.status === "over" && table.ply > 0;
  const reveal = held ? (reveals.scene ?? board.scene) : null;
  const ready = !table.simultaneous || roundOf(table).bots_ready;
  const draft = past ? null : conditional.scene;
  return {
    table,
    moves,
    live,
    scene: past?.scene ?? draft ?? reveal ?? live,
    draft, // of conditional moves
    round: past ? then : reveals.last,
    at: past ? at : null,
    own: table.you.seats,
    seat: past || !ready ? null : seat,
    // looking back shows the hand of who is to move as well
    curtain: (past && !table.hides) || held ? null : curtain,
    // whether the board shows what a round came to
    revealed: past ? then !== null : held || ended,
    pauses: held && curtain !== null, // before the device is passed on
    viewer:
      table.simultaneous && table.you.seats.length > 1
        ? (seat ?? (held ? null : curtain) ?? viewer)
        : viewer,
    premove: past ? null : premove.chosen,
    premoving,
    asks,
    task: draft ? conditional.task : null,
    game,
    board,
  };
}
