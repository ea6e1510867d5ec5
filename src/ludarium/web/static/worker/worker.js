/**
 * The service worker: shows notices, and keeps pages for when there is no network.
 *
 * The server puts `self.version` before it, which the addresses of static files say. Pages come
 * from the network whenever it answers; the API is never kept here (the page of one's own games
 * keeps its list itself, see games/kept-games.js).
 */

/** @typedef {{ title: string, body: string, path: string, turns: number }} Notice */

const worker = /** @type {ServiceWorkerGlobalScope & { version: string }} */ (
  /** @type {unknown} */ (self)
);
const { version } = worker;
const STATIC = `static ${version}`;
const PAGES = "pages"; // has the reader's name and games; signing out deletes it
const OFFLINE = "/offline";
const FIRST = [OFFLINE, "/games", "/rules"]; // pages that are kept without a visit
const MOST_PAGES = 60; // of rules
const ICON = "/static/shared/icon-192.png";

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
  worker.skipWaiting(); // all that a page asks for says its version in its address
});

async function install() {
  const [kept, pages] = await Promise.all([caches.open(STATIC), caches.open(PAGES)]);
  await pages.addAll(FIRST);
  const found = new Set(["/paints.css"]);
  for (const first of FIRST) {
    const text = (await (await pages.match(first, { ignoreVary: true }))?.text()) ?? "";
    for (const [, address] of text.matchAll(/"(\/(?:static\/\w+|phrases)\/[^"]+)"/g)) {
      found.add(address);
    }
  }
  await kept.addAll([...found]);
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => /^static /.test(name) && name !== STATIC);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(`/static/${version}/`) || pathname.startsWith("/phrases/")) {
    event.respondWith(keptFirst(request));
  } else if (pathname === "/paints.css" || isPicture(pathname)) {
    event.respondWith(networkFirst(request));
  }
});

/**
 * What never changes at its address.
 * @param {Request} request
 */
async function keptFirst(request) {
  const cache = await caches.open(STATIC);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function networkFirst(request) {
  const cache = await caches.open(STATIC);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (found) return found;
    throw error;
  }
}

/**
 * Whether it is a picture on a page of rules.
 * @param {string} pathname
 */
const isPicture = (pathname) => /^\/(rules|play)\/.*\.svg$/.test(pathname);

/** @param {string} pathname */
const isRules = (pathname) => pathname === "/rules" || pathname.startsWith("/rules/");

/**
 * Whether a page is worth reading without a network.
 * @param {URL} address
 */
function isKept({ pathname, search }) {
  return !search && (pathname === "/games" || isRules(pathname));
}

/** @param {FetchEvent} event */
async function page(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected && isKept(new URL(request.url))) {
      event.waitUntil(keep(request, answer.clone()));
    }
    return answer;
  } catch {
    const cache = await caches.open(PAGES);
    const found = await cache.match(request, { ignoreVary: true });
    return found ?? (await cache.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * Keeps a page; beyond the most of rules, what was kept first goes.
 * @param {Request} request
 * @param {Response} answer
 */
async function keep(request, answer) {
  const cache = await caches.open(PAGES);
  await cache.delete(request, { ignoreVary: true });
  await cache.put(request, answer.clone());
  await keepPictures(await answer.text());
  const rules = (await cache.keys()).filter((one) => isRules(new URL(one.url).pathname));
  for (const one of rules.slice(0, Math.max(0, rules.length - MOST_PAGES))) {
    await cache.delete(one, { ignoreVary: true });
  }
}

/**
 * Keeps the pictures of a guide, also those that its reader did not come to.
 * @param {string} html
 */
async function keepPictures(html) {
  const cache = await caches.open(STATIC);
  for (const [, address] of html.matchAll(/src="(\/rules\/[^"]+)"/g)) {
    // a picture that cannot be had now is asked for when it is seen
    if (!(await cache.match(address))) await cache.add(address).catch(() => {});
  }
}

// Notices

/** @type {Notice} */
const UNREAD = { title: "Ludarium", body: "", path: "/games", turns: 0 };

worker.addEventListener("push", (event) => {
  event.waitUntil(notify(readNotice(event.data)));
});

/**
 * What a push tells; something to show where it cannot be read.
 * @param {PushMessageData | null} data
 * @returns {Notice}
 */
function readNotice(data) {
  try {
    return { ...UNREAD, ...data?.json() };
  } catch {
    return UNREAD;
  }
}

/**
 * Each push shows something, as browsers end subscriptions whose pushes do not. A page in front of
 * the reader tells by itself, so there it is silent, and gone at once.
 * @param {Notice} told
 */
async function notify({ title, body, path, turns }) {
  const done = turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // a browser may refuse
  const pages = await worker.clients.matchAll({ type: "window" });
  for (const one of pages) one.postMessage("notice");
  const seen = pages.some((one) => one.focused && one.visibilityState === "visible");
  /** @type {NotificationOptions & { renotify: boolean }} */
  const options = {
    body,
    tag: path, // a later one about the same takes its place
    renotify: !seen,
    silent: seen,
    icon: ICON,
    badge: ICON,
    data: path,
  };
  await worker.registration.showNotification(title, options);
  if (!seen) return;
  for (const one of await worker.registration.getNotifications({ tag: path })) one.close();
}

// a browser has ended the subscription, as its keys were old
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(
    subscribeAgain(/** @type {PushSubscriptionChangeEvent} */ (/** @type {unknown} */ (event))),
  );
});

/** @param {PushSubscriptionChangeEvent} event */
async function subscribeAgain({ newSubscription, oldSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (key &&
      (await worker.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })));
  if (!subscription) return;
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await fetch("/api/me/notices", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys: { p256dh, auth } }),
  });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** @param {string} path */
async function open(path) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((one) => new URL(one.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}
