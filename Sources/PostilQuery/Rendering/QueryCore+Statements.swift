// The statements that a query becomes.
extension QueryCore {
  /// `SELECT` every column of the rows.
  @usableFromInline
  func rows(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeSelect(self, .row)
    return try renderer.statement()
  }

  /// `SELECT` these expressions of the rows.
  @usableFromInline
  func values(_ expressions: [ExpressionNode], of source: Source, for dialect: Dialect) throws(QueryError)
    -> RenderedStatement
  {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeSelect(self, .expressions(expressions), roots: [source])
    return try renderer.statement()
  }

  /// `SELECT count(*)`
  @usableFromInline
  func count(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeCount(self)
    return try renderer.statement()
  }

  /// `SELECT EXISTS (SELECT 1 …)`
  @usableFromInline
  func exists(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.write("SELECT EXISTS (")
    renderer.writeSelect(self, .one)
    renderer.write(")")
    return try renderer.statement()
  }

  /// `DELETE` the rows.
  @usableFromInline
  func delete(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeDelete(self)
    return try renderer.statement()
  }

  /// `UPDATE` the rows.
  @usableFromInline
  func update<Owner>(_ assignments: [Assignment<Owner>], for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeUpdate(
      self,
      assignments.map { SQLRenderer.Setting(source: $0.source, column: $0.column, value: $0.value) })
    return try renderer.statement()
  }
}
