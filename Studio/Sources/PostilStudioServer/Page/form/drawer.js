// The form of a row at the side of the page: all columns with typed controls, and all relationships.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { h, fill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { codeBlock } from "../ui/code.js";
import { confirmation, menu, toast } from "../ui/popover.js";
import { openRow, showRowsWith, go, rowAddress } from "../router.js";
import { aligned, isEditable, isSettable, relationshipOf, reverseRelationships, rowName, signals, tableNamed } from "../state.js";
import { isNil, keyText, rowID, text } from "../values.js";
import { control } from "./controls.js";
import { memberList } from "./members.js";
import { draftName } from "./reference.js";

let current = null;
const history_ = [];

/** Closes the form. */
export function closeDrawer() {
  current?.close();
  current = null;
  history_.length = 0;
  document.getElementById("drawer").hidden = true;
  document.body.classList.remove("has-drawer");
}

export const isDrawerOpen = () => current !== null;

export function startDrawer() {
  showRowsWith((table, row, options = {}) => {
    if (current && !options.isBack) history_.push([current.table.name, current.row]);
    show(tableNamed(table), row, options);
  });
  document.getElementById("drawer").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    closeDrawer();
    document.querySelector(".grid")?.focus({ preventScroll: true });
  });
}

function show(table, row, { focus = null } = {}) {
  current?.close();
  const drawer = document.getElementById("drawer");
  drawer.hidden = false;
  document.body.classList.add("has-drawer");
  current = new RowForm(table, row, focus);
  fill(drawer, current.element);
  drawer.setAttribute("aria-label", `${table.swiftName} ${keyText(row)}`);
}

/** The new keys of rows that were drafts; the form then shows the row. */
export function followInserted(inserted) {
  if (!current || typeof current.row !== "string") return;
  const key = inserted?.[current.row];
  if (key) show(current.table, key);
  else closeDrawer();
}

class RowForm {
  #members = [];
  #fields = new Map();
  #forget = [];
  #loaded = null;

  constructor(table, row, focus) {
    Object.assign(this, { table, row });
    this.isDraft = typeof row === "string";
    this.canEdit = isEditable(table);
    this.title = h("h2", { dir: "auto" });
    this.body = h("div", { class: "drawer-body" }, h("p", { class: "quiet" }, "Loading…"));
    this.foot = h("div", { class: "drawer-foot" });
    this.element = h("div", { class: "drawer-content" }, this.#head(), this.body, this.foot);
    this.#forget.push(changes.changed.listen(() => this.#follow()));
    this.#forget.push(signals.rows.listen((event) => {
      if (event.changed.includes(table.name) && !this.isDraft) this.#reload();
    }));
    this.#load(focus);
  }

  close() {
    for (const forget of this.#forget) forget();
    for (const list of this.#members) list.close();
  }

  #head() {
    return h("header", { class: "drawer-head" },
      history_.length ? h("button", {
        class: "ghost icon-only", "aria-label": "Back", title: "Back",
        onclick: () => openRow(...history_.pop(), { isBack: true }),
      }, icon("arrowLeft")) : null,
      h("div", { class: "drawer-title" }, h("p", { class: "eyebrow" }, this.table.swiftName, h("span", { class: "mono" }, this.isDraft ? "new row" : keyText(this.row))), this.title),
      h("button", { class: "ghost icon-only", "aria-label": "More", "aria-haspopup": "menu", onclick: (event) => this.#menu(event.currentTarget) }, icon("more")),
      h("button", { class: "ghost icon-only", "aria-label": "Close", title: "Close (Escape)", onclick: () => closeDrawer() }, icon("close")));
  }

  #menu(anchor) {
    menu(anchor, [
      { title: "Show in its table", icon: "table", isDisabled: this.isDraft, run: () => {
        const column = this.table.key[0];
        const filters = this.table.key.map((name, index) => ({ column: name, operator: "equals", values: [this.row[index]] }));
        if (column) go("table", this.table.name, { filters: JSON.stringify(filters), row: rowID(this.row) });
      } },
      { title: "Copy link", icon: "link", isDisabled: this.isDraft, run: () => navigator.clipboard?.writeText(new URL(rowAddress(this.table.name, this.row), location.href).href).then(() => toast("Link copied")) },
      { title: "Duplicate", icon: "copy", isDisabled: !this.canEdit || !this.#loaded, run: () => this.#duplicate() },
      null,
      { title: "Take back changes of this row", icon: "undo", isDisabled: !this.canEdit, run: () => { changes.revert(this.table.name, this.row); if (this.isDraft) closeDrawer(); else this.#draw(); } },
      ...(this.#isSoftDeleted ? [{ title: "Restore", icon: "undo", isDisabled: !this.canEdit, run: () => changes.restore(this.table.name, this.row) }] : []),
      { title: this.table.softDelete ? "Delete (soft)" : "Delete", icon: "trash", isDisabled: !this.canEdit || this.isDraft, run: () => changes.remove(this.table.name, this.row) },
      ...(this.table.softDelete ? [{ title: "Delete permanently", icon: "trash", isDisabled: !this.canEdit || this.isDraft, run: () => this.#deletePermanently() }] : []),
    ], "Row");
  }

  get #isSoftDeleted() {
    const index = this.table.columns.findIndex(({ name }) => name === this.table.softDelete);
    return index >= 0 && !isNil(this.#loaded?.cells[index]);
  }

  async #deletePermanently() {
    if (await confirmation("Delete permanently", `The row will be deleted, not only marked, when you commit.`, "Delete")) {
      changes.remove(this.table.name, this.row, true);
    }
  }

  #duplicate() {
    const values = {};
    this.table.columns.forEach((column, index) => {
      const cell = this.#value(column, index);
      if (isSettable(this.table, column, true) && !this.table.key.includes(column.name) && !cell?.blob && !cell?.text) values[column.name] = cell;
    });
    openRow(this.table.name, changes.insert(this.table.name, values));
  }

  async #load(focus) {
    try {
      if (!this.isDraft) {
        const answer = await api.row(this.table.name, this.row);
        this.#loaded = aligned(this.table, answer.columns, answer.row);
        this.swift = answer.swift;
      }
      this.#draw();
      const field = focus ? this.#fields.get(focus) : this.isDraft ? [...this.#fields.values()].find(({ isReadOnly }) => !isReadOnly) : null;
      field?.control.focus();
    } catch (error) {
      fill(this.body, h("p", { class: "field-error" }, error.message));
    }
  }

  async #reload() {
    try {
      const answer = await api.row(this.table.name, this.row);
      this.#loaded = aligned(this.table, answer.columns, answer.row);
      if (!this.element.contains(document.activeElement)) this.#draw();
      for (const list of this.#members) list.reload();
    } catch { /* The row was deleted; the form keeps what it showed. */ }
  }

  #value(column, index) {
    const pending = changes.values(this.table.name, this.row);
    if (column.name in pending) return pending[column.name];
    if (this.#loaded) return this.#loaded.cells[index];
    return column.default ?? null;
  }

  #draw() {
    for (const list of this.#members) list.close();
    this.#members = [];
    this.#fields.clear();
    const fields = this.table.columns.map((column, index) => this.#field(column, index));
    const lists = reverseRelationships(this.table).filter((relationship) => tableNamed(relationship.table)).map((relationship) => {
      const list = memberList(this.table, this.row, relationship);
      this.#members.push(list);
      return list.element;
    });
    fill(this.body, this.table.documentation ? h("p", { class: "quiet" }, this.table.documentation) : null,
      h("div", { class: "fields" }, fields),
      this.table.key.length ? lists : null, this.swift ? codeBlock("swift", this.swift).element : null);
    this.#follow();
  }

  #field(column, index) {
    const relationship = relationshipOf(this.table, column);
    const cell = this.#value(column, index);
    const isTooLong = cell && typeof cell === "object" && "text" in cell;
    const isReadOnly = isTooLong || !isSettable(this.table, column, this.isDraft);
    const error = h("p", { class: "field-error", hidden: true });
    const field = {
      error, isReadOnly, column, index,
      element: null, control: control(column, this.isDraft && isReadOnly ? null : cell, {
        isLarge: true, isReadOnly, table: this.table, row: this.row, relationship,
        display: cell?.new ? draftName(tableNamed(relationship?.table), cell.new) : this.#loaded?.display?.[column.name],
        setReference: (values) => this.#set(field, values),
        changed: () => this.#set(field),
      }),
    };
    const link = relationship && !isNil(cell) && !cell.new && tableNamed(relationship.table) && column.name === relationship.columns.at(-1)
      ? h("button", { class: "ghost icon-only", type: "button", title: `Open ${relationship.name}`, "aria-label": `Open ${relationship.name}`, onclick: () => this.#follow_(relationship) }, icon("link"))
      : null;
    const marks = [
      this.table.key.includes(column.name) ? "key" : null, column.isGenerated ? "generated" : null,
      column.isAssigned && !this.table.key.includes(column.name) ? "set by the database" : null,
    ].filter(Boolean);
    field.element = h("div", { class: "form-field", dataset: { field: column.name } },
      h("div", { class: "form-label" }, h("span", { class: "form-name", title: `${column.name} ${column.sqlType}` }, column.swiftName),
        h("span", { class: "form-type" }, column.swiftType), marks.map((mark) => h("span", { class: "hint" }, mark)),
        isTooLong ? h("span", { class: "hint" }, `${text(cell).length.toLocaleString()} of ${cell.text.size.toLocaleString()} characters`) : null),
      h("div", { class: "form-control" }, this.isDraft && isReadOnly
        ? h("span", { class: "quiet" }, "assigned when the row is inserted") : field.control.element, link),
      error, column.documentation ? h("p", { class: "form-documentation" }, column.documentation) : null);
    this.#fields.set(column.name, field);
    return field.element;
  }

  #follow_(relationship) {
    const key = tableNamed(relationship.table).key.map((name) => {
      const column = this.table.columns.findIndex((each) => relationship.columns.includes(each.name) && each.references?.column === name);
      return this.#value(this.table.columns[column], column);
    });
    openRow(relationship.table, key);
  }

  #set(field, given = null) {
    let values = given;
    try {
      values ??= { [field.column.name]: field.control.read() };
      this.#showError(field, null);
    } catch (error) {
      this.#showError(field, error.message);
      return;
    }
    const before = Object.fromEntries(Object.keys(values).map((name) => {
      const index = this.table.columns.findIndex((column) => column.name === name);
      return [name, this.#loaded?.cells[index] ?? null];
    }));
    const version = this.table.columns.findIndex((column) => column.name === this.table.version);
    this.isOwnChange = true;
    changes.set(this.table.name, this.row, values, before, version >= 0 ? this.#loaded?.cells[version] : undefined);
    this.isOwnChange = false;
  }

  #showError(field, message) {
    field.error.textContent = message ?? "";
    field.error.hidden = !message;
    field.element.classList.toggle("has-error", Boolean(message));
  }

  /** Shows what the collected changes say: marks, rejections, the title. */
  #follow() {
    const pending = changes.values(this.table.name, this.row);
    const isUndone = !this.isOwnChange && this.lastPending !== undefined && this.lastPending !== JSON.stringify(pending)
      && !this.element.contains(document.activeElement);
    this.lastPending = JSON.stringify(pending);
    if (isUndone && this.#fields.size > 0) return this.#draw();
    for (const [name, field] of this.#fields) {
      field.element.classList.toggle("is-changed", !this.isDraft && name in pending);
      const problem = changes.problem(this.table.name, this.row, name);
      if (problem || field.error.dataset.fromServer) {
        this.#showError(field, problem ?? null);
        field.error.dataset.fromServer = problem ? "yes" : "";
      }
    }
    const name = rowName(this.table, (column, index) => this.#value(column, index));
    this.title.textContent = name ?? (this.isDraft ? `New ${this.table.swiftName}` : keyText(this.row));
    const isDeleted = changes.isDeleted(this.table.name, this.row);
    const problem = changes.problem(this.table.name, this.row, null);
    fill(this.foot,
      problem ? h("p", { class: "field-error" }, icon("warning"), problem) : null,
      isDeleted ? h("p", { class: "notice" }, "This row will be deleted. ", h("button", { class: "ghost small", onclick: () => changes.revert(this.table.name, this.row) }, icon("undo"), "Keep it")) : null,
      !this.canEdit ? h("p", { class: "quiet" }, icon("lock"), " Read-only") : null);
    this.foot.hidden = this.foot.children.length === 0;
    this.element.classList.toggle("is-deleted", isDeleted);
  }
}
