/**
 * Values with how sure they are, in words, signs and numbers: the one place where pages tell them.
 */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @type {Record<Label, string>} */
const SIGNS = { proved: "■", bounded: "◆", estimated: "○" };
/** @type {Map<string, Intl.NumberFormat>} */
const writers = new Map();

/**
 * Writes a number in the page's language.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} how
 */
function written(value, how) {
  const key = JSON.stringify(how);
  const lang = globalThis.document?.documentElement.lang || "en";
  const writer = writers.get(key) ?? new Intl.NumberFormat(lang, how);
  writers.set(key, writer);
  return writer.format(value).replace("-", "−");
}

/** @param {Label} label */
export function labelText(label) {
  return { proved: say("proved"), bounded: say("bounded"), estimated: say("estimated") }[label];
}

/**
 * How likely a value from -1 to 1 is to win, draws counting half.
 * @param {number} value
 */
export function chanceOf(value) {
  return (1 + value) / 2;
}

/** @param {number} share */
export function percent(share) {
  return written(share, { style: "percent" });
}

/**
 * With a decimal, for shares that may be small.
 * @param {number} share
 */
export function finePercent(share) {
  return written(share, { style: "percent", maximumFractionDigits: 1 });
}

/** @param {number} value */
export function number(value) {
  return written(value, { maximumFractionDigits: 1 });
}

/**
 * What a value comes to, such as "63%" or "a win by force".
 * @param {number} value
 * @param {Label} label
 */
export function chanceText(value, label) {
  if (label === "proved" && value === 1) return say("a win by force");
  if (label === "proved" && value === -1) return say("a loss by force");
  if (label === "proved" && value === 0) return say("a draw by force");
  return percent(chanceOf(value));
}

/**
 * The sign of a label, for the eye.
 * @param {Label} label
 */
export function labelSign(label) {
  return h("span", {
    class: `label-sign ${label}`,
    "aria-hidden": "true",
    title: labelText(label),
    text: SIGNS[label],
  });
}

/**
 * A value with its label, as an element.
 * @param {number} value
 * @param {Label} label
 */
export function chance(value, label) {
  return labelled(chanceText(value, label), label);
}

/**
 * A chance to win where seats choose at once, so that nothing can be forced.
 * @param {number} value
 * @param {Label} label
 */
export function odds(value, label) {
  return labelled(percent(chanceOf(value)), label);
}

/**
 * @param {string} text
 * @param {Label} label
 */
function labelled(text, label) {
  const word = h("span", { class: "chance-label", text: labelText(label) });
  return h("span", { class: "chance" }, h("b", { text }), " ", labelSign(label), " ", word);
}

/**
 * The points that a seat can expect on average, with their sign.
 * @param {number} points
 */
export function equity(points) {
  return h("span", { class: "chance", text: equityText(points) });
}

/** @param {number} points */
function equityText(points) {
  return say("{points} points on average", { points: signed(points) });
}

/** @param {number} points */
function signed(points) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return written(points, { signDisplay: "exceptZero", ...digits });
}

/** How the values of a review are told: as chances, or where games are for points, in these. */
export class Scale {
  /** @param {number | null | undefined} points that a value of 1 stands for; none for chances */
  constructor(points) {
    this.points = points ?? null;
  }

  /**
   * @param {number} value
   * @param {Label} label
   */
  text(value, label) {
    return this.points === null ? chanceText(value, label) : equityText(value * this.points);
  }

  /**
   * @param {number} value
   * @param {Label} label
   */
  element(value, label) {
    return labelled(this.text(value, label), label);
  }

  /**
   * The value as a number within a sentence that says what it is.
   * @param {number} value
   */
  number(value) {
    return this.points === null ? percent(chanceOf(value)) : signed(value * this.points);
  }

  /**
   * A difference of two values, to three digits.
   * @param {number} value
   * @param {Intl.NumberFormatOptions} [how]
   */
  difference(value, how) {
    return this.points === null
      ? written(value / 2, { style: "percent", maximumFractionDigits: 1, ...how })
      : written(value * this.points, { maximumFractionDigits: 3, ...how });
  }
}
