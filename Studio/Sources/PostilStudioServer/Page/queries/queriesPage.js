// The page for statements: the editor, results, the plan, the history, and forms for named queries.

import { api } from "../api.js";
import { control } from "../form/controls.js";
import { state, signals } from "../state.js";
import { h, fill, stored } from "../ui/dom.js";
import { highlighted } from "../ui/highlight.js";
import { icon } from "../ui/icons.js";
import { confirmation, menu, toast } from "../ui/popover.js";
import { exportRows } from "../table/export.js";
import { planTree, resultGrid, resultSummary } from "./results.js";
import { SQLEditor } from "./sqlEditor.js";

const maximumHistory = 100;
const limits = [100, 1_000, 10_000];

export class QueriesPage {
  #grid = null;
  #running = null;
  /** What the last result came from: `{sql}` or `{query, parameters}`. */
  #source = null;

  constructor() {
    this.editor = new SQLEditor({
      value: stored.get("sql", ""), run: () => this.run(), changed: () => stored.set("sql", this.editor.value.slice(0, 100_000)),
    });
    this.limit = h("select", { "aria-label": "Maximum number of rows" }, limits.map((limit) => h("option", { value: String(limit) }, `${limit.toLocaleString("en-US")} rows`)));
    this.limit.value = String(stored.get("limit", 1_000));
    this.limit.addEventListener("change", () => stored.set("limit", Number(this.limit.value)));
    this.status = h("span", { class: "result-status", role: "status" });
    this.runButton = h("button", { class: "primary", onclick: () => this.run() }, icon("play"), "Run");
    this.stopButton = h("button", { class: "danger", hidden: true, onclick: () => api.stop().catch((error) => toast(error.message, "error")) }, icon("stop"), "Stop");
    this.exportButton = h("button", { class: "ghost", disabled: true, "aria-haspopup": "menu", onclick: (event) => this.#exportMenu(event.currentTarget) }, icon("download"), h("span", { class: "label" }, "Export"));
    this.output = h("div", { class: "output" });
    this.side = h("div", { class: "query-side" });
    this.form = h("div", { class: "query-form", hidden: true });
    this.element = h("section", { class: "queries-page", "aria-label": "Queries" }, this.side,
      h("div", { class: "query-main" }, this.form, this.editor.element,
        h("div", { class: "query-bar" }, this.runButton, this.stopButton,
          h("button", { onclick: () => this.plan() }, icon("tree"), "Plan"), this.limit, h("span", { class: "spacer" }), this.status, this.exportButton),
        this.output));
    this.#drawSide();
    this.#drawOutput(h("p", { class: "quiet" }, "Results appear here. ", h("kbd", null, navigator.platform.startsWith("Mac") ? "⌘Enter" : "Ctrl Enter"), " runs the statement, or what is selected of it."));
  }

  close() { this.#grid?.close(); }

  /** Shows the named query of the address. */
  open(parameters) {
    const name = parameters.get("query");
    const query = state.queries.find((candidate) => `${candidate.model}.${candidate.name}` === name);
    this.#drawSide();
    if (query) this.#showForm(query);
    else {
      this.form.hidden = true;
      requestAnimationFrame(() => this.editor.field.focus());
    }
  }

  // MARK: Running

  async run(isWrite = false) {
    const sql = this.editor.statement.trim();
    if (!sql || this.#running) return;
    await this.#perform(() => api.sql({ sql, limit: Number(this.limit.value), ...(isWrite ? { isWrite } : {}) }), { sql }, async (error) => {
      if (error.body?.error?.code !== "writes" && !/writes/.test(error.place?.code ?? "")) return false;
      if (state.database.isReadOnly || isWrite) return false;
      if (await confirmation("This statement changes the database", "It runs at once, and can't be undone here.", "Run it")) {
        this.#running = null;
        await this.run(true);
      }
      return true;
    });
  }

  async #perform(request, source, handle = async () => false) {
    this.#running = {};
    this.runButton.disabled = true;
    this.status.textContent = "Running…";
    const showStop = setTimeout(() => { this.stopButton.hidden = false; }, 300);
    try {
      const result = await request();
      this.#source = source;
      this.#showResult(result);
      this.#remember(source.sql, result);
      if (result.changes > 0) signals.rows.send({ changed: state.tables.map(({ name }) => name), by: "studio" });
    } catch (error) {
      this.status.textContent = "";
      if (!await handle(error)) this.#showError(error, source);
    } finally {
      clearTimeout(showStop);
      this.stopButton.hidden = true;
      this.runButton.disabled = false;
      this.#running = null;
    }
  }

  async plan() {
    const sql = this.editor.statement.trim();
    if (!sql) return;
    try {
      const { nodes } = await api.plan(sql);
      this.status.textContent = "";
      this.exportButton.disabled = true;
      this.#drawOutput(planTree(nodes));
    } catch (error) {
      this.#showError(error, { sql });
    }
  }

  #showResult(result) {
    this.#grid?.close();
    this.#grid = null;
    this.status.textContent = resultSummary(result);
    this.exportButton.disabled = result.columns.length === 0;
    if (result.columns.length === 0) return this.#drawOutput(h("p", { class: "quiet" }, "The statement has no result."));
    this.#grid = resultGrid(result);
    return this.#drawOutput(this.#grid.element);
  }

  #showError(error, { sql }) {
    this.exportButton.disabled = true;
    const { offset, line } = error.place ?? {};
    this.#drawOutput(h("div", { class: "notice error", role: "alert" }, icon("warning"), h("span", null, error.message),
      line ? h("span", { class: "quiet" }, `line ${line}`) : null,
      sql && offset !== undefined && offset !== null ? h("button", { class: "small", onclick: () => this.editor.point(this.editor.value.indexOf(sql) + offset) }, "Show the place") : null));
  }

  #drawOutput(content) { fill(this.output, content); }

  #exportMenu(anchor) {
    menu(anchor, [["csv", "CSV"], ["json", "JSON"], ["markdown", "Markdown"], ["swift", "Swift values"]].map(([format, title]) => ({
      title, icon: "download", run: () => exportRows(this.#source, format, "result"),
    })), "Export");
  }

  // MARK: The side: named queries and the history

  #drawSide() {
    const history = stored.get("history", []);
    fill(this.side,
      state.queries.length ? h("section", { "aria-label": "Named queries" }, h("h2", { class: "sidebar-title" }, "Named queries"),
        h("ul", null, state.queries.map((query) => h("li", null, h("a", {
          class: "side-link", href: `#/queries?query=${encodeURIComponent(`${query.model}.${query.name}`)}`, title: query.documentation || null,
          "aria-current": this.query === query && !this.form.hidden ? "true" : null,
        }, h("span", { class: "side-name" }, `${query.model}.${query.name}`), h("span", { class: "side-detail" }, query.parameters.map(({ name }) => name).join(", "))))))) : null,
      h("section", { "aria-label": "History" }, h("h2", { class: "sidebar-title" }, "History",
        history.length ? h("button", { class: "ghost small", onclick: () => { stored.set("history", []); this.#drawSide(); } }, "Clear") : null),
      history.length ? h("ul", null, history.map((entry) => h("li", null, h("button", {
        class: "side-link history", title: entry.sql.slice(0, 2_000), onclick: () => { this.editor.value = entry.sql; this.editor.field.focus(); },
      }, h("span", { class: "side-name mono" }, entry.sql.replace(/\s+/g, " ").slice(0, 120)), h("span", { class: "side-detail" }, entry.summary)))))
        : h("p", { class: "quiet" }, "Statements that ran are listed here, in this browser only.")));
  }

  #remember(sql, result) {
    if (!sql || sql.length > 10_000) return;
    const others = stored.get("history", []).filter((entry) => entry.sql !== sql);
    stored.set("history", [{ sql, summary: resultSummary(result) }, ...others].slice(0, maximumHistory));
    this.#drawSide();
  }

  #showForm(query) {
    this.query = query;
    const fields = query.parameters.map((parameter) => {
      const error = h("p", { class: "field-error", hidden: true });
      const column = { choices: [], ...parameter, swiftName: parameter.name };
      const field = control(column, column.choices.length ? column.choices[0].value : null, { isLarge: true, changed: () => { error.hidden = true; } });
      return { parameter, error, control: field, element: h("div", { class: "form-field" },
        h("div", { class: "form-label" }, h("span", { class: "form-name" }, parameter.name), h("span", { class: "form-type" }, parameter.swiftType)),
        h("div", { class: "form-control" }, field.element), error) };
    });
    const run = () => {
      const parameters = {};
      let isValid = true;
      for (const field of fields) {
        try {
          parameters[field.parameter.name] = field.control.read();
          field.error.hidden = true;
        } catch (error) {
          isValid = false;
          field.error.textContent = error.message;
          field.error.hidden = false;
        }
      }
      if (!isValid || this.#running) return;
      const name = `${query.model}.${query.name}`;
      this.#perform(() => api.runQuery(name, parameters), { query: name, parameters });
    };
    this.form.hidden = false;
    fill(this.form,
      h("header", { class: "query-form-head" }, h("h2", null, `${query.model}.${query.name}`), query.documentation ? h("p", { class: "quiet" }, query.documentation) : null,
        h("a", { class: "button ghost icon-only", href: "#/queries", "aria-label": "Close", title: "Close" }, icon("close"))),
      h("pre", { class: "sql" }, highlighted(query.sql, "sql")), h("div", { class: "query-fields" }, fields.map(({ element }) => element)),
      h("div", null, h("button", { class: "primary", onclick: run }, icon("play"), "Run the query"),
        h("button", { class: "ghost", onclick: () => { this.editor.value = query.sql; } }, icon("edit"), "Edit as SQL")));
    this.form.onkeydown = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter") run();
    };
    this.#drawSide();
  }
}
