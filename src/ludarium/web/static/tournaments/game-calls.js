/**
 * Calls players of tournaments to their next games, on whatever page they are; while this is open,
 * they count as here.
 */

import { ServerTime, timeText } from "../shared/clock.js";
import { h, need, setText } from "../shared/dom.js";
import { listed } from "../shared/player-names.js";
import { preference, setPreference } from "../shared/preferences.js";
import { counted, say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { sound } from "../shared/sounds.js";
import { callInTab } from "../shared/tab.js";

const LAST_TABLE = "ludarium.last-table"; // of this tab, kept as long as it is open
const LAST = 60; // seconds that are left, in which a player is told at the table as well
const SEEN = "missed"; // the preference that has the missed matches of which the reader knows
const MOST_SEEN = 20;
const time = new ServerTime();
/** @type {HTMLElement | null} */
let place = null;
/** @type {{ calls: Call[], missed: Missed[] }} */
let told = { calls: [], missed: [] };
/** @type {[HTMLElement, Call][]} */
let timers = []; // elements that show the time that is left, each with its call
let shown = "";
// The tables that the reader knows to be open: at first the one that they left to come here.
/** @type {Set<string | null>} */
let known = new Set();

/**
 * The table at which this tab is, or was last; null where it was at none, or where the browser
 * keeps nothing.
 */
function lastTable() {
  const [, here] = location.pathname.match(/^\/table\/([^/]+)$/) ?? [];
  try {
    if (here) sessionStorage.setItem(LAST_TABLE, here);
    return here ?? sessionStorage.getItem(LAST_TABLE);
  } catch {
    return here ?? null;
  }
}

/**
 * Whether the reader looks at the tournament, or at the player's own page, where the call stands
 * anyway.
 * @param {{ tournament: string }} call
 */
function isAt(call) {
  return (
    location.pathname === `/tournament/${call.tournament}` ||
    location.pathname.startsWith(`/tournament/${call.tournament}/player/`)
  );
}

/** @param {Call} call */
const isAtTable = (call) => location.pathname === `/table/${call.live}`;

/**
 * Seconds that are left until the player forfeits; null where there is no such limit.
 * @param {Call} call
 */
function left({ until }) {
  return until === null ? null : Math.max(0, until - time.now);
}

/**
 * What is called: not what stands on this page anyway, unless the time for it runs out.
 * @param {Call} call
 */
function isShown(call) {
  const rest = left(call);
  if (isAtTable(call)) return rest !== null && rest <= LAST;
  return !isAt(call) || rest !== null;
}

/**
 * Whether the reader was at the table: in this tab, or, as they moved there, on any device.
 * @param {Call} call
 */
const hasBeenThere = (call) => call.live !== null && (call.moved || call.live === lastTable());

/** @param {Call} call */
function callText(call) {
  const values = { tournament: call.name, table: call.table, names: listed(call.against) };
  const others = call.against.length;
  if (!hasBeenThere(call)) {
    return counted(
      "{tournament}: your next game is at table {table}, against {names}.",
      "{tournament}: your next game is at table {table}, against {names}.",
      others,
      values,
    );
  }
  return call.waits
    ? counted(
        "{tournament}: your game at table {table} against {names} waits for your move.",
        "{tournament}: your game at table {table} against {names} waits for your move.",
        others,
        values,
      )
    : counted(
        "{tournament}: your game at table {table} against {names} is under way.",
        "{tournament}: your game at table {table} against {names} is under way.",
        others,
        values,
      );
}

/**
 * What the player is to do in the time that is left: nothing but a move keeps the game.
 * @param {Call} call
 * @param {{ time: string }} rest
 */
function limitText(call, rest) {
  if (isAtTable(call)) return say("Move within {time}, or you forfeit this game.", rest);
  return hasBeenThere(call)
    ? say("Move within {time}, or you forfeit it.", rest)
    : say("Come and move within {time}, or you forfeit it.", rest);
}

/** @param {Call} call */
function card(call) {
  const link = call.live
    ? h("a", { class: "button", href: `/table/${call.live}`, text: say("Go to your table") })
    : h("a", {
        class: "button quiet",
        href: `/tournament/${call.tournament}`,
        text: say("To the tournament"),
      });
  // no live region of its own, or every second would be read out
  const timer = call.until !== null && h("strong", { class: "call-time", role: "timer" });
  if (timer) timers.push([timer, call]);
  return isAtTable(call)
    ? h("div", { class: "call" }, timer)
    : h("div", { class: "call" }, h("p", {}, callText(call), " ", timer), link);
}

/** @param {Missed} missed */
const keyOf = ({ tournament, match }) => `${tournament}/${match}`;

/**
 * What became of a match that was missed, until the reader has seen it.
 * @param {Missed} missed
 */
function missedCard(missed) {
  const close = () => {
    setPreference(SEEN, [...seenMisses(), keyOf(missed)].slice(-MOST_SEEN));
    show();
  };
  return h(
    "div",
    { class: "call missed" },
    h("p", { text: `${missed.name}: ${missed.words}` }),
    h("a", {
      class: "button",
      href: `/tournament/${missed.tournament}`,
      text: say("To the tournament"),
    }),
    h("button", {
      class: "button quiet",
      type: "button",
      text: say("Close"),
      on: { click: close },
    }),
  );
}

/** The missed matches of which the reader knows. */
function seenMisses() {
  return preference(SEEN, /** @type {string[]} */ ([]));
}

function show() {
  timers = [];
  shown = String(told.calls.map(isShown));
  const seen = seenMisses();
  const cards = [
    ...told.calls.filter(isShown).map(card),
    ...told.missed.filter((one) => !isAt(one) && !seen.includes(keyOf(one))).map(missedCard),
  ];
  place ??= madePlace();
  place.replaceChildren(...cards);
  tick();
}

function madePlace() {
  const made = h("div", { class: "calls", role: "status" });
  need("#main").before(made);
  // pages that are as high as the window leave room for it
  const tell = () => document.body.style.setProperty("--calls", `${made.offsetHeight}px`);
  new ResizeObserver(tell).observe(made);
  setInterval(tick, 1000);
  return made;
}

/** Writes the time that is left, here and in the tab. */
function tick() {
  if (String(told.calls.map(isShown)) !== shown) show();
  for (const [element, call] of timers) {
    const rest = { time: timeText(Math.ceil(left(call) ?? 0)) };
    setText(element, limitText(call, rest));
  }
  const waiting = told.calls.filter(
    (call) => call.live && !isAtTable(call) && (call.waits || !hasBeenThere(call)),
  );
  const limits = waiting.map(left).filter((seconds) => seconds !== null);
  const rest = limits.length ? timeText(Math.ceil(Math.min(...limits))) : "";
  const next = waiting.every(hasBeenThere)
    ? say("Your game is waiting")
    : say("Your next game is waiting");
  callInTab([rest, waiting.length ? next : ""].filter(Boolean).join(" "));
}

/** @param {SocketMessage} message */
function hear(message) {
  if (message.type !== "calls") return;
  const { calls } = message;
  time.set(message.now);
  const fresh = calls.filter((call) => call.live && !known.has(call.live));
  known = new Set(calls.map((call) => call.live));
  told = message;
  const waiting = fresh.find(isAt);
  if (waiting) {
    // whoever waits at the tournament's page is taken to the table
    location.assign(`/table/${waiting.live}`);
    return;
  }
  if (fresh.some((call) => !isAtTable(call))) sound("turn");
  show();
}

/** Begins to listen for calls. */
export function startGameCalls() {
  known = new Set([lastTable()]);
  new TableSocket("/calls", { onMessage: hear, onState: () => {} });
}
