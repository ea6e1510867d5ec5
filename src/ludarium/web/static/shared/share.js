/** A player's share of throws: random digits that the server cannot choose. */

/** 32 random hexadecimal digits. */
export function newShare() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
