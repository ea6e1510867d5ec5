/** The form that announces a tournament. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { preference, setPreference } from "../shared/preferences.js";
import { say } from "../shared/say.js";

const form = document.getElementById("new-tournament");
const importing = document.getElementById("import-tournament");
const fields = form.elements;
const GAME = "tournament-game"; // that of the last one announced here

/** Shows the choices that the game, the format and the place have. */
function showChoices() {
  const [game] = fields.game.selectedOptions;
  const online = fields.where.value === "online";
  for (const part of form.querySelectorAll("[data-for], [data-where]")) {
    part.hidden =
      ("where" in part.dataset && !online) ||
      ("for" in part.dataset && !part.dataset.for.split(" ").includes(fields.format.value));
  }
  fields.size.max = game.dataset.seats;
  for (const field of [fields.size, fields.fill]) {
    field.closest(".field").hidden ||= Number(game.dataset.seats) < 3;
  }
  const clocks = game.dataset.clocks.split(" ");
  for (const option of fields.clock.options) {
    option.hidden = option.disabled = !clocks.includes(option.dataset.kind);
  }
  if (fields.clock.selectedOptions[0]?.disabled) {
    fields.clock.value = [...fields.clock.options].find((option) => !option.disabled).value;
  }
}

function clock() {
  const [kind, first, second] = fields.clock.value.split(" ");
  if (kind === "countdown") return { kind, seconds: Number(first) };
  return kind === "fischer"
    ? { kind, minutes: Number(first), increment: Number(second) }
    : { kind };
}

/** The number in a field; undefined where it is not shown, or empty. */
function number(input) {
  return input.closest("[hidden]") || input.value === "" ? undefined : Number(input.value);
}

async function announce() {
  const online = fields.where.value === "online";
  const body = {
    name: fields.name.value,
    game: fields.game.value,
    format: fields.format.value,
    join: fields.join.checked,
    online,
    automatic: online && fields.automatic.checked,
  };
  for (const name of ["size", "lives", "rounds", "cycles", "minutes"]) {
    body[name] = number(fields[name]);
  }
  if (!fields.seeding.closest("[hidden]")) body.seeding = fields.seeding.value;
  if (!fields.fill.closest("[hidden]")) body.fill = fields.fill.value || null;
  if (online) Object.assign(body, { clock: clock(), no_show: number(fields.no_show) });
  const { id } = await api.post("/tournaments", body);
  setPreference(GAME, body.game);
  location.assign(`/tournament/${id}`);
}

async function goOn() {
  const [file] = importing.elements.file.files;
  if (!file) throw new Error(say("Choose a file first."));
  const { id } = await api.send("/tournaments/import", file, "application/json");
  location.assign(`/tournament/${id}`);
}

form.addEventListener("change", showChoices);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  whileBusy(form.querySelector(".button"), form.querySelector(".fault"), announce);
});
importing.addEventListener("submit", (event) => {
  event.preventDefault();
  whileBusy(importing.querySelector(".button"), importing.querySelector(".fault"), goOn);
});
const last = [...fields.game.options].find(({ value }) => value === preference(GAME, ""));
if (last) last.selected = true;
showChoices();
