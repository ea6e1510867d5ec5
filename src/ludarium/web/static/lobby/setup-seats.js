/** Who sits where, in the form that sets up a game. */

import { all, field, fieldValue, maybe, need, s, setText } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";

export class Seats {
  #form;
  #kept; // the preference that keeps the level chosen for this game
  #rows;
  /** @type {SceneSeat[]} */
  #names = []; // of the seats, once the scene has told them

  /**
   * @param {HTMLFormElement} form
   * @param {() => void} changed is called after each change
   */
  constructor(form, changed) {
    this.#form = form;
    this.#rows = all(".sit", HTMLElement, form).map((element) => new Row(element));
    this.#kept = `level.${form.dataset.game}`;
    this.#chooseLevel(preference(this.#kept, preference("level", 3)));
    for (const row of this.#rows) {
      row.select.addEventListener("change", () => {
        this.#settle(row);
        changed();
      });
    }
    this.show();
  }

  /** How many take part. */
  get count() {
    const chosen = this.#form.querySelector("[name=seats]:checked");
    const value = chosen instanceof HTMLInputElement ? chosen.value : this.#form.dataset.most;
    return Number(value);
  }

  /** For each seat "me", "open", or the bot: "level:N" or "net:NAME". */
  get values() {
    return this.#rows.slice(0, this.count).map((row) => row.select.value);
  }

  get mixed() {
    return field(this.#form, "shuffle").checked && this.count > 1;
  }

  /**
   * The names and colours of the seats, from a scene.
   * @param {SceneSeat[]} seats
   */
  tell(seats) {
    this.#names = seats;
    this.show();
  }

  /** Shows as many rows as seats, named as seats, or only numbered where a lot decides. */
  show() {
    const ruleset = fieldValue(this.#form, "ruleset");
    for (const [at, row] of this.#rows.entries()) {
      row.element.hidden = at >= this.count;
      row.offerOwnBots(ruleset, this.count);
      const seat = this.mixed ? null : this.#names[at];
      row.name(seat ? seat.name : say("Player {number}", { number: at + 1 }), seat?.colour);
      if (row.guest) row.guest.hidden = row.select.value !== "me";
    }
  }

  /** The fields with the names of those who share this device. */
  get guests() {
    return this.#rows
      .slice(0, this.count)
      .flatMap((row) => (row.guest && !row.guest.hidden ? [row.guest] : []));
  }

  /**
   * In a game against others there is one of you: whoever had that seat gets what this one had.
   * @param {Row} row
   */
  #settle(row) {
    const value = row.select.value;
    if (value.startsWith("level:")) setPreference(this.#kept, Number(value.slice("level:".length)));
    if (value === "me" && this.#form.dataset.with !== "here") {
      const other = this.#rows.find((one) => one !== row && one.select.value === "me");
      if (other) other.choose(row.before);
    }
    row.choose(value);
  }

  /** @param {number} level */
  #chooseLevel(level) {
    for (const row of this.#rows) {
      if (row.select.value.startsWith("level:")) row.choose(`level:${level}`);
    }
  }
}

class Row {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.select = need("select", HTMLSelectElement, element);
    this.before = this.select.value;
    this.label = need("[data-seat-name]", HTMLElement, element);
    this.swatch = need("[data-swatch]", HTMLElement, element);
    this.guest = maybe(".guest", HTMLInputElement, element);
  }

  /** @param {string} value */
  choose(value) {
    if ([...this.select.options].some((option) => option.value === value)) {
      this.select.value = value;
    }
    this.before = this.select.value;
  }

  /**
   * Offers the bots of this server that play this ruleset with so many seats; a level takes the
   * others' place.
   * @param {string} ruleset
   * @param {number} count
   */
  offerOwnBots(ruleset, count) {
    for (const option of all("[data-fits]", HTMLOptionElement, this.select)) {
      /** @type {[string, number][]} */
      const played = JSON.parse(option.dataset.fits ?? "[]");
      const wanted = ruleset.startsWith("choices:") ? "choices:" : ruleset;
      const fits = played.some(([name, seats]) => name === wanted && seats === count);
      option.hidden = option.disabled = !fits;
      if (option.selected && !fits) this.choose("level:3");
    }
  }

  /**
   * @param {string} name
   * @param {string | undefined} colour
   */
  name(name, colour) {
    setText(this.label, name);
    const paint = colour ? `lud-fill-${colour} lud-stroke-${colour}-rim` : "swatch-open";
    this.swatch.replaceChildren(
      s(
        "svg",
        { viewBox: "0 0 20 20", class: "lud-look" },
        s("circle", { cx: 10, cy: 10, r: 8, class: paint }),
      ),
    );
  }
}
