/// Raw SQL whose rows are values: `RawSQL("SELECT genre, count(*) FROM …").as(Book.Genre.self, Int.self)`.
///
/// `Row` is what a row gives: the tuple of the values, or the only one itself.
public struct RawSelection<Row, each Value: ColumnValue>: Sendable {
  /// The statement.
  public let raw: RawSQL

  @usableFromInline
  init(_ raw: RawSQL) { self.raw = raw }
}

extension RawSQL {
  /// The statement, each of whose rows is values of these types, from left to right; an optional one where a value can be `NULL`.
  ///
  /// `RawSQL("SELECT count(*) FROM \(Book.self)").as(Int.self)`, `RawSQL("SELECT title, isbn …").as(String.self, String?.self)`.
  @inlinable
  public func `as`<each Value: ColumnValue>(
    _ types: repeat (each Value).Type
  ) -> RawSelection<(repeat (each Value).Plain), repeat each Value> {
    RawSelection(self)
  }
}

// `Row` is a parameter of its own for the reason given at ``Selection``.
extension RawSelection {
  /// The values of every row.
  /// - Throws: ``QueryError`` when the SQL cannot be written, ``TransactionMisuse`` when its result has another number of
  ///   columns, ``ColumnDecodingError`` for a value that is not of its type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    var rows: [Row] = []
    try db.forEachRow(rendered(for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// The values of the first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    try db.fetchFirst(rendered(for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// Hands the values of every row to `body`, one row at a time: `.forEach(in: db) { genre, count in … }`.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    try db.forEachRow(rendered(for: DB.dialect).from(fileID, line)) { row in
      try body(repeat try row.read(as: (each Value).self))
    }
  }
}

extension RawSelection: SQLStatement {
  /// The statement, as `dialect` writes it.
  /// - Throws: ``QueryError`` when it cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    var count = 0
    for _ in repeat (each Value).self { count += 1 }
    return try raw.rendered(for: dialect, reading: .count(count))
  }
}
