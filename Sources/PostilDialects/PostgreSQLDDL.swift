import PostilSQL
import PostilSchema
import PostilTranslation

/// Writes a schema for PostgreSQL 15 with the same meaning as in SQLite: it accepts the same values, the same texts are
/// equal, and NULL sorts first.
///
/// Tables are in dependency order; the foreign keys of a cycle follow all tables. SQL from annotations is translated.
/// ``refusals`` lists what PostgreSQL doesn't support; the script is then incomplete.
package struct PostgreSQLDDL {
  /// A part of the schema that PostgreSQL doesn't support.
  package struct Refused: Hashable, Sendable {
    /// The table or view.
    package var table: String
    /// The column, constraint, index or trigger; `nil` for the whole table.
    package var name: String?
    /// The unsupported SQL; `nil` if something else isn't supported.
    package var sql: String?
    /// The reason, and the position in the SQL.
    package var refusal: PostgreSQLRefusal
  }

  /// The statements, in executable order.
  private(set) var statements: [DDLStatement] = []
  /// What PostgreSQL doesn't support.
  package private(set) var refusals: [Refused] = []

  let schema: Schema
  var translator: PostgreSQLTranslator
  private var names = PostgreSQLNames()
  private let distributions: CitusTables

  /// Writes the statements of a schema.
  package init(_ schema: Schema) {
    let schema = schema.forPostgreSQL
    self.schema = schema
    translator = PostgreSQLTranslator(schema: schema)
    distributions = CitusTables(schema)
    let relations =
      schema.tables.map(\.name) + schema.views.map(\.name) + schema.tables.flatMap { $0.indexes.map(\.name) }
      + schema.tables.compactMap { $0.fullText?.name }
    for name in relations { _ = names.relation(name) }
    for table in schema.tables { add(table) }
    statements += distributions.statements
    for table in schema.tables { addLateKeys(of: table) }
    for view in schema.views { add(view) }
    for trigger in schema.tables.flatMap(\.triggers) { add(trigger) }
    statements =
      PostgreSQLPrologue.statements(for: statements, extensions: schema.tables.flatMap(\.extensions)) + statements
  }

  var script: DDLScript { DDLScript(statements: statements, isTransaction: true) }

  /// Runs a translation. If PostgreSQL doesn't support it, adds the reason to ``refusals``.
  mutating func attempt<Value>(
    _ table: String, _ name: String?, _ sql: String?, _ body: () throws(PostgreSQLRefusal) -> Value
  ) -> Value? {
    do throws(PostgreSQLRefusal) {
      return try body()
    } catch {
      refusals.append(Refused(table: table, name: name, sql: error.sql ?? sql, refusal: error))
      return nil
    }
  }

  // MARK: Tables

  private mutating func add(_ table: Table) {
    if table.statement != nil, let clause = table.untranslatedClause {
      refusals.append(
        Refused(
          table: table.name, name: nil, sql: nil, refusal: PostgreSQLRefusal(.statedTable(table.name, clause), at: 0)))
    }
    var lines = ["CREATE TABLE \(PostgreSQLNames.quoted(table.name)) ("]
    let columns = columnLines(of: table)
    let constraints = constraints(of: table)
    for (index, column) in columns.enumerated() {
      lines += table.columns[index].documentation.map { "  \(DDLComment.line($0))" }
      lines.append("  \(column)\(index + 1 < columns.count || !constraints.isEmpty ? "," : "")")
    }
    for (index, constraint) in constraints.enumerated() {
      lines.append("  \(constraint)\(index + 1 < constraints.count ? "," : "")")
    }
    let partitioning = table.partitioning
    let clause = partitioning.map { " PARTITION BY \($0.method) (\(PostgreSQLNames.quoted($0.column)))" } ?? ""
    lines.append(")\(clause)")
    statements.append(
      DDLStatement(
        object: .table, name: table.name, table: table.name, comments: table.documentation,
        sql: lines.joined(separator: "\n")))
    if let partitioning { addPartitions(partitioning, of: table) }
    for index in table.indexes { add(index, on: table) }
    if let index = table.fullText { addWords(index, of: table) }
    statements += PostgreSQLComment.statements(on: table)
  }

  /// The partitions that a new table has: those by hash, or one for the rows of all periods without a partition.
  private mutating func addPartitions(_ partitioning: Partitioning, of table: Table) {
    for (suffix, bounds) in partitioning.first {
      let name = names.relation("\(PostgreSQLNames.short(table.name))_\(suffix)")
      statements.append(
        DDLStatement(
          object: .partition, name: name, table: table.name,
          sql: "CREATE TABLE \(SQLText.identifier(name)) PARTITION OF \(PostgreSQLNames.quoted(table.name)) \(bounds)"))
    }
  }

  private mutating func columnLines(of table: Table) -> [String] {
    let names = table.columns.map { PostgreSQLNames.quoted($0.name) }
    let types = table.columns.map(\.postgreSQLType)
    let (nameWidth, typeWidth) = (names.map(\.count).max() ?? 0, types.map(\.count).max() ?? 0)
    var lines: [String] = []
    for (index, column) in table.columns.enumerated() {
      if let collation = column.collation, column.type == .text, PostgreSQLCollation(collation) == nil {
        refusals.append(
          Refused(table: table.name, name: column.name, refusal: PostgreSQLRefusal(.collation(collation), at: 0)))
      }
      let clauses = clauses(of: column, in: table)
      var line = padded(names[index], to: nameWidth) + " "
      line +=
        clauses.isEmpty ? types[index] : padded(types[index], to: typeWidth) + " " + clauses.joined(separator: " ")
      lines.append(line)
    }
    return lines
  }

  private mutating func clauses(of column: Column, in table: Table) -> [String] {
    var clauses: [String] = []
    if !column.isNullable { clauses.append("NOT NULL") }
    if column.isAssigned { clauses.append("GENERATED BY DEFAULT AS IDENTITY") }
    let scope = translator.scope(of: table.name)
    if let generation = column.generation {
      var translator = translator
      translator.needsImmutable = true
      translator.expandsGenerated = true
      let value = attempt(table.name, column.name, generation.expression) { () throws(PostgreSQLRefusal) in
        try translator.value(generation.expression, for: column, scope)
      }
      // PostgreSQL 15 supports only stored generated columns.
      if let value { clauses.append("GENERATED ALWAYS AS (\(value)) STORED") }
    } else if let expression = column.defaultExpression {
      let translator = translator
      let value = attempt(table.name, column.name, expression) { () throws(PostgreSQLRefusal) in
        try translator.value(expression, for: column, scope)
      }
      if let value { clauses.append("DEFAULT (\(value))") }
    }
    return clauses
  }

  // MARK: Constraints

  private mutating func constraints(of table: Table) -> [String] {
    var taken: Set<String> = []
    var constraints: [String] = []
    for (key, kind) in [(table.primaryKey, "PRIMARY KEY")] + table.uniqueConstraints.map({ ($0, "UNIQUE") }) {
      let name = names.relation(key.name)
      taken.insert(name)
      constraints.append("CONSTRAINT \(SQLText.identifier(name)) \(kind) (\(PostgreSQLNames.quoted(key.columns)))")
    }
    let (translator, scope) = (translator, translator.scope(of: table.name))
    for exclusion in table.exclusions {
      let constraint = attempt(table.name, exclusion.name, exclusion.condition) { () throws(PostgreSQLRefusal) in
        try Self.exclusion(exclusion, of: table, translator)
      }
      guard let constraint else { continue }
      let name = names.relation(exclusion.name)
      taken.insert(name)
      constraints.append("CONSTRAINT \(SQLText.identifier(name)) \(constraint)")
    }
    for column in table.columns {
      guard let check = PostgreSQLColumnType.check(of: column, named: PostgreSQLNames.quoted(column.name)) else {
        continue
      }
      let name = PostgreSQLNames.take(ObjectName.range(of: table.name, column: column.name), in: &taken)
      constraints.append("CONSTRAINT \(SQLText.identifier(name)) CHECK (\(check))")
    }
    for check in table.checks {
      let condition = attempt(table.name, check.name, check.expression) { () throws(PostgreSQLRefusal) in
        try translator.condition(check.expression, scope)
      }
      guard let condition else { continue }
      let name = PostgreSQLNames.take(check.name, in: &taken)
      constraints.append("CONSTRAINT \(SQLText.identifier(name)) CHECK (\(condition))")
    }
    for key in table.foreignKeys where !isLate(key, of: table) {
      constraints.append(foreignKey(key, of: table, name: PostgreSQLNames.take(key.name, in: &taken)))
    }
    return constraints
  }

  /// `EXCLUDE USING gist ("room_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE (…)`
  private static func exclusion(
    _ exclusion: Exclusion, of table: Table, _ translator: PostgreSQLTranslator
  ) throws(PostgreSQLRefusal) -> String {
    let type = table.columns.first { $0.name == exclusion.lower }?.type ?? .timestamp
    let bounds = PostgreSQLNames.quoted([exclusion.lower, exclusion.upper]) + (exclusion.isClosed ? ", '[]'" : "")
    let range = "\(PostgreSQLColumnType.range(of: type, isClosed: exclusion.isClosed))(\(bounds)) WITH &&"
    let terms = exclusion.columns.map { "\(PostgreSQLNames.quoted($0)) WITH =" } + [range]
    var translator = translator
    translator.needsImmutable = true
    guard let condition = exclusion.condition else { return "EXCLUDE USING gist (\(terms.joined(separator: ", ")))" }
    let scope = translator.scope(of: table.name)
    return try "EXCLUDE USING gist (\(terms.joined(separator: ", "))) WHERE (\(translator.condition(condition, scope)))"
  }

  private func foreignKey(_ key: ForeignKey, of table: Table, name: String) -> String {
    let actions: [DeleteRule: String] = [
      .cascade: "CASCADE", .nullify: "SET NULL", .deny: "RESTRICT", .noAction: "NO ACTION",
    ]
    let columns = table.partlyNullifiedColumns(of: key).map { " (\(PostgreSQLNames.quoted($0)))" } ?? ""
    return
      "CONSTRAINT \(SQLText.identifier(name)) FOREIGN KEY (\(PostgreSQLNames.quoted(key.columns))) "
      + "REFERENCES \(PostgreSQLNames.quoted(key.referencedTable)) (\(PostgreSQLNames.quoted(key.referencedColumns))) "
      + "ON DELETE \(actions[key.onDelete] ?? "NO ACTION")\(columns)\(key.isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")"
  }

  /// Whether a foreign key is added after all tables have been created and distributed: it references a later table and so completes a
  /// cycle, or its table is distributed. If a reference table is distributed, Citus moves the tables that reference it to the servers too, as
  /// local tables, which can't reference distributed ones.
  private func isLate(_ key: ForeignKey, of table: Table) -> Bool {
    let position = schema.tables.firstIndex { $0.name == table.name } ?? 0
    return distributions[table.name] != nil
      || !schema.tables[...position].contains { $0.name.isSameName(as: key.referencedTable) }
  }

  private mutating func addLateKeys(of table: Table) {
    for key in table.foreignKeys where isLate(key, of: table) {
      let name = PostgreSQLNames.short(key.name)
      statements.append(
        DDLStatement(
          object: .constraint, name: key.name, table: table.name,
          sql: "ALTER TABLE \(PostgreSQLNames.quoted(table.name)) ADD \(foreignKey(key, of: table, name: name))"))
    }
  }

  // MARK: Indexes, views and triggers

  private mutating func add(_ index: Index, on table: Table) {
    var translator = translator
    translator.needsImmutable = true
    let scope = translator.scope(of: table.name)
    let statement = attempt(table.name, index.name, nil) { () throws(PostgreSQLRefusal) in
      try PostgreSQLIndex.sql(of: index, on: table, translator, scope)
    }
    guard let statement else { return }
    statements.append(DDLStatement(object: .index, name: index.name, table: table.name, sql: statement))
  }

  private mutating func addWords(_ index: FullTextIndex, of table: Table) {
    let statement = attempt(table.name, index.name, nil) { () throws(PostgreSQLRefusal) in
      try PostgreSQLFullText.sql(of: index, on: table)
    }
    guard let statement else { return }
    statements.append(DDLStatement(object: .index, name: index.name, table: table.name, sql: statement))
  }

  private mutating func add(_ view: View) {
    let translator = translator
    let result = attempt(view.name, nil, view.select) { () throws(PostgreSQLRefusal) in try translator.select(view) }
    guard let result else { return }
    self.translator.add(view, result)
    let name = PostgreSQLNames.quoted(view.name)
    statements.append(
      DDLStatement(
        object: .view, name: view.name, table: view.name, comments: view.documentation,
        sql: "CREATE \(view.postgreSQLKind) \(name) (\(PostgreSQLNames.quoted(view.columns))) AS\n\(result.sql)"))
    if let key = view.key {
      let index = "\(view.name)_key"
      statements.append(
        DDLStatement(
          object: .index, name: index, table: view.name,
          sql: "CREATE UNIQUE INDEX \(PostgreSQLNames.quoted(index)) ON \(name) (\(PostgreSQLNames.quoted(key)))"))
    }
    statements += PostgreSQLComment.statements(on: view)
  }

  private mutating func add(_ trigger: Trigger) {
    switch PostgreSQLTrigger.statements(of: trigger, translator) {
    case .success(let parts): statements += parts
    case .failure(let refused):
      for refusal in refused.refusals {
        refusals.append(Refused(table: trigger.table, name: trigger.name, sql: refusal.sql, refusal: refusal))
      }
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
