/**
 * The list of the reader's games and their boards as they were last seen, kept in this browser for
 * when there is no network. Signing out deletes it.
 */

const CACHE = "pages"; // the service worker's, so that all goes at once
const LIST = "/kept/games";
/** @param {string} id */
const boardOf = (id) => `/kept/board/${id}`;

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T | null>}
 */
async function kept(path) {
  try {
    const cache = await caches.open(CACHE);
    return (await (await cache.match(path))?.json()) ?? null;
  } catch {
    return null; // a browser may keep nothing, and does not where a page is not secure
  }
}

/**
 * @param {string} path
 * @param {unknown} data
 */
async function keep(path, data) {
  try {
    const headers = { "content-type": "application/json" };
    await (await caches.open(CACHE)).put(path, new Response(JSON.stringify(data), { headers }));
  } catch {
    // likewise
  }
}

/**
 * The first games as they were last told, with `kept`: when, in ms since 1970; null without.
 * @type {() => Promise<(OwnGamesList & { kept: number }) | null>}
 */
export const keptGames = () => kept(LIST);

/**
 * Keeps the first games, and of the boards only theirs.
 * @param {OwnGamesList} told
 */
export async function keepGames(told) {
  await keep(LIST, { ...told, kept: Date.now() });
  const wanted = new Set(told.games.map((game) => boardOf(game.id)));
  try {
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(boardOf("")) && !wanted.has(pathname)) await cache.delete(request);
    }
  } catch {
    // likewise
  }
}

/**
 * A table's scene as it was last seen; null where it was not.
 * @type {(id: string) => Promise<Scene | null>}
 */
export const keptScene = (id) => kept(boardOf(id));

/**
 * @param {string} id
 * @param {Scene} scene
 */
export const keepScene = (id, scene) => keep(boardOf(id), scene);
