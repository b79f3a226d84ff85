// Starts the page: loads the schema, draws the frame, and shows what the address names.

import { api, listen } from "./api.js";
import { changes } from "./changes.js";
import { showChanges } from "./changesDialog.js";
import { closeDrawer, isDrawerOpen, startDrawer } from "./form/drawer.js";
import { showPalette } from "./palette.js";
import { QueriesPage } from "./queries/queriesPage.js";
import { address, followNotes, go, openRow, route, routed } from "./router.js";
import { drawBar, drawSidebar, hideSidebar, loadCounts, showHelp } from "./shell.js";
import { setSchema, signals, state, tableNamed } from "./state.js";
import { SchemaPage } from "./structure/schemaPage.js";
import { TablePage } from "./table/tablePage.js";
import { h, fill, announce } from "./ui/dom.js";
import { icon } from "./ui/icons.js";
import { toast } from "./ui/popover.js";

const main = document.getElementById("main");
let current = null;
let shown = null;

/** What the main part shows, without the row at the side. */
const placeOf = ({ page, name, parameters }) => (page === "table"
  ? address(page, name, { filters: parameters.get("filters"), order: parameters.get("order"), view: parameters.get("view"), deleted: parameters.get("deleted") }) : page);

function show() {
  const { page, name, parameters } = route();
  const table = tableNamed(name);
  const place = placeOf({ page, name, parameters });
  if (place !== shown) {
    shown = place;
    current?.close?.();
    current = null;
    hideSidebar();
    if (page === "table" && table) current = new TablePage(table, parameters);
    else if (page === "queries") current = new QueriesPage(parameters);
    else if (page === "schema") current = new SchemaPage();
    else if (state.tables.length > 0) return go("table", firstTable().name);
    fill(main, current?.element ?? h("p", { class: "notice" }, "The models declare no table."));
    document.title = `${table?.swiftName ?? { queries: "Queries", schema: "Schema" }[page] ?? "Studio"} · ${state.database.name} · Postil Studio`;
    announce(document.title);
  }
  if (page === "schema") current.show(name || "diagram", parameters);
  if (page === "queries") current.open?.(parameters);
  drawBar();
  drawSidebar();
  const row = parameters.get("row");
  if (table && row) {
    try { openRow(table.name, JSON.parse(row)); } catch { /* The address was edited by hand. */ }
  } else if (page !== "table" && isDrawerOpen()) closeDrawer();
  return undefined;
}

const firstTable = () => state.tables.find(({ kind, isMissing }) => kind === "table" && !isMissing) ?? state.tables[0];

function received(event) {
  if (event.state) {
    Object.assign(state.database, event.state);
    signals.state.send();
    toast(event.state.isReadOnly ? `Read-only: ${event.state.reason ?? ""}` : "Rows can be edited");
    shown = null;
    show();
  }
  if (!event.changed) return;
  if (event.by === "other") {
    for (const name of event.changed) state.changedTables.add(name);
    announce(`Another process changed ${event.changed.join(", ")}`);
  }
  loadCounts(event.changed);
  if (event.by === "other") signals.rows.send(event);
  signals.state.send();
}

function pressed(event) {
  const isCommand = event.ctrlKey || event.metaKey;
  const isField = event.target.matches?.("input, textarea, select, [contenteditable]");
  const key = event.key.toLowerCase();
  const hasDialog = document.querySelector("dialog[open]") !== null;
  if (isCommand && key === "k") showPalette();
  else if (isCommand && key === "s" && !hasDialog) showChanges();
  else if (isCommand && key === "z" && !isField && !hasDialog) {
    if (event.shiftKey) changes.redo();
    else changes.undo();
    announce(event.shiftKey ? "redone" : "undone");
  } else if (isField || isCommand || event.altKey || hasDialog) return;
  else if (key === "?") showHelp();
  else if (key === "/" && current?.filterBar) current.filterBar.choose();
  else if (key === "n" && current?.insert && !event.target.closest?.(".grid")) current.insert();
  else return;
  event.preventDefault();
}

async function start() {
  try {
    setSchema(await api.schema());
  } catch (error) {
    fill(main, h("div", { class: "notice error", role: "alert" }, icon("warning"), `The studio can't be reached: ${error.message}`));
    return;
  }
  startDrawer();
  drawBar();
  drawSidebar();
  loadCounts();
  signals.state.listen(() => { drawBar(); drawSidebar(); });
  changes.changed.listen(drawBar);
  routed.listen(show);
  followNotes(() => { shown = placeOf(route()); });
  document.addEventListener("keydown", pressed);
  // A page that comes back from the browser's cache has no stream of events.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  window.addEventListener("beforeunload", (event) => { if (!changes.isEmpty) event.preventDefault(); });
  listen(received, (isConnected) => {
    if (state.isConnected === isConnected) return;
    state.isConnected = isConnected;
    signals.state.send();
  });
  show();
}

start();
