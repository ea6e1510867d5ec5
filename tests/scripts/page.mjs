/** What modules find of a browser, in tests. */

/** A store like localStorage. */
export function store() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
    clear: () => kept.clear(),
  };
}

/** The address of a script, to import. */
export const script = (path) =>
  new URL(`../../src/ludarium/web/static/${path}`, import.meta.url).href;
