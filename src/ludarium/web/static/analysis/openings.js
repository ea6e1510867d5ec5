/** The opening explorer: what was played in the position shown, and who won then. */

import { api, isAborted, messageOf } from "../shared/api.js";
import { h, need, s, setAttribute } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { preference, setPreference } from "../shared/preferences.js";
import { counted, say } from "../shared/say.js";

/** @import { Explorer } from "./explorer.js" */

const PAUSE = 200; // ms before the server is asked, so that stepping through moves does not
const GAMES = "openings"; // the preference
const DRAWN = "grey"; // the colour of games that nobody won
/** @param {string} id */
const part = (id) => need(`#${id}`);

export class OpeningTable {
  #explorer;
  #select = need("#openings-games", HTMLSelectElement);
  #onPlay;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {Map<string, Openings>} */
  #found = new Map(); // by address

  /**
   * @param {Explorer} explorer
   * @param {{ onPlay: (move: string) => unknown }} hooks onPlay is given a move that the reader
   * wants
   * to see
   */
  constructor(explorer, { onPlay }) {
    this.#explorer = explorer;
    this.#onPlay = onPlay;
    const select = this.#select;
    const chosen = preference(GAMES, select.value);
    if ([...select.options].some(({ value }) => value === chosen)) select.value = chosen;
    select.addEventListener("change", () => {
      setPreference(GAMES, select.value);
      this.show();
    });
  }

  /** Shows what is known of the position shown. */
  async show() {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const scene = this.#explorer.seen;
    if (scene.over) return this.#write("");
    const path = this.#explorer.address("openings", { games: this.#select.value });
    let found = this.#found.get(path);
    if (!found) {
      setAttribute(part("openings-table"), "aria-busy", "true");
      await new Promise((done) => setTimeout(done, PAUSE));
      if (asking.signal.aborted) return null;
      try {
        found = await api.get(path, { signal: asking.signal });
        this.#found.set(path, found);
      } catch (error) {
        if (isAborted(error)) return null;
        return this.#write(messageOf(error));
      }
    }
    if (asking.signal.aborted) return null;
    return this.#showFound(found, scene.seats);
  }

  /**
   * @param {Openings} found
   * @param {SceneSeat[]} seats
   */
  #showFound(found, seats) {
    if (!found.moves.length) return this.#write(say("No game came to this position."));
    const heads = [say("Move"), say("Games"), say("Who won")];
    const rows = found.moves.map((one) => this.#row(one, seats));
    const sum = h(
      "tr",
      { class: "openings-sum" },
      h("th", { scope: "row", text: say("All") }),
      h("td", { class: "number", text: grouped(found.games) }),
      h("td", {}, results(found, seats)),
    );
    const table = h(
      "table",
      { class: "study-table openings-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((text) => h("th", { scope: "col", text })),
        ),
      ),
      h("tbody", {}, rows, found.moves.length > 1 && sum),
    );
    return this.#write(legend(seats), table);
  }

  /**
   * @param {Openings["moves"][number]} one
   * @param {SceneSeat[]} seats
   */
  #row(one, seats) {
    const { move, alike, games, latest } = one;
    const play = h("button", {
      class: "move",
      type: "button",
      text: moveText(move),
      on: { click: () => this.#onPlay(move) },
    });
    const others =
      alike.length > 0 &&
      h(
        "details",
        { class: "small muted" },
        h("summary", { text: counted("{n} more alike", "{n} more alike", alike.length) }),
        moveText(alike.join(", ")),
      );
    const last =
      latest && h("a", { class: "small", href: `/table/${latest}`, text: say("Last game") });
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, play, others),
      h("td", { class: "number" }, grouped(games), last),
      h("td", {}, results(one, seats)),
    );
  }

  /**
   * @param {string | Node} text
   * @param {...HTMLElement} elements
   */
  #write(text, ...elements) {
    part("openings-told").replaceChildren(text);
    setAttribute(part("openings-table"), "aria-busy", null);
    part("openings-table").replaceChildren(...elements);
  }
}

/** @param {number} number */
function grouped(number) {
  return number.toLocaleString(document.documentElement.lang);
}

/**
 * Which colour stands for what.
 * @param {SceneSeat[]} seats
 */
function legend(seats) {
  /** @param {string} colour */
  const swatch = (colour) =>
    s(
      "svg",
      { class: "lud-look openings-swatch", viewBox: "0 0 10 10", "aria-hidden": "true" },
      bar(colour, 0, 10, 10),
    );
  return h(
    "span",
    { class: "openings-legend" },
    seats.map(({ name, colour }) => h("span", {}, swatch(colour), name)),
    h("span", {}, swatch(DRAWN), say("drawn")),
  );
}

/**
 * The shares of the results, as a bar and in words.
 * @param {Pick<Openings, "games" | "wins" | "draws">} counts
 * @param {SceneSeat[]} seats
 */
function results({ games, wins, draws }, seats) {
  const won = seats.map(({ name, colour }, seat) => ({ name, colour, count: wins[seat] }));
  const [first, ...others] = won;
  const drawn = { name: say("drawn"), colour: DRAWN, count: draws };
  const shares = [first, drawn, ...others].filter(({ count }) => count);
  let from = 0;
  const bars = shares.map(({ colour, count }) => {
    const wide = (100 * count) / games;
    from += wide;
    return bar(colour, from - wide, wide, 12);
  });
  /** @param {number} count */
  const percent = (count) =>
    (count / games).toLocaleString(document.documentElement.lang, {
      style: "percent",
      maximumFractionDigits: 0,
    });
  const words = shares.map(({ name, count }) => `${name} ${percent(count)}`).join(", ");
  return [
    s(
      "svg",
      {
        class: "lud-look openings-bar",
        viewBox: "0 0 100 12",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      bars,
    ),
    h("span", { class: "small muted", text: words }),
  ];
}

/**
 * @param {string} colour
 * @param {number} x
 * @param {number} width
 * @param {number} height
 */
function bar(colour, x, width, height) {
  return s("rect", { class: `lud-fill-${colour}`, x, y: 0, width, height });
}
