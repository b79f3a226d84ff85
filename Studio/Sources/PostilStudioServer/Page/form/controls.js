// Controls for values by the form of their column. Each is `{element, focus(), read()}`: `read` returns the cell, or
// throws an error whose message is shown at the field.

import { h, fill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { anyKind, anyKinds, dateForField, isNil, parsed, parsedAny, parsedDate, text } from "../values.js";
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
    case "any": return cell?.blob || cell?.base64 ? blobControl(column, cell, options) : anyControl(column, cell, options);
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

/** A value of any kind: a field, and its kind, which follows what is typed until somebody chooses it. */
function anyControl(column, cell, options) {
  let kind = anyKind(cell);
  const inner = textControl({ ...column, form: "text" }, cell, options);
  const field = inner.element;
  const shown = field.value;
  const shownKind = kind;
  const select = h("select", {
    "aria-label": `Kind of ${column.swiftName}`, disabled: options.isReadOnly, onchange: () => {
      kind = select.value;
      options.changed?.();
    },
  }, anyKinds.map((name) => h("option", { value: name }, name)));
  const guess = () => anyKind(parsedAny(field.value)) ?? "text";
  select.value = kind ?? "text";
  // Before the listener that reads the value.
  field.addEventListener("input", () => {
    if (shownKind === "text") return;
    kind = guess();
    select.value = kind;
  }, true);
  return {
    element: h("div", { class: "any-control" }, field, select), focus: inner.focus,
    read: () => (field.value === shown && kind === shownKind && !isNil(cell) ? cell : parsedAny(field.value, kind ?? guess())),
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

/**
 * A field for a date in UTC as it is stored, in the order of ISO 8601 with 24 hours, and the browser's calendar for its day. The arrow keys
 * change the number at the cursor.
 */
export function dateField({ value, label, isReadOnly = false, changed }) {
  const field = h("input", {
    class: "field date-text", "aria-label": `${label} (UTC)`, placeholder: "2026-11-30 08:00:00", title: "UTC", spellcheck: "false", autocomplete: "off",
    size: 20, disabled: isReadOnly, value, oninput: () => changed?.(), onkeydown: (event) => stepDate(event, field),
  });
  const day = h("input", {
    type: "date", class: "date-picker", tabindex: "-1", "aria-label": `Day of ${label}`, disabled: isReadOnly, oninput: () => {
      if (!day.value) return;
      const time = /[T ](.*)$/.exec(field.value.trim())?.[1] ?? "00:00:00";
      set(`${day.value} ${time}`);
    },
  });
  const set = (next) => {
    field.value = next;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const calendar = h("button", {
    class: "ghost icon-only date-button", type: "button", title: "Choose a day", "aria-label": `Choose the day of ${label}`, disabled: isReadOnly, onclick: () => {
      day.value = /^\d{4}-\d\d-\d\d/.exec(field.value.trim())?.[0] ?? "";
      try { day.showPicker(); } catch { day.focus(); }
    },
  }, icon("calendar"), day);
  return { field, calendar, set };
}

/** Arrow up and down change the year, month, day, hour, minute or second at the cursor. */
function stepDate(event, field) {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)(.*))?)?$/.exec(field.value);
  if (!step || !found || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const cursor = field.selectionStart;
  const part = [4, 7, 10, 13, 16].findIndex((end) => cursor <= end);
  const numbers = [found[1], found[2] - 1, found[3], found[5] ?? 0, found[6] ?? 0, found[7] ?? 0].map(Number);
  numbers[part < 0 ? 5 : part] += step;
  const next = new Date(Date.UTC(...numbers)).toISOString();
  field.value = `${next.slice(0, 10)}${found[4] ? `${found[4]}${next.slice(11, found[7] === undefined ? 16 : 19)}${found[8] ?? ""}` : ""}`;
  field.setSelectionRange(cursor, cursor);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function dateControl(column, cell, options) {
  const { field, calendar, set } = dateField({ value: dateForField(cell), label: column.swiftName, isReadOnly: options.isReadOnly, changed: () => options.changed?.() });
  const now = h("button", {
    class: "ghost small", type: "button", title: "The current time", disabled: options.isReadOnly, onclick: () => set(new Date().toISOString().slice(0, 19).replace("T", " ")),
  }, "Now");
  const shown = field.value;
  return {
    element: h("div", { class: "date-control" }, field, calendar, h("span", { class: "unit" }, "UTC"), now),
    focus: () => { field.focus(); field.select(); },
    read: () => (field.value === shown && !isNil(cell) ? cell : parsedDate(field.value)),
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
