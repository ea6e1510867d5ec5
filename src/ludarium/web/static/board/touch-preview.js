/**
 * What a path of touches, not sent yet, makes the board look like: pieces that were touched go
 * where was touched next.
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
 * @param path ids; sites: by id; pieceOn(site): the piece on a site; item(id): the item in a hand;
 * spot(piece, site): where the piece would come to lie on a site, as { x, y, joins }
 * @param runners what is known of pieces that go to empty sites, by that part of the path, as
 * [identity, site] pairs
 */
export function walk(path, { sites, pieceOn, item, spot, runners }) {
  const places = new Map();
  let [piece, held, dropped, unknown] = [null, null, null, null];
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
        places.set(identity, { x: sites.get(to).x, y: sites.get(to).y, site: to });
      }
    }
  }
  return { places, dropped, held, unknown };
}

/**
 * Which pieces go to the sites of a part of a path, told from a scene in which a move that begins
 * so has been made: those that come to one of them from where they are no more.
 */
export function runnersOf(part, pieces, after) {
  const runners = [];
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
