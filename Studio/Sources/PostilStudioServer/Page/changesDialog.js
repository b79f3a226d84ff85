// The collected changes: as words and as SQL, committed in one transaction or discarded; rejections and conflicts.

import { api } from "./api.js";
import { changes } from "./changes.js";
import { h, fill, plural, announce } from "./ui/dom.js";
import { highlighted } from "./ui/highlight.js";
import { icon } from "./ui/icons.js";
import { confirmation, copy, dialog, toast } from "./ui/popover.js";
import { openRow } from "./router.js";
import { followInserted } from "./form/drawer.js";
import { collectInverse, deletedRows } from "./inverse.js";
import { columnNamed, signals, tableNamed } from "./state.js";
import { equal, keyText, shortText } from "./values.js";

let open = null;
/** The number of changes that are listed at once. */
const listedCount = 200;

/** Opens the dialog with all changes. */
export function showChanges() {
  if (open || changes.isEmpty) return;
  const list = h("ol", { class: "operations" });
  const status = h("div", { class: "dialog-status", role: "status" });
  const commitButton = h("button", { class: "primary", autofocus: true, onclick: () => commit(status, commitButton, draw) }, icon("check"), "Commit");
  let statements = [];
  let listed = listedCount;
  async function draw() {
    if (changes.isEmpty) return open?.close();
    const { operations } = changes;
    const byOperation = Map.groupBy(statements, ({ operation }) => operation);
    fill(list, operations.slice(0, listed).map((operation, index) => operationItem(operation, index, byOperation.get(index) ?? [])),
      operations.length > listed ? h("li", { class: "operation-more" }, h("button", { class: "ghost", onclick: () => { listed *= 5; load(); } }, `Show more of ${plural(operations.length, "change")}`)) : null);
    return undefined;
  }
  async function load() {
    try {
      const answer = await api.preview(changes.operations.slice(0, listed));
      statements = answer.statements;
      fill(status);
      if (answer.errors?.length) reject(answer.errors);
    } catch (error) {
      statements = [];
      const rejections = error.body?.errors;
      if (rejections) reject(rejections);
      fill(status, h("p", { class: "notice error" }, icon("warning"), rejections ? plural(rejections.length, "problem") : error.message));
    }
    draw();
  }
  const forget = changes.changed.listen(() => { if (changes.isEmpty) open?.close(); else draw(); });
  open = dialog("Changes", [status, list], {
    className: "wide", onclose: () => {
      forget();
      open = null;
    },
    footer: [
      h("button", { class: "ghost", onclick: () => { changes.undo(); load(); } }, icon("undo"), "Undo the last one"),
      h("button", { class: "ghost", onclick: () => copySQL() }, icon("copy"), "Copy SQL"),
      h("span", { class: "spacer" }),
      h("button", { class: "danger", onclick: () => discard() }, "Discard all"), commitButton,
    ],
  });
  draw();
  load();
}

/** Copies the statements of all changes, also of those that aren't listed. */
async function copySQL() {
  try {
    const { statements } = await api.preview(changes.operations);
    await copy(statements.map(withValues).join(";\n") + ";\n", "SQL copied");
  } catch (error) {
    toast(error.message, "error");
  }
}

async function discard() {
  const { length } = changes.operations;
  open?.close();
  if (await confirmation("Discard all changes", `${plural(length, "change")} will be lost.`, "Discard")) {
    changes.clear();
    toast("Discarded");
  }
}

/** The last commit of this page. */
let last = null;

export const canUndoCommit = () => last !== null;

/** Collects the inverse of the last commit, and shows it. */
export function undoLast() {
  if (!last) return;
  try {
    const left = collectInverse(last.operations, last.deleted, last.inserted);
    last = null;
    if (left.length) toast(`Not undone: ${left.join(", ")}`, "error");
    showChanges();
  } catch (error) {
    toast(error.message, "error");
  }
}

async function commit(status, button, draw) {
  const { operations } = changes;
  button.disabled = true;
  fill(status);
  try {
    const deleted = await deletedRows(operations);
    const result = await api.commit(operations);
    changes.clear();
    open?.close();
    followInserted(result.inserted);
    last = { operations, deleted, inserted: result.inserted ?? {} };
    const lost = deleted === null ? "; Undo can't restore the deleted rows, because they are too many" : "";
    toast(`Committed ${plural(operations.length, "change")}${lost}`, "info", { title: "Undo…", run: undoLast });
    signals.rows.send({ changed: [...new Set(operations.flatMap(tablesOf))], by: "studio" });
  } catch (error) {
    button.disabled = false;
    if (error.body?.errors?.length) {
      reject(error.body.errors);
      const [first] = error.body.errors;
      fill(status, h("p", { class: "notice error", role: "alert" }, icon("warning"), `Nothing was committed: ${first.message}`));
      draw();
    } else if (!error.body?.conflict) fill(status, h("p", { class: "notice error", role: "alert" }, icon("warning"), `Nothing was committed: ${error.message}`));
    if (error.body?.conflict) showConflict(operations[error.body.conflict.operation], error.body.conflict);
  }
}

const tablesOf = (operation) => {
  const relationship = tableNamed(operation.table)?.relationships.find(({ name }) => name === operation.relationship);
  return relationship ? [operation.table, relationship.table] : [operation.table];
};

function reject(errors) {
  const { operations } = changes;
  changes.reject(errors.map(({ operation, column, message }) => {
    const rejected = operations[operation] ?? {};
    return { operation, table: rejected.table, row: rejected.id ?? rejected.key?.new ?? rejected.key ?? [], column, message };
  }));
  announce(errors.map(({ message }) => message).join(". "));
}

function operationItem(operation, index, statements) {
  const table = tableNamed(operation.table);
  const problems = changes.problems.filter((problem) => problem.operation === index);
  const row = operation.id ?? operation.key?.new ?? operation.key;
  const verb = { insert: "Insert", update: "Update", delete: operation.isPermanent ? "Delete permanently" : "Delete", restore: "Restore", add: "Add", remove: "Remove", move: "Move" }[operation.kind];
  return h("li", { class: `operation ${operation.kind}` },
    h("div", { class: "operation-line" }, h("span", { class: `verb ${operation.kind}` }, verb),
      h("button", { class: "link", onclick: () => { open?.close(); openRow(operation.table, row); } }, `${table.swiftName} ${keyText(row)}`),
      details(operation, table),
      operation.relationship ? null : h("button", { class: "ghost icon-only", title: "Take back", "aria-label": "Take back", onclick: () => changes.revert(operation.table, row) }, icon("undo"))),
    problems.map(({ column, message }) => h("p", { class: "field-error", role: "alert" }, icon("warning"), column ? `${columnNamed(table, column)?.swiftName ?? column}: ` : "", message)),
    statements.length ? h("pre", { class: "sql" }, highlighted(statements.map(withValues).join(";\n"), "sql")) : null);
}

function details(operation, table) {
  if (operation.values) {
    return h("span", { class: "operation-values" }, Object.entries(operation.values).slice(0, 8).map(([name, value]) => {
      const column = columnNamed(table, name);
      return h("span", { class: "operation-value" }, h("span", { class: "quiet" }, `${column?.swiftName ?? name} = `), h("span", { dir: "auto" }, shortText(value, column)));
    }));
  }
  if (operation.members) return h("span", { class: "operation-values" }, `${operation.relationship}: ${operation.members.map((member) => keyText(member.new ?? member)).join("; ")}`);
  if (operation.kind === "move") return h("span", { class: "operation-values" }, `${operation.relationship}: ${keyText(operation.member.new ?? operation.member)} to position ${operation.position + 1}`);
  return null;
}

/** A statement with its values in it, or after it as a comment. */
function withValues({ sql, parameters, text: complete }) {
  if (complete) return complete;
  if (!parameters?.length) return sql;
  return `${sql} -- ${parameters.map((cell) => (typeof cell === "string" ? `'${shortText(cell)}'` : shortText(cell))).join(", ")}`;
}

/** Shows both versions of a row that somebody else changed in the meantime. */
function showConflict(operation, { mine, theirs }) {
  const table = tableNamed(operation.table);
  const values = operation.values ?? {};
  const version = table.columns.findIndex(({ name }) => name === table.version);
  const columns = table.columns.map((column, index) => ({ column, theirs: theirs?.cells[index], mine: column.name in values ? values[column.name] : (mine?.cells[index] ?? theirs?.cells[index]) }));
  const body = h("table", { class: "comparison" },
    h("thead", null, h("tr", null, h("th", null, ""), h("th", null, "Your change"), h("th", null, theirs ? "In the database" : "The row was deleted"))),
    h("tbody", null, columns.map(({ column, mine: own, theirs: other }) => h("tr", { class: equal(own, other) ? "" : "differs" },
      h("th", { scope: "row" }, column.swiftName), h("td", { class: column.name in values ? "is-changed" : "", dir: "auto" }, shortText(own, column)),
      h("td", { dir: "auto" }, theirs ? shortText(other, column) : "")))));
  const keep = () => changes.accept(operation.table, operation.key,
    Object.fromEntries(Object.keys(values).map((name) => [name, theirs.cells[table.columns.findIndex((column) => column.name === name)]])), theirs.cells[version]);
  const { close } = dialog(`${table.swiftName} ${keyText(operation.key)} was changed by somebody else`, [
    h("p", { class: "quiet" }, "Nothing was committed. Keep your values on top of the row as it is now, or drop them."), h("div", { class: "scrolls" }, body),
  ], {
    className: "wide conflict", footer: [
      h("span", { class: "spacer" }),
      h("button", { onclick: () => { changes.revert(operation.table, operation.key); close(); signals.rows.send({ changed: [operation.table], by: "studio" }); } }, "Drop my change"),
      theirs ? h("button", { class: "primary", onclick: () => { keep(); close(); } }, "Keep my values") : null,
    ],
  });
}

