/** The parts of a table's page that only show the state, and send what is done there. */

import { need } from "../shared/dom.js";
import { Actions } from "./actions.js";
import { Drawer } from "./drawer.js";
import { FirstGame } from "./first-game.js";
import { Invitation } from "./invitation.js";
import { OffersAndResult } from "./offers-and-result.js";
import { QuickPairing } from "./quick-pairing.js";
import { checkThrows } from "./throws.js";

/**
 * @import { ServerTime } from "../shared/clock.js"
 * @import { Requests } from "./requests.js"
 */

/** @typedef {{ update: (state: TablePageState) => void }} Part */

/** @param {string} id */
const part = (id) => need(`#${id}`);

/**
 * @param {object} page
 * @param {string} page.id of the table
 * @param {string} page.game
 * @param {ServerTime} page.time
 * @param {Requests} page.sender
 * @param {() => void} page.open connects anew
 * @param {() => void} page.show shows the page anew
 * @param {() => void} page.close closes the drawer
 * @param {() => void} page.draw begins to draw on the board
 * @param {() => string | null | undefined} page.commitment to the seed of throws, seen first
 * @param {Part[]} page.own parts that the page has already
 * @returns {Part[]}
 */
export function makeParts(page) {
  /** @type {PostToTable} */
  const post = (kind, body) => page.sender.post(kind, body);
  /** @type {ChangeSeat} */
  const change = (...request) => page.sender.change(...request);
  const firstGame = new FirstGame(part("first-game"), { game: page.game, table: page.id });
  return [
    firstGame,
    ...page.own,
    new Actions(part("actions"), { post }),
    new OffersAndResult(part("notices"), {
      post,
      time: page.time,
      goal: () => firstGame.goal,
      checkThrows: () =>
        checkThrows(page.id, { seen: page.commitment(), sent: page.sender.shares }),
    }),
    new Drawer(part("drawer"), {
      post,
      onReturn: () => page.open(),
      onSetting: () => page.show(),
      onGreet: () => page.close(),
      onDraw: () => {
        page.draw();
        page.close();
      },
    }),
    new Invitation(part("invitation"), { change }),
    new QuickPairing(part("pairing"), { change, time: page.time }),
  ];
}
