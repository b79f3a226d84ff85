// A grid of any number of rows, of which only the visible ones are elements.
//
// Browsers limit the height of elements, so a long table gets a scroll bar of a limited height: its thumb jumps by
// position, while the wheel and the keyboard move row by row.

import { h, fill, announce, formatted } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const maximumHeight = 8_000_000;
const gutterWidth = 56;

/**
 * @typedef {object} GridColumn
 * @property {string} id
 * @property {string} title
 * @property {string} [subtitle]
 * @property {string} [tip] shown when the pointer rests on the head
 * @property {number} width in pixels
 * @property {boolean} [isNumeric]
 * @property {boolean} [isSortable]
 * @property {string} [sort] `ascending` or `descending`
 * @property {boolean} [isFrozen] whether it stays at the left; the frozen columns come first
 */
export class Grid {
  #rows = new Map();
  #top = 0;
  #lastScroll = 0;
  #frame = 0;
  #settling = 0;
  #detail = null;
  active = { row: 0, column: 0 };
  /** The cell where the selection begins; it ends at the active one. */
  anchor = { row: 0, column: 0 };

  /**
   * @param options `label`, `columns`, `count()`, `row(index)`, `want(first, last)`, and functions that draw and react:
   *   `draw(cell, row, column, index)`, `gutter(cell, row, index)`, `decorate(element, row, index)`, `activate`,
   *   `holds` (whether rows must stay as they are, because one is edited), `key`, `sort`, `resized`, `open`, `detail`, `selected`, `menu(event)`, `columnMenu(column, element)`, `moved(column, target)`, `copy`, `cut`, `paste`,
   *   `fill(count)` (the first `count` selected rows were dragged over the others)
   */
  constructor(options) {
    Object.assign(this, { rowHeight: 30, headHeight: 42, detailRows: 9 }, options);
    this.head = h("div", { class: "grid-head", role: "row", "aria-rowindex": "1" });
    this.body = h("div", { class: "grid-body", role: "rowgroup" });
    this.window = h("div", { class: "grid-window", role: "presentation" },
      h("div", { role: "rowgroup", class: "grid-headgroup" }, this.head), this.body);
    this.handle = h("div", { class: "fill-handle", title: "Drag down to fill", onmousedown: (event) => { if (event.button === 0) this.#beginFill(event); } });
    this.spacer = h("div", { class: "grid-spacer", role: "presentation" }, this.window);
    this.message = h("div", { class: "grid-message" });
    this.element = h("div", {
      class: "grid", role: "grid", tabindex: "0", "aria-label": options.label, "aria-multiselectable": "true",
      onscroll: () => this.#scrolled(), onkeydown: (event) => this.#pressed(event), oncontextmenu: (event) => this.#showMenu(event),
      oncopy: (event) => this.#clipboard("copy", event), oncut: (event) => this.#clipboard("cut", event), onpaste: (event) => this.#clipboard("paste", event),
    }, this.spacer, this.message);
    this.observer = new ResizeObserver(() => { if (!this.holds?.()) this.layout(); });
    this.observer.observe(this.element);
    this.drawHead();
  }

  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settling);
  }

  // MARK: Slots: rows, and the place of the detail below a row

  get #detailSlots() { return this.#detail ? this.detailRows : 0; }
  get #slots() { return this.count() + this.#detailSlots; }
  #slotOf(index) { return this.#detail && index > this.#detail.index ? index + this.detailRows : index; }
  #indexOf(slot) {
    if (!this.#detail || slot <= this.#detail.index) return slot;
    return slot <= this.#detail.index + this.detailRows ? null : slot - this.detailRows;
  }

  get #visibleRows() { return Math.max(1, (this.element.clientHeight - this.headHeight) / this.rowHeight); }
  get #maximumTop() { return Math.max(0, this.#slots - this.#visibleRows + 0.2); }
  get #height() { return this.headHeight + Math.max(1, this.#slots) * this.rowHeight; }
  get #isScaled() { return this.#height > maximumHeight; }

  // MARK: Drawing

  /** The distance of a frozen column from the left edge. */
  #frozenLeft(index) { return gutterWidth + this.columns.slice(0, index).reduce((sum, { width }) => sum + width, 0); }
  get #frozenWidth() { return this.columns.reduce((sum, { isFrozen, width }) => sum + (isFrozen ? width : 0), 0); }

  /** Puts an element of a column in its place. */
  #placeInColumn(element, column, index) {
    element.style.width = `${column.width}px`;
    if (!column.isFrozen) return;
    element.classList.add("is-frozen");
    element.style.left = `${this.#frozenLeft(index)}px`;
  }

  get width() { return gutterWidth + this.columns.reduce((sum, column) => sum + column.width, 0); }

  drawHead() {
    fill(this.head,
      h("div", { class: "gutter head-cell", role: "columnheader", "aria-colindex": "1", "aria-label": "Row" }),
      this.columns.map((column, index) => this.#headCell(column, index)));
    this.element.setAttribute("aria-colcount", this.columns.length + 1);
    this.layout();
  }

  #headCell(column, index) {
    const resize = h("div", {
      class: "resize", title: "Drag to resize, double-click to fit",
      onpointerdown: (event) => this.#resize(event, column), ondblclick: (event) => {
        event.stopPropagation();
        this.#fit(column);
      },
    });
    const label = [
      h("span", { class: "head-title" }, column.icon ?? null, h("span", { class: "head-text" }, column.title),
        column.sort ? h("span", { class: "sort-mark", "aria-hidden": "true" }, column.sort === "descending" ? "↓" : "↑") : null),
      h("span", { class: "head-subtitle" }, column.subtitle ?? ""),
    ];
    const cell = h("div", {
      class: `head-cell${column.isNumeric ? " numeric" : ""}`, role: "columnheader", "aria-colindex": index + 2,
      "aria-sort": column.isSortable ? column.sort ?? "none" : null, title: column.tip ?? null,
      dataset: { column: column.id }, oncontextmenu: (event) => {
        if (!this.columnMenu) return;
        event.preventDefault();
        event.stopPropagation();
        this.columnMenu(column, cell);
      }, onpointerdown: (event) => { if (this.moved && event.button === 0 && !event.target.closest(".resize, .head-menu")) this.#move(event, column, cell); },
    }, column.isSortable
      ? h("button", {
        class: "sort", tabindex: "-1", "aria-label": `Sort by ${column.title}`,
        onclick: (event) => this.sort?.(column, event.shiftKey),
      }, label)
      : h("div", { class: "sort" }, label),
      this.columnMenu ? h("button", {
        class: "head-menu", tabindex: "-1", "aria-haspopup": "menu", "aria-label": `Column ${column.title}`, title: "Sort, filter, hide, move",
        onclick: (event) => this.columnMenu(column, event.currentTarget),
      }, icon("arrowDown")) : null, resize);
    this.#placeInColumn(cell, column, index);
    return cell;
  }

  /** Draws everything again: rows, columns or the number of rows changed. */
  layout() {
    const height = Math.min(this.#height, maximumHeight);
    this.spacer.style.height = `${height}px`;
    this.spacer.style.width = `${this.width}px`;
    this.window.style.height = `${Math.min(this.element.clientHeight, Math.max(height, this.headHeight))}px`;
    this.element.setAttribute("aria-rowcount", this.count() + 1);
    if (this.#detail) this.#sizeDetail();
    this.#top = Math.min(this.#top, this.#maximumTop);
    this.redraw();
  }

  redraw() {
    for (const element of this.#rows.values()) element.remove();
    this.#rows.clear();
    this.#draw();
  }

  /** Draws the rows again in the next frame. */
  update() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.element.isConnected && !this.holds?.()) this.layout();
    });
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.#top) - 4);
    const last = Math.min(this.#slots - 1, Math.ceil(this.#top + this.#visibleRows) + 4);
    for (const [slot, element] of this.#rows) {
      if (slot < first || slot > last) {
        element.remove();
        this.#rows.delete(slot);
      }
    }
    for (let slot = first; slot <= last; slot += 1) {
      const index = this.#indexOf(slot);
      if (index === null) continue;
      let element = this.#rows.get(slot);
      if (!element) {
        element = this.#drawRow(index);
        this.#rows.set(slot, element);
        this.body.append(element);
      }
      element.style.transform = `translateY(${(slot - this.#top) * this.rowHeight}px)`;
    }
    if (this.#detail) {
      this.#detail.element.style.transform = `translateY(${(this.#detail.index + 1 - this.#top) * this.rowHeight}px)`;
    }
    this.want?.(this.#indexOf(Math.floor(this.#top)) ?? first, Math.min(this.count() - 1, this.#indexOf(last) ?? last));
    this.#showActive();
  }

  #drawRow(index) {
    const row = this.row(index);
    const element = h("div", { class: "grid-row", role: "row", "aria-rowindex": index + 2, dataset: { index } });
    element.style.width = `${this.width}px`;
    const gutter = h("div", {
      class: "gutter", role: "rowheader", "aria-colindex": "1",
      onmousedown: (event) => { if (event.button === 0 && !event.target.closest("button, a")) this.#begin(index, null, event); },
    });
    if (row) this.gutter?.(gutter, row, index);
    else gutter.textContent = formatted(index + 1);
    element.append(gutter);
    this.columns.forEach((column, position) => {
      const cell = h("div", {
        class: `cell${column.isNumeric ? " numeric" : ""}`, role: "gridcell", "aria-colindex": position + 2,
        id: `${this.id}-${index}-${position}`, dataset: { column: column.id },
        onmousedown: (event) => { if (event.button === 0 && event.target.closest("button, a, input, select, textarea") === null) this.#begin(index, position, event); },
        ondblclick: (event) => { if (event.target.closest("button, a, input, select, textarea") === null) this.activate?.(index, position); },
      });
      this.#placeInColumn(cell, column, position);
      if (row) this.draw(cell, row, column, index);
      else cell.append(h("span", { class: "placeholder" }));
      element.append(cell);
    });
    if (row) this.decorate?.(element, row, index);
    else element.classList.add("is-loading");
    return element;
  }

  // MARK: Scrolling

  #scrolled() {
    const position = this.element.scrollTop;
    const delta = position - this.#lastScroll;
    if (delta === 0) return;
    this.#lastScroll = position;
    const height = this.element.clientHeight;
    const end = this.element.scrollHeight - height;
    if (!this.#isScaled) this.#top = position / this.rowHeight;
    else if (position <= 0) this.#top = 0;
    else if (position >= end - 1) this.#top = this.#maximumTop;
    else if (Math.abs(delta) < height) this.#top = Math.min(Math.max(0, this.#top + delta / this.rowHeight), this.#maximumTop);
    else this.#top = (position / end) * this.#maximumTop;
    this.#draw();
    this.#settle();
  }

  /** Puts the thumb where the rows are, once scrolling has stopped. */
  #settle() {
    if (!this.#isScaled) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      const end = this.element.scrollHeight - this.element.clientHeight;
      this.element.scrollTop = Math.round((this.#top / this.#maximumTop) * end);
      this.#lastScroll = this.element.scrollTop;
    }, 200);
  }

  /** Scrolls so that a position is the first visible one. */
  scrollTo(index) {
    this.#top = Math.min(Math.max(0, this.#slotOf(index)), this.#maximumTop);
    const end = this.element.scrollHeight - this.element.clientHeight;
    this.element.scrollTop = this.#isScaled
      ? Math.round((this.#top / Math.max(1, this.#maximumTop)) * end) : this.#top * this.rowHeight;
    this.#lastScroll = this.element.scrollTop;
    this.#draw();
  }

  /** The positions of the first and the last visible row. */
  get visibleRange() {
    const first = this.#indexOf(Math.ceil(this.#top)) ?? this.#detail.index;
    return [first, Math.min(this.count() - 1, first + Math.floor(this.#visibleRows) - 1)];
  }

  #reveal() {
    const slot = this.#slotOf(this.active.row);
    if (slot < this.#top) this.scrollTo(this.active.row);
    else if (slot > this.#top + this.#visibleRows - 1) {
      const top = slot - this.#visibleRows + 1.2;
      this.scrollTo(Math.max(0, this.#indexOf(Math.ceil(top)) ?? this.active.row));
    }
    const column = this.columns[this.active.column];
    if (!column || column.isFrozen) return;
    const left = this.#frozenLeft(this.active.column);
    const start = gutterWidth + this.#frozenWidth;
    if (left - start < this.element.scrollLeft) this.element.scrollLeft = left - start;
    else if (left + column.width > this.element.scrollLeft + this.element.clientWidth) {
      this.element.scrollLeft = left + column.width - this.element.clientWidth;
    }
  }

  // MARK: The active cell and the selection

  /**
   * Makes a cell the active one, and the only one that is selected.
   * @param options `extends` selects everything from the anchor to the cell instead, `reveals: false` doesn't scroll
   */
  select(row, column, { focus = true, extends: isExtended = false, reveals = true } = {}) {
    this.active = this.#inside(row, column);
    if (!isExtended) this.anchor = { ...this.active };
    if (reveals) this.#reveal();
    this.#selectionChanged(focus);
  }

  /** Selects whole rows. */
  selectRows(first, last) {
    this.anchor = this.#inside(first, this.columns.length - 1);
    this.active = this.#inside(last, 0);
    this.#selectionChanged(true);
  }

  /** Selects a rectangle; its first cell is the anchor. */
  selectRange({ top, left, bottom, right }) {
    this.anchor = this.#inside(bottom, right);
    this.active = this.#inside(top, left);
    this.#selectionChanged(true);
  }

  /** The selected rectangle: `{top, left, bottom, right}`, all inclusive. */
  get selection() {
    const [one, other] = [this.#inside(this.anchor.row, this.anchor.column), this.active];
    return {
      top: Math.min(one.row, other.row), bottom: Math.max(one.row, other.row), left: Math.min(one.column, other.column), right: Math.max(one.column, other.column),
    };
  }

  /** The number of selected cells. */
  get selectedCount() {
    const { top, bottom, left, right } = this.selection;
    return (bottom - top + 1) * (right - left + 1);
  }

  isSelected(row, column) {
    const { top, bottom, left, right } = this.selection;
    return row >= top && row <= bottom && column >= left && column <= right;
  }

  #inside(row, column) {
    return { row: Math.min(Math.max(0, row), Math.max(0, this.count() - 1)), column: Math.min(Math.max(0, column), Math.max(0, this.columns.length - 1)) };
  }

  #selectionChanged(focus) {
    this.#showActive();
    if (focus && document.activeElement !== this.element) this.element.focus({ preventScroll: true });
    const { top, bottom, left, right } = this.selection;
    if (this.selectedCount > 1) announce(`${formatted(bottom - top + 1)} rows and ${formatted(right - left + 1)} columns selected`);
    this.selected?.();
  }

  /** Begins a selection with the pointer, and extends it until the button is released. A `position` of null selects whole rows. */
  #begin(index, position, event) {
    const isWhole = position === null;
    event.preventDefault();
    if (isWhole) this.selectRows(event.shiftKey ? this.anchor.row : index, index);
    else this.select(index, position, { extends: event.shiftKey, reveals: false });
    this.#drag(isWhole, (row, column, reveals) => {
      if (row === this.active.row && (isWhole || column === this.active.column)) return;
      if (isWhole) {
        this.selectRows(this.anchor.row, row);
        if (reveals) this.#reveal();
      } else this.select(row, column, { extends: true, reveals });
    });
  }

  /** Extends the selection downwards until the button is released, and fills the added rows. */
  #beginFill(event) {
    event.preventDefault();
    event.stopPropagation();
    const { top, left, bottom, right } = this.selection;
    this.anchor = { row: top, column: left };
    this.active = { row: bottom, column: right };
    this.#drag(true, (row, column, reveals) => {
      const last = Math.max(row, bottom);
      if (last !== this.active.row) this.select(last, right, { extends: true, reveals });
    }, () => {
      this.selectRange(this.selection);
      if (this.selection.bottom > bottom) this.fill(bottom - top + 1);
    });
  }

  /** Follows the pointer until the button is released. `extend(row, column, reveals)` gets the cell below it; `isOfRows` ignores the column. */
  #drag(isOfRows, extend, ended = () => {}) {
    let timer = 0;
    const move = (moved) => {
      clearInterval(timer);
      const box = this.element.getBoundingClientRect();
      const down = moved.clientY > box.bottom ? 1 : moved.clientY < box.top + this.headHeight ? -1 : 0;
      const right = isOfRows ? 0 : moved.clientX > box.right ? 1 : moved.clientX < box.left + gutterWidth ? -1 : 0;
      const step = () => extend(this.active.row + down, this.active.column + right, true);
      if (down || right) {
        timer = setInterval(step, 50);
        return;
      }
      const cell = document.elementFromPoint(moved.clientX, moved.clientY)?.closest(".cell, .gutter");
      const row = cell?.closest(".grid-row");
      if (row && this.element.contains(row)) extend(Number(row.dataset.index), Math.max(0, [...row.children].indexOf(cell) - 1), false);
    };
    const end = () => {
      clearInterval(timer);
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", end);
      ended();
    };
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", end);
  }

  #showMenu(event) {
    const cell = event.target.closest(".cell, .gutter");
    const row = cell?.closest(".grid-row");
    if (!this.menu || !row || event.target.closest("input, textarea, select, .cell-editor")) return;
    event.preventDefault();
    const [index, position] = [Number(row.dataset.index), [...row.children].indexOf(cell) - 1];
    if (position < 0) {
      const { top, bottom } = this.selection;
      if (index < top || index > bottom) this.selectRows(index, index);
    } else if (!this.isSelected(index, position)) this.select(index, position, { reveals: false });
    this.menu(event);
  }

  #clipboard(name, event) {
    if (event.target.closest?.("input, textarea, select, [contenteditable]") || !this[name]) return;
    event.preventDefault();
    this[name](event.clipboardData);
  }

  #showActive() {
    for (const element of this.body.querySelectorAll(".is-active, .is-active-row, .is-selected")) {
      element.classList.remove("is-active", "is-active-row", "is-selected");
      element.removeAttribute("aria-selected");
    }
    if (this.selectedCount > 1) {
      const { top, bottom, left, right } = this.selection;
      for (const element of this.#rows.values()) {
        const index = Number(element.dataset.index);
        if (index < top || index > bottom) continue;
        for (let position = left; position <= right; position += 1) {
          element.children[position + 1]?.classList.add("is-selected");
          element.children[position + 1]?.setAttribute("aria-selected", "true");
        }
      }
    }
    const last = this.fill && this.cell(this.selection.bottom, this.selection.right);
    if (last) last.append(this.handle);
    else this.handle.remove();
    const cell = this.activeCell;
    if (!cell) return this.element.removeAttribute("aria-activedescendant");
    cell.classList.add("is-active");
    cell.parentElement.classList.add("is-active-row");
    this.element.setAttribute("aria-activedescendant", cell.id);
  }

  get activeCell() { return this.cell(this.active.row, this.active.column); }
  cell(row, column) { return this.#rows.get(this.#slotOf(row))?.children[column + 1]; }
  get id() { return (this.elementID ??= `grid${(Grid.number = (Grid.number ?? 0) + 1)}`); }

  #pressed(event) {
    if (event.target !== this.element) return;
    const { row, column } = this.active;
    const page = Math.max(1, Math.floor(this.#visibleRows) - 1);
    const isCommand = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowUp: [isCommand ? 0 : row - 1, column], ArrowDown: [isCommand ? this.count() - 1 : row + 1, column],
      ArrowLeft: [row, isCommand ? 0 : column - 1], ArrowRight: [row, isCommand ? this.columns.length - 1 : column + 1],
      PageUp: [row - page, column], PageDown: [row + page, column],
      Home: [isCommand ? 0 : row, 0], End: [isCommand ? this.count() - 1 : row, this.columns.length - 1],
    };
    if (event.altKey && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      this.#setWidth(this.columns[column], this.columns[column].width + (event.key === "ArrowRight" ? 16 : -16));
      announce(`${this.columns[column].title}: ${this.columns[column].width} pixels wide`);
    } else if (moves[event.key] && !event.altKey) this.select(...moves[event.key], { extends: event.shiftKey });
    else if (isCommand && event.key.toLowerCase() === "a") this.selectRange({ top: 0, left: 0, bottom: this.count() - 1, right: this.columns.length - 1 });
    else if (event.shiftKey && event.key === " ") this.selectRows(this.anchor.row, row);
    else if (this.key?.(event, row, column) !== true) return;
    event.preventDefault();
  }

  // MARK: Columns

  #setWidth(column, width) {
    column.width = Math.round(Math.min(Math.max(56, width), 1200));
    this.resized?.(column);
    if (column.isFrozen) return this.drawHead();
    const cell = [...this.head.children].find((element) => element.dataset.column === column.id);
    if (cell) cell.style.width = `${column.width}px`;
    return this.layout();
  }

  #resize(event, column) {
    if (event.button !== 0) return;
    event.preventDefault();
    const [start, width] = [event.clientX, column.width];
    const move = (moved) => this.#setWidth(column, width + moved.clientX - start);
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      document.body.classList.remove("is-resizing");
    };
    document.body.classList.add("is-resizing");
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  }

  /** Moves a column to where its head is dropped. A click without a move sorts. */
  #move(event, column, cell) {
    const start = event.clientX;
    let target = null;
    const move = (moved) => {
      if (Math.abs(moved.clientX - start) < 8 && !target) return;
      document.body.classList.add("is-moving");
      target?.classList.remove("is-target");
      target = document.elementFromPoint(moved.clientX, moved.clientY)?.closest(".head-cell[data-column]") ?? cell;
      if (!this.head.contains(target)) target = cell;
      target.classList.add("is-target");
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      document.body.classList.remove("is-moving");
      if (!target) return;
      target.classList.remove("is-target");
      // The click that follows would sort.
      const stop = (click) => { click.stopPropagation(); click.preventDefault(); };
      window.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", stop, { capture: true }), 0);
      if (target !== cell) this.moved(column, target.dataset.column);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  }

  /** Makes a column as wide as what is visible of it. */
  fit(column) { this.#fit(column); }

  #fit(column) {
    this.#setWidth(column, Math.min(600, Math.max(...this.visibleWidths(column)) + 26));
  }

  /** The widths of the contents of a column that are drawn. */
  visibleWidths(column) {
    const cells = [...this.element.querySelectorAll(`[data-column="${CSS.escape(column.id)}"]`)];
    return cells.map((cell) => {
      const parts = [...cell.querySelectorAll(".text, .head-text, .head-subtitle, .reference-key, .choice, .nil, .blob-cell, .flag, .unfold")];
      const gap = cell.classList.contains("head-cell") ? 0 : 6;
      // What is cut off has a scroll width; the title and the subtitle of a head lie above each other.
      const sizes = parts.map((part) => Math.max(part.scrollWidth, part.offsetWidth) + (part.classList.contains("head-text") ? 34 : 0));
      return cell.classList.contains("head-cell") ? Math.max(0, ...sizes) : sizes.reduce((sum, size) => sum + size + gap, 0);
    });
  }

  // MARK: The detail below a row

  get detailIndex() { return this.#detail?.index ?? null; }

  /** Opens an element below a row, in place; closes another one. */
  openDetail(index, content, rows = 9) {
    this.closeDetail();
    this.detailRows = rows;
    const element = h("div", { class: "grid-detail", role: "row" },
      h("div", { class: "grid-detail-content", role: "gridcell" }, content));
    element.style.height = `${this.detailRows * this.rowHeight}px`;
    this.#detail = { index, element };
    this.body.append(element);
    this.#sizeDetail();
    this.layout();
    const end = this.#slotOf(index) + this.detailRows + 1;
    if (end > this.#top + this.#visibleRows) this.scrollTo(Math.max(0, Math.ceil(Math.min(index, end - this.#visibleRows))));
  }

  #sizeDetail() {
    this.#detail.element.firstChild.style.width = `${Math.min(this.element.clientWidth, this.width)}px`;
  }

  closeDetail() {
    if (!this.#detail) return;
    this.#detail.element.remove();
    this.#detail = null;
    this.layout();
  }

  show(message) { fill(this.message, message ?? []); }
}
