// The members of a to-many relationship: adding with a picker, removing, creating, and reordering where they have an order.

import { api } from "../api.js";
import { changes } from "../changes.js";
import { h, fill, announce, formatted } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { openRow, rowAddress } from "../router.js";
import { isEditable, tableNamed } from "../state.js";
import { equal, isNil, keyText, rowID, shortText } from "../values.js";
import { openPicker, tableRows } from "./picker.js";
import { draftName, referenceValues } from "./reference.js";

const pageSize = 100;

/** The relationship of the other table that leads back, if there is one. */
export function inverseOf(table, relationship) {
  const other = tableNamed(relationship.table);
  return other?.relationships.find((candidate) => candidate.kind === "toOne" && candidate.table === table.name
    && (!relationship.inverse || candidate.name === relationship.inverse));
}

/** A member with its name as a text. */
const named = (entry) => ({ ...entry, display: isNil(entry.display) ? keyText(entry.key) : shortText(entry.display) });

/**
 * An element with the members of a row, which follows the collected changes.
 * @param row the key of the row, or the name of a row that isn't inserted yet
 * @returns `{element, close()}`
 */
export function memberList(table, row, relationship, { isCompact = false } = {}) {
  const other = tableNamed(relationship.table);
  const isDraft = typeof row === "string";
  const inverse = inverseOf(table, relationship);
  const canEdit = isEditable(table) && other !== undefined && (relationship.kind === "manyToMany" || isEditable(other));
  const canAdd = canEdit && relationship.canAdd !== false;
  const canRemove = canEdit && relationship.canRemove !== false;
  // A member that can't be without this row is deleted instead.
  const deletes = canEdit && !canRemove && inverse !== undefined;
  let loaded = [];
  let next = null;
  let error = null;
  const list = h("ul", { class: "members", "aria-label": `${relationship.name}` });
  const head = h("div", { class: "members-head" });
  const element = h("section", { class: `member-list${isCompact ? " compact" : ""}`, dataset: { relationship: relationship.name } }, head, list);

  async function load(after) {
    if (isDraft) return draw();
    try {
      const page = await api.members(table.name, {
        key: row, relationship: relationship.name, scope: "members", limit: pageSize, ...(after ? { after } : {}),
      });
      const rows = page.rows.map(named);
      loaded = after ? [...loaded, ...rows] : rows;
      next = page.hasAfter ? page.last : null;
      error = null;
    } catch (problem) {
      error = problem.message;
    }
    draw();
  }

  /** The members as they will be: with those added, without those removed, in their new order. */
  function entries() {
    const pending = changes.members(table.name, row, relationship.name);
    const isRemoved = (key) => pending.removed.some((member) => rowID(member) === rowID(key));
    const added = pending.added.filter((member) => !loaded.some((entry) => rowID(entry.key) === rowID(member)))
      .map((member) => ({ key: member, display: pending.display?.get(rowID(member)) ?? keyText(member), isAdded: true }));
    const children = inverse ? draftChildren() : [];
    const result = [...loaded.map((entry) => ({ ...entry, isRemoved: isRemoved(entry.key) || (deletes && changes.isDeleted(other.name, entry.key)) })), ...added, ...children];
    for (const { member, position } of pending.moves) {
      const index = result.findIndex((entry) => rowID(entry.key) === rowID(member));
      if (index < 0) continue;
      const [entry] = result.splice(index, 1);
      result.splice(position, 0, { ...entry, isMoved: true });
    }
    return result;
  }

  /** Rows that aren't inserted yet and refer to this row. */
  function draftChildren() {
    const column = inverse.columns[0];
    return changes.drafts(other.name)
      .filter(({ values }) => (isDraft ? values[column]?.new === row : !isNil(values[column]) && equal(values[column], row[0])))
      .map(({ id, values }) => ({
        key: id, display: draftName(other, id), isChild: true,
      })).reverse();
  }

  function draw() {
    const all = entries();
    const limits = [relationship.minimum ? `at least ${relationship.minimum}` : null, relationship.maximum ? `at most ${formatted(relationship.maximum)}` : null]
      .filter(Boolean).join(", ");
    fill(head,
      h("h4", { title: relationship.documentation || null }, relationship.name,
        h("span", { class: "badge" }, next ? `${formatted(all.length)}+` : formatted(all.filter((entry) => !entry.isRemoved).length)),
        relationship.isOrdered ? h("span", { class: "hint" }, "ordered") : null, limits ? h("span", { class: "hint" }, limits) : null),
      h("span", { class: "spacer" }),
      canEdit && inverse ? h("button", { class: "ghost small", type: "button", onclick: create }, icon("add"), `New ${other.swiftName}`) : null,
      canAdd ? h("button", { class: "ghost small", type: "button", "aria-haspopup": "dialog", onclick: (event) => add(event.currentTarget) },
        icon("search"), relationship.kind === "hasOne" ? "Set…" : "Add…") : null);
    fill(list, error ? h("li", { class: "field-error" }, error) : null,
      all.length === 0 && !error ? h("li", { class: "members-empty" }, "None") : null,
      all.map((entry, index) => item(entry, index, all)),
      next ? h("li", null, h("button", { class: "ghost small", type: "button", onclick: () => load(next) }, "More")) : null);
  }

  function item(entry, index, all) {
    const state = entry.isRemoved ? " is-removed" : entry.isAdded || entry.isChild ? " is-added" : entry.isMoved ? " is-changed" : "";
    const canMove = canEdit && relationship.isOrdered && !entry.isRemoved && all.length > 1;
    const line = h("li", {
      class: `member${state}`, dataset: { member: rowID(entry.key) }, tabindex: canMove ? "0" : null,
      "aria-label": canMove ? `${entry.display}, ${index + 1} of ${all.length}. Alt with the up and down arrows moves it.` : null,
      onkeydown: (event) => {
        if (!canMove || !event.altKey || event.target !== line) return;
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        move(entry, index, Math.min(Math.max(0, index + step), all.length - 1));
        [...list.children].find((child) => child.dataset.member === rowID(entry.key))?.focus();
      },
    },
    canMove ? h("span", { class: "member-handle", "aria-hidden": "true", title: "Drag to move", onpointerdown: (event) => drag(event, line, entry, index) }, icon("drag")) : null,
    relationship.isOrdered ? h("span", { class: "member-position" }, String(index + 1)) : null,
    h("a", { class: "member-name", dir: "auto", href: typeof entry.key === "string" ? "#" : rowAddress(other.name, entry.key), onclick: (event) => {
      event.preventDefault();
      openRow(other.name, entry.key);
    } }, entry.display),
    h("span", { class: "member-key" }, typeof entry.key === "string" ? "not committed" : keyText(entry.key)),
    (canRemove || deletes || entry.isAdded || entry.isChild || entry.isRemoved) && canEdit ? h("button", {
      class: "ghost icon-only", type: "button", "aria-label": `${entry.isRemoved ? "Keep" : deletes ? "Delete" : "Remove"} ${entry.display}`, title: entry.isRemoved ? "Keep" : deletes ? "Delete" : "Remove",
      onclick: () => toggle(entry),
    }, icon(entry.isRemoved ? "undo" : deletes ? "trash" : "close")) : null);
    return line;
  }

  function toggle(entry) {
    if (entry.isChild) changes.remove(other.name, entry.key);
    else if (deletes && !entry.isAdded) {
      if (entry.isRemoved) changes.revert(other.name, entry.key);
      else changes.remove(other.name, entry.key);
    }
    else changes.member(entry.isRemoved ? "add" : "remove", table.name, row, relationship.name, entry.key, entry.display);
  }

  function create() {
    const values = referenceValues(inverse, other, table, isDraft ? { draft: row } : { key: row });
    openRow(other.name, changes.insert(other.name, values));
  }

  function add(anchor) {
    const isMember = (key) => entries().some((entry) => !entry.isRemoved && rowID(entry.key) === rowID(key));
    openPicker(anchor, other, {
      title: `Add ${relationship.name}`, staysOpen: relationship.kind !== "hasOne", includesDrafts: relationship.kind === "manyToMany",
      load: async (search, after) => {
        if (isDraft) {
          const page = await tableRows(other)(search, after);
          return { ...page, rows: page.rows.map((entry) => ({ ...entry, isMember: isMember(entry.key) })) };
        }
        const page = await api.members(table.name, {
          key: row, relationship: relationship.name, scope: "candidates", limit: 50, ...(search ? { search } : {}), ...(after ? { after } : {}),
        });
        const pending = changes.members(table.name, row, relationship.name);
        const has = (list_, key) => list_.some((member) => rowID(member) === rowID(key));
        return {
          ...page, rows: page.rows.map(named).map((entry) => ({
            ...entry, isMember: has(pending.added, entry.key) || (entry.isMember && !has(pending.removed, entry.key)),
          })),
        };
      },
      choose: (entry) => changes.member(entry.isMember ? "remove" : "add", table.name, row, relationship.name, entry.key, entry.display),
    });
  }

  function move(entry, from, to) {
    if (from === to) return;
    changes.move(table.name, row, relationship.name, entry.key, to);
    announce(`${entry.display} is now ${to + 1}`);
  }

  function drag(event, line, entry, index) {
    if (event.button !== 0) return;
    event.preventDefault();
    const start = event.clientY;
    const items = [...list.querySelectorAll(".member")];
    const centers = items.map((each) => each.getBoundingClientRect().top + each.offsetHeight / 2);
    let target = index;
    line.classList.add("is-dragged");
    const moved = (pointer) => {
      line.style.transform = `translateY(${pointer.clientY - start}px)`;
      target = centers.filter((center, position) => position !== index && center < pointer.clientY).length;
      items.forEach((each, position) => {
        if (each === line) return;
        const rank = position > index ? position - 1 : position;
        each.style.transform = rank >= target && position < index ? `translateY(${line.offsetHeight}px)`
          : rank < target && position > index ? `translateY(-${line.offsetHeight}px)` : "";
      });
    };
    const end = () => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", end);
      line.classList.remove("is-dragged");
      for (const each of items) each.style.transform = "";
      move(entry, index, target);
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", end);
  }

  const forget = changes.changed.listen(draw);
  draw();
  load();
  return { element, close: forget, reload: () => load() };
}

