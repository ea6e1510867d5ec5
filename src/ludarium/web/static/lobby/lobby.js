/** The first page: one-click games, living boards, tables to join and to watch. */

import { keepGames } from "../games/kept-games.js";
import { OwnGames, turnsText } from "../games/own-games.js";
import { all, field, h, maybe, need, setText } from "../shared/dom.js";
import { followed } from "../shared/following.js";
import { keepNameOf, nameForm } from "../shared/name-form.js";
import { showTurns } from "../shared/own-turns.js";
import { crowdText, playNowLink } from "../shared/play-now.js";
import { counted, say } from "../shared/say.js";
import { returnForm } from "../shared/seat-code.js";
import { TableSocket } from "../shared/socket.js";
import { announce } from "../shared/toast.js";
import { BoardPreview } from "./board-previews.js";
import { Finder } from "./finder.js";
import { showRowPictures } from "./row-pictures.js";
import { liveRow, openRow, TableList } from "./table-lists.js";

/** Begins the page. */
export function startLobby() {
  const picks = all(".game");
  const nameField = need("[data-name-form]", HTMLFormElement);
  const games = all("[data-game]", HTMLElement, need("#games"));
  new Finder(need("[data-finder]", HTMLFormElement), games, {
    families: all("[data-family]"),
    apart: all("[data-apart]"),
  });
  showRowPictures(document);
  nameForm(nameField, () => announce(say("Your name is saved.")));
  returnForm(need("[data-return]", HTMLFormElement));
  const fault = need(".fault", Element, nameField);
  const keepTypedName = () => keepNameOf(field(nameField, "name"), fault);
  const previews = picks.map((pick) => new BoardPreview(pick));
  for (const link of all("[data-play-now]")) {
    const game = link.closest("[data-game]")?.getAttribute("data-game") ?? "";
    playNowLink(link, game, need("[data-start-fault]"), keepTypedName);
  }
  followTables([...picks, ...games].map(crowdOf), previews, keepTypedName);
  const own = maybe("[data-own]");
  if (own) followOwn(own);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

/**
 * What tells of a game who waits for it and plays it, and else how long it takes.
 * @param {HTMLElement} element
 */
function crowdOf(element) {
  const place = need(".game-facts, small", HTMLElement, element);
  const otherwise = place.textContent;
  /** @param {Schemas["LobbyMessage"]["crowds"]} crowds */
  return (crowds) => {
    const told = crowdText(crowds[element.dataset.game ?? ""]);
    place.classList.toggle("is-crowd", told !== "");
    setText(place, told || otherwise);
  };
}

function nobodyWaits() {
  return [say("No tables are waiting. Invite friends to a game, and your table stands here.")];
}

function nobodyPlays() {
  return [say("Nobody is playing right now. The first game could be yours.")];
}

/**
 * A count at the head of the page that leads to its list; hidden where there is nothing.
 * @param {string} place
 * @param {number} number
 * @param {string} words
 */
function tellCount(place, number, words) {
  const link = need(place);
  link.hidden = !number;
  link.textContent = number ? words : "";
}

/**
 * Shows the tables of the server, whenever they change.
 * @param {((crowds: Schemas["LobbyMessage"]["crowds"]) => void)[]} crowds
 * @param {BoardPreview[]} previews
 * @param {() => Promise<void>} keepTypedName
 */
function followTables(crowds, previews, keepTypedName) {
  const fault = need("#open ~ [data-fault]");
  const open = new TableList(
    need("ul[data-open]"),
    need("[data-open-empty]"),
    (table) => openRow(table, fault, keepTypedName),
    nobodyWaits,
  );
  const live = new TableList(
    need("ul[data-live]"),
    need("[data-live-empty]"),
    liveRow,
    nobodyPlays,
  );
  /** @param {Schemas["LobbyMessage"]} tables */
  const show = (tables) => {
    open.show(tables.open);
    live.show(tables.live);
    for (const preview of previews) preview.follow(tables.live.filter(hasPeople));
    for (const tell of crowds) tell(tables.crowds);
    tellFollowed(tables.players);
    tellCounts(tables.open.length, tables.live.length);
  };
  new TableSocket("/lobby", {
    onMessage: (message) => message.type === "lobby" && show(message),
    onState: tellState,
  });
}

/**
 * @param {number} waiting
 * @param {number} playing
 */
function tellCounts(waiting, playing) {
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

/**
 * Where people play whom the reader follows.
 * @param {Record<string, string>} players
 */
function tellFollowed(players) {
  const place = need("[data-followed]");
  /** @param {string} name */
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

/**
 * Games of bots alone are over soon, and to look at them would keep them in the list.
 * @param {Summary} table
 */
function hasPeople(table) {
  return table.seats.some((seat) => seat?.kind === "person");
}

/** @param {string} state */
function tellState(state) {
  need("[data-connection]").textContent =
    state === "open" ? "" : say("Connection lost. The lists come back by themselves.");
}

/**
 * The reader's own games; accounts may be challenged, and get one while they look on.
 * @param {HTMLElement} section
 */
function followOwn(section) {
  const games = new OwnGames(need("[data-own-list]", HTMLElement, section));
  const all = need("[data-all-own]", HTMLElement, section);
  /** @param {SocketMessage} told */
  const hear = (told) => {
    if (told.type !== "games") return;
    games.show(told);
    keepGames(told);
    section.hidden = !told.playing;
    setText(need("[data-turns-text]", Element, section), turnsText(told));
    all.hidden = told.playing <= told.games.length;
    setText(all, counted("All {n} game", "All {n} games", told.playing));
    showTurns(told);
  };
  new TableSocket("/me/games/watch", { onMessage: hear, onState: () => {} });
}
