import PostilCompiler
import PostilDialects
import PostilSQL
import PostilSchema

/// A schema in Markdown, for readers who work with databases but don't know the program: every table with its
/// documentation, columns, constraints, indexes, triggers and relationships, and every view.
///
/// The same models give the same bytes. The format is GitHub Flavored Markdown: tables, and links to headings. Source:
/// "GitHub Flavored Markdown Spec", section 4.10.
public struct DataDictionary {
  let graph: ModelGraph
  let dialect: DDLDialect
  /// The models by the name of their table or view.
  let models: [String: ResolvedModel]
  /// Translates the models' SQL to PostgreSQL; `nil` if SQLite's is shown.
  let pieces: PostgreSQLPieces?
  /// The link targets of headings, by the name of the table or view.
  let anchors: [String: String]

  /// - Parameter dialect: the database whose types and SQL are shown.
  public init(_ graph: ModelGraph, dialect: DDLDialect = .sqlite) {
    self.graph = graph
    self.dialect = dialect
    pieces = dialect.isPostgreSQL ? PostgreSQLPieces(graph.schema) : nil
    models = Dictionary(
      (graph.models + graph.views).map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    var headings = MarkdownHeadings(taken: ["data-dictionary", "contents", "tables", "views"])
    let names = graph.schema.tables.map(\.name) + graph.schema.views.map(\.name)
    var anchors: [String: String] = [:]
    for name in names { anchors[name] = headings.anchor(of: name) }
    self.anchors = anchors
  }

  /// The whole document, with a line break at the end.
  public var text: String {
    var blocks = ["# Data dictionary", summary, "## Contents", contents]
    if !graph.schema.tables.isEmpty { blocks.append("## Tables") }
    for table in graph.schema.tables { blocks += section(of: table) }
    if !graph.schema.views.isEmpty { blocks.append("## Views") }
    for view in graph.schema.views { blocks += section(of: view) }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var summary: String {
    let tables = graph.schema.tables.count
    let views = graph.schema.views.count
    let system = dialect.product
    return "The schema of `\(graph.target)` for \(system): \(tables) \(tables == 1 ? "table" : "tables")"
      + (views == 0 ? "" : " and \(views) \(views == 1 ? "view" : "views")")
      + ". Fingerprint `\(graph.schema.script().fingerprint)`."
  }

  private var contents: String {
    let tables = graph.schema.tables.map { ($0.name, $0.documentation) }
    let views = graph.schema.views.map { ($0.name, $0.documentation) }
    return (tables + views).map { name, documentation in
      let first = documentation.first.map { Markdown.text($0) } ?? ""
      return "- \(link(to: name))\(first.isEmpty ? "" : ": \(first)")"
    }.joined(separator: "\n")
  }

  /// A link to the section of a table or view; only its name if it has no section.
  func link(to name: String) -> String {
    anchors[name].map { "[\(Markdown.code(name))](#\($0))" } ?? Markdown.code(name)
  }

  /// The documentation as paragraphs.
  func paragraphs(_ lines: [String]) -> String { lines.map { Markdown.text($0) }.joined(separator: "\n") }
}
