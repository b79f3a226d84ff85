// JSON as a tree of fields, or as text. Both views edit the same value; what is not valid stays in the text view.

import { h, fill } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { isNil, text } from "../values.js";

const maximumNodes = 2_000;

export function jsonControl(column, cell, options) {
  const source = isNil(cell) ? "{}" : text(cell);
  const wholeText = !(cell && typeof cell === "object" && cell.text);
  let value = null;
  let raw = source;
  let isChanged = false;
  let view = "structure";
  try { value = JSON.parse(source); } catch { view = "text"; }
  // Numbers that JavaScript would round, and repeated keys, are only safe in the text.
  const isLossless = view === "structure" && sameJSON(source, value);
  if (!isLossless || countNodes(value) > maximumNodes) view = "text";

  const body = h("div", { class: "json-body" });
  const tabs = h("div", { class: "tabs small", role: "tablist", "aria-label": "View of the JSON" });
  const element = h("div", { class: "json" }, tabs, body);
  const changed = () => {
    isChanged = true;
    raw = JSON.stringify(value);
    element.dispatchEvent(new Event("input", { bubbles: true }));
    options.changed?.();
  };

  function draw() {
    fill(tabs, ["structure", "text"].map((name) => h("button", {
      type: "button", role: "tab", "aria-selected": String(view === name),
      disabled: name === "structure" && !isLossless, title: name === "structure" && !isLossless ? "This JSON can only be edited as text" : null,
      onclick: () => {
        if (name === "structure") {
          try { value = JSON.parse(raw); } catch (error) { return showError(error.message); }
        }
        view = name;
        draw();
      },
    }, name === "structure" ? "Structure" : "Text")));
    if (view === "structure") return fill(body, node(value, (next) => { value = next; changed(); }, draw));
    const area = h("textarea", {
      class: "field mono", "aria-label": `${column.swiftName} as JSON`, spellcheck: "false", disabled: options.isReadOnly || !wholeText,
      rows: 8, value: isChanged || !isLossless ? raw : JSON.stringify(value, null, 2),
      oninput: () => {
        raw = area.value;
        isChanged = true;
        showError(null);
        options.changed?.();
      },
    });
    fill(body, area, error);
  }
  const error = h("p", { class: "field-error", hidden: true });
  const showError = (message) => {
    error.textContent = message ?? "";
    error.hidden = message === null;
  };

  /** The field of one value, with what is in it. */
  function node(current, set, redraw, name = null, remove = null, rename = null) {
    const kind = current === null ? "null" : Array.isArray(current) ? "array" : typeof current;
    const kinds = h("select", {
      class: "json-kind", "aria-label": "Type", disabled: options.isReadOnly,
      onchange: () => {
        set({ null: null, boolean: false, number: 0, string: kind === "number" ? String(current) : "", array: [], object: {} }[kinds.value]);
        redraw();
      },
    }, ["string", "number", "boolean", "null", "array", "object"].map((each) => h("option", { value: each }, each)));
    kinds.value = kind;
    const label = name === null ? null : rename
      ? h("input", { class: "json-name", "aria-label": "Name", value: name, disabled: options.isReadOnly, onchange: (event) => rename(event.target.value) })
      : h("span", { class: "json-name index" }, name);
    const line = h("div", { class: "json-line" }, label, leaf(current, kind, set), kinds,
      remove && !options.isReadOnly ? h("button", { type: "button", class: "ghost icon-only", "aria-label": `Remove ${name}`, onclick: remove }, icon("close")) : null);
    if (kind === "array") return h("div", { class: "json-node" }, line, arrayItems(current, set, redraw));
    if (kind === "object") return h("div", { class: "json-node" }, line, objectItems(current, set, redraw));
    return h("div", { class: "json-node" }, line);
  }

  function leaf(current, kind, set) {
    const common = { class: "field", "aria-label": "Value", disabled: options.isReadOnly };
    if (kind === "string") return h("input", { ...common, value: current, dir: "auto", oninput: (event) => set(event.target.value) });
    if (kind === "number") {
      return h("input", {
        ...common, type: "number", step: "any", value: String(current),
        oninput: (event) => { if (event.target.value !== "") set(Number(event.target.value)); },
      });
    }
    if (kind === "boolean") {
      return h("label", { class: "check" }, h("input", {
        type: "checkbox", checked: current, disabled: options.isReadOnly, onchange: (event) => set(event.target.checked),
      }), String(current));
    }
    return h("span", { class: "json-summary" }, kind === "null" ? "null" : kind === "array" ? `${current.length} items` : `${Object.keys(current).length} keys`);
  }

  const addButton = (title, add) => options.isReadOnly ? null
    : h("button", { type: "button", class: "ghost small", onclick: add }, icon("add"), title);

  function arrayItems(current, set, redraw) {
    return h("div", { class: "json-children" }, current.map((item, index) => node(
      item, (next) => { current[index] = next; set(current); }, redraw, String(index),
      () => { current.splice(index, 1); set(current); redraw(); })),
    addButton("Item", () => { current.push(""); set(current); redraw(); }));
  }

  function objectItems(current, set, redraw) {
    return h("div", { class: "json-children" }, Object.keys(current).map((key) => node(
      current[key], (next) => { current[key] = next; set(current); }, redraw, key,
      () => { delete current[key]; set(current); redraw(); },
      (name) => {
        if (name !== key && name in current) return redraw();
        const entries = Object.entries(current).map(([each, item]) => [each === key ? name : each, item]);
        for (const each of Object.keys(current)) delete current[each];
        for (const [each, item] of entries) current[each] = item;
        set(current);
        return redraw();
      })),
    addButton("Key", () => {
      let name = "key";
      for (let number = 2; name in current; number += 1) name = `key${number}`;
      current[name] = "";
      set(current);
      redraw();
    }));
  }

  draw();
  return {
    element, focus: () => element.querySelector("input, textarea")?.focus(),
    read: () => {
      if (!isChanged) return isNil(cell) ? raw : cell;
      try { JSON.parse(raw); } catch (problem) { throw new Error(`invalid JSON: ${problem.message}`); }
      return raw;
    },
  };
}

function countNodes(value) {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum, item) => sum + countNodes(item), 1);
}

/** Whether writing the parsed value gives the same JSON, apart from spaces. */
function sameJSON(source, value) {
  const outsideOfStrings = (string) => string.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, literal) => (literal ? JSON.stringify(JSON.parse(literal)) : ""));
  try { return outsideOfStrings(source) === outsideOfStrings(JSON.stringify(value)); } catch { return false; }
}
