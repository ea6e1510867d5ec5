/**
 * Values with how sure they are, in words, signs and numbers: the one place where pages tell them.
 */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";

const SIGNS = { proved: "■", bounded: "◆", estimated: "○" };
const lang = document.documentElement.lang || "en";
const whole = new Intl.NumberFormat(lang, { style: "percent" });
const fine = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });

export function labelText(label) {
  return { proved: say("proved"), bounded: say("bounded"), estimated: say("estimated") }[label];
}

/** How likely a value from -1 to 1 is to win, draws counting half. */
export function chanceOf(value) {
  return (1 + value) / 2;
}

export function percent(share) {
  return whole.format(share);
}

/** With a decimal, for shares that may be small. */
export function finePercent(share) {
  return fine.format(share);
}

export function number(value) {
  return tenths.format(value);
}

/** What a value comes to, such as "63%" or "a win by force". */
export function chanceText(value, label) {
  if (label === "proved" && value === 1) return say("a win by force");
  if (label === "proved" && value === -1) return say("a loss by force");
  if (label === "proved" && value === 0) return say("a draw by force");
  return percent(chanceOf(value));
}

/** The sign of a label, for the eye. */
export function labelSign(label) {
  return h("span", {
    class: `label-sign ${label}`,
    "aria-hidden": "true",
    title: labelText(label),
    text: SIGNS[label],
  });
}

/** A value with its label, as an element. */
export function chance(value, label) {
  return labelled(chanceText(value, label), label);
}

/** A chance to win where seats choose at once, so that nothing can be forced. */
export function odds(value, label) {
  return labelled(percent(chanceOf(value)), label);
}

function labelled(text, label) {
  const word = h("span", { class: "chance-label", text: labelText(label) });
  return h("span", { class: "chance" }, h("b", { text }), " ", labelSign(label), " ", word);
}
