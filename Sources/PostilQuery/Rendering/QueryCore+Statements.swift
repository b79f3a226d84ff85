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

  /// `DELETE` the rows; where the model has `@softDelete`, write the time into them.
  @usableFromInline
  func delete(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    guard let deletedAt = table.deletedAt else { return try deletePermanently(for: dialect) }
    var renderer = SQLRenderer(dialect: dialect)
    // A row that is deleted already keeps the time of that: of those alone there is nothing to delete.
    let query = deletedRows == .only ? paged(limit: 0, offset: 0) : seeing(.excluded)
    renderer.writeDeletion(query, deletedAt, isTakenBack: false)
    return try renderer.statement()
  }

  /// Take the deletion of the deleted rows back.
  @usableFromInline
  func restore(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.writeDeletion(seeing(.only), table.deletedAt ?? "", isTakenBack: true)
    return try renderer.statement()
  }

  /// `DELETE` the rows.
  @usableFromInline
  func deletePermanently(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
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
    renderer.checkAggregates(in: settings.map(\.value))
    renderer.writeUpdate(self, settings, source)
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
    renderer.write("SELECT EXISTS (")
    renderer.write(self)
    renderer.write(")")
    return try renderer.statement()
  }
}
