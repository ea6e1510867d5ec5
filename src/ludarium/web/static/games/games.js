/** The page of the reader's own games, alive; a page beyond the first asks again at each change. */

import { api } from "../shared/api.js";
import { setText } from "../shared/dom.js";
import { showTurns } from "../shared/own-turns.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { OwnGames, turnsText } from "./own-games.js";

const find = (selector) => document.querySelector(selector);
const page = find("[data-own]");
const after = Number(page.dataset.after);
const games = new OwnGames(find("[data-own-list]"));

async function hear(message) {
  if (message.type !== "games") return;
  showTurns(message);
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

function tellState(state) {
  const lost = say("Connection lost. Your games come back by themselves.");
  setText(find("[data-connection]"), state === "open" ? "" : lost);
}

new TableSocket("/me/games/watch", { onMessage: hear, onState: tellState });
