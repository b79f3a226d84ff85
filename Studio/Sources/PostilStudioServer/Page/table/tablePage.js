// The page of a table: its head, filters, the code of the query, and the grid or the tree.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { h, fill, formatted, plural, announce, stored } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { codeBlock } from "../ui/code.js";
import { menu, menuAt, toast } from "../ui/popover.js";
import { closeDrawer, isDrawerOpen } from "../form/drawer.js";
import { memberList } from "../form/members.js";
import { note, openRow } from "../router.js";
import { commandKey } from "../shell.js";
import { columnNamed, isEditable, isSettable, relationshipNamed, relationshipOf, signals, state, tableNamed } from "../state.js";
import { equal, isNil, rowID } from "../values.js";
import { columnMenu, columnsMenu } from "./columnMenu.js";
import { currentValue, drawCell, fitColumns, gridColumns, moveColumn, saveWidth, termOf } from "./columns.js";
import { editCell } from "./editor.js";
import { exportRows } from "./export.js";
import { FilterBar, isComplete, subjectOf } from "./filters.js";
import { Grid } from "./grid.js";
import { importRows } from "./import.js";
import { Ranges } from "./ranges.js";
import { TableRows } from "./rows.js";
import { TableTree, treeRelationship } from "./tree.js";
import { viewMenu } from "./views.js";

export class TablePage {
  #forget = [];
  #members = null;
  #unfolded = null;
  #edit = null;

  constructor(table, parameters) {
    this.table = table;
    this.filters = read(parameters.get("filters"), []).filter((filter) => subjectOf(table, filter));
    this.order = read(parameters.get("order"), []).filter((term) => (term.path ? relationshipNamed(table, term.path) : columnNamed(table, term.column)));
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
    this.ranges = new Ranges(this);
    this.wait = h("div", { class: "grid-wait", role: "status", hidden: true });
    this.summary = h("div", { class: "selection-summary", role: "status", hidden: true });
    this.element = h("section", { class: "table-page", "aria-labelledby": "table-title" }, this.#head(), this.filterBar.element, this.codeArea, this.content, this.summary);
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
      h("button", { class: "ghost", "aria-haspopup": "menu", title: "Columns: which are shown", onclick: (event) => columnsMenu(event.currentTarget, this) }, icon("columns"), h("span", { class: "label" }, "Columns")),
      h("button", { class: "ghost", "aria-haspopup": "menu", title: "Saved views: filters, order and columns", onclick: (event) => viewMenu(event.currentTarget, this) }, icon("view"), h("span", { class: "label" }, "Views")),
      isEditable(this.table) ? h("button", { class: "ghost", title: "Rows from a CSV file", onclick: () => importRows(this.table) }, icon("upload"), h("span", { class: "label" }, "Import")) : null,
      h("button", { class: "ghost", "aria-haspopup": "menu", title: "Rows as a file", onclick: (event) => this.#exportMenu(event.currentTarget) }, icon("download"), h("span", { class: "label" }, "Export")),
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

  #exportMenu(anchor) {
    menu(anchor, [["csv", "CSV"], ["json", "JSON"], ["markdown", "Markdown"], ["swift", "Swift values"]].map(([format, title]) => ({
      title, icon: "download", run: () => this.#export(format),
    })), "Export");
  }

  #export(format) {
    const request = { table: this.table.name, filters: this.sent(this.filters), order: this.order, ...(this.deleted ? { deleted: this.deleted } : {}) };
    return exportRows(request, format, this.table.swiftName, this.rows.isCounted ? this.rows.count : null);
  }

  // MARK: The query

  /** Shows other rows: `{filters, order, deleted}`; what isn't given stays. */
  apply({ filters = this.filters, order = this.order, deleted = this.deleted }) {
    Object.assign(this, { filters: structuredClone(filters), order, deleted });
    this.filterBar.filters = structuredClone(filters);
    this.filterBar.draw();
    this.#drawActions();
    this.#restart();
  }

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
    rows.waiting.listen((index) => this.#drawWaiting(rows, index));
    return rows;
  }

  /** Shows that rows are waited for, and a button that stops it. */
  #drawWaiting(rows, index) {
    if (rows !== this.rows) return;
    this.wait.hidden = index === null;
    if (index === null) return;
    fill(this.wait, h("progress", { "aria-label": "Loading" }), h("span", null, `Loading rows from ${formatted(index + 1)} on…`), h("button", { class: "small", onclick: () => {
      rows.stop();
      const near = rows.loadedNear(index);
      if (near !== null) this.grid.scrollTo(near + this.drafts.length);
    } }, icon("stop"), "Stop"));
    announce(`Loading rows from ${formatted(index + 1)} on`);
  }

  #filter(filters) {
    if (equal(this.sent(filters), this.sent(this.filters))) return;
    // Typing in a field is one step back.
    const isTyping = filters.length === this.filters.length && filters.every((filter, index) => filter.column === this.filters[index].column && filter.path === this.filters[index].path && filter.operator === this.filters[index].operator)
      && performance.now() - (this.filteredAt ?? -Infinity) < 3_000;
    this.filteredAt = performance.now();
    this.filters = structuredClone(filters);
    this.#restart(isTyping);
  }

  /** Sorts by a column alone. */
  sortBy(term, isDescending) { this.apply({ order: [{ ...term, isDescending }] }); }

  #sort(column, isAdditional) {
    const own = termOf(column);
    const isOwn = (term) => equal({ ...term, isDescending: false }, { ...own, isDescending: false });
    const existing = this.order.find(isOwn);
    const next = !existing ? { ...own, isDescending: false } : existing.isDescending ? null : { ...own, isDescending: true };
    const others = isAdditional ? this.order.filter((term) => !isOwn(term)) : [];
    this.order = [...others, ...(next ? [next] : [])];
    announce(next ? `sorted by ${column.title}, ${next.isDescending ? "descending" : "ascending"}` : "not sorted");
    this.#restart();
  }

  #restart(replaces = false) {
    note({
      filters: this.filters.length ? JSON.stringify(this.filters) : "", order: this.order.length ? JSON.stringify(this.order) : "",
      view: this.isTree ? "tree" : "", deleted: this.deleted === "excluded" ? "" : this.deleted,
    }, replaces);
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
      holds: () => Boolean(this.#edit) && (this.isStale = true),
      key: (event, row, column) => this.#key(event, row, column),
      sort: (column, isAdditional) => this.#sort(column, isAdditional),
      resized: (column) => saveWidth(this.table, column),
      moved: (column, target) => { moveColumn(this.table, this.order, column.id, target); this.drawColumns(); },
      columnMenu: (column, element) => columnMenu(element, column, this),
      selected: () => this.#drawSummary(), menu: (event) => this.#menu(event),
      copy: (data) => this.ranges.copy(data), paste: (data) => this.ranges.paste(data),
      fill: isEditable(this.table) ? (count) => this.ranges.fillDown(count) : null,
      cut: (data) => this.ranges.copy(data).then(() => this.ranges.clear()),
    });
    this.isFitted = false;
    return fill(this.content, this.grid.element, this.wait);
  }

  #drawHead() {
    const before = new Map(this.grid.columns.map(({ id, width }) => [id, width]));
    this.grid.columns = gridColumns(this.table, this.order).visible.map((column) => ({ ...column, width: before.get(column.id) ?? column.width }));
    this.grid.drawHead();
  }

  /** Draws the columns again after their settings changed. */
  drawColumns() {
    this.grid.columns = gridColumns(this.table, this.order).visible;
    this.grid.drawHead();
    this.isFitted = false;
    this.#fit();
  }

  /** Fits the columns to the first rows. */
  #fit() {
    if (this.isFitted || this.rows.row(0) === undefined || !this.grid.element.isConnected) return;
    this.isFitted = true;
    const { grid } = this;
    grid.layout();
    fitColumns(this.table, grid.columns, (column) => grid.visibleWidths(column), grid.element.clientWidth - 58);
    const frozen = grid.columns.reduce((sum, { isFrozen, width }) => sum + (isFrozen ? width : 0), 0);
    // On a small screen, frozen columns would leave no room.
    if (frozen > (grid.element.clientWidth - 58) * 0.4) grid.columns = grid.columns.map((column) => ({ ...column, isFrozen: false }));
    grid.drawHead();
  }

  /** The row at a position, as it is shown; undefined if it isn't loaded. */
  rowAt(index) { return this.#row(index); }

  /** The rows of a range of positions: those that aren't inserted yet, and those of the table. */
  async rowsAt(first, last) {
    const count = this.drafts.length;
    const drafts = this.drafts.slice(first, last + 1);
    return last < count ? drafts : [...drafts, ...await this.rows.range(Math.max(0, first - count), last - count)];
  }

  #drawSummary() {
    const text = this.ranges.summary;
    this.summary.textContent = text;
    this.summary.hidden = text === "";
  }

  /** What can be done with the selected cells. */
  #menu(event) {
    const { top, bottom } = this.grid.selection;
    const { row, column } = this.grid.active;
    const count = bottom - top + 1;
    const canEdit = isEditable(this.table);
    const rows = count === 1 ? "row" : plural(count, "row");
    const current = this.#row(row);
    const key = (text) => `${commandKey}${text}`;
    menuAt(event.clientX, event.clientY, [
      { title: "Copy", icon: "copy", detail: key("C"), run: () => this.ranges.copy() },
      ...(canEdit ? [
        { title: "Fill down", icon: "arrowDown", detail: key("D"), run: () => this.ranges.fillDown() },
        ...(this.grid.selectedCount > 1 && this.grid.columns[column]?.column ? [{ title: `Set ‘${this.grid.columns[column].title}’ in ${rows}…`, icon: "edit", detail: key("Enter"), run: () => this.#activate(row, column, undefined, true) }] : []),
        { title: "Set to nil", icon: "minus", detail: "Delete", run: () => this.ranges.clear() },
        null,
        { title: `Duplicate ${rows}`, icon: "add", run: () => this.ranges.duplicateRows() },
        { title: `Take back changes of ${rows}`, icon: "undo", run: () => this.ranges.revertRows() },
        { title: `Delete ${rows}`, icon: "trash", detail: "⇧ Delete", run: () => this.ranges.deleteRows() },
      ] : []),
      null,
      { title: "Open the row", icon: "link", detail: "Space", isDisabled: !this.#canOpen || !current, run: () => openRow(this.table.name, current.draft ?? current.key) },
    ], "Cells");
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
    this.#fit();
  }

  #gutter(cell, row, index) {
    if (!this.#canOpen) return void (cell.textContent = formatted(index + 1));
    const live = this.rows.live.get(rowID(row));
    const name = row.draft ? "new" : formatted(index + 1 - this.drafts.length);
    cell.append(h("button", {
      class: "row-open", tabindex: "-1", title: "Open the row (Space)", "aria-label": `Open row ${name}`,
      onclick: () => openRow(this.table.name, row.draft ?? row.key),
    }, icon("link")), h("span", { class: "row-number" }, live ? h("span", { class: "live-mark", title: live.isNew ? "Added by another process" : "Changed by another process" }) : null, name));
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

  /** Edits a cell; `fills` sets what is entered in all selected rows. */
  #activate(index, position, typed, fills = false) {
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
    // Control-Enter sets all selected cells.
    if (!this.grid.isSelected(index, position)) this.grid.select(index, position);
    const element = this.grid.activeCell;
    if (!element) return;
    this.#edit = editCell({
      cell: element, column: column.column, value: cell, typed, table: this.table, row: row.draft ?? row.key, relationship: column.relationship,
      display: row.display?.[column.column.name], note: fills ? `Enter sets ${plural(this.grid.selection.bottom - this.grid.selection.top + 1, "row")}` : null,
      take: (values, isForAll) => ((fills || isForAll) && this.grid.selectedCount > 1 ? this.ranges.setAll(this.#forSelection(values)) : this.#set(row, values)),
      closed: (move) => {
        this.#edit = null;
        if (this.isStale) this.grid.update();
        this.isStale = false;
        const [down, right] = { down: [1, 0], right: [0, 1], left: [0, -1] }[move] ?? [0, 0];
        if (move && !fills) this.grid.select(index + down, position + right);
        else this.grid.element.focus({ preventScroll: true });
      },
    });
  }

  /** The values for the other selected columns of the same form, too. */
  #forSelection(values) {
    const { left, right } = this.grid.selection;
    const [[name, value]] = Object.entries(values);
    const { form, relationship } = { form: columnNamed(this.table, name).form, relationship: relationshipOf(this.table, columnNamed(this.table, name)) };
    if (relationship) return values;
    const others = this.grid.columns.slice(left, right + 1).filter(({ column, relationship: other }) => column?.form === form && !other && form !== "enum");
    return { ...Object.fromEntries(others.map(({ column }) => [column.name, value])), ...values };
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
    if (!this.isTree) this.grid.select(0, 0, { focus: false });
    openRow(this.table.name, id);
  }

  #key(event, index, position) {
    const row = this.#row(index);
    const column = this.grid.columns[position];
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "d" && isEditable(this.table)) this.ranges.fillDown();
      else if (event.key === "Enter" && this.grid.selectedCount > 1 && isEditable(this.table)) this.#activate(index, position, undefined, true);
      else return false;
      return true;
    }
    if (event.altKey || !row) return false;
    if (event.key === "Enter" || event.key === "F2") this.#activate(index, position);
    else if (event.key === " " && this.#canOpen) openRow(this.table.name, row.draft ?? row.key);
    else if (event.key === "Escape" && this.#unfolded) this.#fold();
    else if (event.key === "Escape" && isDrawerOpen()) closeDrawer();
    else if (["Delete", "Backspace"].includes(event.key)) {
      if (event.shiftKey && isEditable(this.table)) this.ranges.deleteRows();
      else if (isEditable(this.table)) this.ranges.clear();
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

