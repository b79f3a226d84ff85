// The page of a table: its head, filters, the code of the query, and the grid or the tree.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { h, fill, formatted, plural, announce, stored } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { codeBlock } from "../ui/code.js";
import { menu, save, toast } from "../ui/popover.js";
import { closeDrawer, isDrawerOpen } from "../form/drawer.js";
import { memberList } from "../form/members.js";
import { note, openRow } from "../router.js";
import { columnNamed, isEditable, isSettable, signals, state, tableNamed } from "../state.js";
import { equal, isNil, rowID, text } from "../values.js";
import { currentValue, drawCell, gridColumns, saveWidth, toggleColumn } from "./columns.js";
import { editCell } from "./editor.js";
import { FilterBar, isComplete } from "./filters.js";
import { Grid } from "./grid.js";
import { TableRows } from "./rows.js";
import { TableTree, treeRelationship } from "./tree.js";

export class TablePage {
  #forget = [];
  #members = null;
  #unfolded = null;
  #edit = null;

  constructor(table, parameters) {
    this.table = table;
    this.filters = read(parameters.get("filters"), []).filter((filter) => columnNamed(table, filter.column) || filter.relationship);
    this.order = read(parameters.get("order"), []).filter(({ column }) => columnNamed(table, column));
    this.deleted = table.softDelete ? parameters.get("deleted") ?? "excluded" : null;
    this.isTree = parameters.get("view") === "tree" && treeRelationship(table) !== undefined;
    this.rows = this.#newRows();
    this.filterBar = new FilterBar(table, structuredClone(this.filters), (filters) => this.#filter(filters));
    this.count = h("span", { class: "badge" }, "…");
    this.codeArea = h("div", { class: "code-strip" });
    this.swift = codeBlock("swift", "", { isInline: true });
    this.sql = codeBlock("sql", "", { isInline: true });
    this.content = h("div", { class: "table-content" });
    this.actions = h("div", { class: "head-actions" });
    this.element = h("section", { class: "table-page", "aria-labelledby": "table-title" }, this.#head(), this.filterBar.element, this.codeArea, this.content);
    this.#forget.push(
      changes.changed.listen(() => this.#changesChanged()), signals.rows.listen((event) => this.#rowsChanged(event)),
      signals.state.listen(() => this.#drawActions()));
    this.#drawActions();
    this.#drawCode();
    this.#show();
    if (!this.isTree) this.rows.start();
    state.changedTables.delete(table.name);
    signals.state.send();
  }

  close() {
    this.#edit?.cancel();
    for (const forget of this.#forget) forget();
    this.rows.close();
    this.grid?.close();
    this.#members?.close();
  }

  // MARK: The head

  #head() {
    const { table } = this;
    return h("header", { class: "page-head" },
      h("div", { class: "page-title" },
        h("h1", { id: "table-title", dir: "auto" }, table.swiftName),
        h("span", { class: "mono quiet", dir: "auto", title: "Name in the database" }, table.name), this.count,
        table.kind !== "table" ? h("span", { class: "tag" }, table.kind === "view" ? "view" : "pairs") : null,
        table.isSingleton ? h("span", { class: "tag" }, "single row") : null,
        table.softDelete ? h("span", { class: "tag", title: `Deleting sets '${table.softDelete}'` }, "soft delete") : null,
        table.version ? h("span", { class: "tag", title: `'${table.version}' counts the changes of a row` }, "versioned") : null),
      table.documentation ? h("p", { class: "page-documentation", dir: "auto" }, table.documentation) : null,
      this.actions);
  }

  #drawActions() {
    fill(this.actions,
      treeRelationship(this.table) ? h("div", { class: "segments", role: "radiogroup", "aria-label": "View" }, [["Rows", false, "table"], ["Tree", true, "tree"]].map(([title, isTree, name]) =>
        h("button", { role: "radio", "aria-checked": String(this.isTree === isTree), onclick: () => this.#setTree(isTree) }, icon(name), title))) : null,
      this.table.softDelete ? this.#deletedChoice() : null,
      h("button", { class: "ghost", title: "Swift and SQL of this query", "aria-pressed": String(stored.get("showsCode", true)), onclick: () => { stored.set("showsCode", !stored.get("showsCode", true)); this.#drawCode(); this.#drawActions(); } }, icon("code"), h("span", { class: "label" }, "Query")),
      h("button", { class: "ghost", "aria-haspopup": "menu", onclick: (event) => this.#columnMenu(event.currentTarget) }, icon("columns"), h("span", { class: "label" }, "Columns")),
      h("button", { class: "ghost", "aria-haspopup": "menu", onclick: (event) => this.#exportMenu(event.currentTarget) }, icon("download"), h("span", { class: "label" }, "Export")),
      h("button", { class: "ghost icon-only", title: "Load again", "aria-label": "Load again", onclick: () => this.refresh() }, icon("refresh")),
      isEditable(this.table) ? h("button", { class: "primary", onclick: () => this.insert(), title: "New row (N)" }, icon("add"), h("span", { class: "label" }, "New row")) : null);
  }

  /** Which rows are shown: those that exist, all, or those that are soft-deleted. */
  #deletedChoice() {
    const choice = h("select", { "aria-label": "Deleted rows", onchange: () => { this.deleted = choice.value; this.#restart(); } },
      [["excluded", "Without deleted"], ["included", "With deleted"], ["only", "Only deleted"]].map(([value, title]) => h("option", { value }, title)));
    choice.value = this.deleted;
    return choice;
  }

  #drawCode() {
    fill(this.codeArea, stored.get("showsCode", true) ? [this.swift.element, this.sql.element] : []);
    this.codeArea.hidden = !stored.get("showsCode", true);
  }

  #columnMenu(anchor) {
    const { all, hidden } = gridColumns(this.table, this.order);
    menu(anchor, all.map((column) => ({
      title: column.title, detail: column.subtitle, isChecked: !hidden.has(column.id), run: () => {
        toggleColumn(this.table, column.id);
        this.#drawHead();
      },
    })), "Columns");
  }

  #exportMenu(anchor) {
    menu(anchor, [["csv", "CSV"], ["json", "JSON"], ["markdown", "Markdown"], ["swift", "Swift values"]].map(([format, title]) => ({
      title, icon: "download", run: () => this.#export(format),
    })), "Export");
  }

  async #export(format) {
    try {
      const file = await api.export({ table: this.table.name, filters: this.sent(this.filters), order: this.order, ...(this.deleted ? { deleted: this.deleted } : {}), format, limit: 100_000 });
      save(file, `${this.table.swiftName}.${{ csv: "csv", json: "json", markdown: "md", swift: "swift" }[format]}`);
    } catch (error) {
      toast(error.message, "error");
    }
  }

  // MARK: The query

  sent(filters) { return filters.filter(isComplete).map(({ display, ...filter }) => filter); }

  #newRows() {
    const rows = new TableRows(this.table, { filters: this.sent(this.filters), order: this.order, deleted: this.deleted });
    rows.counted.listen((count) => {
      this.count.textContent = formatted(count);
      if (this.filters.length === 0) {
        state.counts.set(this.table.name, count);
        signals.state.send();
      }
      announce(plural(count, "row"));
    });
    rows.loaded.listen(() => this.#loaded());
    return rows;
  }

  #filter(filters) {
    if (equal(this.sent(filters), this.sent(this.filters))) return;
    this.filters = structuredClone(filters);
    this.#restart();
  }

  #sort(column, isAdditional) {
    const existing = this.order.find((term) => term.column === column.id);
    const next = !existing ? { column: column.id, isDescending: false } : existing.isDescending ? null : { column: column.id, isDescending: true };
    const others = isAdditional ? this.order.filter((term) => term.column !== column.id) : [];
    this.order = [...others, ...(next ? [next] : [])];
    announce(next ? `sorted by ${column.title}, ${next.isDescending ? "descending" : "ascending"}` : "not sorted");
    this.#restart();
  }

  #restart() {
    note({
      filters: this.filters.length ? JSON.stringify(this.filters) : "", order: this.order.length ? JSON.stringify(this.order) : "",
      view: this.isTree ? "tree" : "", deleted: this.deleted === "excluded" ? "" : this.deleted,
    });
    this.#fold();
    this.rows.close();
    this.rows = this.#newRows();
    this.count.textContent = "…";
    if (this.isTree) return;
    this.#drawHead();
    this.grid.scrollTo(0);
    this.rows.start();
  }

  refresh() {
    if (this.isTree) this.tree.reload();
    else this.rows.refresh();
  }

  #setTree(isTree) {
    this.isTree = isTree;
    this.#drawActions();
    this.#restart();
    this.#show();
    if (!isTree) this.rows.start();
  }

  // MARK: The grid

  get drafts() { return (this.cachedDrafts ??= changes.drafts(this.table.name).map((draft) => ({ ...draft, draft: draft.id, key: draft.id }))); }
  #row(index) { return index < this.drafts.length ? this.drafts[index] : this.rows.row(index - this.drafts.length); }

  #show() {
    this.grid?.close();
    this.filterBar.element.hidden = this.isTree;
    if (this.isTree) {
      this.tree = new TableTree(this.table, (count) => { this.count.textContent = formatted(count); });
      this.codeArea.hidden = true;
      return fill(this.content, this.tree.element);
    }
    this.#drawCode();
    const { visible } = gridColumns(this.table, this.order);
    this.grid = new Grid({
      label: this.table.swiftName, columns: visible,
      count: () => this.drafts.length + this.rows.count,
      row: (index) => this.#row(index),
      want: (first, last) => this.rows.want(Math.max(0, first - this.drafts.length), Math.max(0, last - this.drafts.length)),
      draw: (cell, row, column, index) => drawCell(cell, this.table, row, column, index, this.rows.live.get(rowID(row)), this.#cellActions),
      gutter: (cell, row, index) => this.#gutter(cell, row, index),
      decorate: (element, row) => this.#decorate(element, row),
      activate: (row, column) => this.#activate(row, column),
      key: (event, row, column) => this.#key(event, row, column),
      sort: (column, isAdditional) => this.#sort(column, isAdditional),
      resized: (column) => saveWidth(this.table, column),
    });
    return fill(this.content, this.grid.element);
  }

  #drawHead() {
    this.grid.columns = gridColumns(this.table, this.order).visible;
    this.grid.drawHead();
  }

  #loaded() {
    if (this.rows.query.swift) {
      this.swift.set(this.rows.query.swift);
      this.sql.set(this.rows.query.sql);
    }
    if (this.isTree || !this.grid) return;
    const { error, count, isCounted } = this.rows;
    this.grid.show(error ? h("div", { class: "notice error", role: "alert" }, icon("warning"), error.message, h("button", { class: "small", onclick: () => this.rows.refresh() }, "Try again"))
      : isCounted && count === 0 && this.drafts.length === 0
        ? h("p", { class: "quiet" }, this.filters.length ? "No row matches the filters." : "This table has no rows.") : null);
    if (!this.#edit) this.grid.update();
    else this.isStale = true;
  }

  #gutter(cell, row, index) {
    if (!this.#canOpen) return void (cell.textContent = formatted(index + 1));
    const live = this.rows.live.get(rowID(row));
    const name = row.draft ? "new" : formatted(index + 1 - this.drafts.length);
    cell.append(h("button", {
      class: "row-open", tabindex: "-1", title: "Open the row (Space)", "aria-label": `Open row ${name}`,
      onclick: () => openRow(this.table.name, row.draft ?? row.key),
    }, live ? h("span", { class: "live-mark", title: live.isNew ? "Added by another process" : "Changed by another process" }) : null, name));
  }

  /** Rows of a view have no key to find them by. */
  get #canOpen() { return this.table.key.length > 0; }

  #decorate(element, row) {
    element.classList.toggle("is-draft", Boolean(row.draft));
    element.classList.toggle("is-deleted", changes.isDeleted(this.table.name, row.draft ?? row.key));
    const live = this.rows.live.get(rowID(row));
    element.classList.toggle("is-live-row", Boolean(live));
    const softDelete = this.table.columns.findIndex(({ name }) => name === this.table.softDelete);
    element.classList.toggle("is-soft-deleted", softDelete >= 0 && !isNil(row.cells?.[softDelete]));
    const problem = changes.problem(this.table.name, row.draft ?? row.key, null);
    element.classList.toggle("has-problem", Boolean(problem));
    if (problem) element.title = problem;
  }

  #cellActions = {
    follow: (row, column) => this.#follow(row, column),
    unfold: (index, relationship) => this.unfold(index, relationship),
    unfolded: (index, relationship) => this.#unfolded?.index === index && this.#unfolded.name === relationship.name,
  };

  #follow(row, column) {
    const target = tableNamed(column.relationship.table);
    const pending = currentValue(this.table, row, column).cell;
    if (pending?.new) return openRow(target.name, pending.new);
    const key = target.key.map((name) => {
      const index = this.table.columns.findIndex((each) => column.relationship.columns.includes(each.name) && each.references?.column === name);
      return index < 0 ? pending : changes.values(this.table.name, row.draft ?? row.key)[this.table.columns[index].name] ?? row.cells?.[index];
    });
    return openRow(target.name, key);
  }

  /** Opens the members of a relationship below a row, or closes them. */
  unfold(index, relationship) {
    if (this.#cellActions.unfolded(index, relationship)) return this.#fold();
    this.#fold();
    const row = this.#row(index);
    if (!row) return undefined;
    this.#members = memberList(this.table, row.draft ?? row.key, relationship, { isCompact: true });
    this.#unfolded = { index, name: relationship.name };
    // As high as its members need, and a little room for more.
    this.grid.openDetail(index, this.#members.element, Math.min(10, Math.max(4, (row.counts?.[relationship.name] ?? 0) + 3)));
    return undefined;
  }

  #fold() {
    this.#members?.close();
    this.#members = null;
    this.#unfolded = null;
    this.grid?.closeDetail();
  }

  // MARK: Editing

  #activate(index, position, typed) {
    const row = this.#row(index);
    const column = this.grid.columns[position];
    if (!row || !column) return;
    if (column.list) return void this.unfold(index, column.list);
    const isDraft = Boolean(row.draft);
    const { cell } = currentValue(this.table, row, column);
    const isLong = cell && typeof cell === "object" && "text" in cell;
    if (!this.#canOpen) return;
    if (["blob", "json"].includes(column.column.form) || isLong || cell === undefined || !isSettable(this.table, column.column, isDraft)) {
      openRow(this.table.name, row.draft ?? row.key, { focus: column.column.name });
      return;
    }
    if (column.column.form === "boolean" && !column.column.isOptional) return void this.#set(row, { [column.column.name]: !cell });
    this.grid.select(index, position);
    const element = this.grid.activeCell;
    if (!element) return;
    this.#edit = editCell({
      cell: element, column: column.column, value: cell, typed, table: this.table, row: row.draft ?? row.key, relationship: column.relationship,
      display: row.display?.[column.column.name], take: (values) => this.#set(row, values),
      closed: (move) => {
        this.#edit = null;
        if (this.isStale) this.grid.update();
        this.isStale = false;
        const [down, right] = { down: [1, 0], right: [0, 1], left: [0, -1] }[move] ?? [0, 0];
        this.grid.select(index + down, position + right);
      },
    });
  }

  #set(row, values) {
    const cells = (name) => row.cells?.[this.table.columns.findIndex((column) => column.name === name)] ?? null;
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, cells(name)]));
    try {
      changes.set(this.table.name, row.draft ?? row.key, values, before, this.table.version ? cells(this.table.version) : undefined);
    } catch (error) {
      toast(error.message, "error");
    }
  }

  /** Adds a row that isn't inserted yet, and opens its form. */
  insert() {
    if (!isEditable(this.table)) return;
    const id = changes.insert(this.table.name, {});
    if (!this.isTree) this.grid.select(0, 0, false);
    openRow(this.table.name, id);
  }

  #key(event, index, position) {
    const row = this.#row(index);
    const column = this.grid.columns[position];
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "c" || !row || !column?.column) return false;
      navigator.clipboard?.writeText(text(currentValue(this.table, row, column).cell)).then(() => announce("copied"));
      return true;
    }
    if (event.altKey || !row) return false;
    if (event.key === "Enter" || event.key === "F2") this.#activate(index, position);
    else if (event.key === " " && this.#canOpen) openRow(this.table.name, row.draft ?? row.key);
    else if (event.key === "Escape" && this.#unfolded) this.#fold();
    else if (event.key === "Escape" && isDrawerOpen()) closeDrawer();
    else if (["Delete", "Backspace"].includes(event.key)) {
      if (event.shiftKey && isEditable(this.table)) {
        if (changes.isDeleted(this.table.name, row.key)) changes.revert(this.table.name, row.key);
        else changes.remove(this.table.name, row.draft ?? row.key);
      } else if (column.column?.isOptional && isSettable(this.table, column.column, Boolean(row.draft))) this.#set(row, { [column.column.name]: null });
      else return false;
    } else if (event.key.length === 1 && column?.column && isSettable(this.table, column.column, Boolean(row.draft))
      && !["boolean", "enum", "blob", "json", "date", "day"].includes(column.column.form) && !column.relationship) this.#activate(index, position, event.key);
    else return false;
    return true;
  }

  // MARK: News

  #changesChanged() {
    const before = this.drafts.length;
    this.cachedDrafts = null;
    if (this.isTree || !this.grid) return;
    if (before !== this.drafts.length) this.#fold();
    if (this.#edit) this.isStale = true;
    else this.grid.update();
  }

  #rowsChanged(event) {
    if (!event.changed.includes(this.table.name) && !this.table.relationships.some(({ table }) => event.changed.includes(table))) return;
    if (this.isTree) return void this.tree.reload();
    state.changedTables.delete(this.table.name);
    this.rows.refresh(event.by === "other");
    this.#members?.reload();
  }
}

function read(json, fallback) {
  try {
    const value = JSON.parse(json);
    return Array.isArray(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

