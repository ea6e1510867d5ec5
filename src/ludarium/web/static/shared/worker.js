/** The service worker, which shows notices and keeps pages, and what it keeps of the reader. */

import { api } from "./api.js";
import { say } from "./say.js";

const PAGES = "pages"; // as the worker calls them
const FIRST = ["/offline", "/games", "/rules"]; // which it keeps without a visit

/**
 * The registration of the worker; null where the browser has none, or the page is not secure.
 * @returns {Promise<ServiceWorkerRegistration | null>}
 */
export async function registered() {
  try {
    return (await navigator.serviceWorker?.register("/worker.js")) ?? null;
  } catch {
    return null; // a browser may refuse, as in private windows
  }
}

/** Forgets what this browser keeps of whoever was here, before somebody else is. */
export async function forgetReader() {
  try {
    await globalThis.caches?.delete(PAGES);
    await (await globalThis.caches?.open(PAGES))?.addAll(FIRST); // as of whoever is here now
  } catch {
    // a browser may keep nothing
  }
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => {});
  await navigator.clearAppBadge?.().catch(() => {});
}

/**
 * Whether this device can get notices, and gets them: "on", "off", "denied"; null: it cannot.
 * @returns {Promise<NoticeState>}
 */
export async function noticeState() {
  if (!("PushManager" in window) || !("Notification" in window)) return null;
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (!registration) return null;
  if (Notification.permission === "denied") return "denied";
  const on = await registration.pushManager.getSubscription();
  return on && Notification.permission === "granted" ? "on" : "off";
}

/**
 * Lets this device get notices for the reader; the browser asks them. Gives the new state.
 * @param {string} key
 * @returns {Promise<NoticeState>}
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return noticeState();
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let subscription;
  try {
    subscription = await pushManager.subscribe(options);
  } catch {
    throw new Error(say("Your browser could not set up notices. Try again later."));
  }
  await tell(subscription);
  return "on";
}

/**
 * Tells the server of this device, which may have been somebody else's, or a guest's, before.
 * @param {PushSubscription} subscription
 */
export async function tell(subscription) {
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await api.put("/me/notices", { endpoint, keys: { p256dh, auth } });
}

/**
 * Lets this device get no more notices.
 * @returns {Promise<NoticeState>}
 */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return "off";
  const address = new TextEncoder().encode(subscription.endpoint);
  const bytes = await crypto.subtle.digest("SHA-256", address);
  const id = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await subscription.unsubscribe();
  await api.delete(`/me/notices/${id}`);
  return "off";
}
