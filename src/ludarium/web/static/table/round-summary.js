/**
 * A round of secret choices after its reveal: who chose what, whom that beats, and whether it is
 * what had been committed to.
 */

import { h, icon } from "../shared/dom.js";
import { listed, playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";

/** @import { Drawings } from "../board/drawings.js" */

const TICK = "M5 12.5l4.5 4.5L19 7.5";
const CROSS = "M6 6l12 12M18 6L6 18";

export class RoundSummary {
  #root;
  #art;
  #shown = "";

  /**
   * @param {HTMLElement} root
   * @param {{ art: Drawings }} tools
   */
  constructor(root, { art }) {
    this.#root = root;
    this.#art = art;
  }

  /** @param {TablePageState} state */
  update({ table, round }) {
    this.#root.hidden = !round;
    if (!round) return;
    const { scene, ...facts } = round;
    const shown = JSON.stringify([facts, table.seats.map(playerName)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const items = scene.hands.flatMap((hand) => hand.items);
    /** @type {HTMLElement[]} */
    const parts = [
      h("h2", { text: say("Round {number}", { number: round.round }) }),
      this.#table(table, round, items),
    ];
    if (round.verdicts) parts.push(proof(round.verdicts, table));
    this.#root.replaceChildren(...parts);
  }

  /**
   * @param {TableState} table
   * @param {RoundFacts} round
   * @param {HandItem[]} items
   */
  #table(table, round, items) {
    const { arrows, choices, verdicts, notes } = round;
    const heads = [say("Player"), say("Choice"), arrows && say("Beats − beaten by"), say("Result")];
    const took = table.seats.filter((seat) => choices[seat.seat] !== undefined);
    const rows = took.map((seat) => {
      const choice = choices[seat.seat];
      const item = items.find((candidate) => candidate.letter === choice);
      /** @param {"winner" | "loser"} end */
      const count = (end) => (arrows ?? []).filter((arrow) => arrow[end] === seat.seat).length;
      return h(
        "tr",
        {},
        h("th", { scope: "row", text: playerName(seat) }),
        h("td", {}, this.#choice(choice, item), verdicts && verdictMark(verdicts[seat.seat])),
        arrows && h("td", { class: "number", text: `${count("winner")} − ${count("loser")}` }),
        h("td", { text: notes[seat.seat] ?? "" }),
      );
    });
    const head = h(
      "tr",
      {},
      heads.filter((text) => text !== null).map((text) => h("th", { scope: "col", text })),
    );
    return h("table", { class: "round-table" }, h("thead", {}, head), h("tbody", {}, rows));
  }

  /**
   * @param {string} choice
   * @param {HandItem | undefined} item
   */
  #choice(choice, item) {
    return h(
      "span",
      { class: "choice" },
      item && this.#art.picture(item.look),
      h("span", { text: item?.name ?? choice }),
    );
  }
}

const SAID = {
  kept: () => say("as committed before the reveal"),
  late: () => say("fits its commitment, which came with the reveal"),
  broken: () => say("does not fit its commitment!"),
};

/** @param {Verdict | undefined} verdict */
function verdictMark(verdict) {
  if (!verdict) return null;
  const label = SAID[verdict]();
  const sign = icon(verdict === "broken" ? CROSS : TICK);
  return h(
    "span",
    { class: `verdict ${verdict}`, role: "img", "aria-label": label, title: label },
    sign,
  );
}

function keptText() {
  return say(
    "Your browser computed the SHA-256 commitment of each choice and compared it with the one" +
      " that the server had published before: " +
      "no choice was changed after it was made.",
  );
}

/** @param {string[]} names */
function brokenText(names) {
  return say("The choice of {names} does not fit what was committed to. Do not trust this round.", {
    names: listed(names),
  });
}

/** @param {string[]} names */
function lateText(names) {
  return say(
    "The commitment of {names} arrived together with the reveal, as it does for whoever " +
      "chooses last, " +
      "so your browser can only say that it fits.",
    { names: listed(names) },
  );
}

/**
 * What the check has shown, in words.
 * @param {Record<string, Verdict>} verdicts
 * @param {TableState} table
 */
function proof(verdicts, table) {
  const all = Object.entries(verdicts);
  /** @param {Verdict} kind */
  const those = (kind) =>
    all
      .filter(([, verdict]) => verdict === kind)
      .map(([seat]) => playerName(table.seats[Number(seat)]));
  const [broken, late] = [those("broken"), those("late")];
  const texts = broken.length ? [brokenText(broken)] : [keptText()];
  if (late.length) texts.push(lateText(late));
  return h(
    "details",
    { class: broken.length ? "proof broken" : "proof", open: broken.length > 0 },
    h("summary", { text: broken.length ? say("Check failed") : say("Checked: what this proves") }),
    ...texts.map((text) => h("p", { text })),
    h("p", {}, h("a", { href: "/rules/fair-choices", text: say("How choices are kept fair") })),
  );
}
