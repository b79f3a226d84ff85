// The address of what is shown: `#/table/item?filters=…&row=[1]`, `#/queries`, `#/schema/diagram`.

import { Signal } from "./state.js";
import { rowID } from "./values.js";

export const routed = new Signal();

/** The current address: `{page, name, parameters}`. */
export function route() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page = "", name = ""] = path.split("/").map(decodeURIComponent);
  return { page, name, parameters: new URLSearchParams(search) };
}

/** The address of a page with parameters; empty ones are left out. */
export function address(page, name = "", parameters = {}) {
  const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "")).toString();
  return `#/${page}${name ? `/${encodeURIComponent(name)}` : ""}${search ? `?${search}` : ""}`;
}

export const go = (page, name, parameters) => { location.hash = address(page, name, parameters); };

let noted = () => {};

/** Sets the function that hears of addresses that the page itself has changed. */
export const followNotes = (follow) => { noted = follow; };

/** Changes the parameters of the current address, as a step in the browser's history or in place of the current one. */
export function note(parameters, replaces = false) {
  const { page, name } = route();
  const next = address(page, name, parameters);
  if (next === location.hash) return;
  if (replaces) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  noted();
}

export const rowAddress = (table, row) => address("table", table, { row: rowID(row) });

let showRow = () => {};

/** Sets the function that shows a row in the drawer. */
export const showRowsWith = (show) => { showRow = show; };

/** Shows a row in the drawer beside the current page; `row` is a key, or the name of a row that isn't inserted yet. */
export const openRow = (table, row, options) => showRow(table, row, options);

window.addEventListener("hashchange", () => routed.send(route()));
