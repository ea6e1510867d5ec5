/** One player at the table: name, presence, counts, time left, and a place for the hand. */

import { isLow, reading, timeText } from "../shared/clock.js";
import { h, icon, s, setAttribute, setText } from "../shared/dom.js";
import { playerName, seatFacts } from "../shared/player-names.js";
import { say } from "../shared/say.js";
import { greetingText } from "./greetings.js";

/** @import { Drawings } from "../board/drawings.js" */

const TICK = "M5 12.5l4.5 4.5L19 7.5";
const BUBBLE = 5000; // ms
const QUICK = 2; // seconds of thinking of which nothing is said

export class PlayerPanel {
  #chip = h("span", { class: "chip", "aria-hidden": "true" });
  // a link where there is a page of the player
  #name = h("a", { class: "seat-name", target: "_blank" });
  #facts = h("span", { class: "seat-facts" });
  #presence = h("span", { class: "presence", role: "img" });
  #away = h("span", { class: "seat-away", "aria-hidden": "true", text: say("away") });
  #level = h("span", { class: "seat-level" });
  #note = h("span", { class: "seat-note" });
  /** @type {number | null} */
  #greeted = null;
  #tallies = h("span", { class: "tallies" });
  #captured = h("span", { class: "seat-captured lud-look", role: "img" });
  #points = h("span", { class: "seat-points" });
  #tick = h("span", { class: "seat-chose", role: "img" }, icon(TICK));
  #time = h("span");
  #overtime = h("small");
  #clock = h("span", { class: "seat-clock", role: "timer" }, this.#time, this.#overtime);
  #shown = "";
  /** @type {TableSeat | null} */
  #data = null;
  /** @type {number | null} */
  #deadline = null;
  /** @type {number | null} */
  #thinksSince = null;
  #warming = false; // a bot whose game is still being compiled
  #now = 0;
  /** @type {Clock | null} */
  #control = null;

  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    this.hand = h("div", { class: "seat-hand" });
    const who = h(
      "span",
      { class: "seat-who" },
      h("span", { class: "seat-line" }, this.#presence, this.#name, this.#away, this.#level),
      this.#facts,
    );
    const counts = h("span", { class: "seat-counts" }, this.#note, this.#tallies, this.#captured);
    const row = h(
      "div",
      { class: "seat-row" },
      this.#chip,
      who,
      counts,
      this.#points,
      this.#tick,
      this.#clock,
    );
    this.element = h("div", { class: "seat", "data-seat": seat, role: "group" }, row, this.hand);
  }

  /** Whether the seat's time runs. */
  get running() {
    const thinks = this.#thinksSince !== null;
    return Boolean(this.#data?.running) || this.#deadline !== null || thinks;
  }

  /**
   * @param {TablePageState} state
   * @param {Drawings} art
   * @param {boolean} around whether the board itself shows where this seat is
   */
  update(state, art, around) {
    const { table, scene, own, round } = state;
    const seat = table.seats[this.seat];
    const shown = scene.seats[this.seat];
    this.#data = seat;
    this.#now = table.now;
    this.#control = table.clock;
    const waits =
      table.status === "live" && table.movers.includes(this.seat) && !seat.chosen && !seat.gone;
    this.#deadline = table.clock.kind === "days" && waits ? table.deadline : null;
    this.#thinksSince = waits && seat.kind === "bot" ? table.began : null;
    setAttribute(this.element, "aria-label", seat.seat_name);
    this.element.classList.toggle("moves", waits);
    this.element.classList.toggle("mine", own.includes(this.seat));
    this.element.classList.toggle("gone", Boolean(seat.gone));
    this.element.classList.toggle("winner", Boolean(table.result?.winners.includes(this.seat)));
    setText(this.#name, seat.kind ? playerName(seat) : say("Free seat"));
    setAttribute(this.#name, "title", seat.kind ? playerName(seat) : null); // it may be cut off
    setAttribute(
      this.#name,
      "href",
      seat.account && seat.account === seat.name
        ? `/people/${encodeURIComponent(seat.account)}`
        : null,
    );
    // where all seats are the reader's, none need be told apart
    const mine = own.length < table.seats.length ? own : [];
    this.#warming = seat.kind === "bot" && table.warming && table.status === "live";
    const facts = seat.kind ? seatFacts(seat, { own: mine, around }) : [seat.seat_name];
    if (this.#warming) facts.push(say("plays weaker for now"));
    setText(this.#facts, facts.join(" · "));
    this.#showPresence(seat);
    this.#away.hidden = seat.kind !== "person" || seat.here || table.status === "over";
    this.#showLevel(seat, table.now);
    this.#tick.hidden = !table.simultaneous || table.status !== "live";
    this.#tick.classList.toggle("done", seat.chosen && !state.revealed);
    setAttribute(this.#tick, "aria-hidden", seat.chosen && !state.revealed ? null : "true");
    setAttribute(this.#tick, "aria-label", say("has chosen"));
    this.#showCounts(shown, scene, art);
    // else the round's own table tells it
    setText(this.#note, round?.choices[this.seat] === undefined ? shown.note : "");
    this.#showPoints(state.revealed ? round : null);
    this.#greet(table.greeting);
  }

  /**
   * What the round that is on the board came to for this seat: how many it beats, less how many
   * beat it.
   * @param {RoundFacts | null} round
   */
  #showPoints(round) {
    const arrows = round?.arrows;
    const took = round && arrows && round.choices[this.seat] !== undefined;
    this.#points.hidden = !took;
    if (!took) return;
    /** @param {"winner" | "loser"} end */
    const count = (end) => arrows.filter((arrow) => arrow[end] === this.seat).length;
    const points = count("winner") - count("loser");
    setText(this.#points, `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`);
    setAttribute(this.#points, "title", round.notes[this.seat]);
  }

  /**
   * Shows a greeting that was made since the page was opened as a bubble, for a while; screen
   * readers hear it from elsewhere.
   * @param {TableState["greeting"]} greeting
   */
  #greet(greeting) {
    this.#greeted ??= greeting?.version ?? 0;
    if (!greeting || greeting.version <= this.#greeted) return;
    this.#greeted = greeting.version;
    if (greeting.seat !== this.seat) return;
    const bubble = h("span", {
      class: "bubble",
      "aria-hidden": "true",
      text: greetingText(greeting.greeting),
    });
    this.element.append(bubble);
    setTimeout(() => bubble.remove(), BUBBLE);
  }

  /**
   * A bot's level, and where it takes its time, for how long it has been thinking.
   * @param {TableSeat} seat
   * @param {number} now
   */
  #showLevel(seat, now) {
    const seconds = this.#thinksSince === null ? 0 : Math.floor(now - this.#thinksSince);
    const [, level] = seat.agent?.match(/^level:(\d+)$/) ?? [];
    const known = level ? say("level {level}", { level }) : "";
    const usual = this.#warming ? say("warming up") : known;
    setText(this.#level, seconds > QUICK ? say("thinking, {seconds} s", { seconds }) : usual);
  }

  /**
   * Writes the time that is left, which it gives, of a period where one runs; null where none is
   * counted.
   * @param {number} now
   */
  showClock(now) {
    if (this.#data) this.#showLevel(this.#data, now);
    const read = this.#reading(now);
    this.#clock.hidden = read === null;
    if (read === null) return null;
    setText(this.#time, timeText(read.seconds));
    setText(this.#overtime, read.note && ` ${read.note}`);
    this.#clock.classList.toggle("running", this.running);
    this.#clock.classList.toggle("low", isLow(read.seconds));
    return Math.max(0, read.seconds);
  }

  /** @param {number} now */
  #reading(now) {
    if (this.#deadline !== null) return { seconds: this.#deadline - now, note: "" };
    if (!this.#data || !this.#control || this.#data.left === null) return null;
    const seat = { ...this.#data, left: this.#data.left };
    return reading(this.#control, seat, seat.running ? now - this.#now : 0);
  }

  /** @param {TableSeat} seat */
  #showPresence(seat) {
    const word = seat.kind === "bot" ? say("bot") : seat.here ? say("here") : say("away");
    this.#presence.hidden = !seat.kind;
    const state = seat.kind === "bot" ? "bot" : seat.here ? "here" : "away";
    this.#presence.className = `presence ${state}`;
    setAttribute(this.#presence, "aria-label", word);
    setAttribute(this.#presence, "title", word);
  }

  /**
   * What the seat has taken, each piece as a small picture, and by how much it is ahead.
   * @param {SceneSeat} shown
   * @param {Drawings} art
   */
  #showCaptured({ captured, lead }, art) {
    const groups = captured.map(({ look, count }) =>
      h("span", {}, ...Array.from({ length: count }, () => art.picture(look, "-36 -50 72 100"))),
    );
    const ahead = lead ? h("b", { text: `+${lead}` }) : null;
    this.#captured.replaceChildren(...groups, ...(ahead ? [ahead] : []));
    const names = captured.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name));
    const told = [
      names.length ? say("captured: {pieces}", { pieces: names.join(", ") }) : "",
      lead ? say("ahead by {points}", { points: lead }) : "",
    ];
    setAttribute(this.#captured, "aria-label", told.filter(Boolean).join("; ") || null);
    setAttribute(this.#captured, "title", told.filter(Boolean).join("; ") || null);
    this.#captured.hidden = !told.some(Boolean);
  }

  /**
   * @param {SceneSeat} shown
   * @param {Scene} scene
   * @param {Drawings} art
   */
  #showCounts(shown, scene, art) {
    const key = JSON.stringify([shown.look, shown.tallies, shown.captured, shown.lead]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#chip.replaceChildren(art.picture(shown.look));
    this.#showCaptured(shown, art);
    this.#tallies.classList.toggle("sum", shown.tallies.at(-1)?.letter === "=");
    this.#tallies.replaceChildren(
      ...shown.tallies.map((tally) => tallyElement(tally, lookOf(tally, scene), art)),
    );
  }
}

/**
 * The look of a thing in hand that has the tally's name.
 * @param {{ name: string }} tally
 * @param {Scene} scene
 */
function lookOf(tally, scene) {
  return (
    scene.hands.flatMap((hand) => hand.items).find((item) => item.name === tally.name)?.look ?? null
  );
}

/**
 * The words of a count, which give way to its numbers where there is little room for a sum.
 * @param {string} text
 */
function words(text) {
  return text ? h("span", { class: "tally-words", text }) : null;
}

/**
 * The text with its number in bold.
 * @param {string} text
 * @param {string} number
 */
function bold(text, number) {
  const at = text.indexOf(number);
  if (at < 0) return [text];
  const [whole] = text.slice(at).match(/^\d+([.,]\d+)?/) ?? [number];
  const [before, after] = [text.slice(0, at), text.slice(at + whole.length)];
  return [words(before), h("b", { text: whole }), words(after)].filter((part) => part !== null);
}

/**
 * A count: as lights where there is a goal, else as a number with its name.
 * @param {SceneSeat["tallies"][number]} tally
 * @param {string | null} look
 * @param {Drawings} art
 */
function tallyElement({ name, letter, count, goal, text }, look, art) {
  if (text) return h("span", { class: "tally", title: text }, ...bold(text, `${count}`));
  if (goal === null) {
    return h(
      "span",
      { class: "tally", title: name },
      h("b", { text: String(count) }),
      words(` ${name}`),
    );
  }
  const all = Math.max(goal, count);
  /** @param {number} at */
  const light = (at) =>
    s("circle", { cx: 7 + 14 * at, cy: 7, r: 5, class: at < count ? "lit" : "unlit" });
  const lights = s(
    "svg",
    { viewBox: `0 0 ${14 * all} 14`, class: "pips" },
    Array.from({ length: all }, (_, at) => light(at)),
  );
  const sign = look ? art.picture(look) : h("span", { class: "tally-letter", text: letter });
  const label = say("{name}: {count} of {goal}", { name, count, goal });
  return h(
    "span",
    { class: "tally lights", role: "img", "aria-label": label, title: label },
    sign,
    lights,
  );
}
