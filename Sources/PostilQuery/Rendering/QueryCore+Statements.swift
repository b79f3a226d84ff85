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

  /// `UPDATE` the rows; `source` is the row whose columns are set.
  @usableFromInline
  func update<Owner>(
    _ assignments: [Assignment<Owner>], of source: Source, for dialect: Dialect
  ) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    var settings: [SQLRenderer.Setting] = []
    for assignment in assignments {
      guard assignment.source == source else {
        throw .assignmentOutOfScope(table: table.name, column: assignment.settings.first?.column ?? "")
      }
      settings += assignment.settings.map { SQLRenderer.Setting(column: $0.column, value: $0.value) }
    }
    renderer.writeUpdate(self, settings, source)
    return try renderer.statement()
  }
}
