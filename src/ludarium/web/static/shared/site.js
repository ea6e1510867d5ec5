/**
 * What every page does: the language switch, times in the reader's own way of writing them, and how
 * many games wait for the reader.
 */

import { api } from "./api.js";
import "./own-turns.js";
import { whenSetElsewhere } from "./preferences.js";
import { announce } from "./toast.js";
import { registered } from "./worker.js";

const languageButtons = document.querySelectorAll("[data-language]");

async function switchTo(language) {
  try {
    await api.put("/me", { language });
    location.reload();
  } catch (error) {
    announce(error.message);
  }
}

for (const button of languageButtons) {
  button.addEventListener("click", () => switchTo(button.dataset.language));
}

/** Writes dates: an element's data-at holds seconds since 1970, or a date that Date understands. */
function writeTimes() {
  const writer = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  for (const element of document.querySelectorAll("time[data-at]")) {
    const at = element.dataset.at;
    const date = new Date(/^[\d.]+$/.test(at) ? Number(at) * 1000 : at);
    if (Number.isNaN(date.valueOf())) continue;
    element.dateTime = date.toISOString();
    element.textContent = writer.format(date);
  }
}

writeTimes();
whenSetElsewhere("signed-out-at", () => location.reload()); // this page may show the account
addEventListener("load", () => registered());
