/** The page of the reader's own games, alive; a page beyond the first asks again at each change. */

import { api } from "../shared/api.js";
import { setText } from "../shared/dom.js";
import { startNotices } from "../shared/notices.js";
import { showTurns } from "../shared/own-turns.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { keepGames, keptGames } from "./kept-games.js";
import { OwnGames, turnsText } from "./own-games.js";

const find = (selector) => document.querySelector(selector);
const page = find("[data-own]");
const after = Number(page.dataset.after);
const games = new OwnGames(find("[data-own-list]"));
let told = false; // whether the server has said what the games are

async function hear(message) {
  if (message.type !== "games") return;
  told = true;
  showTurns(message);
  keepGames(message);
  try {
    show(after ? await api.get(`/me/games?after=${after}`) : message);
  } catch (error) {
    setText(find("[data-connection]"), error.message);
  }
}

function show(told) {
  games.show(told);
  setText(find("[data-turns-text]"), turnsText(told));
  find("[data-own-empty]").hidden = told.games.length > 0;
  find("[data-before]").hidden = !after;
  find("[data-more]").hidden = told.playing <= after + told.games.length;
}

async function tellState(state) {
  const place = find("[data-connection]");
  if (state === "open") return setText(place, "");
  setText(place, say("Connection lost. Your games come back by themselves."));
  const last = told || after ? null : await keptGames();
  if (!last || told) return null;
  show(last);
  const written = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const at = written.format(new Date(last.kept));
  return setText(place, say("You are offline. These are your games as they stood {at}.", { at }));
}

startNotices();
new TableSocket("/me/games/watch", { onMessage: hear, onState: tellState });
