import PostilSQL

/// Writes a schema for SQLite: `STRICT` tables, with the columns first, followed by named constraints.
enum SQLiteDDL {
  /// The statements of a schema: each table followed by its indexes and its full-text index, in the order of the
  /// schema; then the views; then the triggers, which can use all of them.
  static func statements(of schema: Schema) -> [DDLStatement] {
    var triggers = schema.tables.flatMap { table in
      table.triggers + table.exclusions.flatMap { SQLiteExclusion.objects(of: $0, on: table).triggers }
        + (table.fullText.map { SQLiteFullText.triggers(of: $0, on: table) } ?? [])
    }
    var names = NameRegister()
    for trigger in triggers { _ = names.take(trigger.name) }
    for table in schema.tables {
      for var trigger in table.foreignKeys.compactMap({ SQLiteNullification.trigger(for: $0, of: table) }) {
        trigger.name = names.takeUnique(trigger.name)
        triggers.append(trigger)
      }
    }
    return schema.tables.flatMap { table in
      [statement(of: table)] + table.indexes.filter { $0.distance == nil }.map { statement(of: $0, on: table) }
        + table.exclusions.map { statement(of: SQLiteExclusion.objects(of: $0, on: table).index, on: table) }
        + (table.fullText.map { SQLiteFullText.statements(of: $0, on: table) } ?? [])
    }
      + schema.views.map(statement(of:))
      + triggers.map(statement(of:))
  }

  /// `CREATE TABLE … STRICT`, or the model's own statement.
  static func statement(of table: Table) -> DDLStatement {
    if let statement = table.statement {
      return DDLStatement(
        object: .table, name: table.name, table: table.name, comments: table.documentation, sql: statement)
    }
    let entries = columnEntries(of: table) + constraints(of: table).map { Entry(comments: [], sql: $0) }
    var lines = ["CREATE TABLE \(SQLText.identifier(table.name)) ("]
    for (index, entry) in entries.enumerated() {
      lines += entry.comments.map { "  \(DDLComment.line($0))" }
      lines.append("  \(entry.sql)\(index + 1 < entries.count ? "," : "")")
    }
    lines.append(table.isWithoutRowID ? ") STRICT, WITHOUT ROWID" : ") STRICT")
    return DDLStatement(
      object: .table, name: table.name, table: table.name, comments: table.documentation,
      sql: lines.joined(separator: "\n"))
  }

  /// `CREATE INDEX … WHERE …`
  static func statement(of index: Index, on table: Table) -> DDLStatement {
    let terms = index.terms.map { term in
      (term.column.map(SQLText.identifier) ?? expression(of: term)) + (term.isDescending ? " DESC" : "")
    }
    var sql = "CREATE \(index.isUnique ? "UNIQUE INDEX" : "INDEX") \(SQLText.identifier(index.name)) "
    sql += "ON \(SQLText.identifier(table.name)) (\(terms.joined(separator: ", ")))"
    if let condition = index.condition { sql += " WHERE \(condition)" }
    return DDLStatement(object: .index, name: index.name, table: table.name, sql: sql)
  }

  /// `CREATE VIEW … AS SELECT …`
  static func statement(of view: View) -> DDLStatement {
    let columns = view.listsColumns ? " (\(SQLText.identifiers(view.columns)))" : ""
    return DDLStatement(
      object: .view, name: view.name, table: view.name, comments: view.documentation,
      sql: "CREATE VIEW \(SQLText.identifier(view.name))\(columns) AS\n\(view.select)")
  }

  /// `CREATE TRIGGER … BEGIN … END`
  static func statement(of trigger: Trigger) -> DDLStatement {
    var lines = [
      "CREATE TRIGGER \(SQLText.identifier(trigger.name)) \(trigger.event) "
        + "ON \(SQLText.identifier(trigger.table)) FOR EACH ROW"
    ]
    if let condition = trigger.condition { lines.append("WHEN \(condition)") }
    lines.append("BEGIN")
    lines += trigger.statements.map { "  \($0);" }
    lines.append("END")
    return DDLStatement(
      object: .trigger, name: trigger.name, table: trigger.table, comments: trigger.documentation,
      sql: lines.joined(separator: "\n"))
  }

  /// SQLite requires parentheses around an expression. Source: SQLite, "Indexes On Expressions".
  private static func expression(of term: Index.Term) -> String { term.expression.map { "(\($0))" } ?? "NULL" }

  /// A line of the table's body, after its comments.
  private struct Entry {
    var comments: [String]
    var sql: String
  }

  private static func columnEntries(of table: Table) -> [Entry] {
    let names = table.columns.map { SQLText.identifier($0.name) }
    let types = table.columns.map { SQLiteColumnType.name(of: $0.type) }
    let nameWidth = names.map(\.count).max() ?? 0
    let typeWidth = types.map(\.count).max() ?? 0
    return table.columns.indices.map { index in
      let column = table.columns[index]
      let clauses = clauses(of: column)
      var sql = padded(names[index], to: nameWidth) + " "
      sql += clauses.isEmpty ? types[index] : padded(types[index], to: typeWidth) + " " + clauses.joined(separator: " ")
      return Entry(comments: column.documentation, sql: sql)
    }
  }

  private static func clauses(of column: Column) -> [String] {
    var clauses: [String] = []
    if !column.isNullable { clauses.append("NOT NULL") }
    if let collation = column.collation ?? SQLiteColumnType.collation(of: column.type) {
      clauses.append("COLLATE \(self.collation(collation))")
    }
    if let generation = column.generation {
      clauses.append("GENERATED ALWAYS AS (\(generation.expression)) \(generation.isStored ? "STORED" : "VIRTUAL")")
    }
    if let expression = column.defaultExpression { clauses.append("DEFAULT (\(expression))") }
    return clauses
  }

  /// SQLite's built-in collations are written as in its documentation, others as quoted names.
  private static func collation(_ name: String) -> String {
    ["BINARY", "NOCASE", "RTRIM"].contains(name) ? name : SQLText.identifier(name)
  }

  private static func constraints(of table: Table) -> [String] {
    var constraints = [
      "\(named(table.primaryKey.name)) PRIMARY KEY (\(SQLText.identifiers(table.primaryKey.columns)))"
    ]
    for key in table.uniqueConstraints {
      constraints.append("\(named(key.name)) UNIQUE (\(SQLText.identifiers(key.columns)))")
    }
    for check in rangeChecks(of: table) + table.checks {
      constraints.append("\(named(check.name)) CHECK (\(check.expression))")
    }
    for key in table.foreignKeys {
      var sql = "\(named(key.name)) FOREIGN KEY (\(SQLText.identifiers(key.columns))) "
      sql += "REFERENCES \(SQLText.identifier(key.referencedTable)) (\(SQLText.identifiers(key.referencedColumns))) "
      sql += "ON DELETE \(action(of: table.partlyNullifiedColumns(of: key) == nil ? key.onDelete : .noAction))"
      constraints.append(key.isDeferred ? sql + " DEFERRABLE INITIALLY DEFERRED" : sql)
    }
    return constraints
  }

  private static func rangeChecks(of table: Table) -> [Check] {
    var names = NameRegister()
    for check in table.checks { _ = names.take(check.name) }
    return table.columns.compactMap { column in
      SQLiteColumnType.check(of: column, in: table.name).map {
        Check(name: names.takeUnique($0.name), expression: $0.expression)
      }
    }
  }

  private static func named(_ name: String) -> String { "CONSTRAINT \(SQLText.identifier(name))" }

  private static func action(of rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "CASCADE"
    case .nullify: "SET NULL"
    case .deny: "RESTRICT"
    case .noAction: "NO ACTION"
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
