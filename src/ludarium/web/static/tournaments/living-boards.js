/** Games that are being played, on the wall: their boards, players and clocks. */

import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { isLow, ServerTime, ticking, timeText } from "../shared/clock.js";
import { h, setText } from "../shared/dom.js";
import { playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";

/** @typedef {{ table: string | undefined, live: string }} Game */

const LOOK = 2000; // milliseconds between two looks at a table

export class LivingBoards {
  #root;
  /** @type {Map<string, LivingGame>} */
  #games = new Map(); // that are shown, by the id of their table

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    setInterval(() => this.#look(), LOOK);
    ticking(() => {
      for (const game of this.#games.values()) game.tick();
    });
  }

  /**
   * Shows these games, as {table, live}: the number of the table in the hall, and the live one.
   * @param {Game[]} games
   */
  show(games) {
    const ids = games.map(({ live }) => live);
    if (ids.join() === [...this.#games.keys()].join()) return;
    const before = this.#games;
    this.#games = new Map(
      games.map(({ table, live }) => [live, before.get(live) ?? new LivingGame(table, live)]),
    );
    this.#root.replaceChildren(...[...this.#games.values()].map(({ element }) => element));
    this.#root.dataset.games = String(ids.length);
    this.#look();
  }

  #look() {
    if (document.hidden || this.#root.hidden) return;
    for (const game of this.#games.values()) game.look();
  }
}

class LivingGame {
  #live;
  #time = new ServerTime();
  /** @type {TableState | null} */
  #table = null;
  #ply = -1;
  #looking = false;
  #seats = h("ul", { class: "wall-players" });
  #picture = h("div");
  /** @type {HTMLElement[]} */
  #clocks = [];
  #board = new Board(this.#picture, { place: () => h("div") });

  /**
   * @param {string | undefined} table
   * @param {string} live
   */
  constructor(table, live) {
    this.#live = live;
    this.element = h(
      "article",
      { class: "wall-game" },
      h("h2", { text: say("Table {number}", { number: table }) }),
      this.#seats,
      this.#picture,
    );
  }

  /** Shows what is new. What cannot be had leaves everything as it is. */
  async look() {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const table = await api.get(`/tables/${this.#live}`);
      this.#time.set(table.now);
      this.#table = table;
      this.#showSeats();
      if (table.ply !== this.#ply) {
        this.#board.show(await api.get(`/tables/${this.#live}/scene?viewer=0`));
        this.#ply = table.ply;
      }
    } catch {
      // the next look may succeed
    } finally {
      this.#looking = false;
    }
  }

  #showSeats() {
    if (!this.#table) return;
    const { seats, result } = this.#table;
    if (this.#clocks.length !== seats.length) {
      const rows = seats.map(() => [h("span", { class: "wall-player" }), h("span")]);
      this.#seats.replaceChildren(...rows.map((row) => h("li", {}, row)));
      this.#clocks = rows.map(([, clock]) => clock);
    }
    for (const [at, seat] of seats.entries()) {
      const row = this.#seats.children[at];
      setText(row.firstElementChild ?? row, playerName(seat));
      row.classList.toggle("moves", !result && seat.running);
    }
    this.tick();
  }

  /** Writes the time that is left to each. */
  tick() {
    if (!this.#table) return;
    const { seats, now } = this.#table;
    for (const [at, { left, running }] of seats.entries()) {
      const clock = this.#clocks[at];
      clock.hidden = left === null;
      if (left === null) continue;
      const seconds = running ? left - (this.#time.now - now) : left;
      setText(clock, timeText(seconds));
      clock.classList.toggle("low", isLow(seconds));
    }
  }
}
