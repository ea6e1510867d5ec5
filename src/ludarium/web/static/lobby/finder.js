/**
 * Finds games among many: by what people call them, which the server knows, by kinds, and the
 * favourites of this browser. What is searched for stands in the page's address, so that it is
 * there again when the reader comes back.
 */

import { all, elementOf, field, h, maybe, need, setText } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";
import { favourites } from "./favourites.js";
import { GameSearch } from "./game-search.js";

const STARRED = "starred";

export class Finder {
  #form;
  #games;
  #families;
  #apart;
  #near;
  #none;
  #count;
  #search;
  /** @type {Schemas["FoundAnswer"] | null} */
  #found = null; // of what is searched for; null while nothing is

  /**
   * @param {HTMLFormElement} form has the search, and the filters if there are any
   * @param {HTMLElement[]} games elements that name their games, in the order in which they stand
   * @param {{ families?: HTMLElement[], apart?: HTMLElement[] }} [places] families: what lists some
   * of these games, and is hidden where it shows none; apart: what is hidden during a search
   */
  constructor(form, games, { families = [], apart = [] } = {}) {
    this.#form = form;
    this.#games = games;
    this.#families = families;
    this.#apart = apart;
    this.#near = need("[data-near]");
    this.#none = need("[data-none]");
    this.#count = need("[data-count]", Element, form);
    const chips = maybe(".chips", HTMLElement, form);
    const starred = games.filter((game) => isStarred(game));
    if (chips && starred.length) {
      chips.prepend(starredChip());
      for (const game of starred) game.dataset.kinds = kindsOf(game); // not those of another list
      games[0].parentElement?.prepend(...starred);
    }
    this.#search = new GameSearch(
      this.#text,
      (found) => this.#take(found),
      (message) => setText(this.#count, message),
    );
    this.#listen();
  }

  get #text() {
    return field(this.#form, "text");
  }

  get #filters() {
    return all("[data-filter]", HTMLElement, this.#form);
  }

  #listen() {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#goToFirst();
    });
    for (const filter of this.#filters) {
      filter.addEventListener("click", () => {
        press(filter, !isPressed(filter));
        this.#show();
      });
    }
    need("button", HTMLElement, this.#none).addEventListener("click", () => {
      for (const filter of this.#filters) press(filter, false);
      this.#search.empty();
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

  /** @param {Schemas["FoundAnswer"] | null} found */
  #take(found) {
    this.#found = found;
    const address = new URL(location.href);
    const { words } = this.#search;
    if (words) address.searchParams.set("text", words);
    else address.searchParams.delete("text");
    history.replaceState(history.state, "", address);
    this.#show();
  }

  /** Enter leads to the first game that is found. */
  async #goToFirst() {
    await this.#search.ask();
    const first = this.#games.find((game) => !game.hidden && !this.#isApart(game));
    first?.querySelector("a")?.focus();
  }

  /** @param {HTMLElement} game */
  #isApart(game) {
    return this.#apart.some((place) => place.contains(game));
  }

  #show() {
    const chosen = this.#filters.filter(isPressed);
    const groups = [...new Set(chosen.map((one) => one.dataset.group))];
    const found = this.#found && new Set(this.#found.games);
    /** @param {HTMLElement} game */
    const fits = (game) =>
      (!found || found.has(game.dataset.game ?? "")) &&
      groups.every((group) =>
        chosen.some((one) => one.dataset.group === group && isOf(game, one.dataset.filter ?? "")),
      );
    for (const game of this.#games) game.hidden = !fits(game);
    for (const family of this.#families) {
      family.hidden = !family.querySelector("[data-game]:not([hidden])");
    }
    for (const place of this.#apart) place.hidden = found !== null || chosen.length > 0;
    const [shown, most] = [this.#games.filter((game) => !game.hidden).length, this.#games.length];
    this.#near.hidden = !this.#found?.near || !shown;
    this.#none.hidden = shown > 0;
    const told =
      shown < most
        ? counted("{n} game of {all}", "{n} games of {all}", shown, { all: most })
        : counted("{n} game", "{n} games", most);
    setText(this.#count, told);
  }
}

function starredChip() {
  return h("button", {
    class: "chip",
    type: "button",
    "data-filter": STARRED,
    "data-group": STARRED,
    "aria-pressed": "false",
    text: say("Favourites"),
  });
}

/** @param {HTMLElement} game */
function isStarred(game) {
  return favourites().has(game.dataset.game ?? "");
}

/**
 * Whether a filter lets a game through. It is like most of its list, unless it says more.
 * @param {HTMLElement} game
 * @param {string} filter
 */
function isOf(game, filter) {
  if (filter === STARRED) return isStarred(game);
  return kindsOf(game).split(" ").includes(filter);
}

/** @param {HTMLElement} game */
function kindsOf(game) {
  return game.closest("[data-kinds]")?.getAttribute("data-kinds") ?? "";
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
