/// A query that returns expressions instead of rows: `late.select { ($0.title, $0.project.name) }`.
///
/// `Row` is the tuple of the expressions' values, or the value itself if there is only one.
public struct Selection<Row, each Value: _SelectedValue>: Sendable {
  @usableFromInline let statement: SelectStatement

  @usableFromInline
  init(_ statement: SelectStatement) { self.statement = statement }
}

extension Query {
  /// Values for each row: one expression, a row, a tuple of these, or a projection. A to-one path is a join, and a count is a
  /// subquery.
  ///
  /// `.select { ($0.title, $0.project.name, $0.tags.count) }` is `SELECT t0."title", t1."name", (SELECT count(*) FROM
  /// "item_tags" AS t2 WHERE t2."item_id" = t0."id") FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" =
  /// t0."project_id"`, and its rows are `(String, String, Int)`.
  ///
  /// `.select { ItemLine.Columns(title: $0.title, projectName: $0.project.name) }` is a `Query<ItemLine>`. Without
  /// further clauses, it is one `SELECT`; with conditions, it is `SELECT … FROM (SELECT …) AS t0 WHERE …`.
  ///
  /// The closure can declare variables first. It returns a tuple without the word `return`.
  @inlinable
  public func select<Result>(@SelectionBuilder _ values: (M.Columns) -> some _SelectedResults<Result>) -> Result {
    let source = _Source(M.table)
    return values(M.Columns(source))._selection(from: _QueryCore(core), of: [source])
  }

  @usableFromInline
  init(derived statement: SelectStatement) { core = QueryCore(M.table, origin: .derived(statement)) }
}

extension Selection {
  /// The same rows, without duplicates: `SELECT DISTINCT …`.
  @inlinable
  public func distinct() -> Selection { Selection(statement.distinct()) }

  /// At most `count` rows, after skipping `offset`. See ``Query/limit(_:offset:)``.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Selection {
    Selection(statement.paged(limit: count, offset: offset))
  }

  /// The rows sorted by their values; each term breaks the ties of the previous ones: `.order { title, count in
  /// (count.descending, title) }`.
  @inlinable
  public func order(@OrderBuilder _ terms: (repeat ResultColumn<each Value>) -> some _OrderTerms) -> Selection {
    var index = 0
    let columns = (repeat ResultColumn<each Value>(next: &index))
    return Selection(statement.ordered(by: terms(repeat each columns)._orderings))
  }
}

extension Selection: FetchableQuery, _RenderedRows {
  /// The statement that fetches the values, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try statement.rendered(for: dialect)
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try statement.first(limit).rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try statement.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> Row {
    let values = (repeat try (each Value)._readPlain(from: &row))
    return asRow(values)
  }
}
