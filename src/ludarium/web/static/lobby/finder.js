/**
 * Finds games among many: by their titles in all languages, by kinds, and the favourites of this
 * browser, which come first.
 */

import { all, elementOf, field, h, icon, need, setText } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";
import { counted, say } from "../shared/say.js";

const FAVOURITES = "favourites";
const STAR = "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8L3.6 9.7l5.8-.8z";
const MARKS = /\p{M}/gu;

/**
 * Text as it is compared: without diacritics and capitals.
 * @param {string} text
 */
export function folded(text) {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase();
}

/**
 * Whether a game's words have each of those that were typed.
 * @param {string} found
 * @param {string} typed
 */
export function matches(found, typed) {
  return folded(typed)
    .split(/\s+/)
    .every((word) => folded(found).includes(word));
}

export class Finder {
  #form;
  #cards;
  #listed; // games that are listed by name, in families
  #families;
  #none;
  #count;
  #stars = new Set(preference(FAVOURITES, /** @type {string[]} */ ([])));
  /** @type {HTMLElement | null} */
  #starred = null; // the button of the favourites' filter

  /**
   * @param {HTMLFormElement} form has the search, and the filters, of which favourites are one, if
   * there are any
   * @param {HTMLElement[]} cards the games' elements, in the order in which they are shown
   * @param {HTMLElement} none tells that no game is like that
   * @param {HTMLElement[]} families the elements of those that have lists of further games
   */
  constructor(form, cards, none, families = []) {
    this.#form = form;
    this.#families = families;
    this.#listed = families.flatMap((family) => all("li", HTMLElement, family));
    this.#none = none;
    this.#count = need("[data-count]", Element, form);
    this.#cards = cards;
    const filters = form.querySelector(".chips");
    if (filters) this.#offerFavourites(filters);
    this.#listen();
    this.#show();
  }

  /** @param {Element} filters */
  #offerFavourites(filters) {
    this.#starred = h("button", {
      class: "chip",
      type: "button",
      "data-filter": "starred",
      "data-group": "starred",
      "aria-pressed": "false",
      text: say("Favourites"),
    });
    filters.prepend(this.#starred);
    const cards = this.#cards;
    for (const card of cards) this.#addStar(card);
    const first = cards.filter((card) => this.#isStarred(card));
    this.#cards = [...first, ...cards.filter((card) => !this.#isStarred(card))];
    if (first.length) cards[0].parentElement?.prepend(...first);
  }

  get #text() {
    return field(this.#form, "text");
  }

  get #filters() {
    return all("[data-filter]", HTMLElement, this.#form);
  }

  #listen() {
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#text.addEventListener("input", () => this.#show());
    this.#text.addEventListener("keydown", (event) => event.key === "Escape" && this.#empty());
    for (const filter of this.#filters) {
      filter.addEventListener("click", () => {
        press(filter, !isPressed(filter));
        this.#show();
      });
    }
    need("button", HTMLElement, this.#none).addEventListener("click", () => {
      this.#clear();
      this.#text.focus();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * A slash leads to the search from everywhere but where it can be typed.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (elementOf(event.target)?.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    this.#text.select();
    this.#text.focus();
  }

  #empty() {
    this.#text.value = "";
    this.#show();
  }

  #clear() {
    this.#text.value = "";
    for (const filter of this.#filters) press(filter, false);
    this.#show();
  }

  #show() {
    const chosen = this.#filters.filter(isPressed);
    const groups = [...new Set(chosen.map((one) => one.dataset.group))];
    /**
     * @param {HTMLElement} card
     * @param {string | undefined} group
     */
    const isOfGroup = (card, group) =>
      chosen.some((one) => one.dataset.group === group && this.#isOf(card, one));
    /** @param {HTMLElement} card */
    const words = (card) =>
      `${(card.querySelector("h2") ?? card).textContent} ${card.dataset.found ?? ""}`;
    /** @param {HTMLElement} card */
    const fits = (card) =>
      matches(words(card), this.#text.value.trim()) &&
      groups.every((group) => isOfGroup(card, group));
    const games = [...this.#cards, ...this.#listed];
    for (const game of games) game.hidden = !fits(game);
    for (const family of this.#families) {
      family.hidden = !family.querySelector("li:not([hidden])");
    }
    const [shown, most] = [games.filter((game) => !game.hidden).length, games.length];
    this.#none.hidden = shown > 0;
    if (this.#starred) this.#starred.hidden = !this.#stars.size && !isPressed(this.#starred);
    const told =
      shown < most
        ? counted("{n} game of {all}", "{n} games of {all}", shown, { all: most })
        : counted("{n} game", "{n} games", most);
    setText(this.#count, told);
  }

  /**
   * @param {HTMLElement} card
   * @param {HTMLElement} filter
   */
  #isOf(card, { dataset: { filter = "" } }) {
    if (filter === "starred") return this.#isStarred(card);
    // a game that is listed is like most of its family, unless it says more
    const kinds = card.closest("[data-kinds]")?.getAttribute("data-kinds") ?? "";
    return kinds.split(" ").includes(filter);
  }

  /** @param {HTMLElement} card */
  #isStarred(card) {
    return this.#stars.has(card.dataset.game ?? "");
  }

  /**
   * The game comes first from the next visit on: nothing jumps away from under the pointer.
   * @param {HTMLElement} card
   */
  #addStar(card) {
    const { game = "" } = card.dataset;
    const heading = need("h2", HTMLElement, card);
    const title = heading.textContent;
    const star = h(
      "button",
      { class: "star", type: "button", "aria-label": say("Favourite: {game}", { game: title }) },
      icon(STAR),
    );
    press(star, this.#isStarred(card));
    star.addEventListener("click", () => {
      if (!this.#stars.delete(game)) this.#stars.add(game);
      press(star, this.#isStarred(card));
      setPreference(FAVOURITES, [...this.#stars]);
      this.#show();
    });
    heading.after(star);
  }
}

/**
 * @param {Element} button
 * @param {boolean} pressed
 */
function press(button, pressed) {
  button.setAttribute("aria-pressed", String(pressed));
}

/** @param {Element} button */
function isPressed(button) {
  return button.getAttribute("aria-pressed") === "true";
}
