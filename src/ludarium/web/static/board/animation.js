/** How long things move, and whether they do. */

export const MOVE = 200;
export const FADE = 220;
const EASE = "cubic-bezier(0.25, 0.8, 0.3, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Animates an element between key frames, as a cut where the reader wants no motion. Gives a
 * promise of the end.
 */
export function animate(element, frames, { duration = MOVE, delay = 0 } = {}) {
  if (still.matches || !element.isConnected) return Promise.resolve();
  return element
    .animate(frames, { duration, delay, easing: EASE, fill: "backwards" })
    .finished.catch(() => {});
}
