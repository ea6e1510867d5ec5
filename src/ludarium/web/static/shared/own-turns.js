/**
 * How many games wait for the reader: in the header and the title of every page. A page that
 * follows its reader's games says so itself; the others ask now and then.
 */

import { api } from "./api.js";
import { setText } from "./dom.js";
import { counted, say } from "./say.js";
import { sound } from "./sounds.js";
import { countInTab } from "./tab.js";

const ASKING = 20_000; // ms between two questions,
const HIDDEN = 60_000; // and while nobody looks at the page
const link = document.querySelector("[data-own-games]");
const [, here = ""] = location.pathname.match(/^\/table\/([^/]+)/) ?? [];
let known = null;
let timer = 0;

/** Shows the counts of `GET /api/me/turns`, and sounds where there is a turn more than before. */
export function showTurns({ turns, playing }) {
  if (!link) return;
  if (known !== null && turns > known) sound("turn");
  known = turns;
  link.hidden = !playing;
  const number = link.querySelector("[data-turns]");
  number.hidden = !turns;
  setText(number, turns > 99 ? "99+" : String(turns));
  const words = counted("{n} game waits for you.", "{n} games wait for you.", turns);
  link.setAttribute("aria-label", turns ? `${say("Your games")}: ${words}` : say("Your games"));
  countInTab(turns);
}

async function ask() {
  clearTimeout(timer);
  const told = await api.get(`/me/turns?besides=${here}`).catch(() => null);
  if (told) showTurns(told);
  timer = setTimeout(ask, document.hidden ? HIDDEN : ASKING);
}

if (link && !document.querySelector("[data-own]")) {
  ask();
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  navigator.serviceWorker?.addEventListener("message", ask); // a notice has come
}
