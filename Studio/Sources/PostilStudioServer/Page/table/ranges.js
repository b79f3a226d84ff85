// What is done with the selected cells of a table: copying and pasting as in a spreadsheet, filling, clearing, and changing many rows.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { openRow } from "../router.js";
import { aligned, isEditable, isSettable } from "../state.js";
import { h, announce, formatted, plural } from "../ui/dom.js";
import { copy, dialog, toast } from "../ui/popover.js";
import { dateText, isNil, parsed, text } from "../values.js";
import { currentValue } from "./columns.js";
import { separated, tabbed } from "./delimited.js";

/** The largest number of rows that are copied or changed at once. */
const maximumRows = 20_000;
/** Cells as the studio copies them, so that nothing is lost between two of its tables. */
const ownType = "application/x-postil-cells";
/** What the studio copied last, for browsers that keep only the text. */
let copied = null;

export class Ranges {
  /** @param page the page of the table, with its grid, its rows and `rowsAt(first, last)` */
  constructor(page) {
    this.page = page;
    this.table = page.table;
  }

  get grid() { return this.page.grid; }
  get columns() { return this.grid.columns.slice(this.grid.selection.left, this.grid.selection.right + 1); }

  /** The rows of the selection; those that aren't loaded are loaded. */
  async #rows(first = this.grid.selection.top, last = this.grid.selection.bottom) {
    if (last - first >= maximumRows) throw new Error(`select at most ${formatted(maximumRows)} rows`);
    return this.page.rowsAt(first, last);
  }

  /** Does something, and shows an error. */
  async #attempt(body) {
    try {
      return await body();
    } catch (error) {
      toast(error.message, "error");
      return undefined;
    }
  }

  #isSettable(column, row) { return Boolean(column?.column) && isSettable(this.table, column.column, Boolean(row.draft)); }

  #set(row, values) {
    const cells = (name) => row.cells?.[this.table.columns.findIndex((column) => column.name === name)];
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, cells(name) ?? null]));
    changes.set(this.table.name, row.draft ?? row.key, values, before, this.table.version ? cells(this.table.version) : undefined);
  }

  // MARK: Copying

  /** Copies the selected cells; `data` is the clipboard of a copy event. */
  copy(data = null) {
    return this.#attempt(async () => {
      const columns = this.columns;
      const { top, bottom } = this.grid.selection;
      const loaded = Array.from({ length: Math.min(bottom - top + 1, maximumRows) }, (_, index) => this.page.rowAt(top + index));
      const isWhole = bottom - top < maximumRows && loaded.every((row) => row && columns.every((column) => !isCut(value(this.table, row, column))));
      if (isWhole && data) return this.#write(loaded, columns, data);
      const rows = await Promise.all((await this.#rows()).map((row) => this.#whole(row, columns)));
      return this.#write(rows, columns, null);
    });
  }

  /** The row with whole texts. */
  async #whole(row, columns) {
    if (row.draft || !columns.some((column) => isCut(value(this.table, row, column)))) return row;
    const answer = await api.row(this.table.name, row.key);
    return aligned(this.table, answer.columns, answer.row);
  }

  #write(rows, columns, data) {
    const cells = rows.map((row) => columns.map((column) => value(this.table, row, column)));
    const lines = tabbed(cells.map((line) => line.map((cell, index) => cellText(cell, columns[index].column))));
    copied = { text: lines, forms: columns.map(({ column }) => column?.form ?? null), cells };
    if (data) {
      data.setData("text/plain", lines);
      data.setData(ownType, JSON.stringify(copied));
      announce("copied");
    } else copy(lines, `Copied ${plural(rows.length, "row")}`);
    return undefined;
  }

  // MARK: Pasting

  /** Pastes lines of values from the first selected cell on; lines beyond the last row become new rows. */
  paste(data) {
    return this.#attempt(async () => {
      const string = data.getData("text/plain");
      const own = read(data.getData(ownType)) ?? (copied?.text === string ? copied : null);
      const matrix = own ? own.cells.map((line) => line.map((cell, index) => ({ cell, form: own.forms[index] }))) : separated(string, "\t").map((line) => line.map((each) => ({ string: each })));
      if (matrix.length > 0) await this.#fill(matrix);
    });
  }

  /** Sets the cells from the first selected one on. A selection that is a multiple of the lines is filled. */
  async #fill(matrix) {
    const { top, left, bottom, right } = this.grid.selection;
    const width = Math.max(...matrix.map((line) => line.length));
    const [selectedRows, selectedColumns] = [bottom - top + 1, right - left + 1];
    const rowCount = selectedRows % matrix.length === 0 ? Math.max(selectedRows, matrix.length) : matrix.length;
    const columnCount = selectedColumns % width === 0 ? Math.max(selectedColumns, width) : width;
    const existing = this.grid.count();
    const rows = await this.#rows(top, Math.min(existing, top + rowCount) - 1);
    const columns = this.grid.columns.slice(left, left + columnCount);
    const problems = [];
    let [count, skipped] = [0, 0];
    changes.together(() => {
      for (let index = 0; index < rowCount; index += 1) {
        const line = matrix[index % matrix.length];
        const row = rows[index] ?? { draft: "new", cells: null };
        const values = {};
        const refused = [];
        columns.forEach((column, position) => {
          const given = line[position % width] ?? { string: null };
          if (!this.#isSettable(column, row)) {
            skipped += 1;
            return;
          }
          try {
            values[column.column.name] = pasted(given, column.column);
            count += 1;
          } catch (error) {
            refused.push({ column, string: given.string ?? text(given.cell), message: error.message });
          }
        });
        let target = row.draft ?? row.key;
        if (!rows[index]) {
          if (!isEditable(this.table)) return;
          target = changes.insert(this.table.name, values);
        } else if (Object.keys(values).length > 0) this.#set(row, values);
        problems.push(...refused.map((each) => ({ ...each, row: target, number: top + index + 1 })));
      }
    });
    const added = rowCount - rows.length;
    if (added === 0) this.grid.selectRange({ top, left, bottom: top + rowCount - 1, right: left + columnCount - 1 });
    changes.reject(problems.map(({ row, column, message }) => ({ table: this.table.name, row, column: column.column.name, message })));
    const parts = [`Pasted ${plural(count, "value")}`, added > 0 ? plural(added, "new row") : null, skipped ? `${plural(skipped, "cell")} can't be changed` : null];
    toast(parts.filter(Boolean).join(", "));
    if (problems.length) showProblems(problems);
  }

  // MARK: Changing many cells

  /**
   * Copies the first selected row to those below it; a single row gets the values of the one above.
   * @param count the number of rows that are repeated below
   */
  fillDown(count = 1) {
    return this.#attempt(async () => {
      const { top, bottom } = this.grid.selection;
      const first = top === bottom ? Math.max(0, top - 1) : top;
      const rows = await this.#rows(first, bottom);
      const columns = this.columns;
      const targets = rows.slice(count);
      changes.together(() => {
        for (const [index, row] of targets.entries()) {
          const source = rows[index % count];
          const settable = columns.filter((column) => this.#isSettable(column, row) && !isCut(value(this.table, source, column)) && !value(this.table, source, column)?.blob);
          const values = Object.fromEntries(settable.map((column) => [column.column.name, value(this.table, source, column)]));
          if (settable.length > 0) this.#set(row, values);
        }
      });
      announce(`filled ${plural(targets.length, "row")}`);
    });
  }

  /** Sets values in all selected rows: those of one control. */
  setAll(values) {
    return this.#attempt(async () => {
      const rows = await this.#rows();
      changes.together(() => {
        for (const row of rows) {
          const settable = Object.fromEntries(Object.entries(values).filter(([name]) => isSettable(this.table, this.table.columns.find((column) => column.name === name), Boolean(row.draft))));
          if (Object.keys(settable).length > 0) this.#set(row, settable);
        }
      });
      toast(`Set in ${plural(rows.length, "row")}`);
    });
  }

  /** Sets the selected cells to `nil`, as far as they can be. */
  clear() {
    return this.#attempt(async () => {
      const columns = this.columns.filter(({ column }) => column?.isOptional);
      if (columns.length === 0) return announce("these cells can't be nil");
      const rows = await this.#rows();
      changes.together(() => {
        for (const row of rows) {
          const values = Object.fromEntries(columns.filter((column) => this.#isSettable(column, row)).map(({ column }) => [column.name, null]));
          if (Object.keys(values).length > 0) this.#set(row, values);
        }
      });
      return undefined;
    });
  }

  /** Deletes the selected rows, or keeps them if all are deleted already. */
  deleteRows() {
    return this.#attempt(async () => {
      if (!isEditable(this.table)) return;
      const rows = await this.#rows();
      const isKept = rows.every((row) => !row.draft && changes.isDeleted(this.table.name, row.key));
      changes.together(() => {
        for (const row of rows) {
          if (isKept) changes.revert(this.table.name, row.key);
          else if (row.draft || !changes.isDeleted(this.table.name, row.key)) changes.remove(this.table.name, row.draft ?? row.key);
        }
      });
      if (rows.length > 1) toast(isKept ? `${plural(rows.length, "row")} will be kept` : `${plural(rows.length, "row")} will be deleted when you commit`);
    });
  }

  /** Takes back the changes of the selected rows. */
  revertRows() {
    return this.#attempt(async () => {
      const rows = await this.#rows();
      changes.together(() => rows.forEach((row) => changes.revert(this.table.name, row.draft ?? row.key)));
    });
  }

  /** Adds a new row with the values of each selected one, except its key. */
  duplicateRows() {
    return this.#attempt(async () => {
      const columns = this.table.columns.map((column, index) => ({ column, index }));
      const rows = await Promise.all((await this.#rows()).map((row) => this.#whole(row, columns)));
      const ids = [];
      changes.together(() => {
        for (const row of rows) {
          const values = {};
          for (const column of columns) {
            const cell = value(this.table, row, column);
            if (isSettable(this.table, column.column, true) && !this.table.key.includes(column.column.name) && cell !== undefined && !cell?.blob && !isCut(cell)) values[column.column.name] = cell;
          }
          ids.push(changes.insert(this.table.name, values));
        }
      });
      this.grid.scrollTo(0);
      if (ids.length === 1) openRow(this.table.name, ids[0]);
      else toast(`${plural(ids.length, "new row")} at the top`);
    });
  }

  /** What the selected values come to: their number, and the sum of the numbers among those that are loaded. */
  get summary() {
    const { top, bottom, left, right } = this.grid.selection;
    if (this.grid.selectedCount < 2) return "";
    const parts = [`${formatted(bottom - top + 1)} × ${formatted(right - left + 1)}`];
    const columns = this.columns.filter(({ isNumeric }) => isNumeric);
    if (columns.length === 0 || bottom - top > 5_000) return parts.join(" · ");
    const rows = Array.from({ length: bottom - top + 1 }, (_, index) => this.page.rowAt(top + index));
    if (rows.some((row) => !row)) return parts.join(" · ");
    const numbers = rows.flatMap((row) => columns.map((column) => value(this.table, row, column))).map((cell) => (isNil(cell) ? NaN : Number(text(cell)))).filter(Number.isFinite);
    if (numbers.length === 0) return parts.join(" · ");
    const sum = numbers.reduce((one, other) => one + other, 0);
    const shown = (number) => number.toLocaleString("en-US", { maximumFractionDigits: 6 });
    return [...parts, `sum ${shown(sum)}`, `average ${shown(sum / numbers.length)}`, `min ${shown(numbers.reduce((a, b) => Math.min(a, b)))}`, `max ${shown(numbers.reduce((a, b) => Math.max(a, b)))}`].join(" · ");
  }
}

const value = (table, row, column) => (column.column ? currentValue(table, row, column).cell : row.counts?.[column.list.name] ?? null);
const isCut = (cell) => Boolean(cell) && typeof cell === "object" && "text" in cell;

/** A value as a spreadsheet shows it; `nil` is an empty cell. */
export function cellText(cell, column) {
  if (isNil(cell)) return "";
  if (column?.form === "enum") return column.choices.find((choice) => choice.value === cell)?.name ?? text(cell);
  return column?.form === "date" && typeof cell === "string" ? dateText(cell) : text(cell);
}

/**
 * The cell of a column for a value from the clipboard or a file: `{string}`, or `{cell, form}` of another column of the studio.
 * @throws {Error} if it isn't a value of the column.
 */
export function pasted({ string, cell, form }, column) {
  if (cell !== undefined && form === column.form && !isNil(cell) && !cell?.blob && !isCut(cell) && !cell?.new) return form === "enum" ? parsed(text(cell), column) : cell;
  if (cell?.blob || column.form === "blob") throw new Error("bytes can't be pasted; replace them in the form");
  const given = string === undefined ? (isNil(cell) ? null : cellText(cell, { form })) : string;
  if (given === null || given === "" || (given === "nil" && column.isOptional && column.form !== "text")) {
    if (column.isOptional) return null;
    if (column.form === "text") return "";
    throw new Error("a value is required");
  }
  return parsed(given, column);
}

function read(json) {
  try { return JSON.parse(json); } catch { return null; }
}

/** Lists the values that weren't taken, and why. */
export function showProblems(problems) {
  dialog(`${plural(problems.length, "value")} can't be pasted`, h("div", { class: "scrolls" }, h("table", { class: "list" },
    h("thead", null, h("tr", null, ["Row", "Column", "Value", "Problem"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", null, problems.slice(0, 100).map(({ number, column, string, message }) => h("tr", null,
      h("td", { class: "numeric" }, formatted(number)), h("td", null, column.title ?? column.swiftName), h("td", { dir: "auto" }, string), h("td", null, message)))))), { className: "wide problems" });
}

