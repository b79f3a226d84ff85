// The statements that a query becomes.
extension QueryCore {
  /// `SELECT` every column of the rows.
  @usableFromInline
  func rows(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    if let statement = bareStatement { return try statement.rendered(for: dialect) }
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeSelect(self, .row)
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
}

extension SelectStatement {
  /// The statement itself.
  @usableFromInline
  func rendered(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.write(self)
    return try renderer.statement()
  }

  /// `SELECT count(*) FROM (SELECT …)`
  @usableFromInline
  func count(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.write("SELECT count(*) FROM (")
    renderer.write(self)
    renderer.write(")")
    return try renderer.statement()
  }

  /// `SELECT EXISTS (SELECT …)`
  @usableFromInline
  func exists(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    // SQLite forgets the DISTINCT of what is asked whether it exists, and would skip rows that are alike one by one.
    let isTable = !isCompound && core.isDistinct && core.offset > 0
    renderer.write(isTable ? "SELECT EXISTS (SELECT 1 FROM (" : "SELECT EXISTS (")
    renderer.write(self)
    renderer.write(isTable ? "))" : ")")
    return try renderer.statement()
  }
}
