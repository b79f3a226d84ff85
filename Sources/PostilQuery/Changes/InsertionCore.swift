/// The rows to insert, without their types.
@usableFromInline
struct InsertionCore: Sendable {
  enum Rows: Sendable {
    /// One row for each row of a statement. Its results are the values of these columns.
    case statement(columns: [String], SelectStatement)
    /// The row of a draft: the statement that inserts it, and its values.
    case draft(FixedStatement, [BoundValue])
    /// An insertion that can't be written as SQL.
    case failure(QueryError)
  }

  let rows: Rows
  /// What is done if a row with the same unique key exists.
  var conflict: ConflictCore?

  @usableFromInline
  init(draft insert: FixedStatement, _ bindings: [BoundValue]) { rows = .draft(insert, bindings) }

  /// Creates rows from the rows of a query by these assignments; `source` represents a row of the query.
  @usableFromInline
  init<Owner>(
    _ assignments: [Assignment<Owner>], of target: _Source, from query: QueryCore, _ source: _Source,
    into table: _TableDescription
  ) {
    rows = Self.rows(assignments, of: target, into: table) { values in
      SelectStatement(query, results: values, of: [source])
    }
  }

  /// Creates rows from the rows of a statement by these assignments.
  @usableFromInline
  init<Owner>(
    _ assignments: [Assignment<Owner>], of target: _Source, from results: ResultSource, into table: _TableDescription
  ) {
    rows = Self.rows(assignments, of: target, into: table) { values in
      // If the assignments use all results in their order, the statement can be used unchanged.
      let isWhole =
        values.count == results.table.columns.count
        && zip(values, results.table.columns).allSatisfy { $0.isColumn($1.name, of: results.source) }
      if isWhole { return results.statement }
      return SelectStatement(
        QueryCore(results.table, origin: .derived(results.statement)), results: values, of: [results.source])
    }
  }

  private static func rows<Owner>(
    _ assignments: [Assignment<Owner>], of target: _Source, into table: _TableDescription,
    _ statement: ([_ExpressionNode]) -> SelectStatement
  ) -> Rows {
    switch ChangeCore.settings(assignments, of: target, in: table) {
    case .failure(let error): return .failure(error)
    case .success(let settings):
      if let error = table.mistake(in: settings) { return .failure(error) }
      return .statement(columns: settings.map(\.column), statement(settings.map(\.value)))
    }
  }

  @usableFromInline
  func with(_ conflict: ConflictCore) -> InsertionCore {
    var insertion = self
    insertion.conflict = conflict
    return insertion
  }
}

extension _TableDescription {
  /// The reason why these columns can't be inserted: one is missing, or computed by the database.
  fileprivate func mistake(in settings: [Setting]) -> QueryError? {
    for setting in settings where filled.contains(where: { $0.name == setting.column && $0.kind == .generated }) {
      return .generatedColumnSet(table: name, column: property(of: setting.column))
    }
    let missing = required.filter { name in !settings.contains { $0.column == name } }
    return missing.isEmpty ? nil : .columnsNotSet(table: name, columns: missing.map(property))
  }

  /// The property that a column stores.
  func property(of column: String) -> String { columns.first { $0.name == column }?.property ?? column }
}

extension _ExpressionNode {
  fileprivate func isColumn(_ name: String, of source: _Source) -> Bool {
    guard case .column(let column, of: let other) = kind else { return false }
    return column == name && other == source
  }
}

extension SQLRenderer {
  /// Writes an insert without its `RETURNING` clause: `INSERT INTO "archive" ("title") SELECT t0."title" FROM "book" AS
  /// t0 WHERE t0."is_lent" = 1`.
  mutating func writeInsert(_ insertion: InsertionCore, into table: _TableDescription) {
    if dialect.scopes?.limit(table.name) == true { isLimited = false }
    switch insertion.rows {
    case .failure(let error): return fail(error)
    case .draft(let insert, let values):
      bindings = values
      write(insert.sql)
    case .statement(let columns, let statement):
      write("INSERT INTO ")
      writeIdentifier(table.name)
      write(" (")
      writeIdentifiers(columns)
      write(") ")
      write(statement)
      // After FROM, SQLite would read the ON of a conflict clause as that of a join. Source: SQLite, "UPSERT", section 2.2.
      if insertion.conflict != nil, !statement.isPaged { write(" LIMIT -1") }
    }
    if let conflict = insertion.conflict { writeConflict(conflict, of: table) }
  }
}

/// Names the results of a statement as the columns of a table.
@usableFromInline
struct ResultSource {
  let statement: SelectStatement
  let table: _TableDescription
  let source: _Source
  /// The number of columns named so far.
  @usableFromInline var index = 0

  @usableFromInline
  init(_ statement: SelectStatement) {
    self.statement = statement
    table = statement.resultTable
    source = _Source(table)
  }

  /// Returns the next column.
  @usableFromInline
  mutating func next() -> _ExpressionNode {
    defer { index += 1 }
    return .column(table.columns[index].name, of: source)
  }
}
