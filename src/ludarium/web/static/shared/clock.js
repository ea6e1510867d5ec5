/** Clocks that tick between two messages of the server, and how times are written. */

import { say } from "./say.js";

const LOW = 20; // seconds
const TENTHS = 10; // seconds

/** Seconds since 1970 by the server's clock, from its last word and the time since then. */
export class ServerTime {
  #ahead = 0;

  /** @param {number} now */
  set(now) {
    this.#ahead = now - performance.now() / 1000;
  }

  get now() {
    return performance.now() / 1000 + this.#ahead;
  }
}

/**
 * A time left, as on a chess clock: tenths at the end, days where there are many hours.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const left = Math.max(0, seconds);
  if (left < TENTHS) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days) return say("{days} d {hours} h", { days, hours });
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * What a seat's clock shows: its time, or that of its period of overtime, and what belongs to it:
 * the periods that are left, the moves that the period is for, or the seconds that do not count.
 * @param {Clock} clock
 * @param {{ left: number, uncounted: number, in_period: number }} seat
 * @param {number} passed seconds since then, while the clock runs
 * @returns {{ seconds: number, note: string }}
 */
export function reading(clock, { left, uncounted, in_period }, passed) {
  const seconds = Math.max(0, left - Math.max(0, passed - uncounted));
  const period = Number(clock.period);
  if (clock.kind === "byoyomi") {
    const main = seconds - period * Number(clock.periods);
    if (main > 0) return { seconds: main, note: `+${clock.periods}×${period}` };
    const periods = Math.max(1, Math.ceil(seconds / period));
    return { seconds: seconds - (periods - 1) * period, note: `×${periods}` };
  }
  if (clock.kind === "canadian") {
    if (seconds > period) return { seconds: seconds - period, note: "" };
    return { seconds, note: `/${Number(clock.moves) - in_period}` };
  }
  const waits = Math.ceil(uncounted - passed);
  return { seconds, note: waits > 0 ? `+${waits}` : "" };
}

/** @param {number} seconds */
export const isLow = (seconds) => seconds < LOW;

/**
 * Calls back whenever a clock that shows `seconds()` must be written anew. Gives a function that
 * ends it.
 * @param {() => void} show
 */
export function ticking(show) {
  const timer = setInterval(show, 100);
  show();
  return () => clearInterval(timer);
}
