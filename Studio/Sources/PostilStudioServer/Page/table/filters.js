// The filters of a table: one control per filter, by the form of its column.

import { h, fill, debounced } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { menu } from "../ui/popover.js";
import { columnNamed, relationshipNamed, relationshipOf, tableNamed } from "../state.js";
import { dateForField, isNil, keyText, parsed, shortText, text } from "../values.js";
import { dateField } from "../form/controls.js";
import { openPicker } from "../form/picker.js";
import { referenceValues } from "../form/reference.js";

const names = {
  equals: "is", notEquals: "is not", less: "<", lessOrEqual: "≤", greater: ">", greaterOrEqual: "≥", contains: "contains",
  startsWith: "starts with", endsWith: "ends with", in: "is one of", between: "between", isNil: "is nil", isNotNil: "is not nil",
  has: "contains", isEmpty: "is empty", isNotEmpty: "is not empty",
};
const dateNames = { less: "before", lessOrEqual: "until", greater: "after", greaterOrEqual: "since" };

/** The order in which operators are offered, by the form of the column; the server decides which there are. */
const preferred = {
  text: ["contains", "startsWith", "endsWith"], enum: ["in"], date: ["between", "less", "lessOrEqual", "greater", "greaterOrEqual"],
};

const countOperators = ["greaterOrEqual", "equals", "less", "lessOrEqual", "greater", "between", "notEquals"];

/**
 * What a filter is about: `{title, owner, column, relationship}`, or null if the table doesn't have it. A filter with a `path` is about a
 * column of what a relationship leads to, or about the number of its members.
 */
export function subjectOf(table, filter) {
  if (filter.path) {
    const path = relationshipNamed(table, filter.path);
    const owner = tableNamed(path?.table ?? "");
    if (!owner) return null;
    if (!filter.column) return { title: `${filter.path}.count`, owner: table, column: { name: "", swiftName: "count", swiftType: "Int", form: "integer", choices: [], operators: countOperators } };
    const column = columnNamed(owner, filter.column);
    return column ? { title: `${filter.path}.${column.swiftName}`, owner, column } : null;
  }
  if (filter.relationship) {
    const relationship = relationshipNamed(table, filter.relationship);
    return relationship ? { title: relationship.name, owner: table, relationship } : null;
  }
  const column = columnNamed(table, filter.column ?? "");
  return column ? { title: column.swiftName, owner: table, column } : null;
}

/** The operators of a column, or of a relationship. */
export function operatorsOf(table, filter) {
  if (filter.relationship) {
    const { kind, isDeclared } = relationshipNamed(table, filter.relationship);
    if (isDeclared === false) return [];
    return kind === "toOne" ? ["has"] : ["has", "isNotEmpty", "isEmpty"];
  }
  const { owner, column } = subjectOf(table, filter);
  const operators = (relationshipOf(owner, column) ? column.operators.filter((operator) => ["equals", "notEquals", "isNil", "isNotNil"].includes(operator)) : column.operators)
    // A row without the other one has no value that differs.
    .filter((operator) => !filter.path || !filter.column || operator !== "notEquals");
  const first = (preferred[column.form] ?? []).filter((operator) => operators.includes(operator));
  // 'is not true' is 'is false'.
  return [...first, ...operators.filter((operator) => !first.includes(operator) && !(column.form === "boolean" && operator === "notEquals"))];
}

/** Whether a filter has all values that its operator needs. */
export function isComplete(filter) {
  const needed = { isNil: 0, isNotNil: 0, isEmpty: 0, isNotEmpty: 0, between: 2 }[filter.operator] ?? 1;
  return (filter.values ?? []).filter((value) => !isNil(value) && value !== "").length >= needed;
}

/**
 * The bar with the filters of a table.
 * @param changed is called with all complete filters after each change
 */
export class FilterBar {
  constructor(table, filters, changed) {
    this.table = table;
    this.filters = filters;
    this.changed = debounced(200, () => changed(this.filters.filter(isComplete)));
    this.element = h("div", { class: "filters", role: "group", "aria-label": "Filters" });
    this.draw();
  }

  draw() {
    fill(this.element, this.filters.map((filter, index) => this.#chip(filter, index)),
      h("button", { class: "ghost small add-filter", "aria-haspopup": "menu", onclick: (event) => this.choose(event.currentTarget) },
        icon("filter"), this.filters.length ? "And…" : "Filter…"),
      this.filters.length > 1 ? h("button", { class: "ghost small", onclick: () => this.#replace([]) }, "Clear") : null);
  }

  /** Opens the menu of what can be filtered. */
  choose(anchor = this.element.querySelector(".add-filter")) {
    const relationships = this.table.relationships.filter(({ kind, isDeclared }) => kind !== "toOne" && isDeclared !== false);
    menu(anchor, [
      ...this.table.columns.filter((column) => column.operators.length > 0).map((column) => ({ title: column.swiftName, detail: column.swiftType, run: () => this.add({ column: column.name }) })),
      ...(relationships.length ? [null] : []),
      ...relationships.flatMap(({ name, table }) => [
        { title: name, detail: tableNamed(table)?.swiftName ?? table, icon: "join", run: () => this.add({ relationship: name }) },
        { title: `${name}.count`, detail: "Int", icon: "join", run: () => this.add({ path: name }) },
      ]),
      null,
      ...this.table.relationships.filter(({ isDeclared }) => isDeclared !== false).flatMap(({ name, table }) => (tableNamed(table)?.columns ?? [])
        .filter((column) => column.operators.length > 0).map((column) => ({ title: `${name}.${column.swiftName}`, detail: column.swiftType, icon: "link", run: () => this.add({ path: name, column: column.name }) }))),
    ], "Filter by");
  }

  /** Adds a filter and moves the focus to its value. */
  add(filter) {
    const [operator] = operatorsOf(this.table, filter);
    const { column } = subjectOf(this.table, filter);
    this.filters.push({ operator, values: column?.form === "boolean" ? [true] : [], ...filter });
    this.#replace(this.filters);
    this.element.querySelectorAll(".filter")[this.filters.length - 1]?.querySelector(".filter-value input, .filter-value button, .filter-value select")?.focus();
  }

  #replace(filters) {
    this.filters = filters;
    this.draw();
    this.changed();
  }

  #chip(filter, index) {
    const subject = subjectOf(this.table, filter);
    if (!subject) return null;
    const { title, column, relationship } = subject;
    const operators = operatorsOf(this.table, filter);
    const select = h("select", {
      class: "filter-operator", "aria-label": "Comparison", onchange: () => {
        filter.operator = select.value;
        filter.values = filter.operator === "in" ? filter.values.slice(0, 1) : filter.values;
        this.#replace(this.filters);
      },
    }, operators.map((operator) => h("option", { value: operator }, (["date", "day"].includes(column?.form) && dateNames[operator]) || names[operator])));
    select.value = filter.operator;
    return h("div", { class: `filter${isComplete(filter) ? "" : " is-incomplete"}`, role: "group", "aria-label": title },
      h("span", { class: "filter-name" }, title), select,
      h("span", { class: "filter-value" }, this.#values(filter, subject)),
      h("button", { class: "ghost icon-only", "aria-label": "Remove the filter", onclick: () => this.#replace(this.filters.filter((_, other) => other !== index)) }, icon("close")));
  }

  #values(filter, { owner, column, relationship }) {
    if (["isNil", "isNotNil", "isEmpty", "isNotEmpty"].includes(filter.operator)) return [];
    const set = (values) => {
      filter.values = values;
      this.changed();
    };
    const target = relationship ?? relationshipOf(owner, column);
    if (target) return this.#reference(filter, owner, column, target, set);
    if (column.form === "boolean") return choice([{ value: true, name: "true" }, { value: false, name: "false" }], filter.values[0], (value) => set([value]));
    if (column.form === "enum") return filter.operator === "in" ? this.#choices(filter, column, set) : choice(column.choices, filter.values[0], (value) => set([value]));
    if (filter.operator === "in") {
      return field(column, filter.values.map((value) => text(value)).join(", "), (string) => set(string.split(",").filter((part) => part.trim()).map((part) => parsed(part.trim(), column))), "a, b, c");
    }
    const single = (index) => field(column, isNil(filter.values[index]) ? "" : filter.values[index], (string) => {
      const values = [...filter.values];
      values[index] = string === "" ? null : column.form === "json" ? string : parsed(string, column);
      set(values);
    });
    return filter.operator === "between" ? [single(0), h("span", { class: "filter-and" }, "and"), single(1)] : single(0);
  }

  #reference(filter, owner, column, relationship, set) {
    const target = tableNamed(relationship.table);
    const shown = filter.display ?? (filter.values.length ? keyText([filter.values[0]].flat()) : "Choose…");
    const button = h("button", {
      class: "filter-choice", "aria-haspopup": "dialog", onclick: () => openPicker(button, target, {
        title: `Choose ${target.swiftName}`, includesDrafts: false, choose: (chosen) => {
          filter.display = chosen.display;
          set(filter.relationship ? [chosen.key] : [referenceValues(relationship, owner, target, chosen)[column.name]]);
          this.draw();
        },
      }),
    }, h("span", { dir: "auto" }, shown), icon("arrowDown"));
    return button;
  }

  #choices(filter, column, set) {
    const button = h("button", { class: "filter-choice", "aria-haspopup": "menu", onclick: () => open() });
    const draw = () => fill(button, filter.values.length ? filter.values.map((value) => shortText(value, column)).join(", ") : "Choose…", icon("arrowDown"));
    const open = () => menu(button, column.choices.map(({ value, name }) => ({
      title: name, isChecked: filter.values.includes(value), stays: true,
      run: () => {
        const values = filter.values.includes(value) ? filter.values.filter((other) => other !== value) : [...filter.values, value];
        set(values);
        draw();
        open();
        [...document.querySelectorAll(".popover [role=menuitemcheckbox]")].find((item) => item.textContent === name)?.focus();
      },
    })), column.swiftName);
    draw();
    return button;
  }
}

function choice(choices, value, set) {
  const select = h("select", { "aria-label": "Value", onchange: () => set(choices[Number(select.value)].value) },
    isNil(value) ? h("option", { value: "" }, "Choose…") : null, choices.map(({ name }, index) => h("option", { value: String(index) }, name)));
  const index = choices.findIndex((each) => each.value === value);
  select.value = index < 0 ? "" : String(index);
  return select;
}

function field(column, value, set, placeholder = "") {
  let input;
  const attempt = () => {
    try {
      set(input.value);
      input.setCustomValidity("");
      input.classList.remove("is-invalid");
    } catch (error) {
      input.setCustomValidity(error.message);
      input.title = error.message;
      input.classList.add("is-invalid");
    }
  };
  if (column.form === "date") {
    const { field: dates, calendar } = dateField({ value: dateForField(value), label: "Value", changed: attempt });
    input = dates;
    return h("span", { class: "filter-date" }, dates, calendar);
  }
  input = h("input", {
    type: column.form === "day" ? "date" : "text", "aria-label": "Value", placeholder, dir: "auto", spellcheck: "false", autocomplete: "off",
    size: column.form === "day" ? null : ["integer", "real", "duration"].includes(column.form) ? 8 : 16, value: text(value === "" ? "" : value), oninput: attempt,
  });
  return input;
}
