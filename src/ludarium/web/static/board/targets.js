/**
 * Marks on the board what can be touched next: dots on empty sites, bars along empty edges, rings
 * around pieces; what has been touched; and what was touched of a move that is chosen ahead.
 */

import { s } from "../shared/dom.js";

/**
 * @typedef {object} Targets
 * @property {Site[]} next
 * @property {Site[]} touched
 * @property {Site[]} ahead
 * @property {(site: string) => boolean} occupied
 * @property {boolean} strong whether what can be taken stands out
 */

const NEARLY_ALL = 0.75; // of the empty sites: marks on so many tell nothing

/**
 * What of these sites is to be marked: all, or none where the reader may put something nearly
 * anywhere, as marks would only hide the board.
 * @param {Site[]} next the sites that can be touched first
 * @param {number} empty how many sites of the board are empty
 * @param {(site: string) => boolean} occupied
 */
export function telling(next, empty, occupied) {
  /** @param {Site} site */
  const plain = ({ id, kind }) => kind !== "edge" && !occupied(id);
  return next.length >= NEARLY_ALL * empty && next.every(plain) ? [] : next;
}

/**
 * Marks the one site under the mouse, or none, where the others are not marked.
 * @param {Element} layer
 * @param {Site | null} site
 */
export function pointOut(layer, site) {
  layer.replaceChildren(...(site ? [dot(site)] : []));
}

/**
 * @param {Element} layer
 * @param {Targets} targets
 */
export function drawTargets(layer, { next, touched, ahead, occupied, strong }) {
  const marks = next.map((site) => (occupied(site.id) ? ring(site, strong) : dot(site)));
  const planned = ahead.map((site) => halo(site, "halo ahead"));
  layer.replaceChildren(...planned, ...touched.map((site) => halo(site)), ...marks);
}

/** @param {Site} site */
function dot({ id, x, y, r, kind, turn }) {
  if (kind === "edge") {
    const transform = `translate(${x} ${y}) rotate(${turn})`;
    return s("path", { class: "bar", "data-target": id, d: `M${-r} 0H${r}`, transform });
  }
  return s("circle", { class: "dot", "data-target": id, cx: x, cy: y, r: r * 0.27 });
}

/**
 * Before the first touch, a ring of dots tells which pieces can be moved; later, four arcs tell
 * what can be taken. Neither looks like the mark of the last move, which is a whole ring.
 * @param {Site} site
 * @param {boolean} strong
 */
function ring({ id, x, y, r, kind }, strong) {
  return s("circle", {
    class: strong ? "ring strong" : "ring",
    "data-target": id,
    cx: x,
    cy: y,
    r: r * (kind === "pit" ? 0.94 : 0.98), // pits are close together
    pathLength: strong ? 4 : 24, // the unit of the style's dashes
  });
}

/**
 * @param {Site} site
 * @param {string} [style]
 */
function halo({ x, y, r, kind }, style = "halo") {
  const half = 0.88 * r;
  if (kind === "cell") {
    return s("rect", {
      class: style,
      x: x - half,
      y: y - half,
      width: 2 * half,
      height: 2 * half,
      rx: 0.3 * r,
    });
  }
  return s("circle", { class: style, cx: x, cy: y, r: r * 1.06 });
}

/**
 * Lets what could be touched show itself.
 * @param {Element} marks the layer of targets
 */
export function pulse(marks) {
  marks.classList.remove("pulse");
  marks.getBoundingClientRect(); // so that the animation starts again
  marks.classList.add("pulse");
}
