/** The opening explorer: what was played in the position shown, and who won then. */

import { api } from "../shared/api.js";
import { h, s, setAttribute } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";
import { counted, say } from "../shared/say.js";

const PAUSE = 200; // ms before the server is asked, so that stepping through moves does not
const GAMES = "openings"; // the preference
const DRAWN = "grey"; // the colour of games that nobody won
const part = (id) => document.getElementById(id);

export class OpeningTable {
  #explorer;
  #onPlay;
  #asking = null;
  #found = new Map(); // by address

  /** @param onPlay is given a move that the reader wants to see */
  constructor(explorer, { onPlay }) {
    this.#explorer = explorer;
    this.#onPlay = onPlay;
    const select = part("openings-games");
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
    const { scene } = this.#explorer;
    if (scene.over) return this.#write("");
    const path = this.#explorer.address("openings", { games: part("openings-games").value });
    if (!this.#found.has(path)) {
      setAttribute(part("openings-table"), "aria-busy", "true");
      await new Promise((done) => setTimeout(done, PAUSE));
      if (asking.signal.aborted) return null;
      try {
        this.#found.set(path, await api.get(path, { signal: asking.signal }));
      } catch (error) {
        if (error.name === "AbortError") return null;
        return this.#write(error.message);
      }
    }
    if (asking.signal.aborted) return null;
    return this.#showFound(this.#found.get(path), scene.seats);
  }

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

  #row(one, seats) {
    const { move, alike, games, latest } = one;
    const play = h("button", {
      class: "move",
      type: "button",
      text: move,
      on: { click: () => this.#onPlay(move) },
    });
    const others =
      alike.length > 0 &&
      h(
        "details",
        { class: "small muted" },
        h("summary", { text: counted("{n} more alike", "{n} more alike", alike.length) }),
        alike.join(", "),
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

  #write(text, ...elements) {
    part("openings-told").replaceChildren(text);
    setAttribute(part("openings-table"), "aria-busy", null);
    part("openings-table").replaceChildren(...elements);
  }
}

function grouped(number) {
  return number.toLocaleString(document.documentElement.lang);
}

/** Which colour stands for what. */
function legend(seats) {
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

/** The shares of the results, as a bar and in words. */
function results({ games, wins, draws }, seats) {
  const [first, ...others] = seats.map(({ name, colour }, seat) => [name, colour, wins[seat]]);
  const shares = [first, [say("drawn"), DRAWN, draws], ...others].filter(([, , count]) => count);
  let from = 0;
  const bars = shares.map(([, colour, count]) => {
    const wide = (100 * count) / games;
    from += wide;
    return bar(colour, from - wide, wide, 12);
  });
  const percent = (count) =>
    (count / games).toLocaleString(document.documentElement.lang, {
      style: "percent",
      maximumFractionDigits: 0,
    });
  const words = shares.map(([name, , count]) => `${name} ${percent(count)}`).join(", ");
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

function bar(colour, x, width, height) {
  return s("rect", { class: `lud-fill-${colour}`, x, y: 0, width, height });
}
