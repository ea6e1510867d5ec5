/**
 * Pictures larger than their frame: zoomed by buttons, by + - 0, by the wheel with Ctrl, and by two
 * fingers.
 */

import { elementOf, maybe } from "../shared/dom.js";

const [LEAST, MOST, STEP] = [0.2, 4, 1.25];
let fingers = 0; // how far two fingers are apart

/** @param {ParentNode} frame */
const pictureIn = (frame) => maybe("img", HTMLImageElement, frame);

/** @param {HTMLImageElement} picture */
const zoomOf = (picture) => Number(picture.dataset.zoom ?? 1);

/** @type {Record<string, string>} */
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "whole" };

/**
 * The zoom at which all of the picture is seen.
 * @param {HTMLElement} frame
 * @param {HTMLImageElement} picture
 */
function whole(frame, picture) {
  const height = Math.min(frame.clientHeight, window.innerHeight * 0.8);
  return Math.min(1, frame.clientWidth / picture.naturalWidth, height / picture.naturalHeight);
}

/** @param {HTMLImageElement} picture */
function draw(picture) {
  if (picture.dataset.zoom && picture.naturalWidth) {
    picture.style.width = `${picture.naturalWidth * zoomOf(picture)}px`;
  }
}

/**
 * Shows the picture at this zoom; what is at (x, y) of the frame stays there.
 * @param {HTMLElement} frame
 * @param {number} zoom
 * @param {number} [x]
 * @param {number} [y]
 */
function zoomTo(frame, zoom, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
  const picture = pictureIn(frame);
  if (!picture?.naturalWidth) return;
  const [before, after] = [zoomOf(picture), Math.min(MOST, Math.max(LEAST, zoom))];
  const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
  picture.dataset.zoom = String(after);
  draw(picture);
  frame.scrollTo(left * after - x, top * after - y);
}

/**
 * @param {HTMLElement} frame
 * @param {string | undefined} what
 */
function act(frame, what) {
  const picture = pictureIn(frame);
  if (!picture) return;
  if (what === "in") zoomTo(frame, zoomOf(picture) * STEP);
  else if (what === "out") zoomTo(frame, zoomOf(picture) / STEP);
  else zoomTo(frame, whole(frame, picture));
}

/**
 * Lets frames within this element be zoomed, now and when they are replaced.
 * @param {HTMLElement} root
 */
export function allowZoom(root) {
  /** @param {Event} event */
  const frameOf = (event) => {
    const found = elementOf(event.target)?.closest(".bracket-frame");
    return found instanceof HTMLElement ? found : null;
  };
  root.addEventListener("click", (event) => {
    const button = elementOf(event.target)?.closest("button[data-zoom]");
    if (!button) return;
    const frame = document.getElementById(button.getAttribute("aria-controls") ?? "");
    if (frame) act(frame, button.getAttribute("data-zoom") ?? "");
  });
  root.addEventListener("keydown", (event) => {
    const what = KEYS[event.key];
    const frame = frameOf(event);
    if (!what || !frame || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act(frame, what);
  });
  root.addEventListener(
    "wheel",
    (event) => {
      const frame = frameOf(event);
      if (!frame || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      const picture = pictureIn(frame);
      if (!picture) return;
      zoomTo(
        frame,
        zoomOf(picture) * Math.exp(-event.deltaY / 300),
        event.clientX - left,
        event.clientY - top,
      );
    },
    { passive: false },
  );
  root.addEventListener(
    "touchmove",
    (event) => {
      const frame = frameOf(event);
      if (!frame || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const { left, top } = frame.getBoundingClientRect();
      const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
      const picture = pictureIn(frame);
      if (fingers && picture) {
        zoomTo(frame, (zoomOf(picture) * apart) / fingers, x - left, y - top);
      }
      fingers = apart;
    },
    { passive: false },
  );
  for (const type of ["touchstart", "touchend", "touchcancel"]) {
    const forget = () => {
      fingers = 0;
    };
    root.addEventListener(type, forget, { passive: true });
  }
}

/**
 * Keeps the old picture, as it is scrolled and zoomed, until the new one has come.
 * @param {Element} oldFrame
 * @param {Element} newFrame
 */
export function keepPicture(oldFrame, newFrame) {
  const [picture, fresh] = [pictureIn(oldFrame), newFrame.querySelector("img")];
  if (!picture || !fresh) return;
  const { src } = fresh;
  fresh.replaceWith(picture);
  if (picture.src === src) return;
  picture.dataset.next = src;
  const next = new Image();
  next.addEventListener("load", () => {
    if (picture.dataset.next !== src) return;
    picture.addEventListener("load", () => draw(picture), { once: true });
    picture.src = src;
  });
  next.src = src;
}
