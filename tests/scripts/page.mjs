/** What modules find in a browser, made of little: only as much of it as tests need. */

/** A store like localStorage, which may refuse to keep anything. */
export function store({ refuses = false } = {}) {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (refuses) throw new Error("nothing is kept");
      kept.set(key, String(value));
    },
  };
}

/** An element that has attributes, children and classes, and is seen nowhere. */
export class Element extends EventTarget {
  attributes = new Map();
  children = [];
  parentElement = null;
  textContent = "";
  dataset = {};
  classes = new Set();
  classList = {
    toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
  };

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  append(...children) {
    for (const child of children) {
      child.parentElement = this;
      this.children.push(child);
    }
  }

  before(element) {
    element.parentElement = this.parentElement;
    this.parentElement?.children.push(element);
  }

  remove() {
    const { parentElement } = this;
    if (parentElement) {
      parentElement.children = parentElement.children.filter((child) => child !== this);
    }
    this.parentElement = null;
  }

  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
}

/** Puts a page in place, with what is given of it; gives its document and window. */
export function openPage({ lang = "en", phrases = {}, path = "/" } = {}) {
  const document = Object.assign(new EventTarget(), {
    documentElement: { lang },
    body: new Element(),
    visibilityState: "visible",
    createElement: () => new Element(),
    createElementNS: () => new Element(),
    querySelector: () => null,
  });
  const window = new EventTarget();
  const found = {
    document,
    phrases,
    Element,
    location: new URL(path, "https://play.example"),
    localStorage: store(),
    addEventListener: window.addEventListener.bind(window),
  };
  Object.assign(globalThis, found);
  return { document, window };
}

/** Answers requests to the API from a table of paths; gives the requests as they come. */
export function answerRequests(answers) {
  const asked = [];
  globalThis.fetch = async (path, { method, body }) => {
    asked.push({ method, path, body: body && JSON.parse(body) });
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("no network");
    return Response.json(answer, { status: answer.error ? 409 : 200 });
  };
  return asked;
}

/** Lets what was promised come about. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((done) => setImmediate(done));
}

/**
 * Stops the clock of timers; gives what lets so many milliseconds pass, and what starts it again.
 * Node's own mock of timers goes on with an interval that its own function ended.
 */
export function stopTime() {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const realNow = Date.now;
  const waiting = new Map();
  let [now, last] = [0, 0];
  const add = (act, wait, every) => {
    last += 1;
    waiting.set(last, { act, at: now + wait, every });
    return last;
  };
  const drop = (id) => waiting.delete(id);
  Object.assign(globalThis, {
    setTimeout: (act, wait = 0) => add(act, wait, null),
    setInterval: (act, wait) => add(act, wait, wait),
    clearTimeout: drop,
    clearInterval: drop,
  });
  Date.now = () => now;
  const pass = (ms) => {
    const end = now + ms;
    for (;;) {
      const due = [...waiting].filter(([, { at }]) => at <= end);
      const [next] = due.sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [id, timer] = next;
      now = timer.at;
      if (timer.every) timer.at += timer.every;
      else waiting.delete(id);
      timer.act();
    }
    now = end;
  };
  const start = () => {
    Object.assign(globalThis, real);
    Date.now = realNow;
  };
  return { pass, start };
}
