/** What a scene tells of sites: how pieces lie on them, how they are called, and what is legal. */

import { say } from "../shared/say.js";
import { placeIn } from "./columns.js";

/**
 * Where a piece would come to lie on a site: in a column, at the end of those like it.
 * @param {Scene} scene
 * @param {Piece} piece
 * @param {Site} site
 */
export function spotOn(scene, piece, site) {
  const { column } = site;
  if (!column) return { x: site.x, y: site.y };
  const alike = scene.pieces.filter(
    ({ id, site: at, look }) => at === site.id && look === piece.look && id !== piece.id,
  );
  return { ...placeIn({ ...site, column }, alike.length), joins: piece.look };
}

/**
 * How large a piece is on such a site.
 * @param {Scene} scene
 * @param {Map<string, Site>} sites
 * @param {Site | undefined} site
 */
export function scaleOn({ pieces }, sites, site) {
  const similar = pieces.find((piece) => sites.get(piece.site)?.kind === site?.kind) ?? pieces[0];
  return similar?.scale ?? (site?.r ?? 45) / 50;
}

/**
 * A site as a screen reader tells it.
 * @param {Site} site
 * @param {string} lies what lies there
 * @param {object} is
 * @param {boolean} is.chosen whether it was touched
 * @param {boolean} is.target whether it can be touched next
 * @param {boolean} is.ends whether a move ends there, or begins with an empty site
 */
export function siteLabel(site, lies, { chosen, target, ends }) {
  const next = ends ? say("legal target") : say("can be moved");
  const state = chosen ? say("touched") : target ? next : null;
  return [site.name, lies || say("empty"), state].filter(Boolean).join(", ");
}

/**
 * The legal moves of a seat.
 * @param {Scene} scene
 * @param {number | null} seat
 */
export function legalOf(scene, seat) {
  return scene.legal?.[String(seat)] ?? [];
}
