/** The form that announces a tournament. */

import { gamePicker } from "../lobby/game-picker.js";
import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { all, field, fieldValue, need } from "../shared/dom.js";
import { preference, setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";

const GAME = "tournament-game"; // that of the last one announced here

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const select = (form, name) => field(form, name, HTMLSelectElement);

/**
 * Shows the choices that the game, the format and the place have.
 * @param {HTMLFormElement} form
 */
function showChoices(form) {
  const game = need("[name=game]:checked", HTMLElement, form);
  const { seats = "", clocks = "" } = game.dataset;
  const online = fieldValue(form, "where") === "online";
  for (const part of all("[data-for], [data-where]", HTMLElement, form)) {
    const formats = part.dataset.for?.split(" ");
    part.hidden =
      ("where" in part.dataset && !online) ||
      (formats !== undefined && !formats.includes(fieldValue(form, "format")));
  }
  const size = field(form, "size");
  size.max = seats;
  for (const one of [size, select(form, "fill")]) {
    const place = one.closest(".field");
    if (place instanceof HTMLElement) place.hidden ||= Number(seats) < 3;
  }
  const kinds = clocks.split(" ");
  const clock = select(form, "clock");
  for (const option of clock.options) {
    option.hidden = option.disabled = !kinds.includes(option.dataset.kind ?? "");
  }
  if (clock.selectedOptions[0]?.disabled) {
    clock.value = [...clock.options].find((option) => !option.disabled)?.value ?? "";
  }
}

/** @param {HTMLFormElement} form */
function clock(form) {
  const [kind, ...numbers] = fieldValue(form, "clock").split(" ");
  const [first, second, third] = numbers.map(Number);
  if (kind === "countdown") return { kind, seconds: first };
  if (kind === "byoyomi") return { kind, minutes: first, periods: second, period: third };
  return kind === "fischer" ? { kind, minutes: first, increment: second } : { kind };
}

/**
 * The number in a field; undefined where it is not shown, or empty.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function number(form, name) {
  const value = fieldValue(form, name);
  return isAway(form, name) || value === "" ? undefined : Number(value);
}

/**
 * Whether a field is not shown.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function isAway(form, name) {
  return need(`[name=${name}]`, HTMLElement, form).closest("[hidden]") !== null;
}

/** @param {HTMLFormElement} form */
async function announce(form) {
  const online = fieldValue(form, "where") === "online";
  /** @type {Record<string, unknown>} */
  const body = {
    name: fieldValue(form, "name"),
    game: fieldValue(form, "game"),
    format: fieldValue(form, "format"),
    join: field(form, "join").checked,
    online,
    automatic: online && field(form, "automatic").checked,
  };
  for (const name of ["size", "lives", "rounds", "cycles", "minutes"]) {
    body[name] = number(form, name);
  }
  if (!isAway(form, "seeding")) body.seeding = fieldValue(form, "seeding");
  if (!isAway(form, "fill")) body.fill = fieldValue(form, "fill") || null;
  if (online) Object.assign(body, { clock: clock(form), no_show: number(form, "no_show") });
  const { id } = await api.post("/tournaments", body);
  setPreference(GAME, body.game);
  location.assign(`/tournament/${id}`);
}

/** @param {HTMLFormElement} form */
async function goOn(form) {
  const file = field(form, "file").files?.[0];
  if (!file) throw new Error(say("Choose a file first."));
  const { id } = await api.send("/tournaments/import", file, "application/json");
  location.assign(`/tournament/${id}`);
}

/**
 * @param {HTMLFormElement} form
 * @param {(form: HTMLFormElement) => Promise<void>} act
 */
function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fault = need(".fault", Element, form);
    const send = need("button:not([type=button])", Element, form);
    whileBusy(send, fault, () => act(form));
  });
}

/** Begins the page. */
export function startNewTournament() {
  const form = need("#new-tournament", HTMLFormElement);
  form.addEventListener("change", () => showChoices(form));
  onSubmit(form, announce);
  onSubmit(need("#import-tournament", HTMLFormElement), goOn);
  const known = preference(GAME, "");
  const games = all("[name=game]", HTMLInputElement, form);
  const last = games.find(({ value }) => value === known);
  if (last) last.checked = true;
  gamePicker(need("[data-game-picker]", HTMLElement, form));
  showChoices(form);
}
