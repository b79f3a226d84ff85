// Saved views of a table: its filters, its order and its columns under a name, kept in this browser for each database.

import { h, stored } from "../ui/dom.js";
import { dialog, menu, toast } from "../ui/popover.js";
import { columnSettings } from "./columns.js";

const saved = (table) => stored.get(`views.${table.name}`, []);

/** The saved views: to show one, to save the present one, and to delete. */
export function viewMenu(anchor, page) {
  const { table } = page;
  const views = saved(table);
  menu(anchor, [
    ...views.map((view) => ({ title: view.name, icon: "view", detail: summary(view), run: () => show(page, view) })),
    ...(views.length ? [null] : []),
    { title: "Save this view…", icon: "add", run: () => save(page) },
    ...views.map((view) => ({ title: `Delete ‘${view.name}’`, icon: "trash", run: () => {
      stored.set(`views.${table.name}`, saved(table).filter(({ name }) => name !== view.name));
      toast(`Deleted the view ‘${view.name}’`);
    } })),
    ...(page.filters.length || page.order.length ? [{ title: "All rows, not sorted", icon: "undo", run: () => page.apply({ filters: [], order: [] }) }] : []),
  ], "Views");
}

function summary({ filters, order }) {
  return [filters.length ? `${filters.length} filter${filters.length === 1 ? "" : "s"}` : null, order.length ? `by ${order.map(({ path, column }) => [path, column].filter(Boolean).join(".")).join(", ")}` : null].filter(Boolean).join(", ");
}

function show(page, { filters, order, deleted, columns }) {
  columnSettings.set(page.table, columns);
  page.apply({ filters, order, deleted: page.table.softDelete ? deleted : null });
  page.drawColumns();
}

function save(page) {
  const { table } = page;
  const field = h("input", { class: "field", "aria-label": "Name", placeholder: "Name of the view", autofocus: true, autocomplete: "off" });
  const finish = () => {
    const name = field.value.trim();
    if (!name) return field.focus();
    const view = { name, filters: page.filters, order: page.order, deleted: page.deleted, columns: columnSettings.get(table) };
    stored.set(`views.${table.name}`, [...saved(table).filter((other) => other.name !== name), view]);
    close();
    return toast(`Saved the view ‘${name}’`);
  };
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") finish(); });
  const { close } = dialog("Save this view", [h("p", { class: "quiet" }, "Its filters, order and columns, in this browser."), field], {
    className: "narrow save-view", footer: [h("button", { onclick: () => close() }, "Cancel"), h("button", { class: "primary", onclick: finish }, "Save")],
  });
  field.focus();
}
