import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const STATIC = new URL("../../src/ludarium/web/static/", import.meta.url);
const ENTRIES = ["pages", "worker"]; // folders of modules that do something when they are loaded

/** The paths of all modules but the entries. */
function modules() {
  const paths = readdirSync(fileURLToPath(STATIC), { recursive: true }).map(String);
  return paths.filter((path) => path.endsWith(".js") && !ENTRIES.includes(path.split("/")[0]));
}

test("no module does anything when it is imported", async () => {
  assert.equal(typeof globalThis.document, "undefined");
  assert.equal(typeof globalThis.window, "undefined");
  const before = Object.keys(globalThis);
  const paths = modules();
  assert.ok(paths.length > 90);
  for (const path of paths) await import(new URL(path, STATIC).href);
  assert.deepEqual(Object.keys(globalThis), before);
});

test("each entry only imports, and calls what it imported", async () => {
  const { readFile } = await import("node:fs/promises");
  for (const path of readdirSync(fileURLToPath(new URL("pages/", STATIC)))) {
    const text = await readFile(new URL(`pages/${path}`, STATIC), "utf-8");
    const lines = text.split("\n").filter((line) => line && !line.startsWith("/**"));
    const imported = lines.flatMap((line) => /^import \{ (\w+) \} from /.exec(line)?.[1] ?? []);
    assert.ok(imported.length > 0, path);
    assert.equal(lines.length, 2 * imported.length, path);
    for (const name of imported) assert.ok(lines.includes(`${name}();`), path);
  }
});
