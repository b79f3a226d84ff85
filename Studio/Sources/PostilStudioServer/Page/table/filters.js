// The filters of a table: one control per filter, by the form of its column.

import { h, fill, debounced } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { menu } from "../ui/popover.js";
import { columnNamed, relationshipNamed, relationshipOf, tableNamed } from "../state.js";
import { dateForControl, dateFromControl, isNil, keyText, parsed, shortText, text } from "../values.js";
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

/** The operators of a column, or of a relationship. */
export function operatorsOf(table, filter) {
  if (filter.relationship) {
    const { kind, isDeclared } = relationshipNamed(table, filter.relationship);
    if (isDeclared === false) return [];
    return kind === "toOne" ? ["has"] : ["has", "isNotEmpty", "isEmpty"];
  }
  const column = columnNamed(table, filter.column);
  const operators = relationshipOf(table, column) ? column.operators.filter((operator) => ["equals", "notEquals", "isNil", "isNotNil"].includes(operator)) : column.operators;
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
      ...relationships.map(({ name, table }) => ({ title: name, detail: tableNamed(table)?.swiftName ?? table, icon: "join", run: () => this.add({ relationship: name }) })),
    ], "Filter by");
  }

  /** Adds a filter and moves the focus to its value. */
  add(filter) {
    const [operator] = operatorsOf(this.table, filter);
    const column = columnNamed(this.table, filter.column ?? "");
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
    const column = columnNamed(this.table, filter.column ?? "");
    const relationship = relationshipNamed(this.table, filter.relationship ?? "");
    if (!column && !relationship) return null;
    const operators = operatorsOf(this.table, filter);
    const select = h("select", {
      class: "filter-operator", "aria-label": "Comparison", onchange: () => {
        filter.operator = select.value;
        filter.values = filter.operator === "in" ? filter.values.slice(0, 1) : filter.values;
        this.#replace(this.filters);
      },
    }, operators.map((operator) => h("option", { value: operator }, (["date", "day"].includes(column?.form) && dateNames[operator]) || names[operator])));
    select.value = filter.operator;
    return h("div", { class: `filter${isComplete(filter) ? "" : " is-incomplete"}`, role: "group", "aria-label": column?.swiftName ?? relationship.name },
      h("span", { class: "filter-name" }, column?.swiftName ?? relationship.name), select,
      h("span", { class: "filter-value" }, this.#values(filter, column, relationship)),
      h("button", { class: "ghost icon-only", "aria-label": "Remove the filter", onclick: () => this.#replace(this.filters.filter((_, other) => other !== index)) }, icon("close")));
  }

  #values(filter, column, relationship) {
    if (["isNil", "isNotNil", "isEmpty", "isNotEmpty"].includes(filter.operator)) return [];
    const set = (values) => {
      filter.values = values;
      this.changed();
    };
    const target = relationship ?? relationshipOf(this.table, column);
    if (target) return this.#reference(filter, column, target, set);
    if (column.form === "boolean") return choice([{ value: true, name: "true" }, { value: false, name: "false" }], filter.values[0], (value) => set([value]));
    if (column.form === "enum") return filter.operator === "in" ? this.#choices(filter, column, set) : choice(column.choices, filter.values[0], (value) => set([value]));
    if (filter.operator === "in") {
      return field(column, filter.values.map((value) => text(value)).join(", "), (string) => set(string.split(",").filter((part) => part.trim()).map((part) => parsed(part.trim(), column))), "a, b, c");
    }
    const single = (index) => field(column, isNil(filter.values[index]) ? "" : filter.values[index], (string) => {
      const values = [...filter.values];
      values[index] = string === "" ? null : column.form === "date" ? dateFromControl(string) : column.form === "json" ? string : parsed(string, column);
      set(values);
    });
    return filter.operator === "between" ? [single(0), h("span", { class: "filter-and" }, "and"), single(1)] : single(0);
  }

  #reference(filter, column, relationship, set) {
    const target = tableNamed(relationship.table);
    const shown = filter.display ?? (filter.values.length ? keyText([filter.values[0]].flat()) : "Choose…");
    const button = h("button", {
      class: "filter-choice", "aria-haspopup": "dialog", onclick: () => openPicker(button, target, {
        title: `Choose ${target.swiftName}`, includesDrafts: false, choose: (chosen) => {
          filter.display = chosen.display;
          set(filter.relationship ? [chosen.key] : [referenceValues(relationship, this.table, target, chosen)[column.name]]);
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
  const isDate = column.form === "date";
  const input = h("input", {
    type: isDate ? "datetime-local" : column.form === "day" ? "date" : "text", step: isDate ? "1" : null, "aria-label": "Value",
    placeholder, dir: "auto", spellcheck: "false", autocomplete: "off", title: isDate ? "UTC" : null,
    size: isDate || column.form === "day" ? null : ["integer", "real", "duration"].includes(column.form) ? 8 : 16,
    value: isDate ? dateForControl(value) : text(value === "" ? "" : value),
    oninput: () => {
      try {
        set(input.value);
        input.setCustomValidity("");
        input.classList.remove("is-invalid");
      } catch (error) {
        input.setCustomValidity(error.message);
        input.title = error.message;
        input.classList.add("is-invalid");
      }
    },
  });
  return input;
}
