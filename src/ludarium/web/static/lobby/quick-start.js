/** Games that begin with one click: against bots of the level chosen last, or on this device. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { all, maybe, need } from "../shared/dom.js";
import { playNowLink } from "../shared/play-now.js";
import { preference, setPreference } from "../shared/preferences.js";
import { newShare } from "../shared/share.js";

/**
 * Makes the picker of a level show the one chosen last.
 * @param {HTMLSelectElement} picker
 */
export function keepLevel(picker) {
  const wanted = preference("level", 3);
  if ([...picker.options].some((option) => Number(option.value) === wanted)) {
    picker.value = String(wanted);
  }
  picker.addEventListener("change", () => setPreference("level", Number(picker.value)));
}

/**
 * Who sits where: you and bots, or people on this device.
 * @param {string | undefined} kind
 * @param {number} seats
 * @param {string} level
 */
export function sitting(kind, seats, level) {
  return Array.from({ length: seats }, (_, seat) =>
    kind === "here" || seat === 0 ? "me" : `level:${level}`,
  );
}

/**
 * Makes a game's links start at once, with bots of the level of the picker or with whoever comes,
 * before whom `prepare` is done; without this script they lead to the options.
 * @param {HTMLElement} card
 * @param {HTMLSelectElement} level
 * @param {() => unknown} prepare
 */
export function quickStart(card, level, prepare) {
  const fault = need("[data-fault]", Element, card);
  const { game = "" } = card.dataset;
  const now = maybe("[data-play-now]", HTMLElement, card);
  if (now) playNowLink(now, game, fault, prepare);
  const seats = Number(card.dataset.seats);
  for (const link of all("[data-play]", HTMLElement, card)) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const kind = link.dataset.play;
      if (kind === "here" && seats > 2) return; // how many are here must be asked
      event.preventDefault();
      const sit = sitting(kind, seats, level.value);
      whileBusy(link, fault, async () => {
        // what is played on one device is nobody else's business
        const watch = kind === "here" ? "link" : "anyone";
        const table = await api.post("/tables", {
          game,
          seats,
          sit,
          shuffle: kind === "bot",
          watch,
          share: newShare(),
        });
        location.assign(`/table/${table.id}`);
      });
    });
  }
}
