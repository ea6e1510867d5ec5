/** Quick pairing: a game with whoever wants to play it now, too. */

import { api } from "./api.js";
import { whileBusy } from "./busy-button.js";
import { all, h } from "./dom.js";
import { counted } from "./say.js";
import { newShare } from "./share.js";
import { facts } from "./table-summaries.js";

/**
 * Asks to play a game now; table: where the reader waits already. Gives the table, whether it waits
 * still, and who waits and plays.
 * @param {string} game
 * @param {string | null} [table]
 * @returns {Promise<Schemas["PairingAnswer"]>}
 */
export function askToPlay(game, table = null) {
  return api.post("/pairings", { game, table, share: newShare() });
}

/**
 * Makes a link, which leads to the options without this script, begin a game or a wait at once.
 * @param {HTMLElement} link
 * @param {string} game
 * @param {Element} fault
 * @param {() => unknown} [prepare]
 */
export function playNowLink(link, game, fault, prepare = () => {}) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    whileBusy(link, fault, async () => {
      await prepare();
      const { table } = await askToPlay(game);
      location.assign(`/table/${table}`);
    });
  });
}

/** Likewise for all links of a page that name their game. */
export function playNowLinks() {
  for (const link of all("[data-play-now]")) {
    const fault = h("span", { class: "fault", role: "alert" });
    link.after(fault);
    playNowLink(link, link.dataset.playNow ?? "", fault);
  }
}

/**
 * How many people wait for a game, and play it; "" where nobody does.
 * @param {{ waiting?: number, playing?: number }} [crowd]
 */
export function crowdText({ waiting = 0, playing = 0 } = {}) {
  return facts(
    waiting && counted("{n} is waiting", "{n} are waiting", waiting),
    playing && counted("{n} is playing", "{n} are playing", playing),
  );
}
