/**
 * What is said of secret choices: each against the equilibrium's mix, and how predictable the
 * players were.
 */

import { h, s } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";
import { finePercent, number, odds, percent } from "./evaluation.js";

/** @import { Drawings } from "../board/drawings.js" */

/** @typedef {(letter: string) => HandItem | undefined} ItemOf */

const FEW = 6; // rounds, of which nothing can be told
const HABIT = 2; // standard deviations

/**
 * The choices of one seat as bars.
 * @param {SeatChoices} found
 * @param {object} telling
 * @param {string} telling.player whose they are
 * @param {ItemOf} telling.itemOf the thing in hand of a choice
 * @param {Drawings} telling.art draws it
 */
export function mixElement(found, { player, itemOf, art }) {
  const rows = found.choices.map((choice) => {
    const item = itemOf(choice.move);
    const chosen = found.chosen === choice.move;
    const name = h(
      "span",
      { class: "choice" },
      item && art.picture(item.look),
      h("span", { text: item?.name ?? choice.move }),
    );
    const bar = s("svg", {
      viewBox: "0 0 100 12",
      class: "mix-bar",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    bar.append(
      s("rect", { class: "mix-all", width: 100, height: 12 }),
      s("rect", { class: "mix-share", width: 100 * choice.probability, height: 12 }),
    );
    const lost = choice.lost > 0 ? `−${finePercent(choice.lost)}` : "";
    return h(
      "tr",
      { class: chosen ? "chosen" : "" },
      h("th", { scope: "row" }, name, chosen && h("span", { class: "badge", text: say("chosen") })),
      h("td", { class: "mix-cell" }, bar),
      h("td", { class: "number", text: percent(choice.probability) }),
      h("td", { class: "number", text: lost }),
    );
  });
  const heads = [say("Choice"), "", say("Mix"), say("Cost")];
  const head = h(
    "tr",
    {},
    heads.map((text) => (text ? h("th", { scope: "col", text }) : h("td", {}))),
  );
  const value = h(
    "p",
    { class: "small" },
    `${say("Chance to win the game")}: `,
    odds(found.value, found.label),
  );
  const note =
    found.chosen === undefined ? null : h("p", { class: "small", text: chosenText(found, player) });
  const table = h(
    "table",
    { class: "study-table mix" },
    h("thead", {}, head),
    h("tbody", {}, rows),
  );
  return h("section", { class: "mix-of" }, h("h3", { text: player }), value, table, note);
}

/**
 * What there is to say of the choice that was made.
 * @param {SeatChoices} found
 * @param {string} player
 */
function chosenText({ chosen, choices }, player) {
  const made = choices.find(({ move }) => move === chosen);
  if (!made) return say("{player} sat out, so there is no choice to judge.", { player });
  if (made.lost > 0) {
    return say("The mix never plays this here: it cost {player} {lost} of the chance to win.", {
      player,
      lost: finePercent(made.lost),
    });
  }
  return say("This is in the mix, so the choice by itself cost nothing.");
}

/**
 * How predictable a seat was, and what it chose more or less often than the mix.
 * @param {Habit} habit
 * @param {RoundReview[]} rounds
 * @param {{ player: string, itemOf: ItemOf }} telling
 */
export function habitElement(habit, rounds, { player, itemOf }) {
  /** @type {HTMLElement[]} */
  const parts = [h("h3", { text: player })];
  if (habit.rounds < FEW) {
    const text = counted(
      "{n} round is too little to tell chance from habit.",
      "{n} rounds are too few to tell chance from habit.",
      habit.rounds,
    );
    return h("div", { class: "habit" }, ...parts, h("p", { text }));
  }
  const guesser = {
    player,
    guessed: habit.guessed,
    rounds: habit.rounds,
    expected: number(habit.expected),
  };
  parts.push(
    h("p", {
      text: say(
        "A simple guesser, which knew only what {player} had chosen before, was right in " +
          "{guessed} of {rounds} rounds. " +
          "Against the mix it would be right in about {expected}.",
        guesser,
      ),
    }),
    h("p", {}, h("strong", { text: habitText(habit, player) })),
  );
  const most = overplayed(habit.seat, rounds);
  if (most) {
    const name = itemOf(most.move)?.name ?? most.move;
    const values = { choice: name, made: most.made, expected: number(most.expected) };
    parts.push(
      h("p", {
        text: say(
          "Chosen most above the mix: {choice}, {made} times, where the mix would have it " +
            "about {expected} times.",
          values,
        ),
      }),
    );
  }
  return h("div", { class: "habit" }, ...parts);
}

/**
 * @param {Habit} habit
 * @param {string} player
 */
function habitText({ deviation }, player) {
  if (deviation > HABIT) {
    return say("More than chance: an attentive opponent could have guessed {player}.", { player });
  }
  return say("No habit shows: this is within what chance gives.");
}

/**
 * The choice that was made most often beyond its share of the mix, where it was by two rounds or
 * more.
 * @param {number} seat
 * @param {RoundReview[]} rounds
 */
function overplayed(seat, rounds) {
  /** @type {Map<string, { move: string, made: number, expected: number }>} */
  const counts = new Map();
  for (const round of rounds) {
    const found = round.seats.find((one) => one.seat === seat);
    if (!found?.chosen) continue;
    for (const { move, probability } of found.choices) {
      const count = counts.get(move) ?? { move, made: 0, expected: 0 };
      count.expected += probability;
      count.made += Number(move === found.chosen);
      counts.set(move, count);
    }
  }
  const [most] = [...counts.values()].sort((a, b) => b.made - b.expected - (a.made - a.expected));
  return most && most.made - most.expected >= 2 ? most : null;
}

/**
 * The chance to win of the first of two seats at each position, for the curve; the last is the
 * result, where the rules ended the game.
 * @param {RoundReview[]} rounds
 * @param {{ reason: string | null, returns: number[] }} result
 * @returns {{ value: number, label: Label }[]}
 */
export function chancesOf(rounds, { reason, returns }) {
  const points = rounds.map(({ seats }) => {
    const [{ value, label }] = seats.filter(({ seat }) => seat === 0);
    return { value, label };
  });
  return reason === "rules" ? [...points, { value: 2 * returns[0] - 1, label: "proved" }] : points;
}
