/** Scenes that a table's page asks for. */

import { api } from "../shared/api.js";
import { roundAt } from "./round-reveal.js";

/** @import { Past } from "./table.js" */

/**
 * What was to be seen after so many moves or rounds.
 * @param {TableState} table
 * @param {number} ply
 * @param {SeatedMove[]} moves
 * @param {number} viewer
 * @returns {Promise<Past>}
 */
export function pastAt(table, ply, moves, viewer) {
  if (table.simultaneous && ply) return roundAt(table.id, ply, { moves, viewer });
  return api
    .get(`/tables/${table.id}/scene?ply=${ply}&viewer=${viewer}`)
    .then((scene) => ({ scene }));
}

/**
 * The scene after a legal move.
 * @param {TableState} table
 * @param {Scene} live the scene before it
 * @param {string} move
 * @param {number} viewer
 * @returns {Promise<Scene>}
 */
export function sceneAfter(table, live, move, viewer) {
  const query = new URLSearchParams({
    ruleset: table.ruleset,
    position: live.text.slice(live.text.indexOf(" ") + 1),
    moves: move,
    viewer: String(viewer),
  });
  return api.get(`/games/${table.game}/scene?${query}`);
}
