/** Setting up a game: shows what the choices lead to, and opens the table. */

import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { setText } from "../shared/dom.js";
import { keepName } from "../shared/name-form.js";
import { playNowLinks } from "../shared/play-now.js";
import { counted, say } from "../shared/say.js";
import { newShare } from "../shared/share.js";
import { facts } from "../shared/table-summaries.js";
import { clockWords, Fault, readClock, showClock } from "./setup-clock.js";
import { Seats } from "./setup-seats.js";

const form = document.querySelector("[data-setup]");
const fields = form.elements;
const start = form.querySelector("[data-start]");
const seats = new Seats(form, changed);
const hands = document.createElement("div"); // in no page: the picture shows none
let board = null;
let pictured = "";

/** What POST /api/tables wants. Throws Fault. */
function readOptions() {
  const sit = seats.values.map((value) => (value === "open" ? null : value));
  const open = sit.includes(null);
  return {
    game: form.dataset.game,
    ruleset: fields.ruleset.value,
    seats: sit.length,
    sit,
    shuffle: seats.mixed,
    clock: readClock(form),
    takebacks: fields.takebacks.checked,
    repetition: fields.repetition ? fields.repetition.checked : true,
    watch: fields.watch.value,
    listed: open && fields.listed.value === "yes",
    invite: form.dataset.invite ?? null,
  };
}

/** The choices in one line. */
function summary() {
  const values = seats.values;
  const count = (wanted) => values.filter(wanted).length;
  const bots = count((value) => !["me", "open"].includes(value));
  const open = count((value) => value === "open");
  const mine = count((value) => value === "me");
  return facts(
    !mine && say("you only watch"),
    mine > 1 && counted("{n} person on this device", "{n} people on this device", mine),
    bots && counted("{n} bot", "{n} bots", bots),
    open && counted("{n} open seat", "{n} open seats", open),
    clockSummary(),
  );
}

function clockSummary() {
  try {
    return clockWords(readClock(form));
  } catch {
    return "";
  }
}

/** Shows everything that follows from the choices. */
function changed() {
  clearFaults();
  showClock(form);
  seats.show();
  const open = seats.values.includes("open");
  for (const part of form.querySelectorAll("[data-open-only]")) part.hidden = !open;
  setText(start, open ? say("Open the table") : say("Start the game"));
  setText(form.querySelector("[data-summary]"), summary());
  picture();
}

/** The first position of the game, for as many as play, seen from one's own seat. */
async function picture() {
  const mine = Math.max(0, seats.values.indexOf("me"));
  const query = new URLSearchParams({
    ruleset: fields.ruleset.value,
    seats: seats.count,
    viewer: seats.mixed ? 0 : mine,
  });
  if (pictured === String(query)) return;
  pictured = String(query);
  try {
    const scene = await api.get(`/games/${form.dataset.game}/scene?${query}`);
    if (pictured !== String(query)) return;
    board ??= new Board(form.querySelector("[data-preview]"), { place: () => hands });
    board.show(scene, { moves: false });
    seats.tell(scene.seats);
  } catch {
    pictured = ""; // the page works without its picture
  }
}

function clearFaults() {
  for (const fault of form.querySelectorAll("[data-fault]")) fault.textContent = "";
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
  }
}

function showFault(fault) {
  form.querySelector(`[data-fault=${fault.place}]`).textContent = fault.message;
  fault.input?.setAttribute("aria-invalid", "true");
  fault.input?.focus();
}

async function open() {
  const options = readOptions();
  const [first, ...others] = seats.guests;
  const name = first ?? fields.name;
  const shown = first || options.sit.includes(null);
  if (shown && !name.readOnly && name.value.trim() !== name.defaultValue) {
    await keepName(name.value);
  }
  const named = others.some((other) => other.value.trim());
  const shared = { ...options, share: newShare() };
  const table = named ? await openNamed(options, others) : await api.post("/tables", shared);
  location.assign(`/table/${table.id}`);
}

/**
 * Opens a table for people who share this device, each under a name: all but the first sit down one
 * by one.
 */
async function openNamed(options, others) {
  const mine = options.sit.indexOf("me");
  const sit = options.sit.map((value, at) => (value === "me" && at !== mine ? null : value));
  const table = await api.post("/tables", { ...options, sit, share: newShare() });
  const free = table.seats.filter((seat) => !seat.kind).map((seat) => seat.seat);
  const seats = options.shuffle
    ? shuffled(free)
    : free.filter((seat) => options.sit[seat] === "me");
  for (const [at, other] of others.entries()) {
    const body = { name: other.value.trim(), share: newShare() };
    await api.post(`/tables/${table.id}/seats/${seats[at]}`, body);
  }
  return table;
}

function shuffled(list) {
  const lots = new Map(list.map((one) => [one, Math.random()]));
  return list.toSorted((one, other) => lots.get(one) - lots.get(other));
}

form.addEventListener("input", changed);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearFaults();
  try {
    readOptions();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    showFault(fault);
    return;
  }
  whileBusy(start, form.querySelector("[data-fault=all]"), open);
});
playNowLinks();
addEventListener("pageshow", changed);
changed();
