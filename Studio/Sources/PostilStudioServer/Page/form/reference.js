// A to-one relationship: the name of the other row, and a picker with search to choose another one.

import { api } from "../api.js";
import { h, fill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { changes } from "../changes.js";
import { aligned, rememberName, rowName, tableNamed } from "../state.js";
import { isNil, keyText, shortText, text } from "../values.js";
import { openPicker } from "./picker.js";

/**
 * @param options `relationship`, `display` (the name of the row that is referenced), `setReference(values, display)`
 *   which receives the values of all columns of the relationship
 */
export function referenceControl(column, cell, options) {
  let current = cell;
  let display = options.display;
  const target = tableNamed(options.relationship.table);
  const relationshipIsSimple = options.relationship.columns.length === 1;
  const button = h("button", {
    type: "button", class: "field reference", "aria-haspopup": "dialog", disabled: options.isReadOnly || !target,
    "aria-label": column.swiftName, onclick: () => pick(),
  });
  const draw = () => fill(button,
    isNil(current) ? h("span", { class: "nil" }, "nil") : [
      h("span", { class: "reference-name", dir: "auto" }, display ?? text(current)),
      h("span", { class: "reference-key" }, text(current))],
    icon("arrowDown"));
  const pick = () => openPicker(button, target, {
    title: `Choose ${target.swiftName}`, isOptional: column.isOptional,
    load: Array.isArray(options.row) ? candidates(options.table, options.row, options.relationship, target) : undefined,
    choose: (chosen) => {
      const values = referenceValues(options.relationship, options.table, target, chosen);
      current = values[column.name];
      display = chosen?.display;
      if (chosen?.display && relationshipIsSimple) rememberName(target.name, current, chosen.display);
      draw();
      options.setReference(values, display);
    },
  });
  draw();
  return { element: button, focus: () => button.focus(), open: pick, hasOwnNil: true, read: () => current };
}

/** Loads the rows that a row can refer to; the search ignores case. */
const candidates = (table, key, relationship, target) => async (search, after) => {
  const page = await api.members(table.name, {
    key, relationship: relationship.name, scope: "candidates", limit: 50, ...(search ? { search } : {}), ...(after ? { after } : {}),
  });
  return { ...page, rows: page.rows.map((row) => ({ ...aligned(target, page.columns, row), display: isNil(row.display) ? keyText(row.key) : shortText(row.display) })) };
};

/** The values of a relationship's columns for a row of the other table: `{key, cells}`, a draft, or null for `nil`. */
export function referenceValues(relationship, table, target, chosen) {
  const values = {};
  for (const name of relationship.columns) {
    const reference = table.columns.find((column) => column.name === name)?.references;
    const index = target.columns.findIndex((column) => column.name === (reference?.column ?? target.key[0]));
    if (!chosen) values[name] = null;
    else if (chosen.draft) values[name] = { new: chosen.draft };
    else values[name] = chosen.cells?.[index] ?? chosen.key[Math.max(0, target.key.indexOf(reference?.column))];
  }
  return values;
}

/** The display name of a row that isn't inserted yet. */
export function draftName(table, id) {
  const draft = changes.drafts(table.name).find((candidate) => candidate.id === id);
  return rowName(table, (column) => draft?.values[column.name]) ?? `new ${table.swiftName}`;
}
