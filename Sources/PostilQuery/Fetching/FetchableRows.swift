/// The rows that a statement returns. ``FetchableQuery`` and ``ReturningChange`` share these functions.
public protocol _FetchableRows<Row>: Sendable {
  /// The value that each row is read as.
  associatedtype Row
  /// Runs the statement and passes each row to `body`.
  /// - Parameter limit: the number of rows needed. A statement with a fixed text can return more.
  func _forEachRow<DB: ReadTransaction>(
    limit: Int?, in db: DB, for callSite: CallSite, _ body: (consuming Row) throws -> Void
  ) throws
  /// Runs the statement and returns all rows.
  func _fetchAll<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> [Row]
  /// Runs the statement and returns its first row; `nil` if it returns none.
  func _fetchFirst<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> Row?
}

extension _FetchableRows {
  /// Runs the statement and returns its only row.
  @inlinable
  func fetchOnly<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> Row {
    var only: Row?
    try _forEachRow(limit: 2, in: db, for: callSite) { row in
      guard only == nil else { throw RowCountMismatch.several }
      only = row
    }
    guard let only else { throw RowCountMismatch.none }
    return only
  }
}

/// The rows of a statement that is rendered when it runs.
public protocol _RenderedRows<Row>: _FetchableRows, SQLStatement {
  /// The statement; `nil` if there is nothing to run.
  func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement?
  /// Reads one row.
  func _readRow(from row: inout some RowReader) throws -> Row
}

// All rows are appended directly where they are read, because passing a row to a closure would move it once more.

extension _RenderedRows {
  /// Fetches all rows.
  @inlinable @inline(__always)
  public func _fetchAll<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> [Row] {
    var rows: [Row] = []
    guard let statement = try _statement(limit: nil, for: db.dialect)?.from(callSite) else { return rows }
    try db.forEachRow(statement) { row in rows.append(try _readRow(from: &row)) }
    return rows
  }

  /// Passes each row to `body`.
  @inlinable @inline(__always)
  public func _forEachRow<DB: ReadTransaction>(
    limit: Int?, in db: DB, for callSite: CallSite, _ body: (consuming Row) throws -> Void
  ) throws {
    guard let statement = try _statement(limit: limit, for: db.dialect)?.from(callSite) else { return }
    try db.forEachRow(statement, read: { row in try _readRow(from: &row) }, body)
  }

  /// Fetches the first row.
  @inlinable @inline(__always)
  public func _fetchFirst<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> Row? {
    guard let statement = try _statement(limit: 1, for: db.dialect)?.from(callSite) else { return nil }
    return try db.fetchFirst(statement) { row in try _readRow(from: &row) }
  }
}

/// The rows of a statement whose text was fixed at build time.
public protocol _NamedRows<Row>: _FetchableRows, _NamedStatement {
  /// Reads one row.
  func _readRow(from row: inout some RowReader) throws -> Row
}

extension _NamedRows {
  /// Fetches all rows.
  @inlinable @inline(__always)
  public func _fetchAll<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> [Row] {
    var rows: [Row] = []
    db.willRun(for: callSite)
    try db.forEachRow(_fixed, bind: { $0.bind(all: _parameters) }) { row in rows.append(try _readRow(from: &row)) }
    return rows
  }

  /// Passes each row to `body`.
  @inlinable @inline(__always)
  public func _forEachRow<DB: ReadTransaction>(
    limit: Int?, in db: DB, for callSite: CallSite, _ body: (consuming Row) throws -> Void
  ) throws {
    db.willRun(for: callSite)
    try db.forEachRow(
      _fixed, bind: { $0.bind(all: _parameters) }, read: { row in try _readRow(from: &row) }, body)
  }

  /// Fetches the first row.
  @inlinable @inline(__always)
  public func _fetchFirst<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> Row? {
    db.willRun(for: callSite)
    return try db.fetchFirst(_fixed, bind: { $0.bind(all: _parameters) }) { row in try _readRow(from: &row) }
  }
}

/// Returns the tuple of a parameter pack as `Row`, which must be the type of that tuple.
///
/// `Row` is a separate generic parameter because Swift 6.3 can't find the members of a pack's tuple in a method's result:
/// `rows.map { $0.1 }` wouldn't compile. A same-type requirement between the two crashes the compiler. Therefore the initializers
/// of these queries are internal, and the functions that call them ensure that the types match.
@inlinable @inline(__always)
func asRow<Tuple, Row>(_ tuple: Tuple, _ type: Row.Type = Row.self) -> Row { unsafeBitCast(tuple, to: type) }
