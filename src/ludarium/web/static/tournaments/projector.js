/**
 * The wall: what does not fit is shown page by page, in whole rows; a large bracket window by
 * window, after tables and standings; then the boards that are being played on, or who has won.
 */

import { all, maybe, need } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { LivingBoards } from "./living-boards.js";

const EVERY = 8000; // milliseconds that a page is shown
const LETTER = 0.021; // height of letters that are read from ten metres, of the screen's
const LETTERS = 14; // their height in the picture of a bracket
const WHOLE = 0.75; // of LETTER: smaller letters, where these let the bracket be seen whole
const BOARDS = 3; // that are shown at once

/**
 * A part of the picture of a bracket: left, top, scale, width, height.
 * @typedef {[number, number, number, number, number]} Window
 */

/**
 * The pages of a pane: runs of rows that fit, as lists.
 * @param {HTMLElement} pane
 */
function pagesOf(pane) {
  const rows = all(".wall-row, tbody tr, .wall-people > li", HTMLElement, pane);
  for (const row of rows) row.hidden = false;
  if (!rows.length) return [];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const rest = pane.querySelector(".wall-byes")?.getBoundingClientRect().height ?? 0;
  const room = pane.getBoundingClientRect().bottom - boxes[0].top - rest;
  if (boxes[boxes.length - 1].bottom - boxes[0].top <= room) return [rows];
  const mark = 1.8 * Number.parseFloat(getComputedStyle(need(".wall")).fontSize);
  /** @type {HTMLElement[]} */
  let page = [];
  const pages = [page];
  let top = boxes[0].top;
  for (const [at, row] of rows.entries()) {
    if (page.length && boxes[at].bottom - top > room - mark) {
      page = [];
      pages.push(page);
      top = boxes[at].top;
    }
    page.push(row);
  }
  return pages;
}

/**
 * Shows one page of a pane, and which it is.
 * @param {HTMLElement} pane
 * @param {HTMLElement[][]} pages
 * @param {number} number
 */
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

class Projector {
  #wall = need(".wall");
  #columns = need(".wall-columns", HTMLElement, this.#wall);
  #bracket = maybe("#bracket", HTMLElement, this.#wall);
  #boards = need("#boards", HTMLElement, this.#wall);
  #final = need("#final", HTMLElement, this.#wall);
  #living = new LivingBoards(this.#boards);
  #large = matchMedia("(min-width: 641px)"); // on a phone the page scrolls
  #step = 0;
  /** @type {{ left: number, top: number, playing: boolean }[]} */
  #boxes = []; // of the matches in the picture of the bracket
  #layout = { column: 0, row: 0, top: 0, margin: 0 }; // of that picture, as it says itself
  /** Shows anew what has been replaced, without listening to what it does itself. */
  #observer = new MutationObserver(() => this.#refresh());

  /** Begins to turn pages. */
  start() {
    this.#refresh();
    setInterval(() => {
      this.#step += 1;
      this.#refresh();
    }, EVERY);
    addEventListener("resize", () => this.#refresh());
    const bracket = this.#bracket;
    if (!bracket) return;
    bracket.addEventListener("load", () => this.#findBoxes(bracket), true);
    this.#findBoxes(bracket);
  }

  /**
   * The windows through which the bracket is shown; none where there is no picture yet. Each
   * overlaps the one above it by a row, so that every box is whole in one of them. Where matches
   * are being played, only windows that have one are shown.
   * @param {HTMLElement | null} bracket
   * @returns {Window[]}
   */
  #windowsOf(bracket) {
    const picture = bracket && maybe("img", HTMLImageElement, bracket);
    if (!bracket || !picture?.naturalWidth || !this.#boxes.length) return [];
    const { naturalWidth: width, naturalHeight: height } = picture;
    const { column, row: high, top: above, margin } = this.#layout;
    const [roomX, roomY] = [
      this.#columns.clientWidth || bracket.clientWidth,
      this.#columns.clientHeight || bracket.clientHeight,
    ];
    const fit = Math.min(roomX / width, roomY / height);
    const readable = (window.innerHeight * LETTER) / LETTERS;
    if (fit >= WHOLE * readable) return [[0, 0, Math.min(fit, readable), width, height]];
    const across = Math.max(1, Math.floor(roomX / readable / column));
    const down = Math.max(2, Math.floor((roomY / readable - above) / high));
    /** @type {{ window: Window, playing: boolean }[]} */
    const found = [];
    for (let row = 0; row === 0 || above + (row + 1) * high < height - margin; row += down - 1) {
      const top = row && above + row * high;
      const bottom = above + (row + down) * high;
      for (let left = 0; left < width - 2 * margin; left += across * column) {
        const inside = this.#boxes.filter(
          (box) =>
            box.left >= left &&
            box.left < left + across * column &&
            box.top >= top &&
            box.top + high - margin < bottom,
        );
        /** @type {Window} */
        const window = [left, top, readable, across * column + margin - 2, bottom - top];
        if (inside.length) found.push({ window, playing: inside.some((box) => box.playing) });
      }
    }
    const played = found.filter((one) => one.playing);
    return (played.length ? played : found).map((one) => one.window);
  }

  /**
   * Reads where the matches are in the picture.
   * @param {HTMLElement} bracket
   */
  async #findBoxes(bracket) {
    const answer = await fetch(need("img", HTMLImageElement, bracket).src);
    if (!answer.ok) return;
    const picture = new DOMParser().parseFromString(
      (await answer.text()).replace(/<style>.*?<\/style>/s, ""),
      "image/svg+xml",
    );
    const { column, row, top, margin } = picture.documentElement.dataset;
    this.#layout = {
      column: Number(column),
      row: Number(row),
      top: Number(top),
      margin: Number(margin),
    };
    this.#boxes = all("[data-match]", SVGElement, picture).map(({ dataset }) => {
      return {
        left: Number(dataset.left),
        top: Number(dataset.top),
        playing: dataset.state === "playing",
      };
    });
    this.#refresh();
  }

  /** The games that are being played at live tables, as many at a time as are shown at once. */
  #gamesShown() {
    const rows = all("#tables [data-live]", HTMLElement, this.#wall);
    const games = rows.map(({ dataset: { table, live = "" } }) => ({ table, live }));
    const scenes = [];
    for (let at = 0; at < games.length; at += BOARDS) scenes.push(games.slice(at, at + BOARDS));
    return scenes;
  }

  #show() {
    const [bracket, boards, final] = [this.#bracket, this.#boards, this.#final];
    this.#wall.classList.toggle("paged", this.#large.matches);
    const games = this.#gamesShown();
    if (!this.#large.matches) {
      for (const row of all("[hidden]", HTMLElement, this.#wall)) row.hidden = false;
      boards.hidden = !games.length;
      final.hidden = true;
      this.#living.show(games[0] ?? []);
      return;
    }
    for (const scene of [bracket, boards, final]) if (scene) scene.hidden = true;
    this.#columns.hidden = false;
    const panes = all(":scope > *", HTMLElement, this.#columns).map((pane) => ({
      pane,
      pages: pagesOf(pane),
    }));
    const pictures = this.#windowsOf(bracket);
    const first = Math.max(1, ...panes.map(({ pages }) => pages.length));
    const last = final.children.length ? 1 : games.length;
    this.#step %= first + pictures.length + last;
    const step = this.#step;
    for (const { pane, pages } of panes) if (pages.length) turn(pane, pages, step % pages.length);
    if (step < first) return;
    this.#columns.hidden = true;
    if (bracket && step < first + pictures.length) showWindow(bracket, pictures[step - first]);
    else if (final.children.length) final.hidden = false;
    else {
      boards.hidden = false;
      this.#living.show(games[step - first - pictures.length]);
    }
  }

  #refresh() {
    this.#observer.disconnect();
    this.#show();
    for (const part of this.#wall.querySelectorAll("[data-fresh]")) {
      this.#observer.observe(part, { childList: true, subtree: true });
    }
  }
}

/**
 * Shows a part of the bracket.
 * @param {HTMLElement} bracket
 * @param {Window} part
 */
function showWindow(bracket, [left, top, scale, width, height]) {
  bracket.hidden = false;
  Object.assign(bracket.style, { width: `${width * scale}px`, height: `${height * scale}px` });
  const picture = need("img", HTMLImageElement, bracket);
  picture.style.width = `${picture.naturalWidth * scale}px`;
  picture.style.transform = `translate(${-left * scale}px, ${-top * scale}px)`;
}

/** Begins the wall. */
export function startProjector() {
  new Projector().start();
}
