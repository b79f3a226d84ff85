/// What a query does with rows that another transaction has locked.
public enum RowLock: Sendable {
  /// It waits for the other transaction: `FOR UPDATE`.
  case waiting
  /// It leaves these rows out, as a queue of work needs it: `FOR UPDATE SKIP LOCKED`.
  case skippingLocked
  /// It throws a ``DatabaseError``: `FOR UPDATE NOWAIT`.
  case failing
}

/// A query that locks its rows until the transaction ends, created by ``Query/forUpdate(_:)``.
public struct LockedQuery<M: Model>: ReturningChange, _RenderedRows {
  /// The type of a row.
  public typealias Row = M

  let core: QueryCore
  let lock: RowLock

  /// The statement, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, or if its rows can't be locked.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    guard core.isOfTable, core.groupings == nil, !core.isDistinct else {
      throw .argument(function: "forUpdate", needs: "rows of a table, without combinations and clauses after a limit")
    }
    var statement = try core.rows(for: dialect)
    statement.lock = lock
    return statement
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try LockedQuery(core: core.first(limit), lock: lock).rendered(for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M._readRow(from: &row) }
}

extension Query where M: Model {
  /// The same rows, which no other transaction can change or lock until this one ends. It is fetched in a `write` block.
  ///
  /// On PostgreSQL, the statement ends with `FOR UPDATE`. On SQLite, it is the query itself, because a `write` block already excludes all
  /// other writers.
  public func forUpdate(_ lock: RowLock = .waiting) -> LockedQuery<M> {
    LockedQuery(core: core, lock: lock)
  }
}
