/**
 * Calls players of tournaments to their next games, on whatever page they are; while this is open,
 * they count as here.
 */

import { ServerTime, timeText } from "../shared/clock.js";
import { h, setText } from "../shared/dom.js";
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
let place = null;
let told = { calls: [], missed: [] };
let timers = []; // elements that show the time that is left, each with its call
let shown = "";
// The tables that the reader knows to be open: at first the one that they left to come here.
let known = new Set([lastTable()]);

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
 */
function isAt(call) {
  return (
    location.pathname === `/tournament/${call.tournament}` ||
    location.pathname.startsWith(`/tournament/${call.tournament}/player/`)
  );
}

const isAtTable = (call) => location.pathname === `/table/${call.live}`;

/** Seconds that are left until the player forfeits; null where there is no such limit. */
function left({ until }) {
  return until === null ? null : Math.max(0, until - time.now);
}

/** What is called: not what stands on this page anyway, unless the time for it runs out. */
function isShown(call) {
  if (isAtTable(call)) return left(call) !== null && left(call) <= LAST;
  return !isAt(call) || left(call) !== null;
}

/** Whether the reader was at the table: in this tab, or, as they moved there, on any device. */
const hasBeenThere = (call) => call.live !== null && (call.moved || call.live === lastTable());

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

/** What the player is to do in the time that is left: nothing but a move keeps the game. */
function limitText(call, rest) {
  if (isAtTable(call)) return say("Move within {time}, or you forfeit this game.", rest);
  return hasBeenThere(call)
    ? say("Move within {time}, or you forfeit it.", rest)
    : say("Come and move within {time}, or you forfeit it.", rest);
}

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

const keyOf = ({ tournament, match }) => `${tournament}/${match}`;

/** What became of a match that was missed, until the reader has seen it. */
function missedCard(missed) {
  const close = () => {
    setPreference(SEEN, [...preference(SEEN, []), keyOf(missed)].slice(-MOST_SEEN));
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

function show() {
  timers = [];
  shown = String(told.calls.map(isShown));
  const seen = preference(SEEN, []);
  const cards = [
    ...told.calls.filter(isShown).map(card),
    ...told.missed.filter((one) => !isAt(one) && !seen.includes(keyOf(one))).map(missedCard),
  ];
  if (!place) {
    place = h("div", { class: "calls", role: "status" });
    document.getElementById("main").before(place);
    // pages that are as high as the window leave room for it
    new ResizeObserver(() =>
      document.body.style.setProperty("--calls", `${place.offsetHeight}px`),
    ).observe(place);
    setInterval(tick, 1000);
  }
  place.replaceChildren(...cards);
  tick();
}

/** Writes the time that is left, here and in the tab. */
function tick() {
  if (String(told.calls.map(isShown)) !== shown) show();
  for (const [element, call] of timers) {
    const rest = { time: timeText(Math.ceil(left(call))) };
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

new TableSocket("/calls", { onMessage: hear, onState: () => {} });
