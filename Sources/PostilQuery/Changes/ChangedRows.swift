/// A change that returns the changed rows or a projection of them: `late.updating { … }.returning()`.
public struct ChangedRows<M: Queryable>: ReturningChange, _RenderedRows {
  /// The type of a row.
  public typealias Row = M

  @usableFromInline let core: ChangeCore
  let results: ChangeCore.Results

  @usableFromInline
  init(core: ChangeCore, results: ChangeCore.Results) {
    self.core = core
    self.results = results
  }

  /// The statement that makes the change and returns the rows, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the change can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try core.statement(returning: results, for: dialect)
  }

  /// The SQL of the statement, or the reason why there is none.
  public var description: String { core.description { try rendered() } }

  /// The statement that returns the rows.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try rendered(for: dialect)
  }

  /// Makes the change by `body`, with the hooks of the model.
  @inlinable
  public func _changing<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    try core.changing(in: db, body)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M._readRow(from: &row) }
}

/// A change that returns values from the changed rows: `late.updating { … }.returning { ($0.id, $0.title) }`.
///
/// `Row` is the tuple of the expressions' values, or the value itself if there is only one.
public struct ChangedValues<Row, each Value: _SelectedValue>: ReturningChange, _RenderedRows {
  @usableFromInline let core: ChangeCore
  let source: _Source
  let nodes: [_ExpressionNode]

  @usableFromInline
  init(core: ChangeCore, source: _Source, nodes: [_ExpressionNode]) {
    self.core = core
    self.source = source
    self.nodes = nodes
  }

  /// The statement that makes the change and returns the values, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the change can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try core.values(nodes, of: source, for: dialect)
  }

  /// The SQL of the statement, or the reason why there is none.
  public var description: String { core.description { try rendered() } }

  /// The statement that returns the rows.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try rendered(for: dialect)
  }

  /// Makes the change by `body`, with the hooks of the model.
  @inlinable
  public func _changing<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    try core.changing(in: db, body)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> Row {
    let values = (repeat try (each Value)._readPlain(from: &row))
    return asRow(values)
  }
}
