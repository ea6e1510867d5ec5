/** The first page: one-click games, living boards, tables to join and to watch. */

import { keepGames } from "../games/kept-games.js";
import { OwnGames, turnsText } from "../games/own-games.js";
import { h, setText } from "../shared/dom.js";
import { followed } from "../shared/following.js";
import { keepNameOf, nameForm } from "../shared/name-form.js";
import { showTurns } from "../shared/own-turns.js";
import { crowdText } from "../shared/play-now.js";
import { counted, say } from "../shared/say.js";
import { returnForm } from "../shared/seat-code.js";
import { TableSocket } from "../shared/socket.js";
import { announce } from "../shared/toast.js";
import { BoardPreview } from "./board-previews.js";
import { Finder } from "./finder.js";
import { keepLevel, quickStart } from "./quick-start.js";
import { liveRow, openRow, TableList } from "./table-lists.js";

const find = (selector) => document.querySelector(selector);
const cards = [...document.querySelectorAll(".game")];
const nameField = find("[data-name-form]");

const level = find("[data-level]");
keepLevel(level);
new Finder(find("[data-finder]"), cards, find("[data-none]"), [
  ...document.querySelectorAll("[data-family]"),
]);
nameForm(nameField, () => announce(say("Your name is saved.")));
returnForm(find("[data-return]"));

const previews = cards.map((card) => new BoardPreview(card));
const openFault = find("#open ~ [data-fault]");
const keepTypedName = () => keepNameOf(nameField.elements.name, nameField.querySelector(".fault"));
for (const card of cards) {
  furnish(card);
  for (const link of card.querySelectorAll("a")) {
    link.setAttribute("aria-describedby", card.getAttribute("aria-labelledby"));
  }
  quickStart(card, level, keepTypedName);
}
const open = new TableList(
  find("ul[data-open]"),
  find("[data-open-empty]"),
  (table) => openRow(table, openFault, keepTypedName),
  nobodyWaits,
);
const live = new TableList(find("ul[data-live]"), find("[data-live-empty]"), liveRow, nobodyPlays);

/** Adds what scripts alone write to a card: who plays the game now, and what went wrong. */
function furnish(card) {
  const crowd = h("p", { class: "game-crowd small", "data-crowd": "" });
  card.querySelector(".game-summary").after(crowd);
  card.append(h("p", { class: "fault", role: "alert", "data-fault": "" }));
}

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
  for (const preview of previews) preview.follow(tables.live.filter(hasPeople));
  for (const card of cards) {
    setText(card.querySelector("[data-crowd]"), crowdText(tables.crowds[card.dataset.game]));
  }
  tellFollowed(tables.players);
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

/** Where people play whom the reader follows. */
function tellFollowed(players) {
  const place = find("[data-followed]");
  const link = (name) =>
    h("a", { href: `/table/${players[name]}`, text: say("{name} plays", { name }) });
  const links = followed()
    .filter((name) => players[name])
    .map(link);
  place.hidden = !links.length;
  const told = links.join(" "); // a link is its address as text
  if (told !== place.dataset.told) place.replaceChildren(...links);
  place.dataset.told = told;
}

/** Games of bots alone are over soon, and to look at them would keep them in the list. */
function hasPeople(table) {
  return table.seats.some((seat) => seat?.kind === "person");
}

function tellState(state) {
  find("[data-connection]").textContent =
    state === "open" ? "" : say("Connection lost. The lists come back by themselves.");
}

new TableSocket("/lobby", {
  onMessage: (message) => message.type === "lobby" && show(message),
  onState: tellState,
});
/** The reader's own games; accounts may be challenged, and get one while they look on. */
function followOwn(section) {
  const games = new OwnGames(section.querySelector("[data-own-list]"));
  const all = section.querySelector("[data-all-own]");
  const hear = (told) => {
    if (told.type !== "games") return;
    games.show(told);
    keepGames(told);
    section.hidden = !told.playing;
    setText(section.querySelector("[data-turns-text]"), turnsText(told));
    all.hidden = told.playing <= told.games.length;
    setText(all, counted("All {n} game", "All {n} games", told.playing));
    showTurns(told);
  };
  new TableSocket("/me/games/watch", { onMessage: hear, onState: () => {} });
}

const own = find("[data-own]");
if (own) followOwn(own);
addEventListener("pageshow", (event) => event.persisted && location.reload());
