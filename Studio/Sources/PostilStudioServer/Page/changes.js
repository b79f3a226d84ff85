// Changes that aren't committed yet: a log of what a person did. Operations for the server and what grids show are both
// computed from the log, so undoing is to drop its last entry.

import { Signal, state, tableNamed } from "./state.js";
import { equal, rowID } from "./values.js";

class Changes {
  #log = [];
  #undone = [];
  /** The entries of the step that `together` collects. */
  #step = null;
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

  /** The rows of a table that aren't inserted yet, those of the last step first: `{id, values}`. */
  drafts(table) {
    return [...this.#folded().rows.values()].filter((row) => row.isDraft && row.table === table).sort((one, other) => other.step - one.step)
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

  /**
   * Adds a row that isn't inserted yet; returns its name.
   * @param isRestored whether it is a row that was deleted, with its key
   */
  insert(table, values = {}, isRestored = false) {
    this.#count += 1;
    const id = `n${this.#count}`;
    this.#add({ type: "insert", table, row: id, values, isRestored });
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

  /**
   * Collects what a function adds as one step, which is undone as a whole.
   * @throws {Error} if there are too many changes; none of them is collected then.
   */
  together(body) {
    if (this.#step) return body();
    this.#step = [];
    let result;
    const entries = this.#step;
    try {
      result = body();
    } finally {
      this.#step = null;
    }
    if (entries.length > 0) this.#push({ type: "step", entries });
    return result;
  }

  /** Takes the row's present values as those before the update: the conflict was seen, and the change is to stay. */
  accept(table, row, values, version) {
    for (const entry of flat(this.#log)) {
      if (entry.type !== "set" || entry.table !== table || rowID(entry.row) !== rowID(row)) continue;
      entry.version = version;
      entry.before = { ...entry.before, ...values };
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
    if (this.#step) this.#step.push(entry);
    else this.#push(entry);
  }

  #push(entry) {
    this.#log.push(entry);
    this.#result = null;
    const maximum = state.database.maximumChanges;
    if (this.operations.length > maximum) {
      this.#log.pop();
      this.#result = null;
      throw new Error(`commit first: at most ${maximum.toLocaleString("en-US")} changes can be collected`);
    }
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

const flat = (log) => log.flatMap((entry, step) => (entry.type === "step" ? entry.entries.map((each) => Object.assign(each, { step })) : [Object.assign(entry, { step })]));

/**
 * Computes what the entries of a log come to.
 * @returns `operations` for the server, `rows` by table and row, `members` by table, row and relationship
 */
export function fold(log) {
  const rows = new Map();
  const members = new Map();
  const order = new Set();
  const drafts = new Set();
  const rowOf = (table, row) => {
    const name = `${table} ${rowID(row)}`;
    if (!rows.has(name)) {
      const entry = { table, row, values: {}, before: {}, isDraft: false, isDeleted: false };
      rows.set(name, entry);
      order.add(entry);
    }
    return rows.get(name);
  };
  const membersOf = ({ table, row, relationship }) => {
    const name = `${table} ${rowID(row)} ${relationship}`;
    if (!members.has(name)) {
      const entry = { table, row, relationship, added: [], removed: [], moves: [], display: new Map() };
      members.set(name, entry);
      order.add(entry);
    }
    return members.get(name);
  };
  const without = (list, member) => list.filter((other) => rowID(other) !== rowID(member));

  for (const entry of flat(log)) {
    if (entry.type === "insert") {
      drafts.add(entry.row);
      Object.assign(rowOf(entry.table, entry.row), { isDraft: true, step: entry.step, isRestored: entry.isRestored, values: { ...entry.values } });
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
    drafts.delete(row.row);
    order.delete(row);
  }

  const isGone = (reference) => typeof reference === "string" && !drafts.has(reference);
  const operations = [...order].filter((entry) => !isGone(entry.row)).flatMap((entry) => operationsOf(entry, isGone));
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
  if (entry.isDraft) return [{ kind: "insert", table, id: row, values, ...(entry.isRestored ? { isRestored: true } : {}) }];
  if (entry.isDeleted) {
    return [{ kind: "delete", table, key: row, ...(entry.isPermanent ? { isPermanent: true } : {}) }];
  }
  const restored = entry.isRestored ? [{ kind: "restore", table, key: row }] : [];
  if (Object.keys(values).length === 0) return restored;
  const version = tableNamed(table)?.version;
  // The values that the person saw; a value that wasn't loaded can't be compared.
  const was = Object.fromEntries(Object.keys(values).filter((name) => entry.before[name] !== undefined).map((name) => [name, entry.before[name]]));
  return [...restored, { kind: "update", table, key: row, values, was: version ? { ...was, [version]: entry.version } : was }];
}

/** The rows that aren't inserted yet which an operation refers to. */
function neededRows({ key, member, members = [], values = {} }) {
  return [key, member, ...members, ...Object.values(values)].filter((value) => value && typeof value === "object" && "new" in value).map((value) => value.new);
}

/** Puts operations that refer to new rows after the inserts of these rows. */
function inOrder(operations) {
  const inserted = new Set();
  const result = [];
  let waiting = operations;
  while (waiting.length > 0) {
    const rest = [];
    for (const operation of waiting) {
      if (!neededRows(operation).every((id) => inserted.has(id))) {
        rest.push(operation);
        continue;
      }
      if (operation.kind === "insert") inserted.add(operation.id);
      result.push(operation);
    }
    // Rows that refer to each other: the server reports the first one.
    if (rest.length === waiting.length) return [...result, ...rest];
    waiting = rest;
  }
  return result;
}

export const changes = new Changes();
