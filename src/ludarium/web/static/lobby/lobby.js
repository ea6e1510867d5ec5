/** The first page: one-click games, living boards, tables to join and to watch. */

import { keepNameOf, nameForm } from "../shared/name-form.js";
import { counted, say } from "../shared/say.js";
import { returnForm } from "../shared/seat-code.js";
import { TableSocket } from "../shared/socket.js";
import { announce } from "../shared/toast.js";
import { BoardPreview } from "./board-previews.js";
import { Finder } from "./finder.js";
import { keepLevel, quickStart } from "./quick-start.js";
import { TableList, liveRow, openRow } from "./table-lists.js";

const find = (selector) => document.querySelector(selector);
const cards = [...document.querySelectorAll(".game")];
const nameField = find("[data-name-form]");

const level = find("[data-level]");
keepLevel(level);
for (const card of cards) quickStart(card, level);
new Finder(find("[data-finder]"), cards, find("[data-none]"));
nameForm(nameField, () => announce(say("Your name is saved.")));
returnForm(find("[data-return]"));

const previews = cards.map((card) => new BoardPreview(card));
const openFault = find("#open ~ [data-fault]");
const keepTypedName = () => keepNameOf(nameField.elements.name, nameField.querySelector(".fault"));
const open = new TableList(
  find("ul[data-open]"),
  find("[data-open-empty]"),
  (table) => openRow(table, openFault, keepTypedName),
  nobodyWaits,
);
const live = new TableList(find("ul[data-live]"), find("[data-live-empty]"), liveRow, nobodyPlays);

function nobodyWaits() {
  return [say("No tables are waiting. Invite friends to a game, and your table stands here.")];
}

function nobodyPlays() {
  return [say("Nobody is playing right now. The first game could be yours.")];
}

/** A count at the head of the page that leads to its list; hidden where there is nothing. */
function tellCount(place, number, words) {
  const link = find(place);
  link.hidden = !number;
  link.textContent = number ? words : "";
}

function show(tables) {
  open.show(tables.open);
  live.show(tables.live);
  for (const preview of previews) preview.follow(tables.live);
  const waiting = tables.open.length;
  const playing = tables.live.length;
  tellCount(
    "[data-now-open]",
    waiting,
    counted("{n} table to join", "{n} tables to join", waiting),
  );
  tellCount(
    "[data-now-live]",
    playing,
    counted("{n} game being played", "{n} games being played", playing),
  );
}

function tellState(state) {
  find("[data-connection]").textContent =
    state === "open" ? "" : say("Connection lost. The lists come back by themselves.");
}

new TableSocket("/lobby", {
  onMessage: (message) => message.type === "lobby" && show(message),
  onState: tellState,
});
/**
 * The reader's own games as they stand, after they were out of sight: whose turn it is may have
 * changed.
 */
async function refreshOwn() {
  if (document.visibilityState !== "visible" || !find(".mine")) return;
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .querySelector(".mine");
  if (fresh) find(".mine").replaceWith(fresh);
  else find(".mine").remove();
}

document.addEventListener("visibilitychange", refreshOwn);
addEventListener("pageshow", (event) => event.persisted && location.reload());
