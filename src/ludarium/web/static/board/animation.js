/** How long things move, and whether they do. */

export const MOVE = 200;
export const FADE = 220;
const EASE = "cubic-bezier(0.25, 0.8, 0.3, 1)";

/** Whether the reader wants no motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Animates an element between key frames, as a cut where the reader wants no motion. Gives a
 * promise of the end.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {{ duration?: number, delay?: number }} [times]
 * @returns {Promise<unknown>}
 */
export function animate(element, frames, { duration = MOVE, delay = 0 } = {}) {
  if (isStill() || !element.isConnected) return Promise.resolve();
  return element
    .animate(frames, { duration, delay, easing: EASE, fill: "backwards" })
    .finished.catch(() => {});
}
