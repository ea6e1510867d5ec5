/**
 * The wall: what does not fit is shown page by page, in whole rows; a large bracket window by
 * window, after tables and standings; then the boards that are being played on, or who has won.
 */

import { say } from "../shared/say.js";
import { LivingBoards } from "./living-boards.js";

const EVERY = 8000; // milliseconds that a page is shown
const LETTER = 0.021; // height of letters that are read from ten metres, of the screen's
const LETTERS = 14; // their height in the picture of a bracket
const WHOLE = 0.75; // of LETTER: smaller letters, where these let the bracket be seen whole
const BOARDS = 3; // that are shown at once

const wall = document.querySelector(".wall");
const columns = wall.querySelector(".wall-columns");
const bracket = wall.querySelector("#bracket");
const boards = wall.querySelector("#boards");
const final = wall.querySelector("#final");
const living = new LivingBoards(boards);
const large = matchMedia("(min-width: 641px)"); // on a phone the page scrolls
let step = 0;
let boxes = []; // of the matches in the picture of the bracket
let layout = {}; // of that picture, as it says itself

/** The pages of a pane: runs of rows that fit, as lists. */
function pagesOf(pane) {
  const rows = [...pane.querySelectorAll(".wall-row, tbody tr, .wall-people > li")];
  for (const row of rows) row.hidden = false;
  if (!rows.length) return [];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const rest = pane.querySelector(".wall-byes")?.getBoundingClientRect().height ?? 0;
  const room = pane.getBoundingClientRect().bottom - boxes[0].top - rest;
  if (boxes.at(-1).bottom - boxes[0].top <= room) return [rows];
  const mark = 1.8 * Number.parseFloat(getComputedStyle(wall).fontSize);
  const pages = [[]];
  let top = boxes[0].top;
  for (const [at, row] of rows.entries()) {
    if (pages.at(-1).length && boxes[at].bottom - top > room - mark) {
      pages.push([]);
      top = boxes[at].top;
    }
    pages.at(-1).push(row);
  }
  return pages;
}

/** Shows one page of a pane, and which it is. */
function turn(pane, pages, number) {
  for (const [at, rows] of pages.entries()) for (const row of rows) row.hidden = at !== number;
  let mark = pane.querySelector(".wall-page");
  if (!mark) {
    mark = document.createElement("p");
    mark.className = "wall-page";
    pane.append(mark);
  }
  mark.textContent =
    pages.length > 1 ? say("{number} of {all}", { number: number + 1, all: pages.length }) : "";
}

/**
 * The windows through which the bracket is shown, as [left, top, scale, width, height]; none where
 * there is no picture yet. Each overlaps the one above it by a row, so that every box is whole in
 * one of them. Where matches are being played, only windows that have one are shown.
 */
function windowsOf(picture) {
  if (!picture?.naturalWidth || !boxes.length) return [];
  const { naturalWidth: width, naturalHeight: height } = picture;
  const { column, row: high, top: above, margin } = layout;
  const [roomX, roomY] = [
    columns.clientWidth || bracket.clientWidth,
    columns.clientHeight || bracket.clientHeight,
  ];
  const fit = Math.min(roomX / width, roomY / height);
  const readable = (window.innerHeight * LETTER) / LETTERS;
  if (fit >= WHOLE * readable) return [[0, 0, Math.min(fit, readable), width, height]];
  const across = Math.max(1, Math.floor(roomX / readable / column));
  const down = Math.max(2, Math.floor((roomY / readable - above) / high));
  const found = [];
  for (let row = 0; row === 0 || above + (row + 1) * high < height - margin; row += down - 1) {
    const top = row && above + row * high;
    const bottom = above + (row + down) * high;
    for (let left = 0; left < width - 2 * margin; left += across * column) {
      const inside = boxes.filter(
        (box) =>
          box.left >= left &&
          box.left < left + across * column &&
          box.top >= top &&
          box.top + high - margin < bottom,
      );
      const window = [left, top, readable, across * column + margin - 2, bottom - top];
      if (inside.length) found.push({ window, playing: inside.some((box) => box.playing) });
    }
  }
  const played = found.filter((one) => one.playing);
  return (played.length ? played : found).map((one) => one.window);
}

/** Reads where the matches are in the picture. */
async function findBoxes() {
  const answer = await fetch(bracket.querySelector("img").src);
  if (!answer.ok) return;
  const picture = new DOMParser().parseFromString(
    (await answer.text()).replace(/<style>.*?<\/style>/s, ""),
    "image/svg+xml",
  );
  const { column, row, top, margin } = picture.documentElement.dataset;
  layout = { column: Number(column), row: Number(row), top: Number(top), margin: Number(margin) };
  boxes = [...picture.querySelectorAll("[data-match]")].map(({ dataset }) => {
    return {
      left: Number(dataset.left),
      top: Number(dataset.top),
      playing: dataset.state === "playing",
    };
  });
  refresh();
}

/** The games that are being played at live tables, as many at a time as are shown at once. */
function gamesShown() {
  const rows = [...wall.querySelectorAll("#tables [data-live]")];
  const games = rows.map(({ dataset }) => ({ table: dataset.table, live: dataset.live }));
  const scenes = [];
  for (let at = 0; at < games.length; at += BOARDS) scenes.push(games.slice(at, at + BOARDS));
  return scenes;
}

function show() {
  wall.classList.toggle("paged", large.matches);
  const games = gamesShown();
  if (!large.matches) {
    for (const row of wall.querySelectorAll("[hidden]")) row.hidden = false;
    boards.hidden = !games.length;
    final.hidden = true;
    living.show(games[0] ?? []);
    return;
  }
  for (const scene of [bracket, boards, final]) if (scene) scene.hidden = true;
  columns.hidden = false;
  const panes = [...columns.children].map((pane) => [pane, pagesOf(pane)]);
  const pictures = windowsOf(bracket?.querySelector("img"));
  const first = Math.max(1, ...panes.map(([, pages]) => pages.length));
  const last = final.children.length ? 1 : games.length;
  step %= first + pictures.length + last;
  for (const [pane, pages] of panes) if (pages.length) turn(pane, pages, step % pages.length);
  if (step < first) return;
  columns.hidden = true;
  if (step < first + pictures.length) showWindow(pictures[step - first]);
  else if (final.children.length) final.hidden = false;
  else {
    boards.hidden = false;
    living.show(games[step - first - pictures.length]);
  }
}

/** Shows a part of the bracket. */
function showWindow([left, top, scale, width, height]) {
  bracket.hidden = false;
  Object.assign(bracket.style, { width: `${width * scale}px`, height: `${height * scale}px` });
  const picture = bracket.querySelector("img");
  picture.style.width = `${picture.naturalWidth * scale}px`;
  picture.style.transform = `translate(${-left * scale}px, ${-top * scale}px)`;
}

/** Shows anew what has been replaced, without listening to what it does itself. */
const observer = new MutationObserver(refresh);
function refresh() {
  observer.disconnect();
  show();
  for (const part of wall.querySelectorAll("[data-fresh]")) {
    observer.observe(part, { childList: true, subtree: true });
  }
}

refresh();
setInterval(() => {
  step += 1;
  refresh();
}, EVERY);
addEventListener("resize", refresh);
if (bracket) {
  bracket.addEventListener("load", findBoxes, true);
  findBoxes();
}
