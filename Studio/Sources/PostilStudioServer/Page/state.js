// What all parts of the page share: the schema, the state of the database, and a way to hear about changes.

import { stored } from "./ui/dom.js";
import { isNil, keyText, shortText } from "./values.js";

/** A list of listeners. */
export class Signal {
  #listeners = new Set();

  /** Adds a listener; returns a function that removes it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(...values) {
    for (const listener of [...this.#listeners]) listener(...values);
  }
}

export const state = {
  database: { name: "", engine: "sqlite", isReadOnly: true, reason: null },
  tables: [],
  queries: [],
  /** Counts of rows by the names of tables. */
  counts: new Map(),
  /** Tables that another process changed and that haven't been looked at since. */
  changedTables: new Set(),
  isConnected: true,
};

export const signals = {
  /** The counts, the state of the database or the connection changed. */
  state: new Signal(),
  /** Rows of tables changed: `{changed: [name], keys: {name: [key]}, by}`. */
  rows: new Signal(),
};

let byName = new Map();

export function setSchema(schema) {
  state.database = schema.database;
  stored.database = schema.database.id;
  state.tables = schema.tables;
  state.queries = schema.queries ?? [];
  byName = new Map(schema.tables.map((table) => [table.name, table]));
}

/** @returns the table with a database name, or undefined. */
export const tableNamed = (name) => byName.get(name);

export const columnNamed = (table, name) => table.columns.find((column) => column.name === name);
export const relationshipNamed = (table, name) => table.relationships.find((relationship) => relationship.name === name);

/** The relationship that a column is the foreign key of. */
export function relationshipOf(table, column) {
  const name = column.references?.relationship;
  return table.relationships.find(
    (relationship) => relationship.kind === "toOne"
      && (name ? relationship.name === name : relationship.columns.includes(column.name)));
}

/** The relationships that lead to several rows, or to one row that refers to this one. */
export const reverseRelationships = (table) => table.relationships.filter((relationship) => relationship.kind !== "toOne");

/** The columns by which people recognise the rows of a table. */
export const displayColumns = (table) => table.displayColumns.map((name) => columnNamed(table, name)).filter(Boolean);

/**
 * The name of a row for people; null if it has none.
 * @param value returns the cell of a column, by the column and its index
 */
export function rowName(table, value) {
  const texts = displayColumns(table).map((column) => [column, value(column, table.columns.indexOf(column))])
    .filter(([, cell]) => !isNil(cell) && cell !== "").map(([column, cell]) => shortText(cell, column));
  return texts.length ? texts.join(" ") : null;
}

/** The name of a loaded row: its display columns, or its key. */
export const loadedName = (table, row) => rowName(table, (_, index) => row.cells?.[index]) ?? keyText(row.key);

const names = new Map();
const maximumNames = 50_000;

/** Remembers the names of the rows that rows refer to, to show them in cells that are changed. */
export function rememberNames(table, rows) {
  for (const column of table.columns) {
    const relationship = relationshipOf(table, column);
    if (relationship?.columns.length !== 1) continue;
    const index = table.columns.indexOf(column);
    for (const { cells, display } of rows) if (display?.[column.name] !== undefined) rememberName(relationship.table, cells[index], display[column.name]);
  }
}

export function rememberName(table, key, name) {
  if (names.size > maximumNames) names.clear();
  names.set(`${table} ${JSON.stringify(key)}`, name);
}

/** The name of a row of a table by its key, if it was seen. */
export const knownName = (table, key) => names.get(`${table} ${JSON.stringify(key)}`);

/** A row with a cell for each column of its table, in their order; a column that isn't loaded in pages has `undefined`. */
export function aligned(table, columns, row) {
  if (!columns || !row.cells) return row;
  return { ...row, cells: table.columns.map(({ name }) => row.cells[columns.indexOf(name)]) };
}

/** Whether rows of a table can be changed in this studio. */
export const isEditable = (table) =>
  !state.database.isReadOnly && table.isEditable !== false && !table.isMissing && table.kind !== "view" && table.key.length > 0;

/** Whether a column can be set: in a row that isn't inserted yet, or in one that exists. */
export const isSettable = (table, column, isDraft) => isEditable(table) && !column.isGenerated
  && (isDraft ? column.isInsertable ?? !column.isAssigned : column.isSettable ?? (!column.isAssigned && !table.key.includes(column.name)));
