/**
 * How many games wait for the reader: in the header and the title of every page. A page that
 * follows its reader's games says so itself; the others ask now and then.
 */

import { api } from "./api.js";
import { need, setText } from "./dom.js";
import { counted, say } from "./say.js";
import { sound } from "./sounds.js";
import { countInTab } from "./tab.js";

const ASKING = 20_000; // ms between two questions,
const HIDDEN = 60_000; // and while nobody looks at the page
/** @type {number | null} */
let known = null;
/** @type {ReturnType<typeof setTimeout> | 0} */
let timer = 0;

/** @returns {HTMLElement | null} */
function ownGames() {
  return document.querySelector("[data-own-games]");
}

/**
 * Shows the counts of `GET /api/me/turns`, and sounds where there is a turn more than before.
 * @param {{ turns: number, playing: number }} counts
 */
export function showTurns({ turns, playing }) {
  const link = ownGames();
  if (!link) return;
  if (known !== null && turns > known) sound("turn");
  known = turns;
  link.hidden = !playing;
  const number = need("[data-turns]", HTMLElement, link);
  number.hidden = !turns;
  setText(number, turns > 99 ? "99+" : String(turns));
  const words = counted("{n} game waits for you.", "{n} games wait for you.", turns);
  link.setAttribute("aria-label", turns ? `${say("Your games")}: ${words}` : say("Your games"));
  countInTab(turns);
}

async function ask() {
  clearTimeout(timer);
  const [, here = ""] = location.pathname.match(/^\/table\/([^/]+)/) ?? [];
  const told = await api.get(`/me/turns?besides=${here}`).catch(() => null);
  if (told) showTurns(told);
  timer = setTimeout(ask, document.hidden ? HIDDEN : ASKING);
}

/** Begins to ask, on a page that does not follow its reader's games. */
export function startOwnTurns() {
  if (!ownGames() || document.querySelector("[data-own]")) return;
  ask();
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  navigator.serviceWorker?.addEventListener("message", ask); // a notice has come
}
