/** The picture of a board: the SVG that the server drew, and its layers, which change. */

import { h, need, setAttribute } from "../shared/dom.js";

/**
 * From a drawing to the window. Throws where it is in no page.
 * @param {SVGGraphicsElement} drawing
 */
export function screenMatrix(drawing) {
  const found = drawing.getScreenCTM();
  if (!found) throw new Error("the drawing is in no page");
  return found;
}

export class Picture {
  element = h("div", { class: "board-picture" });
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #label;
  /** @type {Map<string, string>} */
  #markups = new Map();

  /** @param {string} label */
  constructor(label) {
    this.#label = label;
  }

  get svg() {
    if (!this.#svg) throw new Error("the board is not drawn yet");
    return this.#svg;
  }

  /** The key of the board shown; undefined before there is one. */
  get key() {
    return this.#svg?.dataset.key;
  }

  /**
   * Shows another board, without anything on it. `still`: as a picture, on which nothing can be
   * touched.
   * @param {WholeBoard} board
   * @param {boolean} still
   */
  draw({ key, svg }, still) {
    this.element.innerHTML = svg;
    const drawing = need("svg", SVGSVGElement, this.element);
    this.#svg = drawing;
    drawing.dataset.key = key;
    this.#markups.clear();
    setAttribute(drawing, "role", still ? "img" : null);
    setAttribute(drawing, "aria-label", still ? this.#label : null);
    for (const child of drawing.children) child.setAttribute("aria-hidden", "true");
    for (const drawn of drawing.querySelectorAll("[data-site]")) {
      drawn.removeAttribute("data-site");
    } // what is touched lies above
  }

  /**
   * Opens the layer of what is touched to assistive technology; `hint` is the id of the words on
   * how to use it.
   * @param {string} hint
   */
  openHits(hint) {
    const layer = this.layer("hits");
    layer.removeAttribute("aria-hidden");
    const attributes = { role: "application", "aria-label": this.#label, "aria-describedby": hint };
    for (const [name, value] of Object.entries(attributes)) setAttribute(layer, name, value);
    return layer;
  }

  /** @param {string} name */
  layer(name) {
    return need(`[data-layer="${name}"]`, SVGGraphicsElement, this.svg);
  }

  /**
   * Fills layers with SVG from the server, by their names.
   * @param {Record<string, string>} layers
   */
  fill(layers) {
    for (const [name, markup] of Object.entries(layers)) {
      if (this.#markups.get(name) !== markup) this.layer(name).innerHTML = markup;
      this.#markups.set(name, markup);
    }
  }
}
