// The rows of a table under a filter and an order, loaded in blocks by keyset pages. At most `maximumBlocks` are kept.

import { api } from "../api.js";
import { Signal, aligned, rememberNames } from "../state.js";
import { equal, rowID } from "../values.js";

const blockSize = 100;
const maximumBlocks = 60;
/** How long a page may take until the wait is shown. */
const slowMilliseconds = 700;

export class TableRows {
  #blocks = new Map();
  #loading = new Map();
  #generation = 0;
  #range = [0, 0];
  /** Whether the number of rows was counted; until then it is only known that there are more. */
  isCounted = false;
  count = 0;
  /** The query of the last page: `{swift, sql}`. */
  query = { swift: "", sql: "" };
  /** Rows that another process changed, by their names, with the columns that changed. */
  live = new Map();
  error = null;
  loaded = new Signal();
  counted = new Signal();
  /** Sends the position that has been waited for, and null when it isn't any more. */
  waiting = new Signal();
  #counting = null;
  #slow = 0;

  /** @param deleted which rows of a table with soft deletion: `excluded`, `included` or `only` */
  constructor(table, { filters = [], order = [], deleted = null } = {}) {
    this.table = table;
    this.filters = filters;
    this.order = order;
    this.deleted = deleted ? { deleted } : {};
  }

  /** The row at a position, or undefined if it isn't loaded. */
  row(index) {
    return this.#blocks.get(Math.floor(index / blockSize))?.rows[index % blockSize];
  }

  /** Loads the first page, and counts. */
  async start() {
    this.want(0, 50);
    await this.recount();
  }

  async recount() {
    const generation = this.#generation;
    this.#counting?.abort();
    this.#counting = new AbortController();
    try {
      const { count } = await api.count(this.table.name, this.filters, this.deleted, this.#counting.signal);
      if (generation !== this.#generation) return;
      this.count = count;
      this.isCounted = true;
      this.counted.send(count);
      this.loaded.send();
    } catch (error) {
      if (error.name !== "AbortError") this.#failed(error);
    }
  }

  /** Stops what is being loaded. */
  stop() {
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
    this.#noteWaiting();
  }

  /** Tells that somebody waits, once loading takes longer than people notice. */
  #noteWaiting() {
    clearTimeout(this.#slow);
    if (this.#loading.size === 0) return this.waiting.send(null);
    this.#slow = setTimeout(() => { if (this.#loading.size > 0) this.waiting.send(Math.min(...this.#loading.keys()) * blockSize); }, slowMilliseconds);
    return undefined;
  }

  /** A position whose row is loaded, near another one; null if there is none. */
  loadedNear(index) {
    const blocks = [...this.#blocks.keys()];
    if (blocks.length === 0) return null;
    return blocks.reduce((one, other) => (Math.abs(other - index / blockSize) < Math.abs(one - index / blockSize) ? other : one)) * blockSize;
  }

  /** Loads what is missing of a range of positions; requests for what is no longer visible are stopped. */
  want(first, last) {
    this.#range = [first, last];
    const firstBlock = Math.max(0, Math.floor(first / blockSize));
    const lastBlock = Math.floor(Math.max(first, last) / blockSize);
    for (const [block, controller] of this.#loading) {
      if (block < firstBlock - 1 || block > lastBlock + 1) {
        controller.abort();
        this.#loading.delete(block);
      }
    }
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const existing = this.#blocks.get(block);
      if (existing && !existing.isStale) {
        existing.used = performance.now();
        continue;
      }
      if (this.#loading.has(block) || (this.isCounted && block * blockSize >= this.count && block > 0)) continue;
      this.#load(block);
    }
  }

  /** The rows of a range of positions; those that aren't loaded are loaded, but not kept. */
  async range(first, last) {
    const rows = [];
    let after = null;
    while (first + rows.length <= last) {
      const index = first + rows.length;
      const row = this.row(index);
      if (row) {
        rows.push(row);
        after = null;
        continue;
      }
      const request = { filters: this.filters, order: this.order, limit: Math.min(500, last - index + 1), ...this.deleted, ...(after ? { after } : { position: index }) };
      const page = await api.page(this.table.name, request);
      if (page.rows.length === 0) break;
      rows.push(...page.rows.map((each) => aligned(this.table, page.columns, each)));
      after = page.last;
    }
    return rows;
  }

  /** Loads again what is visible, and notes which rows differ. */
  refresh(isByOther = false) {
    for (const block of this.#blocks.values()) {
      block.isStale = true;
      block.marksLive ||= isByOther;
    }
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
    this.#generation += 1;
    this.want(...this.#range);
    this.recount();
  }

  /** Stops all requests. */
  close() {
    this.#generation += 1;
    this.#counting?.abort();
    clearTimeout(this.#slow);
    for (const controller of this.#loading.values()) controller.abort();
    this.#loading.clear();
  }

  async #load(block) {
    const controller = new AbortController();
    this.#loading.set(block, controller);
    this.#noteWaiting();
    const request = { filters: this.filters, order: this.order, limit: blockSize, ...this.deleted };
    const before = this.#blocks.get(block - 1);
    const after = this.#blocks.get(block + 1);
    if (block === 0) { /* The first page needs no cursor. */ }
    else if (before?.rows.length === blockSize && before.last && !before.isStale) request.after = before.last;
    else if (after?.rows.length > 0 && after.first && !after.isStale) request.before = after.first;
    else request.position = block * blockSize;
    try {
      const page = await api.page(this.table.name, request, controller.signal);
      // A page of very large values ends early.
      while (!request.before && page.hasAfter && page.rows.length < blockSize && page.last) {
        const rest = await api.page(this.table.name, { ...request, position: undefined, after: page.last, limit: blockSize - page.rows.length }, controller.signal);
        page.rows.push(...rest.rows);
        Object.assign(page, { last: rest.last, hasAfter: rest.hasAfter });
        if (rest.rows.length === 0) break;
      }
      if (this.#loading.get(block) !== controller) return;
      this.#loading.delete(block);
      this.#noteWaiting();
      this.#insert(block, page);
    } catch (error) {
      if (this.#loading.get(block) === controller) this.#loading.delete(block);
      this.#noteWaiting();
      if (error.name !== "AbortError") this.#failed(error);
    }
  }

  #insert(block, page) {
    page.rows = page.rows.map((row) => aligned(this.table, page.columns, row));
    rememberNames(this.table, page.rows);
    const old = this.#blocks.get(block);
    if (old?.marksLive) this.#noteDifferences(old.rows, page.rows);
    this.#blocks.set(block, { rows: page.rows, first: page.first, last: page.last, used: performance.now() });
    // The query without the place of a page.
    if (block === 0) this.query = { swift: page.swift, sql: page.sql };
    this.error = null;
    const end = block * blockSize + page.rows.length;
    if (!this.isCounted) this.count = Math.max(this.count, end + (page.hasAfter ? 1 : 0));
    else if (!page.hasAfter && page.rows.length > 0) this.count = end;
    while (this.#blocks.size > maximumBlocks) {
      const oldest = [...this.#blocks].reduce((one, other) => (other[1].used < one[1].used ? other : one));
      this.#blocks.delete(oldest[0]);
    }
    this.loaded.send();
  }

  #noteDifferences(oldRows, rows) {
    const before = new Map(oldRows.map((row) => [rowID(row), row]));
    for (const row of rows) {
      const old = before.get(rowID(row));
      if (!old) {
        this.live.set(rowID(row), { isNew: true, columns: new Set() });
        continue;
      }
      const columns = this.table.columns.filter((_, index) => !equal(row.cells[index], old.cells[index]));
      const counts = Object.keys(row.counts ?? {}).filter((name) => row.counts[name] !== old.counts?.[name]);
      if (columns.length + counts.length > 0) {
        this.live.set(rowID(row), { isNew: false, columns: new Set([...columns.map(({ name }) => name), ...counts]) });
      }
    }
  }

  #failed(error) {
    this.error = error;
    this.loaded.send();
  }
}
