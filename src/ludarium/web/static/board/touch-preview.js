/**
 * What a path of touches, not sent yet, makes the board look like: pieces that were touched go
 * where was touched next.
 */

/**
 * Where pieces are for the time being, by identity.
 * @typedef {Map<string, { x: number, y: number, site: string, joins?: string }>} Places
 */

/**
 * Which pieces go to empty sites, by the part of the path that ends there, as pairs of identity and
 * site.
 * @typedef {Map<string, [string, string][]>} Runners
 */

/**
 * Follows a path. Gives
 * places: where pieces are for the time being, by identity, as { x, y, site, joins }: joins is the
 * look of those that it joins in a column, else undefined;
 * dropped: an item from a hand that lies on a site, as { item, site }, else null;
 * held: the item from a hand that is to be put somewhere next, else null;
 * unknown: the part of the path up to an empty site that was touched with nothing to put there,
 * else null.
 *
 * @param {string[]} path ids
 * @param {object} known
 * @param {Map<string, Site>} known.sites by id
 * @param {(site: string) => Piece | null} known.pieceOn the piece on a site
 * @param {(id: string) => HandItem | null} known.item the item in a hand
 * @param {(piece: Piece, site: Site) => { x: number, y: number, joins?: string }} known.spot where
 * the piece would come to lie on a site
 * @param {Runners} known.runners of pieces that go to empty sites
 */
export function walk(path, { sites, pieceOn, item, spot, runners }) {
  /** @type {Places} */
  const places = new Map();
  /** @type {Piece | null} */
  let piece = null;
  /** @type {HandItem | null} */
  let held = null;
  /** @type {{ item: HandItem, site: Site } | null} */
  let dropped = null;
  /** @type {string[] | null} */
  let unknown = null;
  for (const [at, id] of path.entries()) {
    const site = sites.get(id);
    if (!site) {
      [piece, held] = [null, item(id)];
    } else if (held) {
      [dropped, held] = [{ item: held, site }, null];
    } else if (piece) {
      places.set(piece.id, { ...spot(piece, site), site: id });
    } else {
      piece = pieceOn(id);
      if (piece) continue;
      const part = path.slice(0, at + 1);
      const found = runners.get(part.join(" "));
      if (!found) unknown ??= part;
      for (const [identity, to] of found ?? []) {
        const place = sites.get(to);
        if (place) places.set(identity, { x: place.x, y: place.y, site: to });
      }
    }
  }
  return { places, dropped, held, unknown };
}

/**
 * Which pieces go to the sites of a part of a path, told from a scene in which a move that begins
 * so has been made: those that come to one of them from where they are no more.
 * @param {string[]} part
 * @param {Piece[]} pieces
 * @param {Piece[]} after
 */
export function runnersOf(part, pieces, after) {
  /** @type {[string, string][]} */
  const runners = [];
  /**
   * @param {Piece[]} list
   * @param {string} site
   * @param {string} name
   */
  const stands = (list, site, name) =>
    list.some((piece) => piece.site === site && piece.name === name);
  for (const piece of after) {
    if (!part.includes(piece.site) || stands(pieces, piece.site, piece.name)) continue;
    const from = pieces.find(
      (candidate) =>
        candidate.name === piece.name && !stands(after, candidate.site, candidate.name),
    );
    if (from) runners.push([from.id, piece.site]);
  }
  return runners;
}
