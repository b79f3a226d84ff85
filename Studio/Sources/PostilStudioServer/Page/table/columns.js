// The columns of a table's grid, and how their cells are drawn.

import { changes } from "../changes.js";
import { add, h, formatted, stored, formattedBytes } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { knownName, relationshipOf, reverseRelationships, tableNamed } from "../state.js";
import { blobKind, isNil, isNumeric, shortText } from "../values.js";
import { draftName } from "../form/reference.js";

const widths = { integer: 104, real: 104, boolean: 84, date: 168, uuid: 150, enum: 110, json: 220, blob: 130, decimal: 110, url: 200, day: 110, duration: 110 };
const maximumColumns = 200;

/** The columns of a grid: those of the table, then its relationships to several rows. */
export function gridColumns(table, order) {
  const saved = stored.get(`columns.${table.name}`, {});
  const hidden = new Set(saved.hidden ?? []);
  const columns = table.columns.map((column, index) => {
    const relationship = relationshipOf(table, column);
    const isKey = table.key.includes(column.name);
    return {
      id: column.name, column, index, relationship, title: column.swiftName,
      subtitle: column.name === column.swiftName ? column.swiftType : `${column.name} · ${column.swiftType}`,
      tip: [`${column.swiftName}: ${column.swiftType}`, `${column.name} ${column.sqlType}`, column.documentation].filter(Boolean).join("\n"),
      icon: isKey ? icon("key") : relationship ? icon("link") : null,
      width: saved.widths?.[column.name] ?? (relationship ? 170 : isKey && column.form === "integer" ? 88 : table.displayColumns.includes(column.name) ? 260 : widths[column.form] ?? 200),
      isNumeric: isNumeric(column), isSortable: !["blob", "json"].includes(column.form),
      sort: sortOf(order, (term) => (term.path ? term.path === relationship?.name : term.column === column.name)),
    };
  });
  const lists = reverseRelationships(table).filter(({ table: name }) => tableNamed(name)).map((relationship) => ({
    id: `relationship ${relationship.name}`, list: relationship, title: relationship.name,
    subtitle: relationship.kind === "hasOne" ? tableNamed(relationship.table).swiftName : `[${tableNamed(relationship.table).swiftName}]`,
    tip: [`${relationship.name}: ${relationship.kind === "manyToMany" ? "many-to-many" : "to-many"}, ${tableNamed(relationship.table).swiftName}`, relationship.documentation].filter(Boolean).join("\n"),
    icon: icon("join"), width: saved.widths?.[`relationship ${relationship.name}`] ?? 104, isNumeric: false, isSortable: relationship.isDeclared !== false,
    sort: sortOf(order, (term) => term.path === relationship.name),
  }));
  const position = new Map((saved.order ?? []).map((id, index) => [id, index]));
  const keys = new Set(table.key);
  // A few key columns stay in sight, unless somebody decided otherwise.
  const isFrozen = ({ id }) => saved.frozen?.includes(id) ?? (keys.has(id) && keys.size <= 2 && table.kind !== "join");
  const all = [...columns, ...lists].map((column, index) => ({ column, index }))
    .sort((one, other) => (position.get(one.column.id) ?? one.index + 0.5) - (position.get(other.column.id) ?? other.index + 0.5))
    .map(({ column }) => ({ ...column, isFrozen: isFrozen(column) }));
  const visible = all.filter(({ id }) => !hidden.has(id)).slice(0, maximumColumns);
  return { all, hidden, visible: [...visible.filter((column) => column.isFrozen), ...visible.filter((column) => !column.isFrozen)] };
}

const sortOf = (order, isOwn) => {
  const term = order.find(isOwn);
  return term ? (term.isDescending ? "descending" : "ascending") : null;
};

/** The term by which a column sorts: its values, or the number of members. */
export const termOf = (column) => (column.list ? { path: column.list.name } : { column: column.id });

/** Remembers the width of a column. */
export function saveWidth(table, column) {
  const saved = stored.get(`columns.${table.name}`, {});
  stored.set(`columns.${table.name}`, { ...saved, widths: { ...saved.widths, [column.id]: column.width } });
}

/** Hides or shows a column. */
export function toggleColumn(table, id) {
  const saved = stored.get(`columns.${table.name}`, {});
  const hidden = new Set(saved.hidden ?? []);
  if (!hidden.delete(id)) hidden.add(id);
  stored.set(`columns.${table.name}`, { ...saved, hidden: [...hidden] });
}

/** Keeps a column at the left, or lets it scroll. */
export function toggleFrozen(table, order, id) {
  const saved = stored.get(`columns.${table.name}`, {});
  const frozen = new Set(gridColumns(table, order).all.filter(({ isFrozen }) => isFrozen).map((column) => column.id));
  if (!frozen.delete(id)) frozen.add(id);
  stored.set(`columns.${table.name}`, { ...saved, frozen: [...frozen] });
}

/** Moves a column to the place of another one. */
export function moveColumn(table, order, id, target) {
  const saved = stored.get(`columns.${table.name}`, {});
  const ids = gridColumns(table, order).all.map((column) => column.id);
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
  ids.splice(to, 0, ...ids.splice(from, 1));
  stored.set(`columns.${table.name}`, { ...saved, order: ids });
}

/** The settings of a table's columns: hidden, frozen, their widths and order. */
export const columnSettings = {
  get: (table) => stored.get(`columns.${table.name}`, {}),
  set: (table, settings) => stored.set(`columns.${table.name}`, settings),
};

/**
 * Makes columns as wide as their contents, except those whose width somebody set. What is left of the window goes to texts that are cut off.
 * @param widths the widths of what is drawn, by the column's id
 */
export function fitColumns(table, columns, widths, available) {
  const saved = stored.get(`columns.${table.name}`, {}).widths ?? {};
  const wanted = new Map();
  for (const column of columns) {
    if (column.id in saved) continue;
    const content = Math.ceil(Math.max(0, ...widths(column))) + 24;
    wanted.set(column.id, content);
    // Numbers and dates are never cut.
    column.width = Math.min(Math.max(64, content), column.isNumeric || column.column?.form === "date" ? 400 : 280);
  }
  let rest = available - columns.reduce((sum, { width }) => sum + width, 0);
  const cut = columns.filter(({ id, width }) => wanted.get(id) > width).sort((one, other) => wanted.get(one.id) - wanted.get(other.id));
  cut.forEach((column, index) => {
    const share = Math.min(wanted.get(column.id) - column.width, Math.floor(Math.max(0, rest) / (cut.length - index)), 700);
    column.width += share;
    rest -= share;
  });
}

/** The value of a cell with the changes that aren't committed: `{cell, isChanged}`. */
export function currentValue(table, row, column) {
  const pending = changes.values(table.name, row.draft ?? row.key);
  if (column.column.name in pending) return { cell: pending[column.column.name], isChanged: !row.draft };
  return { cell: row.draft ? column.column.default ?? null : row.cells[column.index], isChanged: false };
}

/**
 * Draws a cell.
 * @param actions `open(table, key)` follows a link, `unfold(index, relationship)` opens members in place
 */
export function drawCell(element, table, row, column, index, live, actions) {
  if (column.list) return drawList(element, table, row, column, index, live, actions);
  const { cell, isChanged } = currentValue(table, row, column);
  const problem = changes.problem(table.name, row.draft ?? row.key, column.column.name);
  if (isChanged) element.classList.add("is-changed");
  if (problem) {
    element.classList.add("has-problem");
    element.title = problem;
    element.setAttribute("aria-invalid", "true");
  }
  if (live?.columns.has(column.id)) element.classList.add("is-live");
  if (row.draft && isNil(cell) && (column.column.isAssigned || column.column.isGenerated)) {
    element.append(h("span", { class: "nil" }, "auto"));
  } else if (cell === undefined && !row.draft) element.append(h("span", { class: "nil", title: "Loaded only with the form, because it is lazy" }, "lazy"));
  else if (isNil(cell)) element.append(h("span", { class: "nil" }, "nil"));
  else if (column.relationship) drawReference(element, table, row, column, cell, isChanged, actions);
  else if (column.column.form === "boolean") {
    element.append(h("span", { class: `flag ${cell ? "on" : ""}` }, cell ? icon("check") : null, h("span", null, String(cell))));
  } else if (column.column.form === "enum") element.append(h("span", { class: "choice" }, shortText(cell, column.column)));
  else if (column.column.form === "blob") {
    const size = cell.blob ? [blobKind(cell.blob.hex), formattedBytes(cell.blob.size)].filter(Boolean).join(" · ") : shortText(cell);
    element.append(h("span", { class: "blob-cell" }, size));
  } else {
    const text = shortText(cell, column.column);
    const isCode = ["uuid", "json"].includes(column.column.form);
    element.append(h("span", { class: `text${isCode ? " mono" : ""}`, dir: column.isNumeric || column.column.form === "date" ? null : "auto" }, text));
    if (!problem && text.length > 24) element.title = text;
  }
  return undefined;
}

function drawReference(element, table, row, column, cell, isChanged, actions) {
  const target = tableNamed(column.relationship.table);
  const name = cell.new ? draftName(target, cell.new) : (!isChanged && row.display?.[column.column.name]) || knownName(column.relationship.table, cell) || null;
  add(element,
    h("span", { class: "text", dir: "auto" }, name ?? shortText(cell, column.column)),
    // A UUID would take the place of the name.
    name && !cell.new && shortText(cell).length <= 10 ? h("span", { class: "reference-key" }, shortText(cell, column.column)) : null,
    target && column.column.name === column.relationship.columns.at(-1) ? h("button", {
      class: "cell-link", tabindex: "-1", title: `Open ${target.swiftName}`, "aria-label": `Open ${name ?? shortText(cell)}`,
      onclick: () => actions.follow(row, column),
    }, icon("link")) : null);
}

function drawList(element, table, row, column, index, live, actions) {
  const pending = changes.members(table.name, row.draft ?? row.key, column.list.name);
  const count = row.counts?.[column.list.name];
  const difference = pending.added.length - pending.removed.length;
  if (pending.added.length + pending.removed.length + pending.moves.length > 0) element.classList.add("is-changed");
  if (live?.columns.has(column.list.name)) element.classList.add("is-live");
  const isOpen = actions.unfolded(index, column.list);
  element.append(h("button", {
    class: `unfold${isOpen ? " is-open" : ""}`, tabindex: "-1", "aria-expanded": String(isOpen),
    "aria-label": `${column.list.name}: ${count === undefined ? "open" : formatted(count)}`, onclick: () => actions.unfold(index, column.list),
  }, icon("arrowRight"), // The server counts up to a thousand.
  h("span", { class: "unfold-count" }, count === undefined ? "…" : count >= 1000 ? `${formatted(count)}+` : formatted(count)),
  difference ? h("span", { class: "unfold-difference" }, difference > 0 ? `+${difference}` : `−${-difference}`) : null));
}
