import PostilSQL

/// Writes a full-text index for SQLite: an FTS5 table whose content is the indexed table, and the triggers that keep it
/// up to date.
enum SQLiteFullText {
  /// `CREATE VIRTUAL TABLE … USING fts5 (…)`
  static func statement(of index: FullTextIndex, on table: Table) -> DDLStatement {
    var arguments = index.columns.map { SQLText.identifier($0) }
    arguments.append("content=\(SQLText.literal(table.name))")
    arguments.append("content_rowid=\(SQLText.literal(index.key))")
    if let tokenizer = index.tokenizer { arguments.append("tokenize=\(SQLText.literal(tokenizer))") }
    if let prefixes = index.prefixes { arguments.append("prefix=\(SQLText.literal(prefixes))") }
    let list = arguments.map { "  \($0)" }.joined(separator: ",\n")
    return DDLStatement(
      object: .fullTextTable, name: index.name, table: table.name,
      comments: ["The full-text index of \(table.name)."],
      sql: "CREATE VIRTUAL TABLE \(SQLText.identifier(index.name)) USING fts5 (\n\(list)\n)")
  }

  /// The triggers on the indexed table. An entry is removed by passing the values that it was created from, because
  /// FTS5 doesn't store them.
  static func triggers(of index: FullTextIndex, on table: Table) -> [Trigger] {
    let name = SQLText.identifier(index.name)
    let columns = SQLText.identifiers(["rowid"] + index.columns)
    func values(_ row: String) -> String {
      ([index.key] + index.columns).map { "\(row).\(SQLText.identifier($0))" }.joined(separator: ", ")
    }
    let add = "INSERT INTO \(name) (\(columns)) VALUES (\(values("NEW")))"
    let remove = "INSERT INTO \(name) (\(name), \(columns)) VALUES ('delete', \(values("OLD")))"
    // An update that sets every column without changing any of these leaves the index untouched.
    let changes = ([index.key] + index.columns).map { column in
      let column = SQLText.identifier(column)
      return "OLD.\(column) COLLATE BINARY IS NOT NEW.\(column)"
    }
    return [
      Trigger(name: "\(index.name)_insert_trigger", table: table.name, event: "AFTER INSERT", statements: [add]),
      Trigger(name: "\(index.name)_delete_trigger", table: table.name, event: "AFTER DELETE", statements: [remove]),
      Trigger(
        name: "\(index.name)_update_trigger", table: table.name, event: "AFTER UPDATE",
        condition: changes.joined(separator: " OR "), statements: [remove, add]),
    ]
  }
}
