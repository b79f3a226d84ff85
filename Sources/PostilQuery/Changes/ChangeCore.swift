/// A column that an update sets, and its new value.
struct Setting: Sendable {
  let column: String
  let value: _ExpressionNode
}

/// A change without its types: the rows and the operation.
@usableFromInline
struct ChangeCore: Sendable {
  enum Kind: Sendable {
    /// Sets columns. The source is the row whose columns are set.
    case update([Setting], of: _Source)
    /// Deletes the rows. If the model has `@softDelete`, sets the time of deletion instead.
    case delete
    /// Deletes the rows even if the model has `@softDelete`.
    case deletePermanently
    /// Restores deleted rows.
    case restore
    /// Inserts rows.
    case insert(InsertionCore)
    /// A change that can't be written as SQL.
    case failure(QueryError)
  }

  /// The values that a change returns for every changed row.
  @usableFromInline
  enum Results: Sendable {
    case nothing
    /// Every column.
    case row
    /// These expressions of the row that the source represents.
    case expressions([_ExpressionNode], of: _Source)
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

  /// Creates an update of the rows of a query; `source` is the row whose columns are set.
  @usableFromInline
  static func update<Owner>(_ query: QueryCore, _ assignments: [Assignment<Owner>], of source: _Source) -> ChangeCore {
    switch settings(assignments, of: source, in: query.table) {
    case .success(let settings): ChangeCore(query, .update(settings, of: source))
    case .failure(let error): ChangeCore(query, .failure(error))
    }
  }

  /// The columns and values that these assignments set. All of them must belong to the row that `source` represents, and set
  /// different columns.
  static func settings<Owner>(
    _ assignments: [Assignment<Owner>], of source: _Source, in table: _TableDescription
  ) -> Result<[Setting], QueryError> {
    var settings: [Setting] = []
    for assignment in assignments {
      guard assignment.source == source else {
        return .failure(
          .assignmentOutOfScope(table: table.name, column: assignment.settings.first?.column ?? ""))
      }
      for setting in assignment.settings {
        guard let index = settings.firstIndex(where: { $0.column == setting.column }) else {
          settings.append(Setting(column: setting.column, value: setting.value))
          continue
        }
        // Several parts of a JSON column are set one after the other.
        guard let value = setting.value.settingJSON(in: settings[index].value) else {
          return .failure(.columnSetTwice(table: table.name, column: table.property(of: setting.column)))
        }
        settings[index] = Setting(column: setting.column, value: value)
      }
    }
    return .success(settings)
  }

  /// Makes the change by `body`, with the hooks of the model.
  @inlinable
  func changing<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    guard db._hooks != nil else { return try body() }
    return try callingHooks(in: db, body)
  }

  @usableFromInline
  func callingHooks<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    let hooks = db._hooks?.byTable[table.name]?.first ?? db._scopes?.limit(of: table.name)
    guard let hooks else { return try body() }
    return try hooks.changing(self, in: db, body)
  }

  /// Whether nothing changes: an update without assignments only reads its rows.
  @usableFromInline
  var isNothing: Bool {
    if case .update(let settings, _) = kind { return settings.isEmpty }
    return false
  }

  /// The SQL of the change.
  @usableFromInline
  func statement(for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try statement(returning: .nothing, for: dialect)
  }

  /// The SQL of the change, returning these expressions of the rows.
  @usableFromInline
  func values(_ nodes: [_ExpressionNode], of source: _Source, for dialect: Dialect) throws(QueryError)
    -> _RenderedStatement
  {
    try statement(returning: .expressions(nodes, of: source), for: dialect)
  }

  /// The statement that counts the rows before they are deleted, or instead of changing nothing in them; `nil` if the database counts every
  /// one of them.
  @usableFromInline
  func counting(for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    switch kind {
    case .update where isNothing: return try query.summary(.count, for: dialect)
    case .delete where table.deletedAt == nil: break
    case .deletePermanently: break
    default: return nil
    }
    return table.deletesOwnRows ? try query.summary(.count, for: dialect) : nil
  }

  @usableFromInline
  func statement(returning results: Results, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    if isNothing { return try reading(results, for: dialect) }
    return try .of(for: dialect, shape: { $0.add(self, results) }) { renderer in
      renderer.write(self)
      renderer.writeReturning(results, of: table)
    }
  }
}

extension ChangeCore {
  /// The statement that reads what an update without assignments returns.
  private func reading(_ results: Results, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    switch results {
    case .nothing: try query.summary(.count, for: dialect)
    case .row: try query.rows(for: dialect)
    case .expressions(let nodes, let source):
      try SelectStatement(query, results: nodes, of: [source]).rendered(for: dialect)
    }
  }
}

extension SQLRenderer {
  /// Writes the change without its `RETURNING` clause.
  fileprivate mutating func write(_ change: ChangeCore) {
    let query = change.query
    switch change.kind {
    case .update(let settings, let source):
      checkAggregates(in: settings.map(\.value))
      writeUpdate(query, settings, source)
    case .delete:
      guard let deletedAt = query.table.deletedAt else { return writeDelete(query) }
      // A deleted row keeps its time of deletion, so deleting only deleted rows does nothing.
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
  /// SQLite computes the returned values of a row after changing it and applying its delete rules, and returns the
  /// first row after changing all rows. It accepts the table's name in this clause, not an alias. Source: SQLite,
  /// "RETURNING", sections 2 and 3.
  mutating func writeReturning(_ results: ChangeCore.Results, of table: _TableDescription) {
    switch results {
    case .nothing: return
    case .row:
      write(" RETURNING ")
      writeIdentifiers(table.columns.map(\.name))
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

  /// Begins a scope of a single row, in which the table is referred to by name.
  mutating func enterNamedScope(of name: String, root: _Source) {
    var scope = Scope(roots: [QueryCore.Root(source: root, element: 0)], takesJoins: false)
    scope.tables.append(Scope.Table(alias: alias(named: name), rows: .table(name)))
    scope.elements = [0]
    scopes.append(scope)
  }
}
