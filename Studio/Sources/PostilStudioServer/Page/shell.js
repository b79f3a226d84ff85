// The frame of the page: the bar at the top, and the list of tables at the side.

import { api } from "./api.js";
import { changes } from "./changes.js";
import { showChanges } from "./changesDialog.js";
import { showPalette } from "./palette.js";
import { address, route } from "./router.js";
import { signals, state } from "./state.js";
import { h, fill, formatted } from "./ui/dom.js";
import { icon } from "./ui/icons.js";
import { dialog, menu } from "./ui/popover.js";

const isMac = navigator.platform.startsWith("Mac");
export const commandKey = isMac ? "⌘" : "Ctrl ";

/** Draws the bar: the database, the pages, the state, and the collected changes. */
export function drawBar() {
  const { page } = route();
  const { database } = state;
  const count = changes.operations.length;
  const link = (name, title, symbol, target) => h("a", {
    href: target, class: "bar-link", "aria-current": (page || "table") === name ? "page" : null,
  }, icon(symbol), h("span", null, title));
  fill(document.getElementById("bar"),
    h("button", { class: "ghost icon-only menu-button", "aria-label": "Tables", "aria-expanded": String(document.body.classList.contains("shows-sidebar")), onclick: () => document.body.classList.toggle("shows-sidebar") }, icon("menu")),
    h("a", { class: "brand", href: "#/", "aria-label": "Postil Studio" }, h("img", { src: "icon.svg", alt: "", width: "22", height: "22" }),
      h("span", { class: "brand-name" }, "Postil")),
    h("span", { class: "database", title: `${database.engine === "sqlite" ? "SQLite" : "PostgreSQL"}: ${database.name}` }, icon("database"), h("span", { class: "database-name", dir: "auto" }, database.name),
      h("span", { class: "tag" }, database.engine === "sqlite" ? "SQLite" : "PostgreSQL")),
    database.isReadOnly ? h("span", { class: "tag warning read-only", title: database.reason ?? "The studio was started with --read-only" }, icon("lock"), h("span", null, "Read-only")) : null,
    state.isConnected ? null : h("span", { class: "tag danger", role: "alert" }, icon("warning"), "Not connected"),
    h("nav", { class: "bar-nav", "aria-label": "Pages" },
      link("table", "Tables", "table", "#/"), link("queries", "Queries", "code", address("queries")), link("schema", "Schema", "join", address("schema"))),
    h("span", { class: "spacer" }),
    count > 0 ? h("div", { class: "pending" },
      h("button", { class: "ghost icon-only", title: `Undo (${commandKey}Z)`, "aria-label": "Undo", disabled: !changes.canUndo, onclick: () => changes.undo() }, icon("undo")),
      h("button", { class: "ghost icon-only", title: "Redo", "aria-label": "Redo", disabled: !changes.canRedo, onclick: () => changes.redo() }, icon("redo")),
      h("button", { class: "primary review", title: `${commandKey}S`, onclick: () => showChanges() }, `Review ${formatted(count)}`, h("span", { class: "label" }, count === 1 ? "change" : "changes")))
      : changes.canRedo ? h("button", { class: "ghost icon-only", title: "Redo", "aria-label": "Redo", onclick: () => changes.redo() }, icon("redo")) : null,
    h("button", { class: "ghost palette-button", title: `Search for everything (${commandKey}K)`, "aria-label": "Search for everything", onclick: () => showPalette() }, icon("search"), h("kbd", null, `${commandKey}K`)),
    h("button", { class: "ghost icon-only", "aria-label": "Theme", title: "Theme", "aria-haspopup": "menu", onclick: (event) => themeMenu(event.currentTarget) },
      icon({ light: "sun", dark: "moon" }[window.postilTheme.current] ?? "monitor")));
}

function themeMenu(anchor) {
  menu(anchor, [["system", "As the system", "monitor"], ["light", "Light", "sun"], ["dark", "Dark", "moon"]].map(([theme, title, symbol]) => ({
    title, icon: symbol, isChecked: window.postilTheme.current === theme, run: () => setTheme(theme),
  })), "Theme");
}

export function setTheme(theme) {
  window.postilTheme.set(theme);
  window.dispatchEvent(new Event("themechange"));
  drawBar();
}

// MARK: The list of tables

const sidebar = document.getElementById("sidebar");
const field = h("input", {
  type: "search", class: "field", placeholder: "Find a table", "aria-label": "Find a table", autocomplete: "off", spellcheck: "false",
  oninput: () => drawSidebar(), onkeydown: (event) => {
    if (event.key === "Enter") sidebar.querySelector(".sidebar-link")?.click();
    if (event.key === "ArrowDown") sidebar.querySelector(".sidebar-link")?.focus();
  },
});
const list = h("div", { class: "sidebar-list" });
list.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...list.querySelectorAll(".sidebar-link")];
  (links[links.indexOf(document.activeElement) + step] ?? field).focus();
});
sidebar.append(h("div", { class: "sidebar-search" }, icon("search"), field), list);

/** Draws the list of tables, views and tables of pairs. */
export function drawSidebar() {
  const { page, name } = route();
  const search = field.value.trim().toLowerCase();
  const matches = (table) => [table.name, table.swiftName].some((text) => text.toLowerCase().includes(search));
  const targets = new Set(state.tables.filter(({ kind }) => kind === "table").map(({ target }) => target));
  const sections = [["table", "Tables"], ["view", "Views"], ["join", "Pairs"]].flatMap(([kind, title]) => {
    const tables = state.tables.filter((table) => table.kind === kind && matches(table));
    if (targets.size < 2 || kind !== "table") return [[title, tables]];
    return [...targets].sort().map((target) => [target, tables.filter((table) => table.target === target)]);
  });
  fill(list, sections.filter(([, tables]) => tables.length > 0).map(([title, tables]) => h("section", { "aria-label": title },
    h("h2", { class: "sidebar-title" }, title),
    h("ul", null, tables.map((table) => h("li", null, h("a", {
      class: `sidebar-link${table.isMissing ? " is-missing" : ""}`, href: address("table", table.name), "aria-current": page === "table" && name === table.name ? "page" : null,
      title: [table.swiftName, `${table.name} in the database${table.isMissing ? " (missing)" : ""}`, table.documentation].filter(Boolean).join("\n"),
    }, icon({ view: "view", join: "join" }[table.kind] ?? "table"),
    h("span", { class: "sidebar-names" }, h("span", { class: "sidebar-name", dir: "auto" }, table.swiftName),
      table.name.toLowerCase() !== table.swiftName.toLowerCase() ? h("span", { class: "sidebar-database-name", dir: "auto" }, table.name) : null),
    state.changedTables.has(table.name) ? h("span", { class: "live-mark", title: "Changed by another process", role: "img", "aria-label": "Changed by another process" }) : null,
    h("span", { class: "count" }, table.isMissing ? "missing" : state.counts.has(table.name) ? formatted(state.counts.get(table.name)) : ""))))))));
}

export const hideSidebar = () => document.body.classList.remove("shows-sidebar");

/** Counts the rows of tables: of all, or of those that changed. Counts two tables at a time. */
export async function loadCounts(names = null) {
  const waiting = state.tables.filter((table) => !table.isMissing && (!names || names.includes(table.name)));
  const work = async () => {
    for (let table = waiting.shift(); table; table = waiting.shift()) {
      try {
        state.counts.set(table.name, (await api.count(table.name, [])).count);
      } catch {
        state.counts.delete(table.name);
      }
      signals.state.send();
    }
  };
  await Promise.all([work(), work()]);
}

/** The keys that can be used. */
export function showHelp() {
  const keys = [
    [`${commandKey}K`, "Search tables, queries and commands"], [`${commandKey}S`, "Review the changes"], [`${commandKey}Z`, "Undo the last change"],
    [`${commandKey}⇧ Z`, "Redo"], ["/", "Add a filter"], ["N", "New row"], ["Arrows, Page Up, Page Down, Home, End", "Move in the grid"],
    ["Enter", "Edit the cell, or open a relationship below the row"], ["Space", "Open the row in a form"], ["Escape", "Close what is open"],
    ["Delete", "Set the cell to nil"], ["⇧ Delete", "Delete the row"], ["Alt ← →", "Change the width of the column"],
    ["Alt ↑ ↓", "Move a member of an ordered relationship"], [`${commandKey}Enter`, "Run the statement"],
  ];
  dialog("Keys", h("dl", { class: "keys" }, keys.map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)])), { className: "narrow" });
}

