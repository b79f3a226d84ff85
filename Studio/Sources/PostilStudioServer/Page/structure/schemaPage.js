// The page of the schema: the diagram, DDL, migrations, drift, findings, sizes, and the integrity check.

import { api } from "../api.js";
import { address } from "../router.js";
import { state, tableNamed } from "../state.js";
import { h, fill, formatted, formattedBytes, plural, stored } from "../ui/dom.js";
import { highlighted } from "../ui/highlight.js";
import { icon } from "../ui/icons.js";
import { copyButton } from "../ui/popover.js";
import { dateText } from "../values.js";
import { diagramView } from "./diagram.js";

const parts = [
  ["diagram", "Diagram"], ["ddl", "DDL"], ["migrations", "Migrations"], ["drift", "Drift"], ["findings", "Findings"], ["sizes", "Sizes"], ["integrity", "Integrity"],
];

export class SchemaPage {
  #number = 0;

  constructor() {
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Schema" });
    this.content = h("div", { class: "schema-content", role: "tabpanel" });
    this.element = h("section", { class: "schema-page", "aria-label": "Schema" }, this.tabs, this.content);
  }

  /** Shows one of the parts. */
  async show(part) {
    this.#number += 1;
    const number = this.#number;
    fill(this.tabs, parts.map(([name, title]) => h("a", {
      role: "tab", href: address("schema", name), "aria-selected": String(name === part),
    }, title)));
    fill(this.content, h("p", { class: "quiet" }, "Loading…"));
    this.tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
    let result;
    try {
      result = await (this[part] ?? this.diagram).call(this);
    } catch (error) {
      result = h("p", { class: "notice error", role: "alert" }, icon("warning"), error.message);
    }
    if (number === this.#number) fill(this.content, result);
  }

  async diagram() {
    // With all columns, many tables don't fit on a screen.
    const columns = stored.get("diagram", state.tables.length > 15 ? "keys" : "all");
    const { diagrams } = await api.structure("diagram", { columns });
    if (diagrams.length === 0) return h("p", { class: "quiet" }, "The models declare no table.");
    const choice = () => h("div", { class: "segments", role: "radiogroup", "aria-label": "Columns" }, [["all", "All columns"], ["keys", "Keys"]].map(([name, title]) => h("button", {
      role: "radio", "aria-checked": String(name === columns), onclick: () => { stored.set("diagram", name); this.show("diagram"); },
    }, title)));
    return diagrams.map((diagram) => [diagrams.length > 1 ? h("h2", null, diagram.target) : null, diagramView(diagram, choice())]);
  }

  async ddl() {
    const dialect = stored.get("dialect", state.database.engine);
    const { sql } = await api.structure("ddl", { dialect });
    return [
      h("div", { class: "part-bar" }, h("div", { class: "segments", role: "radiogroup", "aria-label": "Dialect" }, [["sqlite", "SQLite"], ["postgresql", "PostgreSQL"]].map(([name, title]) => h("button", {
        role: "radio", "aria-checked": String(name === dialect), onclick: () => { stored.set("dialect", name); this.show("ddl"); },
      }, title))), h("span", { class: "quiet" }, plural(sql.split("\n").length, "line")), h("span", { class: "spacer" }), copyButton(() => sql, "Copy the DDL")),
      h("pre", { class: "sql ddl", tabindex: "0", "aria-label": "DDL" }, highlighted(sql, "sql")),
    ];
  }

  async migrations() {
    const targets = Object.entries(await api.structure("migrations"));
    if (targets.every(([, migrations]) => migrations.length === 0)) return h("p", { class: "quiet" }, "The targets have no migrations. ‘postil migrate new’ writes one.");
    return targets.map(([target, migrations]) => h("section", null, h("h2", null, target), table(["Migration", "State", "Applied"], migrations.map(({ name, state: own, appliedAt }) => [
      h("span", { class: "mono" }, name), h("span", { class: `tag ${own === "applied" ? "good" : own === "pending" ? "warning" : "danger"}` }, own), appliedAt ? `${dateText(appliedAt)} UTC` : "",
    ]))));
  }

  async drift() {
    const output = h("div", { role: "status" });
    const show = ({ differences, problems, comparison }) => {
      const parts = problems.map((text) => h("p", { class: "notice warning" }, icon("warning"), text));
      if (comparison === "done") {
        parts.push(...(differences.length === 0 ? [good("The database has the schema of the models.")]
          : [h("p", null, plural(differences.length, "difference"), " between the models and the database:"), h("ul", { class: "differences" }, differences.map((text) => h("li", null, h("pre", null, text))))]));
      }
      return parts;
    };
    const result = await api.structure("drift");
    if (result.comparison !== "possible") return show(result);
    const button = h("button", { class: "primary", onclick: () => running(button, output, "Comparing…", async () => show(await api.compare())) }, icon("play"), "Compare");
    return [show(result), h("p", { class: "quiet" }, "The comparison creates a temporary database on the server, and drops it afterwards. Nothing in this database is changed."), h("p", null, button), output];
  }

  async findings() {
    const { findings } = await api.structure("findings");
    if (findings.length === 0) return good("‘postil check’ has no findings.");
    return table(["", "Finding", "Place"], findings.map(({ file, line, column, severity, message, code }) => [
      h("span", { class: `tag ${severity === "error" ? "danger" : severity === "warning" ? "warning" : ""}` }, severity),
      [h("span", null, message), code ? h("span", { class: "hint" }, code) : null], h("span", { class: "mono", title: file }, `${file.split("/").at(-1)}:${line}:${column}`),
    ]), ["short", "name", "short"]);
  }

  async sizes() {
    const { objects, file } = await api.structure("sizes");
    const sorted = [...objects].sort((one, other) => other.bytes - one.bytes);
    const largest = sorted[0]?.bytes || 1;
    return [
      h("p", { class: "part-bar" }, h("strong", null, formattedBytes(file)), h("span", { class: "quiet" }, `in ${plural(objects.filter(({ kind }) => kind === "table").length, "table")} and ${plural(objects.filter(({ kind }) => kind === "index").length, "index", "indexes")}`,
        objects.some(({ estimated }) => estimated) ? "; ~ marks estimates" : "")),
      table(["Name", "Kind", "Rows", "Size", ""], sorted.map(({ name, kind, bytes, rows, estimated }) => {
        const bar = h("div", { class: `size-bar ${kind}` });
        bar.style.width = `${Math.max(0.5, (bytes / largest) * 100)}%`;
        return [tableNamed(name) ? h("a", { href: address("table", name), dir: "auto" }, name) : h("span", { dir: "auto" }, name), kind,
          rows === null || rows === undefined ? "" : formatted(rows), `${estimated ? "~" : ""}${formattedBytes(bytes)}`, h("div", { class: "size-track" }, bar)];
      }), ["name", "short", "numeric", "numeric", "wide"]),
    ];
  }

  async integrity() {
    const output = h("div", { role: "status" });
    const button = h("button", { class: "primary", onclick: () => running(button, output, "Checking…", async () => {
      const { problems, milliseconds } = await api.integrity();
      return problems.length === 0 ? good(`No problems found, in ${Math.round(milliseconds)} ms.`)
        : [h("p", { class: "notice error" }, icon("warning"), plural(problems.length, "problem")), h("ul", { class: "differences" }, problems.map((text) => h("li", null, h("pre", null, text))))];
    }) }, icon("play"), "Check");
    return [h("p", { class: "quiet" }, state.database.engine === "sqlite"
      ? "Reads the whole file: pages, indexes, foreign keys and constraints. Nothing is changed."
      : "Checks foreign keys and indexes. Nothing is changed."), h("p", null, button), output];
  }
}

/** Shows the result of a long request below the button that starts it. */
async function running(button, output, message, body) {
  button.disabled = true;
  fill(output, h("p", { class: "quiet" }, message));
  try {
    fill(output, await body());
  } catch (error) {
    fill(output, h("p", { class: "notice error", role: "alert" }, icon("warning"), error.message));
  }
  button.disabled = false;
}

const good = (text) => h("p", { class: "notice good" }, icon("check"), text);

function table(heads, rows, classes = []) {
  return h("div", { class: "scrolls" }, h("table", { class: "list" }, h("thead", null, h("tr", null, heads.map((title, index) => h("th", { scope: "col", class: classes[index] || null }, title)))),
    h("tbody", null, rows.map((cells) => h("tr", null, cells.map((cell, index) => h("td", { class: classes[index] || null }, cell)))))));
}
