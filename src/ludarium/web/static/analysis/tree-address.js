/** A tree of moves in the fragment of an address: compressed, and never sent to a server. */

export const LONGEST = 1800; // signs, as messengers break longer addresses
const MOST_BYTES = 512 * 1024; // unpacked, whatever somebody packed

/**
 * The positions as text for an address.
 * @param {StudyPosition[]} positions
 */
export async function packed(positions) {
  const bytes = new TextEncoder().encode(JSON.stringify(positions));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const all = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from(all, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The positions in such a text. Throws where there are none.
 * @param {string} text
 * @returns {Promise<StudyPosition[]>}
 */
export async function unpacked(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const chunks = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError("too much");
    chunks.push(value);
  }
  return JSON.parse(await new Blob(chunks).text());
}
