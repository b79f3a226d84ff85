// The menus of columns: of one, at its head, and of all.

import { menu } from "../ui/popover.js";
import { displayColumns, tableNamed } from "../state.js";
import { columnSettings, gridColumns, moveColumn, termOf, toggleColumn, toggleFrozen } from "./columns.js";

/** Which columns are shown, and back to the defaults. */
export function columnsMenu(anchor, page) {
  const { table } = page;
  const { all } = gridColumns(table, page.order);
  const isHidden = (id) => columnSettings.get(table).hidden?.includes(id) ?? false;
  const hide = (hidden) => {
    columnSettings.set(table, { ...columnSettings.get(table), hidden });
    page.drawColumns();
    columnsMenu(anchor, page);
  };
  menu(anchor, [
    ...all.map((column) => ({
      title: column.title, detail: column.subtitle, isChecked: () => !isHidden(column.id), stays: true, run: () => {
        toggleColumn(table, column.id);
        page.drawColumns();
      },
    })),
    null,
    { title: "Show all", icon: "view", stays: true, run: () => hide([]) },
    { title: "Hide all but the names", icon: "minus", stays: true, run: () => hide(all.filter(({ id }) => !table.key.includes(id) && !table.displayColumns.includes(id)).map(({ id }) => id)) },
    { title: "Default widths, order and columns", icon: "undo", run: () => { columnSettings.set(table, {}); page.drawColumns(); } },
  ], "Columns");
}

/** What can be done with a column. */
export function columnMenu(anchor, column, page) {
  const { table } = page;
  const { visible } = gridColumns(table, page.order);
  const group = visible.filter(({ isFrozen }) => isFrozen === column.isFrozen);
  const index = group.findIndex(({ id }) => id === column.id);
  const move = (target) => {
    moveColumn(table, page.order, column.id, target.id);
    page.drawColumns();
  };
  const isFiltered = column.list ? column.list.isDeclared !== false : column.column.operators.length > 0;
  menu(anchor, [
    ...(column.isSortable ? [
      { title: column.list ? "Sort by the number, fewest first" : "Sort ascending", icon: "arrowUp", isChecked: column.sort === "ascending", run: () => page.sortBy(termOf(column), false) },
      { title: column.list ? "Sort by the number, most first" : "Sort descending", icon: "arrowDown", isChecked: column.sort === "descending", run: () => page.sortBy(termOf(column), true) },
    ] : []),
    ...(column.relationship?.isDeclared === false ? [] : (column.relationship && displayColumns(tableNamed(column.relationship.table))) || []).flatMap(({ name, swiftName }) => [
      { title: `Sort by ${column.relationship.name}.${swiftName}`, icon: "arrowUp", run: () => page.sortBy({ path: column.relationship.name, column: name }, false) },
      { title: `Filter by ${column.relationship.name}.${swiftName}…`, icon: "filter", run: () => page.filterBar.add({ path: column.relationship.name, column: name }) },
    ]),
    ...(column.list && isFiltered ? [{ title: `Filter by ${column.list.name}.count…`, icon: "filter", run: () => page.filterBar.add({ path: column.list.name }) }] : []),
    ...(isFiltered ? [{ title: "Filter…", icon: "filter", run: () => page.filterBar.add(column.list ? { relationship: column.list.name } : { column: column.id }) }] : []),
    null,
    { title: "Fit to content", icon: "columns", run: () => page.grid.fit(page.grid.columns.find(({ id }) => id === column.id)) },
    { title: "Keep at the left", icon: "lock", isChecked: Boolean(column.isFrozen), run: () => { toggleFrozen(table, page.order, column.id); page.drawColumns(); } },
    { title: "Move left", icon: "arrowLeft", isDisabled: index <= 0, run: () => move(group[index - 1]) },
    { title: "Move right", icon: "arrowRight", isDisabled: index >= group.length - 1, run: () => move(group[index + 1]) },
    { title: "Hide", icon: "minus", run: () => { toggleColumn(table, column.id); page.drawColumns(); } },
  ], column.title);
}
