/**
 * The page's title and icon, which tell what waits for the reader while another page is looked at.
 */

import { setAttribute } from "./dom.js";

const DOT =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' " +
  "rx='15' fill='#17695f'/>" +
  "<circle cx='32' cy='32' r='18' fill='#e3a437' stroke='#fbf4e2' stroke-width='5'/></svg>";
let call = "";
let waits = false;
let turns = 0;
/** @type {string | null} */
let title = null;
/** @type {{ title: string, icon: Element | null, href: string | null | undefined } | null} */
let plain = null;

/** The title and icon that the page came with. */
function original() {
  const icon = plain ? plain.icon : document.querySelector("link[rel~=icon]");
  plain ??= { title: document.title, icon, href: icon?.getAttribute("href") };
  return plain;
}

/**
 * Says what the page shows, and whether it waits for the reader.
 * @param {string} text
 * @param {boolean} [yours]
 */
export function nameTab(text, yours = false) {
  [title, waits] = [text, yours];
  show();
}

/**
 * Says what calls the reader elsewhere, before the page's own title; nothing where it is empty.
 * @param {string} text
 */
export function callInTab(text) {
  call = text;
  show();
}

/**
 * Says how many games wait for the reader elsewhere.
 * @param {number} number
 */
export function countInTab(number) {
  turns = number;
  show();
}

function show() {
  const { icon, href, title: first } = original();
  const own = title ?? first;
  const named = call ? `${call} - ${own}` : own;
  const whole = turns ? `(${turns}) ${named}` : named;
  if (document.title !== whole) document.title = whole;
  const marked = waits || call !== "" || turns > 0;
  if (icon) {
    setAttribute(icon, "href", marked ? `data:image/svg+xml,${encodeURIComponent(DOT)}` : href);
  }
  // of an installed page; browsers without badges have no such function
  const number = turns + Number(waits) + Number(call !== "");
  const done = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // a browser may refuse
}
