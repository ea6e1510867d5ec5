/**
 * Soft short sounds, made on the spot. A browser lets a page sound only after its reader has
 * touched it.
 */

import { preference, setPreference } from "./preferences.js";

const VOLUME = 0.22;
/** @type {AudioContext | null} */
let context = null;

/** Lets sounds begin once the reader has touched the page. */
export function wakeSounds() {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { capture: true });
}

function wake() {
  if (!soundOn() || !window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

export function soundOn() {
  return preference("sound", true);
}

/** @param {boolean} on */
export function setSound(on) {
  setPreference("sound", on);
  if (on) wake();
}

/**
 * @typedef {"move" | "capture" | "turn" | "reveal" | "end" | "low"} SoundName
 * @typedef {object} Tone
 * @property {number} [at]
 * @property {number} [length]
 * @property {number} [loud]
 * @property {OscillatorType} [shape]
 * @property {number} [slide]
 */

/**
 * One tone: its pitch in Hz, when it begins and how long it rings in seconds.
 * @param {number} pitch
 * @param {Tone} [how]
 */
function tone(pitch, { at = 0, length = 0.25, loud = 1, shape = "sine", slide = 1 } = {}) {
  if (!context) return;
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(pitch * slide, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME * loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/**
 * A knock of wood on wood.
 * @param {number} pitch
 * @param {number} [at]
 * @param {number} [loud]
 */
function knock(pitch, at = 0, loud = 1) {
  tone(pitch, { at, length: 0.09, loud, shape: "triangle", slide: 0.55 });
  tone(pitch * 2.7, { at, length: 0.035, loud: 0.35 * loud });
}

const SOUNDS = {
  move: () => knock(310),
  capture: () => [knock(250), knock(360, 0.07, 0.7)],
  turn: () => [
    tone(587, { length: 0.35, loud: 0.4 }),
    tone(784, { at: 0.09, length: 0.4, loud: 0.4 }),
  ],
  reveal: () =>
    [0, 0.06, 0.12].map((at, step) =>
      tone(520 + 130 * step, { at, length: 0.2, loud: 0.35, shape: "triangle" }),
    ),
  end: () =>
    [523, 659, 784].map((pitch, step) => tone(pitch, { at: 0.13 * step, length: 0.6, loud: 0.4 })),
  low: () => [
    tone(880, { length: 0.12, loud: 0.35 }),
    tone(880, { at: 0.18, length: 0.12, loud: 0.35 }),
  ],
};

/**
 * Sounds one of "move", "capture", "turn", "reveal", "end", "low".
 * @param {SoundName} name
 */
export function sound(name) {
  if (!soundOn() || context?.state !== "running") return;
  SOUNDS[name]();
}
