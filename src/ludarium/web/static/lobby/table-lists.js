/** The lists of tables in the lobby: those to join and those to watch. */

import { api, codeOf } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { all, h, maybe, setText } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";
import { newShare } from "../shared/share.js";
import { clockText, facts, pairing, players } from "../shared/table-summaries.js";

const SHOWN = 10; // tables in a list, until somebody asks for more
const MORE = ""; // in place of the id of a table

/**
 * A list that shows tables by their ids; rows that stay are left in place, so that nothing jumps
 * under a finger.
 */
export class TableList {
  #list;
  #empty;
  #row;
  #words;
  /** @type {Set<string> | null} */
  #known = null;
  #most = SHOWN;
  /** @type {Summary[]} */
  #all = [];

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} empty
   * @param {(table: Summary) => HTMLElement} row
   * @param {() => string[]} words
   */
  constructor(list, empty, row, words) {
    this.#list = list;
    this.#empty = empty;
    this.#row = row;
    this.#words = words;
  }

  /** @param {Summary[]} tables */
  show(tables) {
    const rows = new Map(
      all(":scope > *", HTMLElement, this.#list).map((row) => [row.dataset.id ?? "", row]),
    );
    const shown = tables.slice(0, this.#most);
    for (const [at, table] of shown.entries()) {
      const kept = rows.get(table.id);
      const row = this.#place(table, kept);
      rows.delete(table.id);
      if (this.#list.children[at] !== row) {
        this.#list.insertBefore(row, this.#list.children[at] ?? null);
      }
    }
    const more = tables.length - shown.length;
    if (more) {
      const row = rows.get(MORE) ?? this.#opener();
      rows.delete(MORE);
      setText(row.firstChild ?? row, counted("and {n} more", "and {n} more", more));
      if (this.#list.lastChild !== row) this.#list.append(row);
    }
    for (const row of rows.values()) row.remove();
    this.#all = tables;
    this.#known = new Set(tables.map((table) => table.id));
    this.#empty.hidden = tables.length > 0;
    if (!tables.length) this.#empty.replaceChildren(...this.#words());
  }

  /** The row that shows the rest of the list. */
  #opener() {
    const open = () => {
      this.#most = Infinity;
      this.show(this.#all);
      const next = this.#list.children[SHOWN];
      if (next) maybe("a, button", HTMLElement, next)?.focus();
    };
    const button = h("button", { type: "button", class: "button quiet", on: { click: open } });
    return h("li", { "data-id": MORE }, button);
  }

  /**
   * The row of a table: the one that is there if it still says the same.
   * @param {Summary} table
   * @param {HTMLElement | undefined} kept
   */
  #place(table, kept) {
    const told = JSON.stringify(table);
    if (kept?.dataset.told === told) return kept;
    const row = this.#row(table);
    row.dataset.id = table.id;
    row.dataset.told = told;
    if (this.#known && !kept) row.classList.add("is-new");
    const focused = kept?.contains(document.activeElement);
    kept?.replaceWith(row);
    if (focused) maybe("a, button", HTMLElement, row)?.focus();
    return row;
  }
}

/**
 * The row of a table that waits for players; `prepare` is done before joining.
 * @param {Summary} table
 * @param {Element} fault
 * @param {() => unknown} prepare
 */
export function openRow(table, fault, prepare) {
  const taken = players(table);
  const button = h("a", {
    class: "button soft",
    href: `/table/${table.id}`,
    text: say("Join"),
    "aria-label": taken
      ? say("Join {players} at {game}", { game: table.title, players: taken })
      : say("Join a table of {game}", { game: table.title }),
  });
  button.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    whileBusy(button, fault, async () => {
      await prepare();
      await join(table);
    });
  });
  return h("li", { class: "row" }, words(table, openFacts(table, taken)), button);
}

/**
 * @param {Summary} table
 * @param {string} taken
 */
function openFacts(table, taken) {
  const who = taken ? say("{players} waiting", { players: taken }) : "";
  const free = counted(
    "{n} seat free",
    "{n} seats free",
    table.seats.filter((seat) => !seat).length,
  );
  return facts(who, table.seats.length > 2 ? free : "", clockText(table.clock) || say("no clock"));
}

/**
 * Takes the first free seat, then goes to the table.
 * @param {Summary} table
 */
async function join(table) {
  const seat = table.seats.findIndex((place) => !place);
  if (seat >= 0) {
    try {
      await api.post(`/tables/${table.id}/seats/${seat}`, { share: newShare() });
    } catch (error) {
      const code = codeOf(error);
      if (code !== "not-now" && code !== "seat-taken") throw error;
    }
  }
  location.assign(`/table/${table.id}`);
}

/**
 * The row of a table that can be watched.
 * @param {Summary} table
 */
export function liveRow(table) {
  const link = h("a", { class: "row-main", href: `/table/${table.id}` });
  const moves = counted("{n} move", "{n} moves", table.ply);
  link.append(
    h("strong", { text: pairing(table) }),
    h("span", { class: "small muted", text: facts(table.title, moves, clockText(table.clock)) }),
  );
  return h("li", { class: "row" }, link);
}

/**
 * @param {Summary} table
 * @param {string} said
 */
function words(table, said) {
  const title = facts(table.title, table.ruleset_title);
  return h(
    "div",
    { class: "row-main" },
    h("strong", { text: title }),
    h("span", { class: "small muted", text: said }),
  );
}
