/** What a page tells of its connection to the table. */

import { h, need } from "../shared/dom.js";
import { say } from "../shared/say.js";

/**
 * Shows that the connection is lost or back, or why there is nothing to see.
 * @param {string} state as `TableSocket` tells it
 */
export function showConnection(state) {
  const place = need("#connection");
  place.hidden = state !== "lost";
  place.replaceChildren(
    place.hidden ? "" : say("Reconnecting… Nothing is lost: the game waits on the server."),
  );
  const own = say(
    "Whoever opened it chose who may see it. If you have a seat there, take it back with " +
      "its code on the first page.",
  );
  if (state === "forbidden") close(say("Only the players may watch this table."), own);
  if (state === "unknown") {
    close(say("There is no such table. It may have been closed."), "");
  }
}

/**
 * Shows why there is nothing to see, in place of the table.
 * @param {string} reason
 * @param {string} more
 */
function close(reason, more) {
  document.body.dataset.status = "closed";
  const lobby = h("a", { class: "button", href: "/", text: say("To the lobby") });
  need("#closed").replaceChildren(
    h("h1", { text: reason }),
    h("p", { class: "lead", text: more }),
    lobby,
  );
}
