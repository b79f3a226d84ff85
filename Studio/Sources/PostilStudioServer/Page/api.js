// The requests to the server. Every answer is JSON; errors become `APIError` with their message and place.

export class APIError extends Error {
  constructor(status, body) {
    super(body?.error?.message ?? `the server answered with status ${status}`);
    this.status = status;
    this.place = body?.error?.place ?? {};
    this.body = body;
  }
}

async function answer(response) {
  const type = response.headers.get("Content-Type") ?? "";
  const body = type.startsWith("application/json") ? await response.json() : null;
  if (!response.ok) throw new APIError(response.status, body);
  return body;
}

export async function get(path, query) {
  const search = query ? `?${new URLSearchParams(query)}` : "";
  return answer(await fetch(`/api${path}${search}`));
}

export async function post(path, body = {}, signal = undefined) {
  return answer(await send(path, body, signal));
}

/** The raw response, for files. */
export async function download(path, body, signal) {
  const response = await send(path, body, signal);
  if (!response.ok) await answer(response);
  return response;
}

function send(path, body, signal) {
  return fetch(`/api${path}`, {
    method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
}

let requestCount = 0;
const pageName = Math.random().toString(36).slice(2);

/** A request that is also stopped at the server when its signal aborts. */
async function stoppable(path, body, signal) {
  if (!signal) return post(path, body);
  requestCount += 1;
  const request = `${pageName}-${requestCount}`;
  const stop = () => send("/requests/stop", { requests: [request] }).catch(() => {});
  signal.addEventListener("abort", stop);
  try {
    return await post(path, { ...body, request }, signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const table = (name) => `/tables/${encodeURIComponent(name)}`;

export const api = {
  schema: () => get("/schema"),
  page: (name, request, signal) => stoppable(`${table(name)}/page`, request, signal),
  count: (name, filters, others = {}, signal = undefined) => stoppable(`${table(name)}/count`, { filters, ...others }, signal),
  row: (name, key) => post(`${table(name)}/row`, { key }),
  members: (name, request, signal) => post(`${table(name)}/members`, request, signal),
  blobAddress: (name, key, column, isDownload) =>
    `/api${table(name)}/blob?${new URLSearchParams({ key: JSON.stringify(key), column, ...(isDownload ? { download: "1" } : {}) })}`,
  preview: (operations) => post("/changes/preview", { operations }),
  cascade: (rows) => post("/changes/cascade", { rows }),
  commit: (operations) => post("/changes/commit", { operations }),
  sql: (request, signal) => post("/sql", request, signal),
  stop: () => post("/sql/stop"),
  plan: (sql) => post("/sql/plan", { sql }),
  completions: () => get("/completions"),
  export: (request, signal) => download("/sql/export", request, signal),
  queries: () => get("/queries"),
  runQuery: (name, parameters, signal) => post(`/queries/${encodeURIComponent(name)}/run`, { parameters }, signal),
  structure: (part, query) => get(`/structure/${part}`, query),
  integrity: () => post("/structure/integrity"),
  /** Compares the schema with the models, in a temporary database. */
  compare: () => post("/structure/drift"),
};

/**
 * Listens for server-sent events; the browser connects again by itself.
 *
 * Browsers open at most six connections to a server, for all of its tabs, and a stream occupies one of them. So only one
 * tab has a stream: the one that holds a lock. It passes the events on to the others.
 */
export function listen(receive, connection) {
  const channel = new BroadcastChannel("postil-events");
  channel.onmessage = ({ data }) => ("isConnected" in data ? connection(data.isConnected) : receive(data.event));
  const pass = (message) => {
    channel.postMessage(message);
    channel.onmessage({ data: message });
  };
  navigator.locks.request("postil-events", () => new Promise((release) => {
    const source = new EventSource("/api/events");
    source.onmessage = (message) => {
      try { pass({ event: JSON.parse(message.data) }); } catch { /* Not an event of this version. */ }
    };
    source.onopen = () => pass({ isConnected: true });
    source.onerror = () => pass({ isConnected: false });
    window.addEventListener("pagehide", () => {
      source.close();
      release();
    });
  }));
}
