// A list of rows with search, to choose one or several.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { h, fill, debounced, announce } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { closePopover, popover } from "../ui/popover.js";
import { aligned, loadedName } from "../state.js";
import { draftName } from "./reference.js";
import { keyText } from "../values.js";

const pageSize = 50;

/**
 * Opens a picker below an element.
 * @param options `title`, `isOptional` (offers `nil`), `choose({key, cells, display})` with null for `nil`,
 *   `load(search, after)` if the rows aren't all those of the table, `staysOpen` to choose several
 */
export function openPicker(anchor, table, options) {
  const list = h("div", { class: "picker-list", role: "listbox", "aria-label": options.title });
  const field = h("input", {
    class: "field", type: "search", placeholder: `Search ${table.swiftName}`, "aria-label": "Search", autofocus: true,
    role: "combobox", "aria-expanded": "true", autocomplete: "off", spellcheck: "false",
  });
  let active = 0;
  let generation = 0;
  const options_ = () => [...list.querySelectorAll("[role=option]")];
  const activate = (index) => {
    const all = options_();
    active = Math.min(Math.max(0, index), all.length - 1);
    all.forEach((option, position) => option.setAttribute("aria-selected", String(position === active)));
    all[active]?.scrollIntoView({ block: "nearest" });
    if (all[active]) announce(all[active].textContent);
  };
  const choose = (entry) => {
    if (!options.staysOpen) closePopover();
    options.choose(entry);
    if (options.staysOpen) load();
  };
  const optionOf = (entry) => h("div", {
    class: `picker-option${entry?.isMember ? " is-member" : ""}`, role: "option", onclick: () => choose(entry),
    onmousemove: (event) => activate(options_().indexOf(event.currentTarget)),
  }, entry === null ? h("span", { class: "nil" }, "nil") : [
    options.staysOpen ? h("span", { class: "picker-mark" }, entry.isMember ? icon("check") : null) : null,
    h("span", { class: "picker-name", dir: "auto" }, entry.display),
    h("span", { class: "picker-key" }, entry.draft ? "not committed" : keyText(entry.key))]);

  async function load(after = null) {
    generation += 1;
    const own = generation;
    try {
      const page = await (options.load ?? tableRows(table))(field.value, after);
      if (own !== generation) return;
      const fixed = after ? [] : [...(options.isOptional && !field.value ? [null] : []), ...draftEntries(table, field.value, options)];
      const elements = [...fixed, ...page.rows].map(optionOf);
      if (after) list.querySelector(".picker-more")?.remove();
      else fill(list);
      list.append(...elements);
      if (page.hasAfter) {
        list.append(h("button", { class: "picker-more ghost", type: "button", onclick: () => load(page.last) }, "More"));
      }
      if (!after && elements.length === 0) list.append(h("p", { class: "picker-empty" }, "No rows"));
      if (!after) activate(options.staysOpen ? active : 0);
    } catch (error) {
      if (own === generation) fill(list, h("p", { class: "field-error" }, error.message));
    }
  }

  field.addEventListener("input", debounced(150, () => { active = 0; load(); }));
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") activate(active + 1);
    else if (event.key === "ArrowUp") activate(active - 1);
    else if (event.key === "Enter") options_()[active]?.click();
    else return;
    event.preventDefault();
  });
  popover(anchor, h("div", { class: "picker" }, h("div", { class: "picker-search" }, icon("search"), field), list),
    { label: options.title, width: 340, onclose: options.onclose });
  load();
}

function draftEntries(table, search, options) {
  if (options.includesDrafts === false) return [];
  return changes.drafts(table.name)
    .map((draft) => ({ draft: draft.id, key: draft.id, display: draftName(table, draft.id) }))
    .filter((entry) => entry.display.toLowerCase().includes(search.toLowerCase()));
}

/** Loads the rows of a table whose name contains the words of a text, or whose key it is. */
export const tableRows = (table) => async (search, after) => {
  const page = await api.page(table.name, { search, order: [], limit: pageSize, ...(after ? { after } : {}) });
  return {
    ...page, rows: page.rows.map((row) => aligned(table, page.columns, row)).map((row) => ({ key: row.key, cells: row.cells, display: loadedName(table, row) })),
  };
};
