// Controls for values by the form of their column. Each is `{element, focus(), read()}`: `read` returns the cell, or
// throws an error whose message is shown at the field.

import { h, fill } from "../ui/dom.js";
import { dateForControl, dateFromControl, isNil, parsed, text } from "../values.js";
import { blobControl } from "./blob.js";
import { jsonControl } from "./json.js";
import { referenceControl } from "./reference.js";

/**
 * The control for a column.
 * @param column the column
 * @param cell its value; null for `nil`
 * @param options `changed()` is called after each change; `isLarge` for a form, where text has several lines;
 *   `table`, `row` and `relationship` for columns of other kinds; `isReadOnly`
 */
export function control(column, cell, options = {}) {
  const inner = bareControl(column, cell, options);
  if (!column.isOptional || options.isReadOnly || inner.hasOwnNil) return inner;
  return optional(inner, column, cell, options);
}

function bareControl(column, cell, options) {
  if (options.relationship) return referenceControl(column, cell, options);
  switch (column.form) {
    case "boolean": return choiceControl(column, cell, [{ value: true, name: "true" }, { value: false, name: "false" }], options);
    case "enum": return choiceControl(column, cell, column.choices, options);
    case "day": return dayControl(column, cell, options);
    case "date": return dateControl(column, cell, options);
    case "blob": return blobControl(column, cell, options);
    case "json": return options.isLarge ? jsonControl(column, cell, options) : textControl(column, cell, options);
    default: return textControl(column, cell, options);
  }
}

/** Adds a switch between a value and `nil`. */
function optional(inner, column, cell, options) {
  let isOn = !isNil(cell);
  const toggle = h("button", {
    class: "nil-switch", type: "button", "aria-pressed": String(!isOn), title: "No value",
    onclick: () => set(!isOn, true),
  }, "nil");
  const element = h("div", { class: "optional" }, inner.element, toggle);
  const set = (next, isByPerson) => {
    isOn = next;
    toggle.setAttribute("aria-pressed", String(!isOn));
    element.classList.toggle("is-nil", !isOn);
    if (isByPerson) {
      options.changed?.();
      if (isOn) inner.focus();
    }
  };
  set(isOn, false);
  const wake = () => { if (!isOn) set(true, false); };
  inner.element.addEventListener("input", wake, true);
  inner.element.addEventListener("pointerdown", (event) => { if (event.target.closest("input, textarea, select, button")) wake(); }, true);
  inner.element.addEventListener("focusin", () => element.classList.add("has-focus"));
  inner.element.addEventListener("focusout", () => element.classList.remove("has-focus"));
  return {
    element, focus: inner.focus,
    read: () => (isOn ? inner.read() : null),
    /** Lets a key set `nil` in the grid. */
    clear: () => set(false, true),
  };
}

function textControl(column, cell, options) {
  const isNumber = ["integer", "real", "decimal", "duration"].includes(column.form);
  const start = isNil(cell) ? "" : text(cell);
  const isMultiline = (options.isLarge && ["text", "json"].includes(column.form)) || start.includes("\n");
  const field = h(isMultiline ? "textarea" : "input", {
    class: `field${isNumber ? " numeric" : ""}`, "aria-label": column.swiftName, disabled: options.isReadOnly, value: start,
    inputmode: isNumber ? "decimal" : null, spellcheck: "false", autocomplete: "off", dir: isNumber ? null : "auto",
    rows: isMultiline ? Math.min(12, Math.max(options.isLarge ? 1 : 3, start.split("\n").length, Math.ceil(start.length / 52))) : null,
    oninput: () => options.changed?.(),
  });
  // A field would change line breaks, and drop NUL; unchanged text stays as it was.
  const shown = field.value;
  return {
    element: field, focus: () => { field.focus(); field.select?.(); }, select: () => field.select?.(),
    read: () => (field.value === shown && !isNil(cell) ? cell : parsed(field.value, column)),
    append: (string) => { field.value = string; },
  };
}

function choiceControl(column, cell, choices, options) {
  if (choices.length <= 5 && options.isLarge) return segmentControl(column, cell, choices, options);
  const field = h("select", {
    class: "field", "aria-label": column.swiftName, disabled: options.isReadOnly, onchange: () => options.changed?.(),
  }, choices.map((choice, index) => h("option", { value: String(index) }, choice.name)));
  const index = choices.findIndex((choice) => choice.value === cell);
  if (index < 0 && !isNil(cell)) field.append(h("option", { value: "-1" }, text(cell)));
  field.value = String(index < 0 ? (isNil(cell) ? 0 : -1) : index);
  return { element: field, focus: () => field.focus(), read: () => choices[Number(field.value)]?.value ?? cell };
}

/** A few choices next to each other. */
function segmentControl(column, cell, choices, options) {
  let selected = cell;
  const element = h("div", { class: "segments", role: "radiogroup", "aria-label": column.swiftName });
  const draw = () => fill(element, choices.map((choice) => h("button", {
    type: "button", role: "radio", "aria-checked": String(choice.value === selected), disabled: options.isReadOnly,
    onclick: () => {
      selected = choice.value;
      draw();
      element.querySelector('[aria-checked="true"]').focus();
      options.changed?.();
    },
  }, choice.name)));
  draw();
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || options.isReadOnly) return;
    event.preventDefault();
    const index = choices.findIndex((choice) => choice.value === selected);
    element.children[(index + step + choices.length) % choices.length].click();
  });
  return {
    element, focus: () => (element.querySelector('[aria-checked="true"]') ?? element.firstChild)?.focus(),
    read: () => {
      if (isNil(selected)) throw new Error("choose a value");
      return selected;
    },
  };
}

/** A date with the browser's calendar, in UTC. */
export function dateControl(column, cell, options) {
  const start = dateForControl(cell);
  const field = h("input", {
    class: "field", type: "datetime-local", step: "0.001", "aria-label": `${column.swiftName} (UTC)`,
    disabled: options.isReadOnly, value: start, oninput: () => options.changed?.(),
  });
  const now = h("button", {
    class: "ghost small", type: "button", title: "The current time", disabled: options.isReadOnly,
    onclick: () => {
      field.value = new Date().toISOString().slice(0, 19);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  }, "Now");
  const shown = field.value;
  return {
    element: h("div", { class: "date-control" }, field, h("span", { class: "unit" }, "UTC"), now),
    focus: () => field.focus(),
    read: () => {
      if (field.value === shown && !isNil(cell)) return cell;
      const date = dateFromControl(field.value);
      if (date === null) throw new Error("choose a date and a time");
      return date;
    },
  };
}

/** A day with the browser's calendar. */
function dayControl(column, cell, options) {
  const field = h("input", {
    class: "field", type: "date", "aria-label": column.swiftName, disabled: options.isReadOnly, value: isNil(cell) ? "" : String(cell),
    oninput: () => options.changed?.(),
  });
  const shown = field.value;
  return { element: field, focus: () => field.focus(), read: () => (field.value === shown && !isNil(cell) ? cell : parsed(field.value, column)) };
}
