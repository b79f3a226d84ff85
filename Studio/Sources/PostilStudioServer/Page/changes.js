// Changes that aren't committed yet: a log of what a person did. Operations for the server and what grids show are both
// computed from the log, so undoing is to drop its last entry.

import { Signal, tableNamed } from "./state.js";
import { equal, rowID } from "./values.js";

const maximum = 5_000;

class Changes {
  #log = [];
  #undone = [];
  #count = 0;
  #result = null;
  /** Rejections by the server: `{table, row, column, message}`. */
  problems = [];
  changed = new Signal();

  /** The operations in the order in which they are sent, with what they belong to. */
  get operations() { return this.#folded().operations; }
  get isEmpty() { return this.operations.length === 0; }
  get canUndo() { return this.#log.length > 0; }
  get canRedo() { return this.#undone.length > 0; }

  /** Changed values of a row by column. */
  values(table, row) { return this.#folded().rows.get(`${table} ${rowID(row)}`)?.values ?? {}; }
  isDeleted(table, row) { return this.#folded().rows.get(`${table} ${rowID(row)}`)?.isDeleted ?? false; }

  /** The rows of a table that aren't inserted yet, the newest first: `{id, values}`. */
  drafts(table) {
    return [...this.#folded().rows.values()].filter((row) => row.isDraft && row.table === table).reverse()
      .map(({ row, values }) => ({ id: row, values }));
  }

  /** The members that are added to and removed from a relationship of a row, and their moves. */
  members(table, row, relationship) {
    return this.#folded().members.get(`${table} ${rowID(row)} ${relationship}`) ?? { added: [], removed: [], moves: [] };
  }

  problem(table, row, column) {
    return this.problems.find((problem) =>
      problem.table === table && rowID(problem.row) === rowID(row) && (problem.column ?? null) === (column ?? null))?.message;
  }

  /** Adds a row that isn't inserted yet; returns its name. */
  insert(table, values = {}) {
    this.#count += 1;
    const id = `n${this.#count}`;
    this.#add({ type: "insert", table, row: id, values });
    return id;
  }

  /**
   * Sets columns of a row.
   * @param before the values in the database, to notice when a change is taken back
   * @param version the row's version, if the table has one
   */
  set(table, row, values, before, version) {
    this.#add({ type: "set", table, row, values, before, version });
  }

  remove(table, row, isPermanent = false) { this.#add({ type: "delete", table, row, isPermanent }); }
  /** Restores a row that is soft-deleted. */
  restore(table, row) { this.#add({ type: "restore", table, row }); }
  /** Takes back all changes of a row. */
  revert(table, row) { this.#add({ type: "revert", table, row }); }

  /** @param kind `add` or `remove` */
  member(kind, table, row, relationship, member, display) {
    this.#add({ type: "member", kind, table, row, relationship, member, display });
  }

  move(table, row, relationship, member, position) {
    this.#add({ type: "move", table, row, relationship, member, position });
  }

  /** Uses another version for a row's update: the conflict was seen, and the change is to stay. */
  acceptVersion(table, row, version) {
    for (const entry of this.#log) {
      if (entry.type === "set" && entry.table === table && rowID(entry.row) === rowID(row)) entry.version = version;
    }
    this.#changed();
  }

  undo() {
    const entry = this.#log.pop();
    if (entry) this.#undone.push(entry);
    this.#changed();
    return entry;
  }

  redo() {
    const entry = this.#undone.pop();
    if (entry) this.#log.push(entry);
    this.#changed();
    return entry;
  }

  clear() {
    this.#log = [];
    this.#undone = [];
    this.#changed();
  }

  /** Keeps the server's rejections to show them at their fields. */
  reject(problems) {
    this.problems = problems;
    this.changed.send();
  }

  #add(entry) {
    if (this.#log.length >= maximum) throw new Error(`commit first: at most ${maximum} changes can be collected`);
    this.#log.push(entry);
    this.#undone = [];
    this.#changed();
  }

  #changed() {
    this.#result = null;
    this.problems = [];
    this.changed.send();
  }

  #folded() {
    this.#result ??= fold(this.#log);
    return this.#result;
  }
}

/**
 * Computes what the entries of a log come to.
 * @returns `operations` for the server, `rows` by table and row, `members` by table, row and relationship
 */
export function fold(log) {
  const rows = new Map();
  const members = new Map();
  const order = [];
  const rowOf = (table, row) => {
    const name = `${table} ${rowID(row)}`;
    if (!rows.has(name)) {
      const entry = { table, row, values: {}, before: {}, isDraft: false, isDeleted: false };
      rows.set(name, entry);
      order.push(entry);
    }
    return rows.get(name);
  };
  const membersOf = ({ table, row, relationship }) => {
    const name = `${table} ${rowID(row)} ${relationship}`;
    if (!members.has(name)) {
      const entry = { table, row, relationship, added: [], removed: [], moves: [], display: new Map() };
      members.set(name, entry);
      order.push(entry);
    }
    return members.get(name);
  };
  const without = (list, member) => list.filter((other) => rowID(other) !== rowID(member));

  for (const entry of log) {
    if (entry.type === "insert") {
      Object.assign(rowOf(entry.table, entry.row), { isDraft: true, values: { ...entry.values } });
    } else if (entry.type === "set") {
      const row = rowOf(entry.table, entry.row);
      row.version = entry.version;
      for (const [column, value] of Object.entries(entry.values)) {
        if (!(column in row.before) && !row.isDraft) row.before[column] = entry.before?.[column];
        row.values[column] = value;
        if (!row.isDraft && equal(row.before[column], value)) delete row.values[column];
      }
    } else if (entry.type === "delete") {
      const row = rowOf(entry.table, entry.row);
      if (row.isDraft) remove(row);
      else Object.assign(row, { isDeleted: true, isPermanent: entry.isPermanent });
    } else if (entry.type === "restore") {
      Object.assign(rowOf(entry.table, entry.row), { isDeleted: false, isRestored: true });
    } else if (entry.type === "revert") {
      const row = rowOf(entry.table, entry.row);
      if (row.isDraft) remove(row);
      else Object.assign(row, { values: {}, isDeleted: false, isRestored: false });
    } else if (entry.type === "member") {
      const list = membersOf(entry);
      const [to, from] = entry.kind === "add" ? ["added", "removed"] : ["removed", "added"];
      const isTakenBack = list[from].some((other) => rowID(other) === rowID(entry.member));
      list[from] = without(list[from], entry.member);
      if (!isTakenBack) list[to] = [...without(list[to], entry.member), entry.member];
      list.display.set(rowID(entry.member), entry.display);
    } else if (entry.type === "move") {
      const list = membersOf(entry);
      const last = list.moves.at(-1);
      if (last && rowID(last.member) === rowID(entry.member)) last.position = entry.position;
      else list.moves.push({ member: entry.member, position: entry.position });
    }
  }

  function remove(row) {
    rows.delete(`${row.table} ${rowID(row.row)}`);
    order.splice(order.indexOf(row), 1);
  }

  const isGone = (reference) => typeof reference === "string" && ![...rows.values()].some((row) => row.row === reference);
  const operations = order.filter((entry) => !isGone(entry.row)).flatMap((entry) => operationsOf(entry, isGone));
  return { operations: inOrder(operations), rows, members };
}

const keyOf = (row) => (typeof row === "string" ? { new: row } : row);

function operationsOf(entry, isGone) {
  const { table, row } = entry;
  if (entry.relationship) {
    const base = { table, key: keyOf(row), relationship: entry.relationship };
    const added = entry.added.filter((member) => !isGone(member));
    return [
      ...(entry.removed.length ? [{ kind: "remove", ...base, members: entry.removed.map(keyOf) }] : []),
      ...(added.length ? [{ kind: "add", ...base, members: added.map(keyOf) }] : []),
      ...entry.moves.map(({ member, position }) => ({ kind: "move", ...base, member: keyOf(member), position })),
    ];
  }
  const values = Object.fromEntries(
    Object.entries(entry.values).filter(([, value]) => !(value && typeof value === "object" && "new" in value && isGone(value.new))));
  if (entry.isDraft) return [{ kind: "insert", table, id: row, values }];
  if (entry.isDeleted) {
    return [{ kind: "delete", table, key: row, ...(entry.isPermanent ? { isPermanent: true } : {}) }];
  }
  const restored = entry.isRestored ? [{ kind: "restore", table, key: row }] : [];
  if (Object.keys(values).length === 0) return restored;
  const version = tableNamed(table)?.version;
  return [...restored, { kind: "update", table, key: row, values, was: version ? { [version]: entry.version } : {} }];
}

/** Puts operations that refer to new rows after the inserts of these rows. */
function inOrder(operations) {
  const needed = (operation) => [...JSON.stringify(operation).matchAll(/\{"new":"(n\d+)"\}/g)].map((match) => match[1]);
  const waiting = [...operations];
  const inserted = new Set();
  const result = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex((operation) => needed(operation).every((id) => inserted.has(id)));
    const [next] = waiting.splice(Math.max(index, 0), 1);
    if (next.kind === "insert") inserted.add(next.id);
    result.push(next);
  }
  return result;
}

export const changes = new Changes();
