import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { openPage, settled, stopTime } from "./page.mjs";

/** A WebSocket without a network. */
class FakeSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static made = [];
  readyState = FakeSocket.CONNECTING;
  sent = [];

  constructor(address) {
    super();
    this.address = address;
    FakeSocket.made.push(this);
  }

  static get last() {
    return FakeSocket.made.at(-1);
  }

  opens() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  says(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  breaks(code = 1006) {
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = FakeSocket.CLOSED;
  }
}

globalThis.WebSocket = FakeSocket;
const { TableSocket } = await import("../../src/ludarium/web/static/shared/socket.js");
const MOVE = { ply: 0, seat: 0, move: "e5/3f5" };
let heard = [];
let states = [];
let socket;
let page;
let time;

beforeEach(() => {
  page = openPage({ lang: "cs", path: "/table/k3v9q2ma" }); // to which no earlier socket listens
  time = stopTime();
  [heard, states, FakeSocket.made] = [[], [], []];
  socket = new TableSocket("/tables/k3v9q2ma/watch?scene=1", {
    onMessage: (message) => heard.push(message),
    onState: (state) => states.push(state),
  });
});

afterEach(() => time.start());

test("it speaks the language of the page, over an encrypted connection", () => {
  const address = "wss://play.example/api/tables/k3v9q2ma/watch?scene=1&language=cs";
  assert.equal(FakeSocket.last.address, address);
});

test("messages are heard, pings are not told", () => {
  FakeSocket.last.opens();
  FakeSocket.last.says({ type: "table", table: {} });
  FakeSocket.last.says({ type: "ping" });
  assert.deepEqual(heard, [{ type: "table", table: {} }]);
  assert.deepEqual(states, ["open", "open"]);
});

test("a broken connection is opened again, later and later, until it stands", () => {
  const waits = [300, 700, 1500, 3000, 6000, 10_000, 10_000];
  for (const [at, wait] of waits.entries()) {
    FakeSocket.last.breaks();
    assert.equal(states.at(-1), "lost");
    time.pass(0.8 * wait - 1);
    assert.equal(FakeSocket.made.length, at + 1, "sooner than told");
    time.pass(0.4 * wait + 2);
    assert.equal(FakeSocket.made.length, at + 2, "later than told");
  }
  FakeSocket.last.opens();
  FakeSocket.last.says({ type: "ping" });
  FakeSocket.last.breaks();
  time.pass(361);
  assert.equal(FakeSocket.made.length, waits.length + 2); // soon, as at first
});

test("where there is no use in trying again, it says so and rests", () => {
  for (const [code, state] of [
    [4403, "forbidden"],
    [4404, "unknown"],
  ]) {
    socket.open();
    const { length } = FakeSocket.made;
    FakeSocket.last.breaks(code);
    assert.equal(states.at(-1), state);
    time.pass(60_000);
    assert.equal(FakeSocket.made.length, length);
  }
});

test("a connection over which nothing comes counts as broken", () => {
  FakeSocket.last.opens();
  for (let seconds = 0; seconds < 120; seconds += 15) {
    time.pass(15_000);
    FakeSocket.last.says({ type: "ping" });
  }
  assert.equal(FakeSocket.made.length, 1);
  time.pass(60_000);
  assert.ok(states.includes("lost"));
  time.pass(1000);
  assert.ok(FakeSocket.made.length > 1);
});

test("what an earlier connection says late is not heard", () => {
  const [first] = FakeSocket.made;
  first.opens();
  socket.open("/tables/k3v9q2ma/watch?viewer=1");
  first.says({ type: "table", table: {} });
  first.breaks();
  assert.deepEqual(heard, []);
  assert.deepEqual(states, []);
  assert.match(FakeSocket.last.address, /viewer=1/);
});

test("a network that is back, or a page that is looked at again, tries at once", () => {
  FakeSocket.last.breaks();
  page.window.dispatchEvent(new Event("online"));
  assert.equal(FakeSocket.made.length, 2);
  FakeSocket.last.opens();
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.made.length, 2); // it stands, and has just been heard
  time.pass(21_000);
  page.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.made.length, 3);
  page.window.dispatchEvent(new Event("offline"));
  assert.equal(states.at(-1), "lost");
});

test("moves are answered by their numbers", async () => {
  assert.equal(socket.move(MOVE), null); // not open yet
  FakeSocket.last.opens();
  const [first, second] = [socket.move(MOVE), socket.move({ ...MOVE, ply: 2 })];
  assert.deepEqual(FakeSocket.last.sent[0], { type: "move", id: 1, ...MOVE });
  FakeSocket.last.says({ type: "refused", id: 2, error: "Not now.", code: "not-now" });
  FakeSocket.last.says({ type: "moved", id: 1, version: 3, ply: 1 });
  assert.equal((await first).ply, 1);
  await assert.rejects(second, { message: "Not now.", code: "not-now", name: "ApiError" });
  assert.deepEqual(heard, []);
});

test("a move that nobody answers, or whose connection breaks, counts as not sent", async () => {
  FakeSocket.last.opens();
  const unanswered = socket.move(MOVE);
  time.pass(8000);
  await assert.rejects(unanswered, { code: "offline" });
  const broken = socket.move(MOVE);
  FakeSocket.last.breaks();
  await assert.rejects(broken, { code: "offline" });
});

test("the whole truth is asked for once no move waits for its answer", async () => {
  FakeSocket.last.opens();
  const move = socket.move(MOVE);
  socket.refresh();
  assert.equal(FakeSocket.made.length, 1);
  FakeSocket.last.says({ type: "moved", id: 1, version: 1, ply: 1 });
  await move;
  await settled();
  assert.equal(FakeSocket.made.length, 2);
  socket.refresh();
  assert.equal(FakeSocket.made.length, 3);
});
