// A field for SQL with colors and completion. The colored text lies below a transparent text area.

import { api } from "../api.js";
import { h, fill } from "../ui/dom.js";
import { highlighted } from "../ui/highlight.js";

const maximumOffers = 12;
let words = null;

async function completions() {
  words ??= api.completions().catch(() => {
    words = null;
    return { keywords: [], functions: [], tables: {} };
  });
  return words;
}

export class SQLEditor {
  #offers = [];
  #active = 0;

  /** @param options `value`, `changed()`, `run()` */
  constructor({ value = "", changed = () => {}, run = () => {}, label = "SQL" }) {
    this.run = run;
    this.changed = changed;
    this.colors = h("pre", { class: "editor-colors", "aria-hidden": "true" });
    this.list = h("div", { class: "completions", role: "listbox", id: "completions", hidden: true });
    this.field = h("textarea", {
      class: "editor-field", "aria-label": label, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", value,
      "aria-autocomplete": "list", "aria-controls": "completions",
      oninput: () => { this.#draw(); this.complete(); changed(); }, onscroll: () => this.#scroll(),
      onkeydown: (event) => this.#pressed(event), onblur: () => setTimeout(() => this.#close(), 150), onclick: () => this.#close(),
    });
    this.error = h("div", { class: "editor-error", hidden: true });
    this.element = h("div", { class: "editor" }, this.colors, this.field, this.list);
    this.#draw();
  }

  get value() { return this.field.value; }
  set value(text) {
    this.field.value = text;
    this.#draw();
    this.changed();
  }

  /** What is selected, or all. */
  get statement() {
    const { selectionStart, selectionEnd, value } = this.field;
    return selectionEnd > selectionStart ? value.slice(selectionStart, selectionEnd) : value;
  }

  /** Puts the caret at an offset in UTF-16 code units. */
  point(offset) {
    this.field.focus();
    const end = this.field.value.slice(offset).search(/\W|$/);
    this.field.setSelectionRange(offset, offset + Math.max(1, end));
  }

  #draw() {
    fill(this.colors, highlighted(this.field.value, "sql"), "\n");
    this.#scroll();
  }

  #scroll() {
    this.colors.scrollTop = this.field.scrollTop;
    this.colors.scrollLeft = this.field.scrollLeft;
  }

  /** Offers what can be written at the caret. */
  async complete(isAsked = false) {
    const { selectionStart, value } = this.field;
    const before = value.slice(0, selectionStart);
    const match = before.match(/(?:([A-Za-z_]\w*|"[^"]*")\.)?([A-Za-z_]\w*)?$/);
    const [, owner, prefix = ""] = match;
    if (!isAsked && !owner && prefix.length < 1) return this.#close();
    if (/(^|\n)[^\n]*--[^\n]*$/.test(before) || (before.match(/'/g) ?? []).length % 2 === 1) return this.#close();
    const known = await completions();
    if (this.field.selectionStart !== selectionStart || this.field.value !== value) return undefined;
    this.#offers = offers(known, value, owner?.replace(/"/g, ""), prefix).slice(0, maximumOffers);
    if (this.#offers.length === 0 || (this.#offers.length === 1 && this.#offers[0].text === prefix)) return this.#close();
    this.#active = 0;
    this.start = selectionStart - prefix.length;
    return this.#show(before);
  }

  #show(before) {
    fill(this.list, this.#offers.map((offer, index) => h("div", {
      role: "option", id: `completion-${index}`, class: "completion", "aria-selected": String(index === this.#active), onmousedown: (event) => { event.preventDefault(); this.#take(index); },
    }, h("span", { class: "completion-text" }, offer.text), h("span", { class: "completion-kind" }, offer.kind))));
    const lines = before.split("\n");
    const style = getComputedStyle(this.field);
    const lineHeight = parseFloat(style.lineHeight);
    this.list.hidden = false;
    const left = parseFloat(style.paddingLeft) + (lines.at(-1).length - (before.length - this.start)) * characterWidth(style.font) - this.field.scrollLeft;
    this.list.style.left = `${Math.max(4, Math.min(left, this.element.clientWidth - this.list.offsetWidth - 4))}px`;
    this.list.style.top = `${parseFloat(style.paddingTop) + lines.length * lineHeight - this.field.scrollTop + 2}px`;
    this.field.setAttribute("aria-activedescendant", `completion-${this.#active}`);
  }

  #close() {
    this.list.hidden = true;
    this.#offers = [];
    this.field.removeAttribute("aria-activedescendant");
  }

  #take(index) {
    const { text } = this.#offers[index];
    this.field.setRangeText(text, this.start, this.field.selectionStart, "end");
    this.#close();
    this.#draw();
    this.changed();
  }

  #pressed(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter") {
      this.#close();
      this.run();
    } else if (isCommand && event.key === " ") this.complete(true);
    else if (!this.list.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      this.#active = (this.#active + (event.key === "ArrowDown" ? 1 : -1) + this.#offers.length) % this.#offers.length;
      [...this.list.children].forEach((child, index) => child.setAttribute("aria-selected", String(index === this.#active)));
      this.field.setAttribute("aria-activedescendant", `completion-${this.#active}`);
    } else if (!this.list.hidden && (event.key === "Enter" || event.key === "Tab")) this.#take(this.#active);
    else if (!this.list.hidden && event.key === "Escape") {
      event.stopPropagation();
      this.#close();
    } else if (event.key === "Enter" && !event.shiftKey) {
      const indent = this.field.value.slice(0, this.field.selectionStart).split("\n").at(-1).match(/^ */)[0];
      this.field.setRangeText(`\n${indent}`, this.field.selectionStart, this.field.selectionEnd, "end");
      this.#draw();
      this.changed();
    } else return;
    event.preventDefault();
  }
}

function offers(known, text, owner, prefix) {
  const starts = (word) => word.toLowerCase().startsWith(prefix.toLowerCase());
  const quoted = (name) => (/^[a-z_]\w*$/i.test(name) && !known.keywords.some((word) => word.toLowerCase() === name.toLowerCase()) ? name : `"${name.replace(/"/g, '""')}"`);
  const names = Object.keys(known.tables);
  const tableOf = (name) => names.find((table) => table.toLowerCase() === name.toLowerCase());
  if (owner) {
    const alias = text.match(new RegExp(`([A-Za-z_]\\w*|"[^"]+")\\s+(?:AS\\s+)?${owner.replace(/[^\w]/g, "")}\\b`, "i"))?.[1]?.replace(/"/g, "");
    const table = tableOf(owner) ?? (alias && tableOf(alias));
    return (known.tables[table] ?? []).filter(starts).map((name) => ({ text: quoted(name), kind: table }));
  }
  const used = names.filter((name) => new RegExp(`\\b${name.replace(/[^\w]/g, ".")}\\b`, "i").test(text));
  const columns = new Map(used.flatMap((table) => known.tables[table].map((column) => [column, table])));
  const afterTable = /\b(from|join|into|update|table)\s+\w*$/i.test(text.slice(0, text.length));
  const tables = names.filter(starts).map((name) => ({ text: quoted(name), kind: "table" }));
  const others = [
    ...[...columns].filter(([name]) => starts(name)).map(([name, table]) => ({ text: quoted(name), kind: table })),
    ...known.keywords.filter(starts).map((word) => ({ text: word.toUpperCase(), kind: "keyword" })),
    ...known.functions.filter(starts).map((name) => ({ text: `${name}(`, kind: "function" })),
  ];
  return afterTable ? [...tables, ...others] : [...others.slice(0, maximumOffers - 3), ...tables, ...others.slice(maximumOffers - 3)];
}

const widths = new Map();

function characterWidth(font) {
  if (!widths.has(font)) {
    const context = document.createElement("canvas").getContext("2d");
    context.font = font;
    widths.set(font, context.measureText("0".repeat(100)).width / 100);
  }
  return widths.get(font);
}
