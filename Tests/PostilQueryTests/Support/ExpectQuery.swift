import PostilQuery
import Testing

extension TestDatabase {
  /// A database with the tables and rows of ``TestData``.
  static func filled() throws -> TestDatabase { try TestDatabase(PostilQueryTestsSchema.ddl + TestData.rows) }

  /// This database as a transaction.
  var transaction: TestTransaction { TestTransaction(database: self) }
}

/// Expects that a query renders as `sql`, in which `t0.*` stands for every column of `t0`, and that SQLite finds the rows whose first
/// columns, their keys, are these.
func expectQuery<M: Model>(
  _ query: Query<M>, sql: String, rows: [String], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let statement = try query.rendered(for: .sqlite)
  let abbreviated = abbreviate(statement.sql, M.table)
  #expect(abbreviated == sql, sourceLocation: sourceLocation)
  let found = try TestDatabase.filled().rows(statement)
  let keys = found.map { row in
    row.split(separator: "|", omittingEmptySubsequences: false).prefix(M.table.primaryKey.count).joined(separator: "|")
  }
  #expect(keys == rows, sourceLocation: sourceLocation)
}

/// Expects that a predicate renders as `sql` behind `WHERE` in a query of items, and that SQLite finds these items.
func expectItems<P: SQLExpression<Bool>>(
  _ sql: String, _ ids: [Int], bindings: [BoundValue]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  where predicate: (Item.Columns) -> P
) throws {
  let query = Item.where(predicate)
  let statement = try query.rendered(for: .sqlite)
  #expect(
    abbreviate(statement.sql, Item.table) == "SELECT t0.* FROM \"item\" AS t0" + sql, sourceLocation: sourceLocation)
  if let bindings { #expect(statement.bindings == bindings, sourceLocation: sourceLocation) }
  let found = try query.order { $0.id }.fetchAll(in: TestDatabase.filled().transaction)
  #expect(found.map { Int($0.id.rawValue) } == ids, sourceLocation: sourceLocation)
}

/// Expects that a selection renders as `sql`, and that SQLite gives these rows.
func expectSelection<Row, each Value: ColumnValue>(
  _ selection: Selection<Row, repeat each Value>, sql: String, rows: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let statement = try selection.rendered(for: .sqlite)
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(try TestDatabase.filled().rows(statement) == rows, sourceLocation: sourceLocation)
}

/// The SQL with `t0.*` for every column of `t0`.
func abbreviate(_ sql: String, _ table: _TableDescription) -> String {
  var sql = sql
  for alias in ["t0", "t1"] {
    let columns = table.columns.map { "\(alias).\"\($0.name)\"" }.joined(separator: ", ")
    if let range = sql.firstRange(of: columns) { sql.replaceSubrange(range, with: "\(alias).*") }
  }
  return sql
}
