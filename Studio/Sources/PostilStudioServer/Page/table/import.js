// Rows from a CSV file: a preview with the type of each column and the errors of each value; then collected changes like any others.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { aligned, isSettable, relationshipOf, state, tableNamed } from "../state.js";
import { h, fill, formatted, plural } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { dialog, toast } from "../ui/popover.js";
import { equal, isNil, rowID } from "../values.js";
import { separated } from "./delimited.js";
import { pasted } from "./ranges.js";

const previewedCount = 50;
const chunk = 500;

/** Asks for a file, and shows what would be imported. */
export function importRows(table) {
  const input = h("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values", class: "unseen import-file", "aria-label": "CSV file" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.remove();
    if (!file) return;
    try {
      new Import(table, file.name, separated(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer())));
    } catch (error) {
      toast(error instanceof TypeError ? `‘${file.name}’ isn't a text in UTF-8` : error.message, "error");
    }
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

const plain = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

class Import {
  /** Keys of referenced rows by the column and the name that the file has. */
  #named = new Map();
  #existing = new Map();
  #number = 0;

  constructor(table, name, lines) {
    if (lines.length === 0) throw new Error(`‘${name}’ contains no lines`);
    Object.assign(this, { table, lines: lines.filter((line) => line.some((value) => value !== null)) });
    this.columns = table.columns.filter((column) => isSettable(table, column, true) || table.key.includes(column.name));
    this.width = Math.max(...lines.map((line) => line.length));
    this.hasHead = lines[0].some((value) => value !== null && this.#columnNamed(value));
    this.targets = Array.from({ length: this.width }, (_, index) => (this.hasHead ? this.#columnNamed(lines[0][index] ?? "") ?? null : this.columns[index] ?? null));
    this.leavesOut = true;
    this.updates = true;
    this.summary = h("div", { class: "import-summary", role: "status" });
    this.preview = h("div", { class: "import-preview scrolls" });
    this.button = h("button", { class: "primary", onclick: () => this.#take() }, icon("check"), "Collect as changes");
    this.dialog = dialog(`Import into ${table.swiftName}`, [
      h("p", { class: "quiet" }, `${name}: ${plural(this.lines.length, "line")}. Nothing is written before you commit.`),
      h("div", { class: "import-options" }, this.#option("The first line contains names", "hasHead"), this.#option("Leave out lines with errors", "leavesOut"),
        table.key.length === 1 ? this.#option("Change rows whose key exists", "updates") : null),
      this.preview, this.summary,
    ], { className: "wide import", footer: [h("button", { onclick: () => this.dialog.close() }, "Cancel"), this.button] });
    this.#load();
  }

  #columnNamed(name) {
    return this.columns.find((column) => plain(column.name) === plain(name) || plain(column.swiftName) === plain(name))
      // 'project' for 'project_id'.
      ?? this.columns.find((column) => plain(relationshipOf(this.table, column)?.name ?? "") === plain(name) && plain(name) !== "");
  }

  #option(title, property) {
    const box = h("input", { type: "checkbox", checked: this[property], onchange: () => { this[property] = box.checked; this.#load(); } });
    return h("label", { class: "check" }, box, title);
  }

  get #rows() { return this.hasHead ? this.lines.slice(1) : this.lines; }

  /** Finds the rows that the file names, and reads all values. */
  async #load() {
    this.#number += 1;
    const number = this.#number;
    this.button.disabled = true;
    fill(this.summary, h("p", { class: "quiet" }, "Reading…"));
    try {
      await this.#findNames();
      await this.#findExisting();
    } catch (error) {
      fill(this.summary, h("p", { class: "notice error" }, icon("warning"), error.message));
      return;
    }
    if (number !== this.#number) return;
    this.entries = this.#rows.map((line, index) => this.#entry(line, index + (this.hasHead ? 2 : 1)));
    this.#draw();
  }

  /** The keys of the rows that a column refers to by their names. */
  async #findNames() {
    for (const [index, column] of this.targets.entries()) {
      const relationship = column && relationshipOf(this.table, column);
      const target = relationship?.columns.length === 1 ? tableNamed(relationship.table) : null;
      const display = target?.displayColumns.length === 1 ? target.columns.find(({ name }) => name === target.displayColumns[0]) : null;
      if (!display?.operators.includes("in") || this.#named.has(column.name)) continue;
      const keys = new Map();
      this.#named.set(column.name, keys);
      const texts = [...new Set(this.#rows.map((line) => line[index]).filter((value) => value && !isValue(value, column)))];
      const position = target.columns.findIndex(({ name }) => name === (column.references?.column ?? target.key[0]));
      for (let start = 0; start < texts.length; start += chunk) {
        const page = await api.page(target.name, { filters: [{ column: display.name, operator: "in", values: texts.slice(start, start + chunk) }], order: [], limit: chunk });
        for (const row of page.rows.map((each) => aligned(target, page.columns, each))) {
          const name = row.cells[target.columns.indexOf(display)];
          keys.set(name, keys.has(name) ? undefined : row.cells[position]);
        }
      }
    }
  }

  /** The rows of the table whose keys are in the file. */
  async #findExisting() {
    this.#existing.clear();
    const index = this.targets.findIndex((column) => column && this.table.key.length === 1 && column.name === this.table.key[0]);
    if (!this.updates || index < 0) return;
    const column = this.targets[index];
    const keys = this.#rows.map((line) => line[index]).filter((value) => value && isValue(value, column)).map((value) => pasted({ string: value }, column));
    for (let start = 0; start < keys.length; start += chunk) {
      const page = await api.page(this.table.name, {
        filters: [{ column: column.name, operator: "in", values: keys.slice(start, start + chunk) }], order: [], limit: chunk, ...(this.table.softDelete ? { deleted: "included" } : {}),
      });
      for (const row of page.rows) this.#existing.set(rowID(row), aligned(this.table, page.columns, row));
    }
  }

  /** A line of the file: its values by column, its errors by position, and the row that it changes. */
  #entry(line, number) {
    const values = {};
    const errors = new Map();
    let key = null;
    this.targets.forEach((column, index) => {
      if (!column) return;
      const string = line[index] ?? null;
      const isKey = this.table.key.includes(column.name);
      // What is empty gets the default.
      if (string === null && (column.hasDefault || column.isAssigned)) return;
      try {
        const value = this.#value(string, column);
        if (isKey) key = value;
        if (!isKey || isSettable(this.table, column, true)) values[column.name] = value;
      } catch (error) {
        errors.set(index, error.message);
      }
    });
    const row = isNil(key) ? undefined : this.#existing.get(rowID([key]));
    if (row) {
      for (const [name, value] of Object.entries(values)) {
        const column = this.table.columns.find((each) => each.name === name);
        if (!isSettable(this.table, column, false) || equal(row.cells[this.table.columns.indexOf(column)], value)) delete values[name];
      }
    } else {
      for (const column of this.columns) {
        if (!column.isOptional && !column.hasDefault && isSettable(this.table, column, true) && !(column.name in values) && !this.targets.includes(column)) errors.set(-1, `‘${column.swiftName}’ needs a value`);
      }
    }
    return { line, number, values, errors, row };
  }

  #value(string, column) {
    const named = this.#named.get(column.name);
    if (named && string && !isValue(string, column)) {
      if (!named.has(string)) throw new Error(`no row is named ‘${string}’`);
      if (named.get(string) === undefined) throw new Error(`several rows are named ‘${string}’; write the key`);
      return named.get(string);
    }
    return pasted({ string }, column);
  }

  #draw() {
    const { entries } = this;
    const wrong = entries.filter(({ errors }) => errors.size > 0);
    const right = entries.filter(({ errors }) => errors.size === 0);
    const changed = right.filter(({ row, values }) => row && Object.keys(values).length > 0);
    const added = right.filter(({ row }) => !row);
    const same = right.length - changed.length - added.length;
    fill(this.preview, h("table", { class: "list" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Line"), this.targets.map((column, index) => h("th", { scope: "col" }, this.#targetChoice(column, index))), h("th", { scope: "col" }, ""))),
      h("tbody", null, [...wrong.slice(0, previewedCount / 2), ...right.slice(0, previewedCount - Math.min(wrong.length, previewedCount / 2))].sort((one, other) => one.number - other.number).map((entry) => this.#line(entry)))));
    const first = wrong.slice(0, 5).flatMap(({ number, errors }) => [...errors].map(([index, message]) => `line ${number}${index < 0 ? "" : `, ${this.targets[index].swiftName}`}: ${message}`)).slice(0, 5);
    fill(this.summary,
      h("p", null, [plural(added.length, "new row"), changed.length ? `${plural(changed.length, "row")} changed` : null, same ? `${plural(same, "row")} as they are` : null, wrong.length ? `${plural(wrong.length, "line")} with errors` : "no errors"].filter(Boolean).join(", ")),
      first.length ? h("ul", { class: "import-errors" }, first.map((text) => h("li", { class: "field-error" }, icon("warning"), text))) : null);
    const count = added.length + changed.length;
    const { maximumChanges } = state.database;
    if (count > maximumChanges) fill(this.summary, h("p", { class: "notice error" }, icon("warning"), `at most ${formatted(maximumChanges)} changes can be collected; split the file`));
    this.button.disabled = count === 0 || count > maximumChanges || (wrong.length > 0 && !this.leavesOut);
  }

  #targetChoice(column, index) {
    const select = h("select", { "aria-label": `Column for ${this.hasHead ? this.lines[0][index] ?? index + 1 : index + 1}`, onchange: () => {
      const next = this.columns.find(({ name }) => name === select.value) ?? null;
      this.targets = this.targets.map((other, position) => (position === index ? next : other === next ? null : other));
      this.#load();
    } }, h("option", { value: "" }, "Leave out"), this.columns.map(({ name, swiftName }) => h("option", { value: name }, swiftName)));
    select.value = column?.name ?? "";
    return [this.hasHead ? h("span", { class: "import-name", dir: "auto" }, this.lines[0][index] ?? "") : null, select, h("span", { class: "head-subtitle" }, column?.swiftType ?? "")];
  }

  #line({ line, number, errors, row, values }) {
    return h("tr", { class: errors.size ? "has-errors" : "" }, h("td", { class: "numeric quiet" }, formatted(number)),
      this.targets.map((column, index) => h("td", {
        class: errors.has(index) ? "has-problem" : column ? "" : "is-left-out", title: errors.get(index) ?? null, dir: "auto",
      }, line[index] ?? h("span", { class: "nil" }, column && !errors.has(index) && column.hasDefault ? "default" : "nil"))),
      h("td", null, errors.size ? h("span", { class: "tag danger", title: [...errors.values()].join("\n") }, "error") : row ? h("span", { class: "tag" }, Object.keys(values).length ? "change" : "as it is") : h("span", { class: "tag good" }, "new")));
  }

  /** Collects the changes. */
  #take() {
    const taken = this.entries.filter(({ errors }) => errors.size === 0);
    try {
      changes.together(() => {
        for (const { row, values } of taken) {
          if (!row) changes.insert(this.table.name, values);
          else if (Object.keys(values).length > 0) {
            const cell = (name) => row.cells[this.table.columns.findIndex((column) => column.name === name)];
            changes.set(this.table.name, row.key, values, Object.fromEntries(Object.keys(values).map((name) => [name, cell(name)])), this.table.version ? cell(this.table.version) : undefined);
          }
        }
      });
    } catch (error) {
      return toast(error.message, "error");
    }
    this.dialog.close();
    return toast("The rows are collected; review and commit them");
  }
}

/** Whether a text is a value of a column, such as a key. */
function isValue(string, column) {
  try {
    pasted({ string }, column);
    return column.form !== "text";
  } catch {
    return false;
  }
}
