/** Dates and times ago, in the reader's own way of writing them. */

import { all } from "./dom.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const RECENT = 7; // days

/**
 * How long ago something was, such as "3 hours ago"; after a week its date.
 * @param {Date} date
 * @param {Date} now
 * @param {string} language
 */
export function agoText(date, now, language) {
  const days = calendarDays(date, now);
  if (days >= RECENT) return dateText(date, language);
  const writer = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (days > 1) return writer.format(-days, "day");
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ["second", Infinity];
  if (unit === "day" || (days === 1 && unit === "hour" && seconds >= 12 * length)) {
    return writer.format(-1, "day");
  }
  return writer.format(-Math.floor(seconds / length) || 0, unit);
}

/**
 * How many midnights lie between, by the reader's clock.
 * @param {Date} date
 * @param {Date} now
 */
function calendarDays(date, now) {
  /** @param {Date} at */
  const day = (at) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;
  return day(now) - day(date);
}

/**
 * @param {Date} date
 * @param {string} language
 */
function dateText(date, language) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(date);
}

/**
 * Writes dates: an element's data-at holds seconds since 1970, or a date that Date understands; one
 * with data-ago tells how long ago that is.
 */
export function writeTimes() {
  const { lang } = document.documentElement;
  const whole = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  for (const element of all("time[data-at]", HTMLTimeElement)) {
    const { at = "", ago } = element.dataset;
    const date = new Date(/^[\d.]+$/.test(at) ? Number(at) * 1000 : at);
    if (Number.isNaN(date.valueOf())) continue;
    element.dateTime = date.toISOString();
    element.textContent =
      ago === undefined ? dateText(date, lang) : agoText(date, new Date(), lang);
    if (ago !== undefined) element.title = whole.format(date);
  }
}
