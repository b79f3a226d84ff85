/// The rows that a query of a model with `@softDelete` returns.
@usableFromInline
package enum DeletedRows: UInt8, Sendable {
  case excluded, included, only
}

extension QueryCore {
  @usableFromInline
  func seeing(_ rows: DeletedRows) -> QueryCore {
    var query = self
    query.deletedRows = rows
    // A combined query no longer has the deleted rows that its parts excluded.
    if rows == .included, !isOfStoredRows {
      query.predicates.append(.failure(.deletedRowsOfCombination(model: table.model)))
    }
    return query
  }

  /// Whether the rows are read from their own table, not from other statements.
  var isOfStoredRows: Bool {
    switch origin {
    case .table, .relatedToKey, .related, .reached: true
    case .derived, .common, .constants, .elements: false
    }
  }

  /// The rows from other statements, without deleted ones.
  func withoutDeleted(_ deletedAt: String) -> QueryCore {
    if isOfStoredRows { return seeing(.excluded) }
    let source = _Source(table)
    return filtered(by: .isNull(.column(deletedAt, of: source)), of: [source])
  }
}

extension SoftDeletable {
  /// All rows, including deleted ones: `SELECT … FROM "item" AS t0`.
  @inlinable
  public static func withDeleted() -> Query<Self> { Query().withDeleted() }

  /// The deleted rows: `SELECT … FROM "item" AS t0 WHERE t0."deleted_at" IS NOT NULL`.
  @inlinable
  public static func onlyDeleted() -> Query<Self> { Query().onlyDeleted() }
}

extension Query where M: SoftDeletable {
  /// The same rows, including deleted ones. A `union`, `intersect`, `except` or common table contains only the rows
  /// that its parts return. Call this function on the parts; on the combination it throws
  /// ``QueryError/deletedRowsOfCombination(model:)``.
  @inlinable
  public func withDeleted() -> Query<M> { Query(core: core.seeing(.included)) }

  /// The same rows, limited to those that are deleted.
  @inlinable
  public func onlyDeleted() -> Query<M> { Query(core: core.seeing(.only)) }

  /// Restores every deleted row of the query in one statement, and returns their number. For a `union`, these are the
  /// deleted ones of its rows.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func restore<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  { try restoring().run(in: db, fileID: fileID, line: line) }

  /// The restore as a value that can return the changed rows.
  @inlinable
  public func restoring() -> Change<M> { Change(core: .restore(core)) }

  /// Deletes every row of the query permanently in one statement, and returns their number. Rows deleted by cascades
  /// aren't counted. `Item.onlyDeleted().deletePermanently(in: db)` empties the trash.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``ConstraintViolation`` if a row is still
  ///   referenced (no row is deleted then), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func deletePermanently<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line)
    throws -> Int
  {
    try deletingPermanently().run(in: db, fileID: fileID, line: line)
  }

  /// The delete as a value that can return the deleted rows.
  @inlinable
  public func deletingPermanently() -> Change<M> { Change(core: .deletePermanently(core)) }
}
