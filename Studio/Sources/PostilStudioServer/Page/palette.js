// The palette: finds tables, columns, queries and commands by a few letters.

import { changes } from "./changes.js";
import { canUndoCommit, showChanges, undoLast } from "./changesDialog.js";
import { address, openRow } from "./router.js";
import { setTheme, showHelp } from "./shell.js";
import { isEditable, state } from "./state.js";
import { h, fill, announce, formatted } from "./ui/dom.js";
import { icon } from "./ui/icons.js";
import { dialog } from "./ui/popover.js";

const maximum = 60;

function entries() {
  const visit = (target) => () => { location.hash = target; };
  return [
    ...state.tables.map((table) => ({
      title: table.swiftName, detail: state.counts.has(table.name) ? `${table.name}, ${formatted(state.counts.get(table.name))} rows` : table.name,
      icon: { view: "view", join: "join" }[table.kind] ?? "table", words: `${table.name} ${table.documentation}`, run: visit(address("table", table.name)),
    })),
    ...state.tables.filter(isEditable).filter(({ kind }) => kind === "table").map((table) => ({
      title: `New ${table.swiftName}`, detail: "insert a row", icon: "add", words: table.name,
      run: () => { location.hash = address("table", table.name); openRow(table.name, changes.insert(table.name)); },
    })),
    ...state.queries.map((query) => ({ title: `${query.model}.${query.name}`, detail: "named query", icon: "play", words: query.documentation ?? "", run: visit(address("queries", "", { query: `${query.model}.${query.name}` })) })),
    { title: "Write SQL", detail: "Queries", icon: "code", words: "console editor", run: visit(address("queries")) },
    ...[["diagram", "Diagram"], ["ddl", "DDL"], ["migrations", "Migrations"], ["drift", "Drift"], ["findings", "Findings"], ["sizes", "Sizes"], ["integrity", "Integrity check"]]
      .map(([part, title]) => ({ title, detail: "Schema", icon: "join", words: "structure", run: visit(address("schema", part)) })),
    ...(changes.isEmpty ? [] : [{ title: "Review changes", detail: `${formatted(changes.operations.length)} collected`, icon: "check", words: "commit save sql", run: showChanges }]),
    ...(canUndoCommit() ? [{ title: "Undo the last commit", detail: "as new changes", icon: "undo", words: "revert inverse", run: undoLast }] : []),
    ...(changes.canUndo ? [{ title: "Undo", detail: "the last change", icon: "undo", words: "", run: () => changes.undo() }] : []),
    ...[["system", "As the system", "monitor"], ["light", "Light", "sun"], ["dark", "Dark", "moon"]].map(([theme, title, symbol]) => ({ title: `Theme: ${title}`, detail: "", icon: symbol, words: "appearance mode", run: () => setTheme(theme) })),
    { title: "Keys", detail: "help", icon: "key", words: "keyboard shortcuts", run: showHelp },
    ...state.tables.flatMap((table) => table.columns.map((column) => ({
      title: `${table.swiftName}.${column.swiftName}`, detail: column.swiftType, icon: "columns", words: column.name, isColumn: true,
      run: visit(address("table", table.name, { order: JSON.stringify([{ column: column.name, isDescending: false }]) })),
    }))),
  ];
}

/** How well an entry fits: its letters in order, better at the start and without gaps; null if it doesn't. */
function rank({ title, words, isColumn }, search) {
  if (!search) return isColumn ? null : 0;
  const lower = title.toLowerCase();
  const direct = lower.indexOf(search);
  if (direct >= 0) return (direct === 0 ? 0 : 10 + direct) + title.length / 100 + (isColumn ? 5 : 0);
  if (words.toLowerCase().includes(search)) return 60;
  let position = -1;
  let gaps = 0;
  for (const letter of search) {
    const next = lower.indexOf(letter, position + 1);
    if (next < 0) return null;
    gaps += next - position - 1;
    position = next;
  }
  return 30 + gaps;
}

export function showPalette() {
  if (document.querySelector("dialog.palette")) return;
  const all = entries();
  let active = 0;
  let found = [];
  const list = h("div", { class: "palette-list", role: "listbox", id: "palette-list", "aria-label": "Results" });
  const field = h("input", {
    class: "palette-field", placeholder: "Tables, columns, queries, commands", "aria-label": "Search", role: "combobox", "aria-expanded": "true",
    "aria-controls": "palette-list", autocomplete: "off", spellcheck: "false", autofocus: true,
  });
  const select = (index) => {
    active = Math.min(Math.max(0, index), found.length - 1);
    [...list.children].forEach((element, position) => element.setAttribute("aria-selected", String(position === active)));
    list.children[active]?.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", list.children[active]?.id ?? "");
  };
  const run = (entry) => {
    window_.close();
    entry?.run();
  };
  const draw = () => {
    const search = field.value.trim().toLowerCase();
    found = all.map((entry) => [rank(entry, search), entry]).filter(([value]) => value !== null).sort(([one], [other]) => one - other).slice(0, maximum).map(([, entry]) => entry);
    fill(list, found.length ? found.map((entry, index) => h("div", {
      role: "option", id: `palette-${index}`, class: "palette-option", onclick: () => run(entry), onmousemove: () => { if (active !== index) select(index); },
    }, icon(entry.icon), h("span", { class: "palette-title", dir: "auto" }, entry.title), h("span", { class: "palette-detail", dir: "auto" }, entry.detail))) : h("p", { class: "quiet" }, "Nothing found"));
    select(0);
    announce(`${found.length} results`);
  };
  field.addEventListener("input", draw);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[event.key];
    if (step !== undefined) select(step);
    else if (event.key === "Enter") run(found[active]);
    else return;
    event.preventDefault();
  });
  const window_ = dialog("Search", [h("div", { class: "palette-search" }, icon("search"), field), list], { className: "palette" });
  draw();
  field.focus();
}
