/** The page of the reader's own games, alive; a page beyond the first asks again at each change. */

import { api, messageOf } from "../shared/api.js";
import { need, setText } from "../shared/dom.js";
import { startNotices } from "../shared/notices.js";
import { showTurns } from "../shared/own-turns.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { keepGames, keptGames } from "./kept-games.js";
import { OwnGames, turnsText } from "./own-games.js";

class GamesPage {
  #after = Number(need("[data-own]").dataset.after);
  #games = new OwnGames(need("[data-own-list]"));
  #told = false; // whether the server has said what the games are

  /** @param {SocketMessage} message */
  async hear(message) {
    if (message.type !== "games") return;
    this.#told = true;
    showTurns(message);
    keepGames(message);
    try {
      this.#show(this.#after ? await api.get(`/me/games?after=${this.#after}`) : message);
    } catch (error) {
      setText(need("[data-connection]"), messageOf(error));
    }
  }

  /** @param {OwnGamesList} told */
  #show(told) {
    this.#games.show(told);
    setText(need("[data-turns-text]"), turnsText(told));
    need("[data-own-empty]").hidden = told.games.length > 0;
    need("[data-before]").hidden = !this.#after;
    need("[data-more]").hidden = told.playing <= this.#after + told.games.length;
  }

  /** @param {string} state */
  async tellState(state) {
    const place = need("[data-connection]");
    if (state === "open") return setText(place, "");
    setText(place, say("Connection lost. Your games come back by themselves."));
    const last = this.#told || this.#after ? null : await keptGames();
    if (!last || this.#told) return;
    this.#show(last);
    const written = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const at = written.format(new Date(last.kept));
    setText(place, say("You are offline. These are your games as they stood {at}.", { at }));
  }
}

/** Begins the page. */
export function startGames() {
  startNotices();
  const page = new GamesPage();
  new TableSocket("/me/games/watch", {
    onMessage: (message) => page.hear(message),
    onState: (state) => page.tellState(state),
  });
}
