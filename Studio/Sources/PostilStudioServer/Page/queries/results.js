// The result of a statement as a grid, and its plan as a tree.

import { announce, h, formatted, plural } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { dialog } from "../ui/popover.js";
import { tabbed } from "../table/delimited.js";
import { Grid } from "../table/grid.js";
import { cellText } from "../table/ranges.js";
import { isNil, shortText, text } from "../values.js";
import { address } from "../router.js";
import { tableNamed } from "../state.js";

/** A grid over the rows of a result; all of them are in memory. */
export function resultGrid(result) {
  const columns = result.columns.map((column, index) => {
    const values = result.rows.slice(0, 50).map((row) => shortText(row[index]));
    const longest = Math.max(column.name.length + 2, ...values.map((value) => value.length));
    return {
      id: String(index), index, title: column.name, subtitle: column.type ?? "", width: Math.min(360, Math.max(72, 26 + longest * 7.4)),
      isNumeric: result.rows.length > 0 && result.rows.every((row) => isNil(row[index]) || typeof row[index] === "number"),
    };
  });
  const grid = new Grid({
    label: "Result", columns, headHeight: columns.some(({ subtitle }) => subtitle) ? 42 : 32,
    count: () => result.rows.length, row: (index) => result.rows[index],
    draw: (cell, row, column) => {
      const value = row[column.index];
      const string = shortText(value);
      cell.append(h("span", { class: isNil(value) ? "nil" : "text", dir: column.isNumeric ? null : "auto" }, string));
      if (string.length > 30) cell.title = string;
    },
    gutter: (cell, row, index) => { cell.textContent = formatted(index + 1); },
    activate: (row, column) => showCell(columns[column].title, result.rows[row][column]),
    copy: (data) => {
      const { top, bottom, left, right } = grid.selection;
      data.setData("text/plain", tabbed(result.rows.slice(top, bottom + 1).map((row) => columns.slice(left, right + 1).map(({ index }) => cellText(row[index])))));
      announce("copied");
    },
    key: (event, row, column) => {
      if (event.key !== "Enter") return false;
      showCell(columns[column].title, result.rows[row][column]);
      return true;
    },
  });
  return grid;
}

function showCell(title, cell) {
  dialog(title, h("pre", { class: "whole-cell", dir: "auto" }, text(cell)), {});
}

/** What a result came to: `200 rows, the first of more, in 3 ms`. */
export function resultSummary(result) {
  const parts = [];
  if (result.columns.length > 0) parts.push(result.isTruncated ? `the first ${plural(result.rows.length, "row")}` : plural(result.rows.length, "row"));
  if (result.changes > 0 || result.columns.length === 0) parts.push(`${plural(result.changes ?? 0, "row")} changed`);
  parts.push(`${result.milliseconds < 10 ? result.milliseconds.toFixed(1) : Math.round(result.milliseconds)} ms`);
  return parts.join(" · ");
}

/** The plan of a statement as a tree, with scans marked. */
export function planTree(nodes) {
  const ids = new Set(nodes.map(({ id }) => id));
  const children = (parent) => nodes.filter((node) => (parent === null ? isNil(node.parent) || !ids.has(node.parent) : node.parent === parent && node.id !== parent));
  const draw = (node, level) => {
    const table = node.table && tableNamed(node.table);
    return h("li", { role: "treeitem", "aria-level": level, "aria-expanded": children(node.id).length ? "true" : null },
      h("div", { class: `plan-line${node.isScan ? " is-scan" : ""}` },
        node.isScan ? h("span", { class: "tag warning" }, icon("warning"), "scan") : h("span", { class: "plan-mark" }),
        h("span", { class: "mono" }, node.detail), table ? h("a", { href: address("table", table.name) }, table.swiftName) : null),
      children(node.id).length ? h("ul", { role: "group" }, children(node.id).map((child) => draw(child, level + 1))) : null);
  };
  const scans = nodes.filter(({ isScan }) => isScan).length;
  return h("div", { class: "plan" },
    h("p", { class: "quiet" }, scans ? `${plural(scans, "scan")}: every row of the table is read.` : "No scan: every table is read by an index."),
    h("ul", { role: "tree", "aria-label": "Plan" }, children(null).map((node) => draw(node, 1))));
}

