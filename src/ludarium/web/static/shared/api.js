/** Requests to this server's HTTP API: the one place where pages fetch. */

import { say } from "./say.js";

/**
 * What the server, or the network, refused. `message` is one sentence for the reader; `code` is for
 * scripts.
 */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {string} code one of the API's codes, or "offline" when no answer came
   * @param {number} status the HTTP status, 0 when no answer came or it came over a WebSocket
   */
  constructor(message, code, status) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
  }
}

/**
 * What to tell of something that was thrown.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether a request was given up by its own page.
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof Error && error.name === "AbortError";
}

/**
 * The API's code of a refusal; undefined of anything else.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof ApiError ? error.code : undefined;
}

/** The error when no answer came. */
export function offline() {
  const sentence = say("The server cannot be reached. Check the connection and try again.");
  return new ApiError(sentence, "offline", 0);
}

/**
 * Ask the API: `path` with or without its "/api" prefix. Gives the parsed answer, or null where it
 * has no body.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {RequestOptions} [options]
 * @returns {Promise<unknown>}
 */
async function request(method, path, body, { signal, type = "application/json" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = type;
  let response;
  try {
    response = await fetch(path.startsWith("/api/") ? path : `/api${path}`, {
      method,
      headers,
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw offline();
  }
  const answer = await parsed(response);
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

/**
 * The JSON in a response; null where there is none.
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
async function parsed(response) {
  const text = await response.text();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {Response} response
 * @param {unknown} answer
 */
function refusal(response, answer) {
  const { error, code } = /** @type {{ error?: unknown, code?: string }} */ (answer ?? {});
  const message =
    typeof error === "string"
      ? error
      : say("The server could not answer that. Try again in a moment.");
  return new ApiError(message, code ?? "unknown", response.status);
}

/**
 * @typedef {object} Api
 * @property {<P extends string>(path: P, options?: RequestOptions) => Promise<Got<P>>} get
 * @property {<P extends string>(path: P, body: PostBody<P>, options?: RequestOptions) =>
 *   Promise<Posted<P>>} post
 * @property {<P extends string>(path: P, body: PutBody<P>, options?: RequestOptions) =>
 *   Promise<Put<P>>} put
 * @property {(path: string, file: Blob, type: string) => Promise<{ id: string }>} send
 * @property {(path: string, options?: RequestOptions) => Promise<unknown>} delete
 */

/** @type {Api} */
export const api = /** @type {Api} */ ({
  get: (path, options) => request("GET", path, undefined, options),
  post: (path, body, options) => request("POST", path, body, options),
  put: (path, body, options) => request("PUT", path, body, options),
  send: (path, file, type) => request("POST", path, file, { type }),
  delete: (path, options) => request("DELETE", path, undefined, options),
});

/**
 * The address of a WebSocket of this server, which speaks the language of the page.
 * @param {string} path
 */
export function socketAddress(path) {
  const address = new URL(path.startsWith("/api/") ? path : `/api${path}`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("language", document.documentElement.lang);
  return address.href;
}
