/** What is touched beside the board: the things in hand, and the buttons. */

import { all, h, setAttribute, setText } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";

/**
 * @import { Drawings } from "./drawings.js"
 * @typedef {{ element: HTMLElement, count: HTMLElement }} ItemElement
 * @typedef {{ element: HTMLElement, items: Map<string, ItemElement> }} Group
 */

/**
 * Gives the element that a hand or the buttons belong into; null for nowhere.
 * @typedef {(owner: number | null | "buttons") => HTMLElement | null | undefined} PlaceOf
 */

/**
 * @typedef {object} HandsState
 * @property {number[]} own
 * @property {Set<string>} next
 * @property {Set<string>} others
 * @property {string[]} path
 * @property {string | null} chosen
 * @property {HTMLElement | null} at
 */

const ROW = 8; // buttons that stand side by side

export class Hands {
  #art;
  #place;
  /** @type {Map<string, Group>} */
  #groups = new Map();
  #buttons = h("div", { class: "choices" });
  #asked = h("div", { class: "choices" });
  #outcomes = outcomes();

  /**
   * @param {Drawings} art
   * @param {PlaceOf} place gives the element that the hand of an owner, or the buttons (owner
   * "buttons"),
   * belong into, or null for nowhere.
   */
  constructor(art, place) {
    this.#art = art;
    this.#place = place;
  }

  /**
   * Shows hands and buttons. own: the seats that the reader plays; next and others: ids that can be
   * touched now, and instead of an earlier touch; path: what was touched; chosen: an item that was
   * chosen for good, in secret; at: where the buttons are to be, in place of their own.
   * @param {Scene} scene
   * @param {HandsState} state
   */
  show(scene, { own, next, others, path, chosen, at }) {
    const before = this.#groups;
    this.#groups = new Map();
    for (const hand of scene.hands) {
      const place = this.#place(hand.owner);
      if (!place || !hand.items.length) continue;
      const touchable = hand.owner === null || own.includes(hand.owner);
      const key = `${hand.owner} ${touchable} ${hand.items.map((item) => item.id)}`;
      const group = before.get(key) ?? this.#build(scene, hand, touchable);
      before.delete(key);
      this.#groups.set(key, group);
      if (group.element.parentElement !== place) place.append(group.element);
      for (const item of hand.items) {
        update(itemIn(group, item.id), item, { next, others, path, chosen });
      }
      group.element.classList.toggle(
        "active",
        hand.items.some((item) => next.has(item.id)),
      );
    }
    for (const { element } of before.values()) element.remove();
    this.#showButtons(scene, (id) => !at && (next.has(id) || others.has(id)), path);
    // Who plays keeps a row for buttons, so that nothing moves when they come and go.
    const shown = all("button:not([hidden])", HTMLElement, this.#buttons).length > 0;
    if (own.length && shown) this.#buttons.classList.add("kept");
    this.#buttons.hidden = !shown && !this.#buttons.classList.contains("kept");
    fillButtons(this.#asked, scene, this.#art);
    if (!at) this.#asked.remove();
    else if (this.#asked.parentElement !== at) at.replaceChildren(this.#asked);
    showLegal(this.#asked, (id) => next.has(id), []);
  }

  /**
   * All elements that can be touched, now or at another time.
   * @returns {HTMLElement[]}
   */
  get elements() {
    const items = [...this.#groups.values()].flatMap((group) =>
      [...group.items.values()].map((item) => item.element),
    );
    return [
      ...items.filter((element) => element.localName === "button"),
      ...all("button", HTMLElement, this.#asked.parentElement ? this.#asked : this.#buttons),
    ];
  }

  /**
   * @param {Scene} scene
   * @param {Hand} hand
   * @param {boolean} touchable
   */
  #build(scene, hand, touchable) {
    const owner = hand.owner === null ? null : scene.seats[hand.owner].name;
    const label = owner ? say("In hand: {owner}", { owner }) : say("Choices");
    const items = new Map(hand.items.map((item) => [item.id, this.#item(item, touchable)]));
    const named = hand.items.every((item) => item.count === null);
    const element = h("div", {
      class: `hand${touchable ? " own" : ""}${named ? " named" : ""}`,
      role: "group",
      "aria-label": label,
    });
    element.append(...[...items.values()].map((item) => item.element));
    return { element, items };
  }

  /**
   * @param {HandItem} item
   * @param {boolean} touchable
   */
  #item(item, touchable) {
    const count = h("span", { class: "hand-count", "aria-hidden": "true" });
    const picture = this.#art.picture(item.look);
    const attributes = touchable
      ? { class: "hand-item", type: "button", "data-hand": item.id }
      : { class: "hand-item", role: "img" };
    return { element: h(touchable ? "button" : "span", attributes, picture, count), count };
  }

  /**
   * @param {Scene} scene
   * @param {(id: string) => boolean} isLegal
   * @param {string[]} path
   */
  #showButtons(scene, isLegal, path) {
    const place = this.#place("buttons");
    if (!place) return;
    fillButtons(this.#buttons, scene, this.#art);
    const byChance = scene.movers.some((mover) => !scene.seats[mover]);
    const many = byChance && scene.buttons.length > ROW;
    showLegal(this.#buttons, isLegal, path);
    this.#outcomes.hidden = !many;
    if (!many) this.#outcomes.open = false;
    if (many) this.#outcomes.append(this.#buttons);
    else if (this.#buttons.parentElement !== place) place.append(this.#buttons);
    if (this.#outcomes.parentElement !== place) place.append(this.#outcomes);
  }
}

/**
 * Makes the buttons of a scene, where they are others.
 * @param {HTMLElement} container
 * @param {Scene} scene
 * @param {Drawings} art
 */
function fillButtons(container, scene, art) {
  const wanted = scene.buttons.map(({ id, look, label }) => `${id} ${look} ${label}`).join(" ");
  if (container.dataset.shown !== wanted) {
    container.dataset.shown = wanted;
    /** @param {Scene["buttons"][number]} button */
    const made = ({ id, label, look }) =>
      h(
        "button",
        { class: "button quiet", type: "button", "data-button": id, title: look ? label : null },
        look ? art.picture(look) : null,
        h("span", { text: label }),
      );
    container.replaceChildren(...scene.buttons.map(made));
  }
}

/**
 * @param {HTMLElement} container
 * @param {(id: string) => boolean} isLegal
 * @param {string[]} path
 */
function showLegal(container, isLegal, path) {
  for (const button of all("button", HTMLElement, container)) {
    const { button: id = "" } = button.dataset;
    const touched = path.includes(id);
    button.hidden = !isLegal(id) && !touched;
    button.classList.toggle("touched", touched);
    setAttribute(button, "aria-pressed", touched ? "true" : null);
  }
}

/**
 * @param {Group} group
 * @param {string} id
 */
function itemIn(group, id) {
  const found = group.items.get(id);
  if (!found) throw new Error(`the hand has no ${id}`);
  return found;
}

/** What opens a list of outcomes, of which there are more than a board has room for beside it. */
function outcomes() {
  const summary = h("summary", { class: "button quiet", text: say("Choose for chance") });
  const element = h("details", { class: "outcomes", hidden: true }, summary);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    event.stopPropagation();
    element.open = false;
    summary.focus();
  });
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.open = false;
  });
  return element;
}

/**
 * @param {ItemElement} parts
 * @param {HandItem} item
 * @param {Omit<HandsState, "own" | "at">} state
 */
function update({ element, count }, item, { next, others, path, chosen }) {
  const legal = next.has(item.id) || others.has(item.id) || path.includes(item.id);
  const touched = path.includes(item.id) || chosen === item.id;
  setText(count, item.count === null ? item.name : `${item.count}`);
  element.classList.toggle("target", next.has(item.id));
  element.classList.toggle("touched", touched);
  element.classList.toggle("none", item.count === 0);
  const left = item.count === null ? null : counted("{n} left", "{n} left", item.count);
  const state = chosen === item.id ? say("chosen") : null;
  setAttribute(element, "aria-label", [item.name, left, state].filter(Boolean).join(", "));
  if (element.localName !== "button") return;
  setAttribute(element, "aria-disabled", legal ? null : "true");
  setAttribute(element, "aria-pressed", touched ? "true" : "false");
  element.dataset.letter = item.letter ?? "";
}

/**
 * The id of what an element beside the board stands for.
 * @param {HTMLElement} element
 */
export function idOf(element) {
  return element.dataset.hand ?? element.dataset.button ?? "";
}
