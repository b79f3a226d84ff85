/// Raw SQL whose rows are those of a model, a view or a projection: `RawSQL("SELECT \(Book.allColumns) FROM …").as(Book.self)`.
public struct RawQuery<M: Queryable>: Sendable {
  /// The statement.
  public let raw: RawSQL

  @usableFromInline
  init(_ raw: RawSQL) { self.raw = raw }

}

extension RawSQL {
  /// The statement, each of whose rows is one of this model.
  ///
  /// The columns of its result are to be those of the model, in their order: `SELECT \(Book.allColumns)`, or an expression with
  /// `AS` and the column's name.
  public func `as`<M: Queryable>(_ model: M.Type) -> RawQuery<M> { RawQuery(self) }

  /// Runs a statement that writes, and returns the number of rows that it changed (those of cascades and triggers not counted).
  /// - Throws: ``QueryError`` when the SQL cannot be written, ``ConstraintViolation`` when a constraint refuses a row,
  ///   ``TransactionMisuse`` when it is more than one statement, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func execute<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  {
    try db.execute(rendered(for: DB.dialect).from(fileID, line))
  }
}

extension RawQuery {
  /// Every row.
  /// - Throws: ``QueryError`` when the SQL cannot be written, ``TransactionMisuse`` when the columns of its result are not the
  ///   model's, ``ColumnDecodingError`` for a value that is not of its property's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> [M]
  {
    var rows: [M] = []
    try db.forEachRow(rendered(for: DB.dialect).from(fileID, line)) { row in rows.append(try M(row: &row)) }
    return rows
  }

  /// The first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> M?
  {
    try db.fetchFirst(rendered(for: DB.dialect).from(fileID, line)) { row in try M(row: &row) }
  }

  /// Hands every row to `body`, one at a time; the memory that it takes does not grow with their number.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (M) throws -> Void
  ) throws {
    try db.forEachRow(rendered(for: DB.dialect).from(fileID, line)) { row in try body(M(row: &row)) }
  }
}

extension RawQuery: SQLStatement {
  /// The statement, as `dialect` writes it.
  /// - Throws: ``QueryError`` when it cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try raw.rendered(for: dialect, reading: .names(M.table.columns.map(\.name)))
  }
}
