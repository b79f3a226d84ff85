/// A query that returns expressions instead of rows: `late.select { ($0.title, $0.project.name) }`.
///
/// `Row` is the tuple of the expressions' values, or the value itself if there is only one.
public struct Selection<Row, each Value: _SelectedValue>: Sendable {
  @usableFromInline let statement: SelectStatement

  @usableFromInline
  init(_ statement: SelectStatement) { self.statement = statement }
}

extension Query {
  /// Values for each row: one expression, a row, or a tuple of these. A to-one path is a join, and a count is a subquery.
  ///
  /// `.select { ($0.title, $0.project.name, $0.tags.count) }` is `SELECT t0."title", t1."name", (SELECT count(*) FROM
  /// "item_tags" AS t2 WHERE t2."item_id" = t0."id") FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" =
  /// t0."project_id"`, and its rows are `(String, String, Int)`.
  ///
  /// The closure can declare variables first. It returns a tuple without the word `return`.
  @inlinable
  public func select<Row, each V: _SelectedValue>(
    @SelectionBuilder _ values: (M.Columns) -> _SelectedValues<Row, repeat each V>
  ) -> Selection<Row, repeat each V> {
    let source = _Source(M.table)
    return Selection(SelectStatement(core, results: values(M.Columns(source)).nodes, of: [source]))
  }

  /// The rows of a projection, created from expressions of each row.
  ///
  /// `.select { ItemLine.Columns(title: $0.title, projectName: $0.project.name) }` is a `Query<ItemLine>`. Without
  /// further clauses, it is one `SELECT`; with conditions, it is `SELECT … FROM (SELECT …) AS t0 WHERE …`.
  @inlinable @_disfavoredOverload
  public func select<P: ProjectionColumns>(
    @ProjectionBuilder _ columns: (M.Columns) -> P
  ) -> Query<P.OwningModel> {
    let source = _Source(M.table)
    return Query<P.OwningModel>(derived: SelectStatement(core, results: columns(M.Columns(source)).nodes, of: [source]))
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
  public func order<each Term: SQLOrderTerm>(
    _ terms: (repeat ResultColumn<each Value>) -> (repeat each Term)
  ) -> Selection {
    var index = 0
    let columns = (repeat ResultColumn<each Value>(next: &index))
    let tuple = terms(repeat each columns)
    let orderings = Ordering.list(repeat each tuple)
    return Selection(statement.ordered(by: orderings))
  }

  // A separate function, because the type checker can't infer a pack of one term after a pack of arguments.
  /// The rows sorted by one of their values: `.order { title, count in count.descending }`.
  @inlinable
  public func order<Term: SQLOrderTerm>(_ term: (repeat ResultColumn<each Value>) -> Term) -> Selection {
    var index = 0
    let columns = (repeat ResultColumn<each Value>(next: &index))
    return Selection(statement.ordered(by: [term(repeat each columns).ordering]))
  }
}

extension Selection: FetchableQuery, _RenderedRows {
  /// The statement that fetches the values, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try statement.rendered(for: dialect)
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> RenderedStatement? {
    try statement.first(limit).rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    try statement.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> Row {
    let values = (repeat try (each Value)._readPlain(from: &row))
    return asRow(values)
  }
}
