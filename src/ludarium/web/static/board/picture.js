/** The picture of a board: the SVG that the server drew, and its layers, which change. */

import { h, setAttribute } from "../shared/dom.js";

export class Picture {
  element = h("div", { class: "board-picture" });
  #svg = null;
  #label;
  #markups = new Map();

  constructor(label) {
    this.#label = label;
  }

  get svg() {
    return this.#svg;
  }

  /** The key of the board shown; undefined before there is one. */
  get key() {
    return this.#svg?.dataset.key;
  }

  /**
   * Shows another board, without anything on it. `still`: as a picture, on which nothing can be
   * touched.
   */
  draw({ key, svg }, still) {
    this.element.innerHTML = svg;
    this.#svg = this.element.querySelector("svg");
    this.#svg.dataset.key = key;
    this.#markups.clear();
    setAttribute(this.#svg, "role", still ? "img" : null);
    setAttribute(this.#svg, "aria-label", still ? this.#label : null);
    for (const child of this.#svg.children) child.setAttribute("aria-hidden", "true");
    for (const drawn of this.#svg.querySelectorAll("[data-site]")) {
      drawn.removeAttribute("data-site");
    } // what is touched lies above
  }

  /**
   * Opens the layer of what is touched to assistive technology; `hint` is the id of the words on
   * how to use it.
   */
  openHits(hint) {
    const layer = this.layer("hits");
    layer.removeAttribute("aria-hidden");
    const attributes = { role: "application", "aria-label": this.#label, "aria-describedby": hint };
    for (const [name, value] of Object.entries(attributes)) setAttribute(layer, name, value);
    return layer;
  }

  layer(name) {
    return this.#svg.querySelector(`[data-layer="${name}"]`);
  }

  /** Fills layers with SVG from the server, by their names. */
  fill(layers) {
    for (const [name, markup] of Object.entries(layers)) {
      if (this.#markups.get(name) !== markup) this.layer(name).innerHTML = markup;
      this.#markups.set(name, markup);
    }
  }
}
