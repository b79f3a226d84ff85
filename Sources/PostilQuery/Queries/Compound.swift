extension Selection {
  /// The rows of both queries, without duplicates: `SELECT … UNION SELECT …`.
  @inlinable
  public func union(_ other: Selection) -> Selection { Selection(statement.combined(.union, with: other.statement)) }

  /// The rows of both queries: `SELECT … UNION ALL SELECT …`.
  @inlinable
  public func unionAll(_ other: Selection) -> Selection {
    Selection(statement.combined(.unionAll, with: other.statement))
  }

  /// The rows that both queries return, without duplicates: `SELECT … INTERSECT SELECT …`.
  @inlinable
  public func intersect(_ other: Selection) -> Selection {
    Selection(statement.combined(.intersect, with: other.statement))
  }

  /// The rows that the other query doesn't return, without duplicates: `SELECT … EXCEPT SELECT …`.
  @inlinable
  public func except(_ other: Selection) -> Selection { Selection(statement.combined(.except, with: other.statement)) }
}

extension Query {
  /// The rows of both queries, without duplicates, as a query: `SELECT … FROM (SELECT … UNION SELECT …) AS t0`.
  public func union(_ other: Query<M>) -> Query<M> { combined(.union, with: other) }

  /// The rows of both queries, with duplicates: `SELECT … FROM (SELECT … UNION ALL SELECT …) AS t0`.
  public func unionAll(_ other: Query<M>) -> Query<M> { combined(.unionAll, with: other) }

  /// The rows that both queries return: `SELECT … FROM (SELECT … INTERSECT SELECT …) AS t0`.
  public func intersect(_ other: Query<M>) -> Query<M> { combined(.intersect, with: other) }

  /// The rows that the other query doesn't return: `SELECT … FROM (SELECT … EXCEPT SELECT …) AS t0`.
  public func except(_ other: Query<M>) -> Query<M> { combined(.except, with: other) }

  private func combined(_ operation: CompoundOperation, with other: Query<M>) -> Query<M> {
    Query(derived: SelectStatement(rowsOf: core).combined(operation, with: SelectStatement(rowsOf: other.core)))
  }
}

extension Query where M: Projection {
  /// The same rows, without duplicates: `SELECT DISTINCT …`.
  public func distinct() -> Query<M> { Query(derived: SelectStatement(rowsOf: core).distinct()) }
}
