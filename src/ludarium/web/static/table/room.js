/**
 * The room that a phone held upright has for the board. The end of a game, with what comes after
 * it, leaves the board as it is.
 */

import { need } from "../shared/dom.js";

const GAP = 8; // CSS pixels between two parts of the page

/**
 * Tells the style of the table how high the parts around the board are.
 * @param {HTMLElement} table
 */
export function leaveRoom(table) {
  const names = [".top", ".far", ".strip", ".near", ".notice-place", ".actions"];
  const parts = names.map((name) => need(name));
  let width = 0; // of the window in which the game was played
  const tell = () => {
    const over = document.body.dataset.status === "over";
    if (over && width === innerWidth) return;
    width = over ? 0 : innerWidth;
    const heights = parts.map(heightOf).filter(Boolean);
    const others = heights.reduce((sum, height) => sum + height + GAP, 0);
    table.style.setProperty("--others", `${others}px`);
  };
  const observer = new ResizeObserver(tell);
  for (const one of parts) observer.observe(one);
}

/**
 * The height that a part takes from the others: none where it lies over another.
 * @param {HTMLElement} part
 */
function heightOf(part) {
  return part.offsetHeight + Math.min(0, parseFloat(getComputedStyle(part).marginBottom));
}
