import PostilCatalog

/// What became no struct, and stands in no struct's file: other virtual tables, tables and views that were refused, triggers of
/// views.
struct MissingObjects {
  /// A line each.
  private(set) var lines: [String] = []
  /// A file of comments with the statements; `nil` where nothing is missing.
  private(set) var file: DatabaseImport.Result.File?

  init(_ planner: Planner, structs: Set<String>) {
    var statements: [(line: String, sql: String)] = []
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
    for view in planner.catalog.views {
      if !structs.contains("\(planner.names.structName(of: view.name)).swift") {
        let reason = planner.refusals.reasons[.view(view.name)] ?? "SQLite cannot read it"
        statements.append(("the view '\(view.name)': \(reason)", view.sql))
      }
      for trigger in view.triggers {
        statements.append(("the trigger '\(trigger.name)': it is of a view, and a view only reads", trigger.sql))
      }
    }
    guard !statements.isEmpty else { return }
    lines = statements.map(\.line)
    var text = [
      "// What the database has and no struct says. A store opens the file all the same, and leaves it there; a new file"
    ]
    text += ["// is made without it.", "//"]
    text += statements.flatMap { CommentText.item($0.line) }
    for statement in statements {
      text += ["", "// The statement of \(statement.line.prefix { $0 != ":" }):", "//"]
      text += SwiftText.lines(of: statement.sql).map { $0.isEmpty ? "//" : "//     \($0)" }
    }
    file = DatabaseImport.Result.File(name: DatabaseImport.listName, text: text.joined(separator: "\n") + "\n")
  }
}
