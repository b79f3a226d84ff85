/// What an insert does if a row with the same unique key exists.
@usableFromInline
struct ConflictCore: Sendable {
  enum Action: Sendable {
    /// The existing row is unchanged and isn't returned.
    case nothing
    /// Sets columns of the existing row if a condition is true for it.
    case update([Setting], where: _ExpressionNode?)
    case failure(QueryError)
  }

  /// The unique key; `nil` for any key.
  let target: FixedStatement?
  let action: Action
  /// The existing row and the row to insert.
  let current: _Source
  let new: _Source

  @usableFromInline
  init<Owner: Model>(skipping target: UniqueKey<Owner>?) {
    self.target = target?.target
    action = .nothing
    current = _Source(Owner.table)
    new = _Source(Owner.table)
  }

  @usableFromInline
  init<Owner: Model>(
    updating target: UniqueKey<Owner>, _ assignments: [Assignment<Owner>], where condition: _ExpressionNode?,
    current: _Source, new: _Source
  ) {
    self.target = target.target
    switch ChangeCore.settings(assignments, of: current, in: Owner.table) {
    case .success(let settings): action = .update(settings, where: condition)
    case .failure(let error): action = .failure(error)
    }
    self.current = current
    self.new = new
  }

  /// The statement that inserts a draft with the values `bindings`; `insert` is the same statement without a conflict clause.
  @usableFromInline
  func statement(
    _ insert: FixedStatement, _ bindings: [BoundValue], into table: _TableDescription, returnsRow: Bool,
    for dialect: Dialect
  ) throws(QueryError) -> _RenderedStatement {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.bindings = bindings
    renderer.write(insert.sql)
    renderer.writeConflict(self, of: table)
    renderer.writeReturning(returnsRow ? .row : .nothing, of: table)
    return try renderer.statement()
  }
}

extension SQLRenderer {
  /// Writes what is done if a row with the same unique key exists: ` ON CONFLICT ("title") DO UPDATE SET "count" =
  /// "item"."count" + "excluded"."count" WHERE …`.
  mutating func writeConflict(_ conflict: ConflictCore, of table: _TableDescription) {
    write(" ON CONFLICT ")
    if let target = conflict.target {
      write(target.sql)
      write(" ")
    }
    switch conflict.action {
    case .nothing: write("DO NOTHING")
    case .failure(let error): fail(error)
    case .update(let settings, let condition):
      write("DO UPDATE SET ")
      enterNamedScope(of: "excluded", root: conflict.new)
      enterNamedScope(of: table.name, root: conflict.current)
      checkAggregates(in: settings.map(\.value) + (condition.map { [$0] } ?? []))
      writeSettings(settings, of: table)
      if let condition {
        write(" WHERE ")
        writePredicate(condition, above: .any, nullIsFalse: true)
      }
      scopes.removeLast(2)
    }
  }

  /// Writes the assignments to the existing row. If nothing should change, a column is set to itself, because otherwise
  /// the row wouldn't be returned. A deleted row is restored.
  private mutating func writeSettings(_ settings: [Setting], of table: _TableDescription) {
    guard !settings.isEmpty else { return writeRestoration(of: table) }
    for (index, setting) in settings.enumerated() {
      if index > 0 { write(", ") }
      writeIdentifier(setting.column)
      write(" = ")
      writeOperand(setting.value)
    }
    let (alias, new) = (scopes[scopes.count - 1].tables[0].alias, scopes[scopes.count - 2].tables[0].alias)
    writePlacements(settings, of: table, as: alias) { $0.writeOperand($1.value, above: .comparison) }
    if let deletedAt = table.deletedAt {
      write(", ")
      writeIdentifier(deletedAt)
      write(" = NULL")
    }
    writeRefreshments(of: table, as: alias, inserting: new)
  }

  /// Writes assignments that change nothing in a row, unless it is deleted: then they restore it.
  private mutating func writeRestoration(of table: _TableDescription) {
    let (alias, new) = (scopes[scopes.count - 1].tables[0].alias, scopes[scopes.count - 2].tables[0].alias)
    let column = table.deletedAt ?? table.primaryKey.first ?? ""
    writeIdentifier(column)
    write(" = ")
    if table.deletedAt == nil { return writeColumn(column, of: alias) }
    write("NULL")
    for filled in table.filled {
      guard filled.isRefreshed else { continue }
      write(", ")
      writeIdentifier(filled.name)
      write(" = CASE WHEN ")
      writeColumn(column, of: alias)
      write(" IS NULL THEN ")
      writeColumn(filled.name, of: alias)
      write(" ELSE ")
      writeRefreshed(filled, as: alias, inserting: new)
      write(" END")
    }
  }
}
