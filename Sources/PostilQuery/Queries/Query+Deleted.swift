/// Which rows a query of a model with `@softDelete` reads.
@usableFromInline
enum DeletedRows: Sendable {
  case excluded, included, only
}

extension QueryCore {
  @usableFromInline
  func seeing(_ rows: DeletedRows) -> QueryCore {
    var query = self
    query.deletedRows = rows
    // A combined query has left out what its parts don't see.
    if rows == .included, !isOfStoredRows {
      query.predicates.append(.failure(.deletedRowsOfCombination(model: table.model)))
    }
    return query
  }

  /// Whether the rows are read from their own table, and not from other statements.
  var isOfStoredRows: Bool {
    switch origin {
    case .table, .relatedToKey, .related, .reached: true
    case .derived, .common: false
    }
  }

  /// Of rows that other statements gave, those that are not deleted.
  func withoutDeleted(_ deletedAt: String) -> QueryCore {
    if isOfStoredRows { return seeing(.excluded) }
    let source = _Source(table)
    return filtered(by: .isNull(.column(deletedAt, of: source)), of: [source])
  }
}

extension SoftDeletable {
  /// Every row, the deleted ones too: `SELECT … FROM "item" AS t0`.
  @inlinable
  public static func withDeleted() -> Query<Self> { Query().withDeleted() }

  /// The deleted rows: `SELECT … FROM "item" AS t0 WHERE t0."deleted_at" IS NOT NULL`.
  @inlinable
  public static func onlyDeleted() -> Query<Self> { Query().onlyDeleted() }
}

extension Query where M: SoftDeletable {
  /// The same rows, with the deleted ones. A `union`, `intersect`, `except` or common table has what its queries see: there it is
  /// written at these, and throws ``QueryError/deletedRowsOfCombination(model:)`` if called on the combination.
  @inlinable
  public func withDeleted() -> Query<M> { Query(core: core.seeing(.included)) }

  /// Of the same rows, those that are deleted.
  @inlinable
  public func onlyDeleted() -> Query<M> { Query(core: core.seeing(.only)) }

  /// Restores every deleted row of the query, in one statement, and returns their number; of a `union`
  /// those of its rows that are deleted.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func restore<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  { try restoring().run(in: db, fileID: fileID, line: line) }

  /// The same as a value, which can return the rows that it changes.
  @inlinable
  public func restoring() -> Change<M> { Change(core: .restore(core)) }

  /// Deletes every row of the query permanently, in one statement, and returns their number (without those of cascades
  /// counted). `Item.onlyDeleted().deletePermanently(in: db)` empties the trash.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``ConstraintViolation`` when a row is still referenced (then
  ///   none is deleted), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func deletePermanently<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line)
    throws -> Int
  {
    try deletingPermanently().run(in: db, fileID: fileID, line: line)
  }

  /// The same as a value, which can return the rows that it deletes.
  @inlinable
  public func deletingPermanently() -> Change<M> { Change(core: .deletePermanently(core)) }
}
