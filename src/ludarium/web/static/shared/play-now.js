/** Quick pairing: a game with whoever wants to play it now, too. */

import { api } from "./api.js";
import { whileBusy } from "./busy-button.js";
import { all, h, maybe } from "./dom.js";
import { counted, say } from "./say.js";
import { newShare } from "./share.js";
import { facts } from "./table-summaries.js";
import { announce } from "./toast.js";

const AGAIN = 1000; // ms between two looks for the answer of who was asked
const GIVEN_UP = 15_000; // ms until a table that does not come may be asked for again

/**
 * Asks to play a game now; table: where the reader waits already, or has asked for a bot's place;
 * alone: what to do where nobody waits. Gives the table, whether it waits still, and who waits and
 * plays.
 * @param {string} game
 * @param {string | null} [table]
 * @param {"wait" | "bot"} [alone]
 * @returns {Promise<Schemas["PairingAnswer"]>}
 */
export function askToPlay(game, table = null, alone = "wait") {
  return api.post("/pairings", { game, table, alone, share: newShare() });
}

/**
 * Plays a game now: with whoever waits for it, with somebody who has just begun to play a bot and
 * agrees, or with a bot. Gives the table.
 * @param {string} game
 * @param {(name: string) => void} tell is called with the name of who is asked
 * @param {string | null} [table] at which somebody is asked already
 */
async function playNow(game, tell, table = null) {
  let found = await askToPlay(game, table, "bot");
  while (found.asked !== null) {
    tell(found.asked);
    await new Promise((then) => setTimeout(then, AGAIN));
    found = await askToPlay(game, found.table, "bot");
  }
  return found.table;
}

/**
 * Goes to the table that the server pairs the reader at, or to the page of the game, to wait for
 * somebody who is asked. One request brings the page of the table, in place of one for its address
 * and one for the page.
 * @param {string} game
 */
function goToTable(game) {
  const form = h("form", { method: "post", action: `/play/${game}`, hidden: true });
  form.append(h("input", { type: "hidden", name: "share", value: newShare() }));
  document.body.append(form);
  form.submit();
  return new Promise((then) => {
    addEventListener("pageshow", then, { once: true }); // where the reader comes back
    setTimeout(then, GIVEN_UP); // where they stop the page from coming
  });
}

/**
 * Makes a link, which leads to the options without this script, begin a game at once; or a wait for
 * a person, where it says so.
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
      if (link.dataset.alone === "wait") return goTo((await askToPlay(game)).table);
      const { asked } = link.dataset;
      delete link.dataset.asked;
      // without a network the link says so, where a page could not
      if (navigator.onLine && !asked) return goToTable(game);
      /** @param {string} name */
      const tell = (name) => announce(say("Asking {name}, who has just begun…", { name }), 3);
      return goTo(await playNow(game, tell, asked));
    });
  });
}

/** @param {string} table */
const goTo = (table) => location.assign(`/table/${table}`);

/** Goes on with a game for which the server has asked somebody for the place of a bot. */
function waitForAsked() {
  const [, table] = /^#asked-(\w+)$/.exec(location.hash) ?? [];
  const link = maybe("[data-play-now]");
  if (!table || !link) return;
  history.replaceState(null, "", location.pathname + location.search);
  link.dataset.asked = table;
  link.click();
}

/** Likewise for all links of a page that name their game; the first waits for who is asked. */
export function playNowLinks() {
  for (const link of all("[data-play-now]")) {
    const fault = h("span", { class: "fault", role: "alert" });
    link.after(fault);
    playNowLink(link, link.dataset.playNow ?? "", fault);
  }
  waitForAsked();
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
