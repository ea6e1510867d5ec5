/**
 * Calls players of tournaments to their next games, on whatever page they are; while this is open,
 * they count as here.
 */

import { h } from "../shared/dom.js";
import { listed } from "../shared/player-names.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";

const LAST_TABLE = "ludarium.last-table"; // of this tab, kept as long as it is open
let place = null;
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

function card(call) {
  const against = listed(call.against);
  const words = say("{tournament}: your next game is at table {table}, against {names}.", {
    tournament: call.name,
    table: call.table,
    names: against,
  });
  const link = call.live
    ? h("a", { class: "button", href: `/table/${call.live}`, text: say("Go to your table") })
    : h("a", {
        class: "button quiet",
        href: `/tournament/${call.tournament}`,
        text: say("To the tournament"),
      });
  return h("div", { class: "call" }, h("p", { text: words }), link);
}

function show({ type, calls }) {
  if (type !== "calls") return;
  const fresh = calls.find((call) => call.live && !known.has(call.live) && isAt(call));
  known = new Set(calls.map((call) => call.live));
  if (fresh) {
    // whoever waits at the tournament's page is taken to the table
    location.assign(`/table/${fresh.live}`);
    return;
  }
  const elsewhere = calls.filter(
    (call) => location.pathname !== `/table/${call.live}` && !isAt(call),
  );
  if (!place) {
    place = h("div", { class: "calls", role: "status" });
    document.getElementById("main").before(place);
  }
  place.replaceChildren(...elsewhere.map(card));
}

new TableSocket("/calls", { onMessage: show, onState: () => {} });
