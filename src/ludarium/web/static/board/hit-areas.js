/**
 * What is touched on the board: a wide invisible circle for each site, or a box around a column, of
 * which one at a time can be reached by Tab, and the others from there by the arrow keys.
 */

import { elementOf, s, setAttribute } from "../shared/dom.js";
import { boxAround, distance } from "./columns.js";
import { screenMatrix } from "./picture.js";

/** @typedef {{ label: string, target: boolean, chosen: boolean, drags: boolean }} Told */

const TOUCH = 22; // CSS pixels: half of the least size of what a finger can touch
const NARROWEST = 360; // CSS pixels: of the boards that this must hold for
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class HitAreas {
  /** @type {Map<string, Site>} */
  sites = new Map();
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** @type {Element | null} */
  #layer = null;
  /** @type {SVGGElement | null} */
  #ring = null;
  /** @type {Site[][]} */
  #rows = [];
  /** @type {Map<string, SVGElement>} */
  #areas = new Map();
  /** @type {string | null} */
  #current = null;
  #pointed = false; // whether a pointer was here since the last key

  /**
   * @param {HTMLElement} place the HTML element around the picture: an SVG element that listens for
   * focus would
   * take it too
   */
  constructor(place) {
    const point = () => {
      this.#pointed = true;
    };
    const press = () => {
      this.#pointed = false;
    };
    place.addEventListener("pointerdown", point, { capture: true });
    // anywhere: Tab leads here from beside the place
    document.addEventListener("keydown", press, { capture: true });
    place.addEventListener("focusin", (event) => this.#focused(elementOf(event.target)));
    place.addEventListener("focusout", () => this.#ring?.classList.remove("shown"));
  }

  /**
   * Fills the layer of a new picture of the board; without a layer, nothing can be touched.
   * @param {SVGSVGElement} svg
   * @param {Element | null} layer
   * @param {WholeBoard} board
   */
  attach(svg, layer, { width, height, sites }) {
    this.#svg = svg;
    this.#layer = layer;
    this.sites = new Map(
      sites.map((site) => [site.id, { ...site, room: roomAround(site, sites) }]),
    );
    this.#rows = rowsOf([...this.sites.values()]);
    if (!layer) return;
    const finger = (TOUCH * width) / NARROWEST;
    // a page must not become larger by what reaches out of the picture
    /** @param {BoardSite} site */
    const inside = ({ x, y, r }) => Math.min(r, x, width - x, height - y);
    this.#areas = new Map(
      [...this.sites.values()].map((site) => [
        site.id,
        area(site, Math.min(site.room, Math.max(inside(site), finger))),
      ]),
    );
    const circles = ["focus-outer", "focus-inner"].map((name) => s("circle", { class: name }));
    this.#ring = s("g", { class: "focus-ring", "aria-hidden": "true" }, circles);
    /** @param {string} id */
    const above = (id) => Number(this.site(id).kind === "edge");
    const stacked = [...this.#areas.keys()].sort((one, other) => above(one) - above(other));
    layer.append(...stacked.map((id) => this.#area(id)), this.#ring);
    if (!this.#areas.has(this.#current ?? "")) this.#current = sites[0]?.id ?? null;
    this.#rove();
  }

  /**
   * The site of this id, which there must be.
   * @param {string} id
   */
  site(id) {
    const found = this.sites.get(id);
    if (!found) throw new Error(`the board has no site ${id}`);
    return found;
  }

  /** @param {string} id */
  #area(id) {
    const found = this.#areas.get(id);
    if (!found) throw new Error(`nothing can be touched at ${id}`);
    return found;
  }

  /** The picture of the board, which must have been drawn. */
  get svg() {
    if (!this.#svg) throw new Error("the board is not drawn yet");
    return this.#svg;
  }

  /** The site that has the keyboard's focus, or will have it when it comes to the board. */
  get current() {
    return this.#current;
  }

  get hasFocus() {
    return Boolean(this.#layer?.contains(document.activeElement));
  }

  /** Whether it can be seen where the focus is, as when it did not come by a pointer. */
  get showsFocus() {
    return Boolean(this.#ring?.classList.contains("shown"));
  }

  /**
   * Tells each site's name, and of what it is one: { label, target, chosen, drags }.
   * @param {(site: Site) => Told} tell
   */
  describe(tell) {
    for (const [id, element] of this.#areas) {
      const { label, target, chosen, drags } = tell(this.site(id));
      setAttribute(element, "aria-label", label);
      // what cannot be touched with any effect is only told
      setAttribute(element, "role", target || drags || chosen ? "button" : "img");
      setAttribute(element, "aria-pressed", chosen ? "true" : null);
      element.classList.toggle("target", target);
      element.classList.toggle("drags", drags);
    }
  }

  /**
   * The site of an event, by the element or else by the nearest within reach.
   * @param {MouseEvent} event
   */
  siteAt(event) {
    const hit = elementOf(event.target)?.closest("[data-site]");
    if (
      hit &&
      this.#layer?.contains(hit) &&
      (event.type === "click" || event.type === "pointerdown")
    ) {
      return hit.getAttribute("data-site");
    }
    const point = this.point(event);
    return this.nearestTo(point.x, point.y);
  }

  /**
   * The place of an event on the board.
   * @param {{ clientX: number, clientY: number }} event
   */
  point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(screenMatrix(this.svg).inverse());
  }

  /**
   * The site, of all or of those given, that is nearest to a point; null where none is near.
   * @param {number} x
   * @param {number} y
   * @param {Iterable<string>} [among]
   */
  nearestTo(x, y, among = this.sites.keys()) {
    /** @param {string} id */
    const far = (id) => distance(this.site(id), { x, y });
    const [found] = [...among].sort((a, b) => far(a) - far(b));
    return found !== undefined && far(found) <= 1.25 * this.site(found).room ? found : null;
  }

  /** @param {string | null | undefined} id */
  focus(id) {
    if (!id || !this.#areas.has(id)) return;
    this.#current = id;
    this.#rove();
    this.#area(id).focus({ preventScroll: true });
  }

  /**
   * Lets Tab come to one of these sites, unless the focus is on the board already.
   * @param {{ id: string }[]} sites
   */
  standBy(sites) {
    if (sites.length && !this.hasFocus && !sites.some((site) => site.id === this.#current)) {
      this.stand(sites[0].id);
    }
  }

  /**
   * Makes a site the one that Tab comes to.
   * @param {string} id
   */
  stand(id) {
    if (!this.#areas.has(id)) return;
    this.#current = id;
    this.#rove();
  }

  /**
   * Where an arrow key leads to, among all sites, or among those given; null where it is no arrow
   * key or leads nowhere.
   * @param {string} key
   * @param {string[] | null} [among]
   */
  step(key, among = null) {
    const way = STEPS[key];
    const from = this.sites.get(this.#current ?? "");
    if (!way || !from) return null;
    return among ? this.#toward(from, way, among) : this.#neighbour(from, way);
  }

  /**
   * Of the sites in this direction, the one that is least far off and aside.
   * @param {Site} from
   * @param {[number, number]} way
   * @param {string[]} among
   */
  #toward(from, [dx, dy], among) {
    /** @type {[number, string | null]} */
    let best = [Infinity, null];
    for (const id of among) {
      const to = this.site(id);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along > from.room / 2 && along + 1.5 * aside < best[0]) best = [along + 1.5 * aside, id];
    }
    return best[1];
  }

  /**
   * Left and right lead along the row; up and down to the next row, so that every site can be
   * reached, but from an edge straight on, as over the dot at its end.
   * @param {Site} from
   * @param {[number, number]} way
   */
  #neighbour(from, [dx, dy]) {
    const at = this.#rows.findIndex((row) => row.includes(from));
    if (dx) return this.#rows[at][this.#rows[at].indexOf(from) + dx]?.id ?? null;
    const beyond = dy > 0 ? this.#rows.slice(at + 1) : this.#rows.slice(0, at).reverse();
    /** @param {Site} site */
    const isStraight = (site) => from.kind === "edge" && Math.abs(site.x - from.x) < 1;
    const row = beyond.find((sites) => sites.some(isStraight)) ?? beyond[0] ?? [];
    return [...row].sort((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0]?.id ?? null;
  }

  #rove() {
    for (const [id, element] of this.#areas) {
      setAttribute(element, "tabindex", id === this.#current ? 0 : -1);
    }
  }

  /** @param {Element | null} element */
  #focused(element) {
    const id = element?.getAttribute("data-site") ?? "";
    if (!element || !this.#areas.has(id)) return;
    this.#current = id;
    this.#rove();
    const { x, y, room } = this.site(id);
    for (const ring of this.#ring?.children ?? []) {
      setAttribute(ring, "cx", x);
      setAttribute(ring, "cy", y);
      setAttribute(ring, "r", element.getAttribute("r") ?? room);
    }
    this.#ring?.classList.toggle("shown", !this.#pointed);
  }
}

/**
 * Whether many pieces lie on such a site, which are not carried one by one.
 * @param {{ kind: string }} site
 */
export function isPit(site) {
  return site.kind === "pit" || site.kind === "store";
}

/**
 * @param {Site} site
 * @param {number} r
 */
function area(site, r) {
  const shared = { class: "hit", "data-site": site.id, role: "img" };
  const { column } = site;
  if (column) return s("rect", { ...shared, ...boxAround({ ...site, column }, r) });
  return s("circle", { ...shared, cx: site.x, cy: site.y, r: r.toFixed(1) });
}

/**
 * Half of the way to the nearest other site; of an edge, to the nearest other edge, as edges lie
 * above the cells beside them.
 * @param {BoardSite} site
 * @param {BoardSite[]} sites
 */
function roomAround(site, sites) {
  const others = sites
    .filter((other) => other !== site && (site.kind !== "edge" || other.kind === "edge"))
    .map((other) => Math.hypot(site.x - other.x, site.y - other.y));
  return others.length ? Math.min(...others) / 2 : site.r;
}

/**
 * The sites in rows from the top down, each from left to right.
 * @param {Site[]} sites
 */
function rowsOf(sites) {
  /** @type {Site[][]} */
  const rows = [];
  for (const site of [...sites].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row && site.y - row[0].y < site.room / 2) row.push(site);
    else rows.push([site]);
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x));
}
