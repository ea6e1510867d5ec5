/**
 * Sites on which pieces lie in a column, such as the points of long triangles: `column` of a site
 * says where a full one ends, and how many pieces fit in it; more lie closer together.
 */

/**
 * @typedef {{ x: number, y: number }} Spot
 * @typedef {Spot & { column: Column }} Tower a site with a column
 */

/**
 * Where the piece at this place of a column lies, from 0, or would.
 * @param {Tower} site
 * @param {number} place
 */
export function placeIn({ x, y, column }, place) {
  const part = place / Math.max(column.fits - 1, place, 1);
  return { x: x + part * (column.x - x), y: y + part * (column.y - y) };
}

/**
 * How far a point is from a site, anywhere along its column.
 * @param {Spot & { column?: Column }} site
 * @param {Spot} point
 */
export function distance({ x, y, column }, point) {
  const [along, down] = column ? [column.x - x, column.y - y] : [0, 0];
  const full = along * along + down * down || 1;
  const part = ((point.x - x) * along + (point.y - y) * down) / full;
  const at = Math.min(1, Math.max(0, part));
  return Math.hypot(x + at * along - point.x, y + at * down - point.y);
}

/**
 * What is touched of a column: the corners and sides of a box around it.
 * @param {Tower} site
 * @param {number} room
 */
export function boxAround({ x, y, column }, room) {
  return {
    x: Math.min(x, column.x) - room,
    y: Math.min(y, column.y) - room,
    width: Math.abs(column.x - x) + 2 * room,
    height: Math.abs(column.y - y) + 2 * room,
  };
}
