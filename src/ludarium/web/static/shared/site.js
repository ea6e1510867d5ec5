/**
 * What every page does: the language switch, times in the reader's own way of writing them, and how
 * many games wait for the reader.
 */

import { api, messageOf } from "./api.js";
import { followAppearance } from "./appearance.js";
import { writeTimes } from "./dates.js";
import { all, maybe, need } from "./dom.js";
import { checkNames } from "./name-check.js";
import { startOwnTurns } from "./own-turns.js";
import { whenSetElsewhere } from "./preferences.js";
import { wakeSounds } from "./sounds.js";
import { announce } from "./toast.js";
import { registered } from "./worker.js";

/** @param {string | undefined} language */
async function switchTo(language) {
  try {
    await api.put("/me", { language });
    location.reload();
  } catch (error) {
    announce(messageOf(error));
  }
}

/** Closes the menu by Escape, and by a click beside it. */
function closeMenu() {
  const menu = maybe(".bar-menu", HTMLDetailsElement);
  if (!menu) return; // a page without a bar
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    need("summary", HTMLElement, menu).focus();
    event.preventDefault();
  });
}

/** Begins what every page does. */
export function startSite() {
  followAppearance();
  wakeSounds();
  startOwnTurns();
  checkNames();
  for (const button of all("[data-language]")) {
    button.addEventListener("click", () => switchTo(button.dataset.language));
  }
  closeMenu();
  writeTimes();
  whenSetElsewhere("signed-out-at", () => location.reload()); // this page may show the account
  addEventListener("load", () => registered());
}
