// The inverse of a commit, as new collected changes.

import { api } from "./api.js";
import { changes } from "./changes.js";
import { aligned, tableNamed } from "./state.js";

/** The largest number of deleted rows that are read before a commit, to restore them. */
const maximumDeleted = 500;
const maximumBlob = 5_000_000;
const parallel = 6;

const isCut = (cell) => Boolean(cell) && typeof cell === "object" && "text" in cell;

/**
 * Reads the rows that operations delete, and what the database deletes or sets to NULL because of that; null if there are too many.
 * @returns by operation, `rows` to insert in this order, and `cleared` references
 */
export async function deletedRows(operations) {
  const deletes = operations.filter((operation) => operation.kind === "delete" && (operation.isPermanent || !tableNamed(operation.table).softDelete));
  if (deletes.length > maximumDeleted) return null;
  if (deletes.length === 0) return new Map();
  const { deleted, isComplete } = await api.cascade(deletes.map(({ table, key }) => ({ table, key })));
  if (!isComplete) return null;
  const found = new Map(deletes.map((operation, index) => {
    const { rows, cleared } = deleted[index];
    return [operation, { rows: [{ table: operation.table, key: operation.key }, ...rows], cleared }];
  }));
  const waiting = [...found.values()].flatMap(({ rows }) => rows);
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) row.values = await wholeRow(tableNamed(row.table), row.key);
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return found;
}

/** The values of a row by column, with the bytes of its blobs; null if they are too large. */
async function wholeRow(table, key) {
  const answer = await api.row(table.name, key);
  const { cells } = aligned(table, answer.columns, answer.row);
  const values = {};
  for (const [index, column] of table.columns.entries()) {
    const cell = cells[index];
    if (column.isGenerated || cell === undefined) continue;
    if (isCut(cell) || cell?.blob?.size > maximumBlob) return null;
    values[column.name] = cell?.blob ? { base64: await bytes(table, key, column) } : cell;
  }
  return values;
}

async function bytes(table, key, column) {
  const response = await fetch(api.blobAddress(table.name, key, column.name));
  const reader = new FileReader();
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Collects a deleted row, those that were deleted with it, and the references to them. */
function restore({ rows, cleared }, left) {
  for (const { table, values } of rows) {
    if (values) changes.insert(table, values, true);
    else left.add("large deleted rows");
  }
  for (const { table, key, values } of cleared) changes.set(table, key, values, Object.fromEntries(Object.keys(values).map((name) => [name, null])));
}

/**
 * Collects changes that undo a commit.
 * @param operations what was committed
 * @param deleted the rows that it deleted: see `deletedRows`
 * @param inserted the keys of inserted rows, by the names of their operations
 * @returns what can't be undone, as words
 */
export function collectInverse(operations, deleted, inserted) {
  const left = new Set();
  const keyOf = (row) => (row?.new ? inserted[row.new] : row);
  changes.together(() => {
    for (const operation of [...operations].reverse()) {
      const { kind, table } = operation;
      const key = keyOf(operation.key);
      if (kind === "insert") changes.remove(table, inserted[operation.id], true);
      else if (kind === "restore") changes.remove(table, key);
      else if (kind === "delete" && !deleted?.has(operation) && tableNamed(table).softDelete && !operation.isPermanent) changes.restore(table, key);
      else if (kind === "delete" && deleted?.has(operation)) restore(deleted.get(operation), left);
      else if (kind === "update") {
        const names = Object.keys(operation.values).filter((name) => name in operation.was && !isCut(operation.was[name]) && !operation.was[name]?.blob);
        if (names.length < Object.keys(operation.values).length) left.add("long texts and bytes");
        const pick = (values) => Object.fromEntries(names.map((name) => [name, values[name]?.new ? inserted[values[name].new]?.[0] : values[name]]));
        if (names.length > 0) changes.set(table, key, pick(operation.was), pick(operation.values));
      } else if (kind === "add" || kind === "remove") {
        for (const member of operation.members) changes.member(kind === "add" ? "remove" : "add", table, key, operation.relationship, keyOf(member));
      } else left.add(kind === "move" ? "moves" : "large deleted rows");
    }
  });
  return [...left];
}
