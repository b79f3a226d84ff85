// The rows of a table whose rows have parents, as a tree that unfolds.

import { api } from "../api.js";
import { h, fill, formatted } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { openRow } from "../router.js";
import { inverseOf } from "../form/members.js";
import { aligned, loadedName } from "../state.js";
import { isNil, keyText, rowID, shortText } from "../values.js";

const pageSize = 100;
const maximumRows = 3_000;

/** The relationship to the children of a row in the same table. */
export const treeRelationship = (table) =>
  table.relationships.find((relationship) => relationship.isTree && relationship.kind === "toMany" && inverseOf(table, relationship));

export class TableTree {
  #unfolded = new Set();
  #shown = 0;

  constructor(table, counted) {
    this.table = table;
    this.counted = counted;
    this.children = treeRelationship(table);
    this.parent = inverseOf(table, this.children);
    this.element = h("div", { class: "tree", role: "tree", "aria-label": table.swiftName, onkeydown: (event) => this.#pressed(event) });
    this.reload();
  }

  /** Loads the roots, and what was unfolded. */
  async reload() {
    this.#shown = 0;
    const list = h("div", { role: "none" });
    try {
      await this.#fillRoots(list, null);
      fill(this.element, list);
      this.element.querySelector("[role=treeitem]")?.setAttribute("tabindex", "0");
      this.counted((await api.count(this.table.name, [])).count);
    } catch (error) {
      fill(this.element, h("p", { class: "notice error", role: "alert" }, error.message));
    }
  }

  async #fillRoots(list, after) {
    const filters = this.parent.columns.map((column) => ({ column, operator: "isNil", values: [] }));
    const page = await api.page(this.table.name, { filters, order: [], limit: pageSize, ...(after ? { after } : {}) });
    await this.#append(list, page.rows.map((row) => ({ row: aligned(this.table, page.columns, row), key: row.key })), 0, page.hasAfter ? () => this.#fillRoots(list, page.last) : null);
  }

  async #fillChildren(list, key, level, after) {
    const page = await api.members(this.table.name, {
      key, relationship: this.children.name, scope: "members", limit: pageSize, ...(after ? { after } : {}),
    });
    await this.#append(list, await this.#whole(page.rows), level, page.hasAfter ? () => this.#fillChildren(list, key, level, page.last) : null);
  }

  /** Members with the counts of their own children. */
  async #whole(entries) {
    if (this.table.key.length !== 1 || entries.length === 0 || entries[0].row) return entries;
    const filters = [{ column: this.table.key[0], operator: "in", values: entries.map(({ key }) => key[0]) }];
    const page = await api.page(this.table.name, { filters, order: [], limit: pageSize });
    const rows = new Map(page.rows.map((row) => [rowID(row), aligned(this.table, page.columns, row)]));
    return entries.map((entry) => ({ ...entry, row: rows.get(rowID(entry.key)) }));
  }

  async #append(list, entries, level, more) {
    list.querySelector(":scope > .tree-more")?.remove();
    for (const entry of entries) {
      if (this.#shown >= maximumRows) {
        list.append(h("p", { class: "quiet" }, `Only ${formatted(maximumRows)} rows are shown.`));
        return;
      }
      this.#shown += 1;
      const item = this.#item(entry, level);
      list.append(item);
      if (this.#unfolded.has(rowID(entry.key))) await this.#open(item, entry.key, level);
    }
    if (more) list.append(h("button", { class: "ghost small tree-more", onclick: more }, "More"));
  }

  #item(entry, level) {
    const { table } = this;
    const name = !isNil(entry.display) ? shortText(entry.display) : entry.row ? loadedName(table, entry.row) : keyText(entry.key);
    const count = entry.row?.counts?.[this.children.name];
    const details = (entry.row ? table.columns.map((column, position) => [column, entry.row.cells[position]]) : [])
      .filter(([column, cell]) => !table.displayColumns.includes(column.name) && !table.key.includes(column.name) && !column.references && !isNil(cell) && !["blob", "json"].includes(column.form))
      .slice(0, 3);
    const others = Object.entries(entry.row?.counts ?? {}).filter(([relationship, number]) => relationship !== this.children.name && number > 0);
    const toggle = h("button", { class: "tree-toggle", tabindex: "-1", "aria-hidden": "true", disabled: count === 0, onclick: (event) => { event.stopPropagation(); this.#toggle(item); } }, icon("arrowRight"));
    const line = h("div", { class: "tree-line", onclick: () => this.#focus(item), ondblclick: () => openRow(table.name, entry.key) },
      toggle, h("a", { class: "tree-name", href: "#", dir: "auto", tabindex: "-1", onclick: (event) => { event.preventDefault(); openRow(table.name, entry.key); } }, name),
      count ? h("span", { class: "badge" }, formatted(count)) : null,
      details.map(([column, cell]) => h("span", { class: "tree-detail", title: column.swiftName }, shortText(cell, column))),
      others.map(([relationship, number]) => h("span", { class: "tree-detail" }, `${relationship}: ${formatted(number)}`)));
    line.style.paddingInlineStart = `${8 + level * 22}px`;
    const item = h("div", {
      class: "tree-item", role: "treeitem", tabindex: "-1", "aria-level": level + 1, "aria-expanded": count === 0 ? null : "false", "aria-label": name,
      dataset: { row: rowID(entry.key), level },
    }, line);
    item.entry = entry;
    return item;
  }

  async #open(item, key, level) {
    const group = h("div", { role: "group" });
    item.append(group);
    item.setAttribute("aria-expanded", "true");
    this.#unfolded.add(rowID(key));
    try {
      await this.#fillChildren(group, key, level + 1, null);
    } catch (error) {
      group.append(h("p", { class: "field-error" }, error.message));
    }
  }

  async #toggle(item) {
    if (!item.hasAttribute("aria-expanded")) return;
    if (item.getAttribute("aria-expanded") === "true") {
      item.querySelector(":scope > [role=group]").remove();
      item.setAttribute("aria-expanded", "false");
      this.#unfolded.delete(rowID(item.entry.key));
    } else await this.#open(item, item.entry.key, Number(item.dataset.level));
  }

  #focus(item) {
    this.element.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    item.focus();
  }

  #pressed(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...this.element.querySelectorAll("[role=treeitem]")];
    const index = items.indexOf(item);
    const isOpen = item.getAttribute("aria-expanded") === "true";
    if (event.key === "ArrowDown" && items[index + 1]) this.#focus(items[index + 1]);
    else if (event.key === "ArrowUp" && items[index - 1]) this.#focus(items[index - 1]);
    else if (event.key === "ArrowRight" && !isOpen) this.#toggle(item);
    else if (event.key === "ArrowRight" && items[index + 1]) this.#focus(items[index + 1]);
    else if (event.key === "ArrowLeft" && isOpen) this.#toggle(item);
    else if (event.key === "ArrowLeft") {
      const parent = item.parentElement.closest("[role=treeitem]");
      if (parent) this.#focus(parent);
    } else if (event.key === "Enter" || event.key === " ") openRow(this.table.name, item.entry.key);
    else return;
    event.preventDefault();
  }
}
