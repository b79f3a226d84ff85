/// A column that an update sets, and to what.
struct Setting: Sendable {
  let column: String
  let value: ExpressionNode
}

/// A change without its types: which rows, and what is done with them.
@usableFromInline
struct ChangeCore: Sendable {
  enum Kind: Sendable {
    /// Sets columns; the source is the row whose columns are set.
    case update([Setting], of: _Source)
    /// Deletes the rows; where the model has `@softDelete`, writes the time into them.
    case delete
    /// Deletes the rows, whatever the model has.
    case deletePermanently
    /// Takes the deletion of the deleted rows back.
    case restore
    /// Inserts rows.
    case insert(InsertionCore)
    /// What can't be written.
    case failure(QueryError)
  }

  /// What a change returns of every row that it changed.
  @usableFromInline
  enum Results: Sendable {
    case nothing
    /// Every column.
    case row
    /// These expressions of the row that the source represents.
    case expressions([ExpressionNode], of: _Source)
  }

  /// The table whose rows change.
  let table: _TableDescription
  /// The rows that change.
  let query: QueryCore
  let kind: Kind

  init(_ query: QueryCore, _ kind: Kind) {
    table = query.table
    self.query = query
    self.kind = kind
  }

  @usableFromInline
  static func insert(_ rows: InsertionCore, into table: _TableDescription) -> ChangeCore {
    ChangeCore(QueryCore(table), .insert(rows))
  }

  @usableFromInline
  static func delete(_ query: QueryCore) -> ChangeCore { ChangeCore(query, .delete) }

  @usableFromInline
  static func deletePermanently(_ query: QueryCore) -> ChangeCore { ChangeCore(query, .deletePermanently) }

  @usableFromInline
  static func restore(_ query: QueryCore) -> ChangeCore { ChangeCore(query, .restore) }

  /// An update of the rows of a query; `source` is the row whose columns are set.
  @usableFromInline
  static func update<Owner>(_ query: QueryCore, _ assignments: [Assignment<Owner>], of source: _Source) -> ChangeCore {
    switch settings(assignments, of: source, in: query.table) {
    case .success(let settings): ChangeCore(query, .update(settings, of: source))
    case .failure(let error): ChangeCore(query, .failure(error))
    }
  }

  /// What these assignments set. All of them must assign to the row that `source` represents.
  static func settings<Owner>(
    _ assignments: [Assignment<Owner>], of source: _Source, in table: _TableDescription
  ) -> Result<[Setting], QueryError> {
    var settings: [Setting] = []
    for assignment in assignments {
      guard assignment.source == source else {
        return .failure(
          .assignmentOutOfScope(table: table.name, column: assignment.settings.first?.column ?? ""))
      }
      settings += assignment.settings.map { Setting(column: $0.column, value: $0.value) }
    }
    return .success(settings)
  }

  /// Whether there is nothing to be done: an update that sets nothing.
  @usableFromInline
  var isNothing: Bool {
    if case .update(let settings, _) = kind { return settings.isEmpty }
    return false
  }

  /// The statement that makes the change.
  @usableFromInline
  func statement(for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    try statement(returning: .nothing, for: dialect)
  }

  /// The statement that makes the change and returns these expressions of the rows.
  @usableFromInline
  func values(_ nodes: [ExpressionNode], of source: _Source, for dialect: Dialect) throws(QueryError)
    -> RenderedStatement
  {
    try statement(returning: .expressions(nodes, of: source), for: dialect)
  }

  @usableFromInline
  func statement(returning results: Results, for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    if isNothing { throw .updateSetsNothing(table: table.name) }
    var renderer = SQLRenderer(dialect: dialect)
    renderer.write(self)
    renderer.writeReturning(results, of: table)
    return try renderer.statement()
  }
}

extension SQLRenderer {
  /// Writes a change, without what it returns.
  fileprivate mutating func write(_ change: ChangeCore) {
    let query = change.query
    switch change.kind {
    case .update(let settings, let source):
      checkAggregates(in: settings.map(\.value))
      writeUpdate(query, settings, source)
    case .delete:
      guard let deletedAt = query.table.deletedAt else { return writeDelete(query) }
      // A row that is deleted already keeps the time of that: of those alone there is nothing to delete.
      let live = query.deletedRows == .only ? query.paged(limit: 0, offset: 0) : query.withoutDeleted(deletedAt)
      writeDeletion(live, deletedAt, isTakenBack: false)
    case .deletePermanently: writeDelete(query)
    case .restore: writeDeletion(query.seeing(.only), query.table.deletedAt ?? "", isTakenBack: true)
    case .insert(let insertion): writeInsert(insertion, into: change.table)
    case .failure(let error): fail(error)
    }
  }

  /// Writes `RETURNING`: `RETURNING "item"."id", "item"."title"`.
  ///
  /// SQLite computes what is returned for each row when it has changed it, its delete rules done, and returns the first row
  /// when all are changed. It accepts the table's name there, not an alias.
  /// Source: SQLite, "RETURNING", sections 2 and 3.
  mutating func writeReturning(_ results: ChangeCore.Results, of table: _TableDescription) {
    switch results {
    case .nothing: return
    case .row:
      write(" RETURNING ")
      for (index, column) in table.columns.enumerated() {
        if index > 0 { write(", ") }
        writeIdentifier(column.name)
      }
    case .expressions(let nodes, let source):
      write(" RETURNING ")
      enterNamedScope(of: table.name, root: source)
      checkAggregates(in: nodes)
      changedTable = table.name
      for (index, node) in nodes.enumerated() {
        if index > 0 { write(", ") }
        writeResult(node)
      }
      changedTable = nil
      scopes.removeLast()
    }
  }

  /// Begins a scope of one row, whose table is named in it.
  mutating func enterNamedScope(of name: String, root: _Source) {
    var scope = Scope(roots: [QueryCore.Root(source: root, element: 0)], takesJoins: false)
    scope.tables.append(Scope.Table(alias: alias(named: name), rows: .table(name)))
    scope.elements = [0]
    scopes.append(scope)
  }
}
