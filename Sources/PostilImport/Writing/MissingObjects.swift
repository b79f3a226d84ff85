import PostilCatalog

/// The objects without a struct, listed in a separate file: other virtual tables, rejected tables and views, triggers on views.
struct MissingObjects {
  /// One line each.
  private(set) var lines: [String] = []
  /// A file of comments with the statements; `nil` if nothing is missing.
  private(set) var file: DatabaseImport.Result.File?

  init(_ planner: Planner, structs: Set<String>) {
    var statements = planner.server?.notImported ?? []
    for (table, owner) in planner.conventions.bookkeeping {
      statements.append(("the table '\(table.name)': \(owner) keeps its own records in it", table.sql))
    }
    for table in planner.catalog.tables {
      if table.isVirtual {
        let isSaid = planner.tables.contains { planner.fullTextIndex(of: $0)?.name == table.name }
        if !isSaid {
          let reason = planner.refusals.reasons[.fullText(table.name)] ?? FullTextStatement.reason(against: table)
          statements.append(("the virtual table '\(table.name)': \(reason)", table.sql))
        }
      } else if let reason = planner.reason(against: table) {
        statements.append(("the table '\(table.name)': \(reason)", table.sql))
      }
    }
    let rows = planner.fullTextParts.map(\.rows)
    for view in planner.catalog.views where !rows.contains(view.name) {
      if !structs.contains("\(planner.names.structName(of: view.name)).swift") {
        let reason = planner.refusals.reasons[.view(view.name)] ?? "SQLite can't read it"
        statements.append(("the view '\(view.name)': \(reason)", view.sql))
      }
      for trigger in view.triggers {
        statements.append(("the trigger '\(trigger.name)': it belongs to a view, and views are read-only", trigger.sql))
      }
    }
    guard !statements.isEmpty else { return }
    lines = statements.map(\.line)
    var text =
      planner.server == nil
      ? [
        "// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new",
        "// database is created without them.",
      ] : ["// Objects of the server's database that no struct describes. A new database is created without them."]
    text.append("//")
    text += statements.flatMap { CommentText.item($0.line) }
    for statement in statements where !statement.sql.isEmpty {
      text += ["", "// The statement of \(statement.line.prefix { $0 != ":" }):", "//"]
      text += SwiftText.lines(of: statement.sql).map { $0.isEmpty ? "//" : "//     \($0)" }
    }
    file = DatabaseImport.Result.File(name: DatabaseImport.listName, text: text.joined(separator: "\n") + "\n")
  }
}
