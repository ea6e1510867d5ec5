/**
 * SHA-256, as crypto.subtle is not there for pages that come over plain HTTP, as on a network at
 * home.
 */

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

/** @type {{ start: number[], rounds: number[] } | null} */
let known = null; // made when first needed: most pages never hash

/** The words that a hash begins with, and one for each round. */
function constants() {
  known ??= {
    start: primes(8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: primes(64).map((prime) => fraction(Math.cbrt(prime))),
  };
  return known;
}

/**
 * @param {number} word
 * @param {number} by
 */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The text's bytes in blocks of 16 words, filled up with a one, zeros, and the length in bits.
 * @param {string} text
 */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array(16 * Math.ceil((bytes.length + 9) / 64));
  for (const [at, byte] of [...bytes, 0x80].entries()) {
    words[at >> 2] |= byte << (24 - 8 * (at & 3));
  }
  words[words.length - 1] = 8 * bytes.length;
  return words;
}

/**
 * @param {number[]} hash
 * @param {Int32Array} block
 */
function compressed(hash, block) {
  const words = new Int32Array(64);
  words.set(block);
  for (let at = 16; at < 64; at += 1) {
    const [near, far] = [words[at - 2], words[at - 15]];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[at] =
      words[at - 16] + small + words[at - 7] + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
  }
  const { rounds } = constants();
  let [a, b, c, d, e, f, g, h] = hash;
  for (const [at, word] of words.entries()) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[at] + word) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + hash[at]) | 0);
}

/**
 * The hash of the text's UTF-8, in hexadecimal.
 * @param {string} text
 */
export function sha256(text) {
  const words = padded(text);
  let hash = constants().start;
  for (let at = 0; at < words.length; at += 16) {
    hash = compressed(hash, words.subarray(at, at + 16));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
