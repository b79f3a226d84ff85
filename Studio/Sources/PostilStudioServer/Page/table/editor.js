// Editing a cell in place: its control lies over the cell until Enter, Tab or a click elsewhere takes the value.

import { h } from "../ui/dom.js";
import { toast } from "../ui/popover.js";
import { control } from "../form/controls.js";

/**
 * Opens the control of a cell.
 * @param options `cell` (the element), `column`, `value`, `typed` (a character that starts the edit), `relationship`, `display`, `table`,
 *   `take(value, values)` for the new value, `closed(move)` with `down`, `right`, `left` or null
 */
export function editCell(options) {
  const { cell, column } = options;
  let isDone = false;
  const inner = control(column, options.value, {
    table: options.table, row: options.row, relationship: options.relationship, display: options.display,
    setReference: (values, display) => finish(null, () => options.take(values, display)),
  });
  const error = h("div", { class: "cell-error", role: "alert", hidden: true });
  const note = options.note ? h("div", { class: "cell-note" }, options.note) : null;
  const element = h("div", { class: "cell-editor", onkeydown: (event) => pressed(event), onmousedown: (event) => event.stopPropagation() }, [inner.element, note, error]);
  cell.append(element);
  cell.classList.add("is-edited");
  if (inner.open) inner.open();
  else inner.focus();
  if (options.typed !== undefined && inner.element.querySelector) {
    const field = element.querySelector("input:not([type]), textarea");
    if (field) {
      field.value = options.typed;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.setSelectionRange?.(field.value.length, field.value.length);
    }
  }
  if (column.form === "boolean" || column.form === "enum") {
    try { element.querySelector("select")?.showPicker?.(); } catch { /* Only after a click or a key. */ }
    element.querySelector("select")?.addEventListener("change", () => commit(null));
  }
  element.addEventListener("focusout", () => setTimeout(() => {
    if (!isDone && !element.contains(document.activeElement) && !document.querySelector(".popover")) commit(null);
  }));

  function pressed(event) {
    if (event.isComposing) return;
    event.stopPropagation();
    const isMultiline = event.target.tagName === "TEXTAREA";
    if (event.key === "Escape") finish(null);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) commit("all");
    else if (event.key === "Enter" && !(isMultiline && event.shiftKey) && event.target.tagName !== "BUTTON") commit("down");
    else if (event.key === "Tab") commit(event.shiftKey ? "left" : "right");
    else return;
    event.preventDefault();
  }

  function commit(move) {
    if (isDone) return;
    let value;
    try {
      value = inner.read();
    } catch (problem) {
      if (move === null) {
        finish(null);
        toast(`${column.swiftName}: ${problem.message}`, "error");
        return;
      }
      error.textContent = problem.message;
      error.hidden = false;
      return;
    }
    finish(move === "all" ? null : move, () => options.take({ [column.name]: value }, move === "all"));
  }

  function finish(move, take) {
    if (isDone) return;
    isDone = true;
    cell.classList.remove("is-edited");
    element.remove();
    take?.();
    options.closed(move);
  }

  return { cancel: () => finish(null), commit: () => commit(null) };
}
