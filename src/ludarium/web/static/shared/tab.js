/**
 * The page's title and icon, which tell what waits for the reader while another page is looked at.
 */

import { setAttribute } from "./dom.js";

const ICON = document.querySelector("link[rel~=icon]");
const PLAIN = ICON?.getAttribute("href");
const DOT =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' " +
  "rx='15' fill='#17695f'/>" +
  "<circle cx='32' cy='32' r='18' fill='#e3a437' stroke='#fbf4e2' stroke-width='5'/></svg>";
let [title, call] = [document.title, ""];
let waits = false;
let turns = 0;

/** Says what the page shows, and whether it waits for the reader. */
export function nameTab(text, yours = false) {
  [title, waits] = [text, yours];
  show();
}

/** Says what calls the reader elsewhere, before the page's own title; nothing where it is empty. */
export function callInTab(text) {
  call = text;
  show();
}

/** Says how many games wait for the reader elsewhere. */
export function countInTab(number) {
  turns = number;
  show();
}

function show() {
  const named = call ? `${call} - ${title}` : title;
  const whole = turns ? `(${turns}) ${named}` : named;
  if (document.title !== whole) document.title = whole;
  const marked = waits || call !== "" || turns > 0;
  if (ICON) {
    setAttribute(ICON, "href", marked ? `data:image/svg+xml,${encodeURIComponent(DOT)}` : PLAIN);
  }
  // of an installed page; browsers without badges have no such function
  const number = turns + Number(waits) + Number(call !== "");
  const done = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // a browser may refuse
}
