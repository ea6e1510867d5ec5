/** Setting up a game: shows what the choices lead to, and opens the table. */

import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { all, field, fieldValue, need, setText } from "../shared/dom.js";
import { keepName } from "../shared/name-form.js";
import { playNowLinks } from "../shared/play-now.js";
import { counted, say } from "../shared/say.js";
import { newShare } from "../shared/share.js";
import { facts } from "../shared/table-summaries.js";
import { starButton } from "./favourites.js";
import { clockWords, Fault, readClock, showClock } from "./setup-clock.js";
import { Seats } from "./setup-seats.js";

/** @typedef {ReturnType<SetupPage["readOptions"]>} TableOptions */

class SetupPage {
  #form;
  #start;
  #seats;
  #hands = document.createElement("div"); // in no page: the picture shows none
  /** @type {Board | null} */
  #board = null;
  #pictured = "";

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.#form = form;
    this.#start = need("[data-start]", HTMLElement, form);
    this.#seats = new Seats(form, () => this.changed());
    form.addEventListener("input", () => this.changed());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  /** What POST /api/tables wants. Throws Fault. */
  readOptions() {
    const form = this.#form;
    const sit = this.#seats.values.map((value) => (value === "open" ? null : value));
    const open = sit.includes(null);
    const repetition = form.elements.namedItem("repetition");
    return {
      game: form.dataset.game ?? "",
      ruleset: fieldValue(form, "ruleset"),
      seats: sit.length,
      sit,
      shuffle: this.#seats.mixed,
      clock: readClock(form),
      takebacks: field(form, "takebacks").checked,
      repetition: repetition instanceof HTMLInputElement ? repetition.checked : true,
      watch: /** @type {TableState["watch"]} */ (fieldValue(form, "watch")),
      listed: open && fieldValue(form, "listed") === "yes",
      invite: form.dataset.invite ?? null,
    };
  }

  /** The choices in one line. */
  #summary() {
    const values = this.#seats.values;
    /** @param {(value: string) => boolean} wanted */
    const count = (wanted) => values.filter(wanted).length;
    const bots = count((value) => !["me", "open"].includes(value));
    const open = count((value) => value === "open");
    const mine = count((value) => value === "me");
    return facts(
      !mine && say("you only watch"),
      mine > 1 && counted("{n} person on this device", "{n} people on this device", mine),
      bots && counted("{n} bot", "{n} bots", bots),
      open && counted("{n} open seat", "{n} open seats", open),
      this.#clockSummary(),
    );
  }

  #clockSummary() {
    try {
      return clockWords(readClock(this.#form));
    } catch {
      return "";
    }
  }

  /** Shows everything that follows from the choices. */
  changed() {
    const form = this.#form;
    this.#clearFaults();
    showParts(form);
    nameRuleset(form);
    showClock(form);
    this.#seats.show();
    const open = this.#seats.values.includes("open");
    for (const part of all("[data-open-only]", HTMLElement, form)) part.hidden = !open;
    setText(this.#start, open ? say("Open the table") : say("Start the game"));
    setText(need("[data-summary]", Element, form), this.#summary());
    this.#picture();
  }

  /** The first position of the game, for as many as play, seen from one's own seat. */
  async #picture() {
    const form = this.#form;
    const mine = Math.max(0, this.#seats.values.indexOf("me"));
    const query = new URLSearchParams({
      ruleset: fieldValue(form, "ruleset"),
      seats: String(this.#seats.count),
      viewer: String(this.#seats.mixed ? 0 : mine),
    });
    if (this.#pictured === String(query)) return;
    this.#pictured = String(query);
    try {
      const scene = await api.get(`/games/${form.dataset.game}/scene?${query}`);
      if (this.#pictured !== String(query)) return;
      const place = need("[data-preview]", HTMLElement, form);
      this.#board ??= new Board(place, { place: () => this.#hands });
      this.#board.show(scene, { moves: false });
      this.#seats.tell(scene.seats);
    } catch {
      this.#pictured = ""; // the page works without its picture
    }
  }

  #clearFaults() {
    for (const fault of this.#form.querySelectorAll("[data-fault]")) fault.textContent = "";
    for (const input of this.#form.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
    }
  }

  /** @param {Fault} fault */
  #showFault(fault) {
    need(`[data-fault=${fault.place}]`, Element, this.#form).textContent = fault.message;
    fault.input?.setAttribute("aria-invalid", "true");
    fault.input?.focus();
  }

  #submit() {
    this.#clearFaults();
    try {
      this.readOptions();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#showFault(fault);
      return;
    }
    const fault = need("[data-fault=all]", Element, this.#form);
    whileBusy(this.#start, fault, () => this.#open());
  }

  async #open() {
    const options = this.readOptions();
    const [first, ...others] = this.#seats.guests;
    const name = first ?? field(this.#form, "name");
    const shown = first || options.sit.includes(null);
    if (shown && !name.readOnly && name.value.trim() !== name.defaultValue) {
      await keepName(name.value);
    }
    const named = others.some((other) => other.value.trim());
    const shared = { ...options, share: newShare() };
    const table = named ? await openNamed(options, others) : await api.post("/tables", shared);
    location.assign(`/table/${table.id}`);
  }
}

/**
 * Opens a table for people who share this device, each under a name: all but the first sit down one
 * by one.
 * @param {TableOptions} options
 * @param {HTMLInputElement[]} others
 */
async function openNamed(options, others) {
  const mine = options.sit.indexOf("me");
  const sit = options.sit.map((value, at) => (value === "me" && at !== mine ? null : value));
  const table = await api.post("/tables", { ...options, sit, share: newShare() });
  const free = table.seats.filter((seat) => !seat.kind).map((seat) => seat.seat);
  const seats = options.shuffle
    ? shuffled(free)
    : free.filter((seat) => options.sit[seat] === "me");
  for (const [at, other] of others.entries()) {
    const body = { name: other.value.trim(), share: newShare() };
    await api.post(`/tables/${table.id}/seats/${seats[at]}`, body);
  }
  return table;
}

/** @param {number[]} list */
function shuffled(list) {
  const lots = list.map((one) => ({ one, lot: Math.random() }));
  return lots.sort((first, second) => first.lot - second.lot).map(({ one }) => one);
}

/** Begins the page. */
export function startSetup() {
  const form = need("[data-setup]", HTMLFormElement);
  const page = new SetupPage(form);
  const heading = need("h1", HTMLElement, form);
  heading.append(starButton(form.dataset.game ?? "", heading.textContent));
  playNowLinks();
  addEventListener("pageshow", () => page.changed());
  page.changed();
}

/**
 * Lets the ruleset be the one that is put together from the parts that are chosen, where it is.
 * @param {HTMLFormElement} form
 */
function nameRuleset(form) {
  const parts = all("[data-part]", HTMLSelectElement, form);
  if (!parts.length) return;
  const listed = parts.map((part) => `${part.dataset.part}=${part.value}`).join(",");
  field(form, "ruleset").value = `choices:${listed}`;
}

/**
 * Shows the choices that matter beside the others, and says what an option means beside them.
 * @param {HTMLFormElement} form
 */
function showParts(form) {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const part of all("[data-part]", HTMLSelectElement, form)) {
    chosen[part.dataset.part ?? ""] = part.value;
  }
  /** @param {[key: string, options: string[]][]} needs */
  const satisfied = (needs) => needs.every(([key, options]) => options.includes(chosen[key]));
  for (const place of all("[data-needs]", HTMLElement, form)) {
    place.hidden = !satisfied(JSON.parse(place.dataset.needs ?? "[]"));
  }
  for (const option of all("[data-words]", HTMLOptionElement, form)) {
    /** @type {[[key: string, options: string[]][], string][]} */
    const words = JSON.parse(option.dataset.words ?? "[]");
    const fitting = words.find(([needs]) => satisfied(needs));
    if (fitting && option.text !== fitting[1]) option.text = fitting[1];
  }
}
