import PostilSQL

/// Writes a full-text index for SQLite: an FTS5 table whose content is the indexed table, and the triggers that keep it
/// up to date.
package enum SQLiteFullText {
  /// `CREATE VIRTUAL TABLE … USING fts5 (…)`, after the table of entries and its view if the index needs them.
  static func statements(of index: FullTextIndex, on table: Table) -> [DDLStatement] {
    var arguments = index.columns.map { SQLText.identifier($0) }
    arguments += index.keyColumns.filter { !index.columns.contains($0) }.map { "\(SQLText.identifier($0)) UNINDEXED" }
    arguments.append("content=\(SQLText.literal(index.keyColumns.isEmpty ? table.name : index.rowView))")
    arguments.append("content_rowid=\(SQLText.literal(index.key))")
    if let tokenizer = index.tokenizer { arguments.append("tokenize=\(SQLText.literal(tokenizer))") }
    if let prefixes = index.prefixes { arguments.append("prefix=\(SQLText.literal(prefixes))") }
    let list = arguments.map { "  \($0)" }.joined(separator: ",\n")
    let statement = DDLStatement(
      object: .fullTextTable, name: index.name, table: table.name,
      comments: ["The full-text index of \(table.name)."],
      sql: "CREATE VIRTUAL TABLE \(SQLText.identifier(index.name)) USING fts5 (\n\(list)\n)")
    if index.keyColumns.isEmpty { return [statement] }
    return [
      SQLiteDDL.statement(of: entries(of: index, on: table)), SQLiteDDL.statement(of: rows(of: index, on: table)),
    ]
    .map { DDLStatement(object: $0.object, name: $0.name, table: table.name, comments: $0.comments, sql: $0.sql) } + [
      statement
    ]
  }

  /// The table that numbers the keys of `table`.
  private static func entries(of index: FullTextIndex, on table: Table) -> Table {
    let name = index.entryTable
    let keys = index.keyColumns.compactMap { key in
      table.columns.first { $0.name == key }.map { Column(name: key, type: $0.type, collation: $0.collation) }
    }
    return Table(
      name: name,
      documentation: ["The numbers of the rows of \(table.name) in its full-text index, maintained by triggers."],
      columns: [Column(name: index.key, type: .integer(bits: 64))] + keys,
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: name), columns: [index.key]),
      uniqueConstraints: [
        KeyConstraint(name: ObjectName.uniqueKey(of: name, columns: index.keyColumns), columns: index.keyColumns)
      ])
  }

  /// The rows with their numbers, from which FTS5 reads the texts.
  private static func rows(of index: FullTextIndex, on table: Table) -> View {
    let (content, entries) = (SQLText.identifier(table.name), SQLText.identifier(index.entryTable))
    let columns = index.columns + index.keyColumns.filter { !index.columns.contains($0) }
    let values = columns.map { "\(content).\(SQLText.identifier($0))" }.joined(separator: ", ")
    let isSame = index.keyColumns.map {
      "\(content).\(SQLText.identifier($0)) = \(entries).\(SQLText.identifier($0))"
    }.joined(separator: " AND ")
    return View(
      name: index.rowView, columns: [index.key] + columns,
      select:
        "SELECT \(entries).\(SQLText.identifier(index.key)), \(values)\nFROM \(entries) JOIN \(content) ON \(isSame)")
  }

  /// The statements that fill an index from the rows of its table.
  package static func filling(_ name: String, of table: String, keyColumns: [String]) -> [String] {
    let (index, entries, keys) = (
      SQLText.identifier(name), SQLText.identifier(FullTextIndex(name: name, key: "", columns: []).entryTable),
      SQLText.identifiers(keyColumns)
    )
    let numbers = [
      "DELETE FROM \(entries)", "INSERT INTO \(entries) (\(keys)) SELECT \(keys) FROM \(SQLText.identifier(table))",
    ]
    return (keyColumns.isEmpty ? [] : numbers) + ["INSERT INTO \(index) (\(index)) VALUES ('rebuild')"]
  }

  /// The triggers on the indexed table. An entry is removed by passing the values that it was created from, because
  /// FTS5 doesn't store them.
  static func triggers(of index: FullTextIndex, on table: Table) -> [Trigger] {
    let name = SQLText.identifier(index.name)
    let columns = SQLText.identifiers(["rowid"] + index.columns)
    func list(_ columns: [String], _ row: String) -> String {
      columns.map { "\(row).\(SQLText.identifier($0))" }.joined(separator: ", ")
    }
    func isRow(_ row: String) -> String {
      index.keyColumns.map { "\(SQLText.identifier($0)) = \(row).\(SQLText.identifier($0))" }.joined(separator: " AND ")
    }
    let entries = SQLText.identifier(index.entryTable)
    func values(_ row: String, after first: String = "") -> String {
      guard !index.keyColumns.isEmpty else { return "VALUES (\(first)\(list([index.key] + index.columns, row)))" }
      return
        "SELECT \(first)\(SQLText.identifier(index.key)), \(list(index.columns, row))\n    FROM \(entries) WHERE \(isRow(row))"
    }
    let add = "INSERT INTO \(name) (\(columns)) \(values("NEW"))"
    let remove = "INSERT INTO \(name) (\(name), \(columns)) \(values("OLD", after: "'delete', "))"
    // An update that sets every column without changing any of these leaves the index untouched.
    let changes = ((index.keyColumns.isEmpty ? [index.key] : index.keyColumns) + index.columns).map { column in
      let column = SQLText.identifier(column)
      return "OLD.\(column) COLLATE BINARY IS NOT NEW.\(column)"
    }
    var (number, renumber, forget): ([String], [String], [String]) = ([], [], [])
    if !index.keyColumns.isEmpty {
      let keys = SQLText.identifiers(index.keyColumns)
      // Without 'recursive_triggers', nothing removes the number of a row that 'REPLACE' deletes.
      number = [
        "INSERT INTO \(entries) (\(keys)) VALUES (\(list(index.keyColumns, "NEW")))\n    ON CONFLICT DO NOTHING"
      ]
      let assignments = index.keyColumns.map { "\(SQLText.identifier($0)) = NEW.\(SQLText.identifier($0))" }
      renumber = ["UPDATE \(entries) SET \(assignments.joined(separator: ", "))\n    WHERE \(isRow("OLD"))"]
      forget = ["DELETE FROM \(entries) WHERE \(isRow("OLD"))"]
    }
    return [
      Trigger(
        name: "\(index.name)_insert_trigger", table: table.name, event: "AFTER INSERT", statements: number + [add]),
      Trigger(
        name: "\(index.name)_delete_trigger", table: table.name, event: "AFTER DELETE", statements: [remove] + forget),
      Trigger(
        name: "\(index.name)_update_trigger", table: table.name, event: "AFTER UPDATE",
        condition: changes.joined(separator: " OR "), statements: [remove] + renumber + [add]),
    ]
  }
}
