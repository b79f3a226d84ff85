import PostilQuery

/// An open transaction. Statements are written for SQLite; the engine for PostgreSQL translates them.
package protocol RowTransaction {
  /// Runs a statement that returns rows of a known number of columns.
  /// - Parameter limit: the number of rows after which reading stops.
  /// - Throws: the errors of the engine.
  func query(_ sql: String, _ values: [BoundValue], columns: Int, limit: Int) throws -> [[SQLValue?]]
  /// Runs a statement and passes on its rows until `body` returns `false`. A text longer than `limit` bytes is cut.
  func forEachRow(
    _ sql: String, _ values: [BoundValue], columns: Int, limit: Int, _ body: ([LoadedValue]) throws -> Bool) throws
  /// Runs a statement and returns the number of changed rows. Rows changed by cascades and triggers aren't counted.
  @discardableResult
  func execute(_ sql: String, _ values: [BoundValue]) throws -> Int
  /// The plan of a statement, which isn't run.
  func explain(_ sql: String, _ values: [BoundValue]) throws -> QueryPlan
}

extension RowTransaction {
  /// Runs a statement that returns one row at most.
  package func first(_ sql: String, _ values: [BoundValue], columns: Int) throws -> [SQLValue?]? {
    try query(sql, values, columns: columns, limit: 1).first
  }
}

/// A transaction of an engine; only `execute` differs between those that read and those that write.
package protocol EngineTransaction<DB>: RowTransaction {
  associatedtype DB: ReadTransaction
  var db: DB { get }
}

extension EngineTransaction {
  package func query(_ sql: String, _ values: [BoundValue], columns: Int, limit: Int) throws -> [[SQLValue?]] {
    try db.rows(sql, values, columns: columns, limit: limit)
  }

  package func forEachRow(
    _ sql: String, _ values: [BoundValue], columns: Int, limit: Int, _ body: ([LoadedValue]) throws -> Bool
  ) throws {
    try db.load(sql, values, columns: columns, limit: limit, body)
  }

  package func explain(_ sql: String, _ values: [BoundValue]) throws -> QueryPlan {
    try db.explain(_RenderedStatement(sql: sql, bindings: values))
  }
}

/// The transaction of an engine that reads.
package struct ReadingTransaction<DB: ReadTransaction>: EngineTransaction {
  package let db: DB

  package init(_ db: DB) { self.db = db }

  package func execute(_ sql: String, _ values: [BoundValue]) throws -> Int {
    throw TransactionMisuse.statementNotAllowed(sql: sql, reason: "a read transaction can't change anything")
  }
}

/// The transaction of an engine that writes.
package struct WritingTransaction<DB: WriteTransaction>: EngineTransaction {
  package let db: DB

  package init(_ db: DB) { self.db = db }

  package func execute(_ sql: String, _ values: [BoundValue]) throws -> Int {
    try db.execute(_RenderedStatement(sql: sql, bindings: values))
  }
}

/// Ends the loop over the rows of a statement.
private struct LimitReached: Error {}

extension ReadTransaction {
  fileprivate func load(
    _ sql: String, _ values: [BoundValue], columns: Int, limit: Int, _ body: ([LoadedValue]) throws -> Bool
  ) throws {
    var statement = _RenderedStatement(sql: sql, bindings: values)
    statement.columns = .count(columns)
    do {
      try forEachRow(statement) { row in
        var values: [LoadedValue] = []
        values.reserveCapacity(columns)
        for _ in 0..<columns { values.append(try LoadedValue(&row, limit: limit)) }
        if try !body(values) { throw LimitReached() }
      }
    } catch is LimitReached {}
  }

  fileprivate func rows(_ sql: String, _ values: [BoundValue], columns: Int, limit: Int) throws -> [[SQLValue?]] {
    var statement = _RenderedStatement(sql: sql, bindings: values)
    statement.columns = .count(columns)
    var rows: [[SQLValue?]] = []
    guard limit > 0 else { return rows }
    do {
      try forEachRow(statement) { row in
        var values: [SQLValue?] = []
        values.reserveCapacity(columns)
        for _ in 0..<columns { values.append(row.skipNull() ? nil : try SQLValue._read(from: &row)) }
        rows.append(values)
        if rows.count == limit { throw LimitReached() }
      }
    } catch is LimitReached {}
    return rows
  }
}
