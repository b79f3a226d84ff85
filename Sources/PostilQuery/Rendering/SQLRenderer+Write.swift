extension SQLRenderer {
  /// Writes a query as a `DELETE` of its rows.
  ///
  /// A row is selected by its own columns if the conditions need no others. If they follow a path, or if there is a
  /// limit, it is selected by its key: `WHERE t0."id" IN (SELECT t1."id" FROM "item" AS t1 JOIN …)`.
  mutating func writeDelete(_ query: QueryCore) {
    let target = beginWrite(to: query, roots: [])
    write("DELETE FROM ")
    writeTarget(query.table.name, as: target)
    writeTargetConditions(of: query, target: target)
    scopes.removeLast()
  }

  /// Writes a query as an `UPDATE` of its rows.
  ///
  /// If a new value is read from other rows, all new values are computed before the first row is changed: `UPDATE
  /// "item" AS t0 SET "title" = t1."v0" FROM (SELECT t2."id" AS "k0", … AS "v0" FROM "item" AS t2 …) AS t1 WHERE …`
  mutating func writeUpdate(_ query: QueryCore, _ settings: [Setting], _ source: _Source) {
    let start = self
    let target = beginWrite(to: query, roots: [source])
    write("UPDATE ")
    writeTarget(query.table.name, as: target)
    write(" SET ")
    let begun = subqueries
    for (index, setting) in settings.enumerated() {
      if index > 0 { write(", ") }
      writeIdentifier(setting.column)
      write(" = ")
      writeOperand(setting.value)
    }
    writePlacements(settings, of: query.table, as: target) { $0.writeOperand($1.value, above: .comparison) }
    writeRefreshments(of: query.table, as: target)
    if subqueries > begun {
      self = start
      return writeUpdateFromRows(query, settings, source)
    }
    writeTargetConditions(of: query, target: target)
    scopes.removeLast()
  }

  /// Writes a query as an `UPDATE` that soft-deletes its rows or restores them.
  mutating func writeDeletion(_ query: QueryCore, _ column: String, isTakenBack: Bool) {
    let target = beginWrite(to: query, roots: [])
    write("UPDATE ")
    writeTarget(query.table.name, as: target)
    write(" SET ")
    writeIdentifier(column)
    write(" = ")
    if isTakenBack { write("NULL") }
    for filled in query.table.filled {
      if case .deletedAt(let clock) = filled.kind, !isTakenBack { write(clock.sqlite) }
    }
    writeRefreshments(of: query.table, as: target)
    writeTargetConditions(of: query, target: target)
    scopes.removeLast()
  }

  /// Writes the positions of rows whose owner is set: a row that becomes a member of another owner is the last one there.
  mutating func writePlacements(
    _ settings: [Setting], of table: _TableDescription, as target: Int, _ writeValue: (inout Self, Setting) -> Void
  ) {
    for order in table.orders where settings.contains(where: { order.owner.contains($0.column) }) {
      func writeOwner(of alias: Int) {
        for (index, column) in order.owner.enumerated() {
          if index > 0 { write(" AND ") }
          writeColumn(column, of: alias)
          write(" = ")
          if let setting = settings.first(where: { $0.column == column }) {
            writeValue(&self, setting)
          } else {
            writeColumn(column, of: target)
          }
        }
      }
      write(", ")
      writeIdentifier(order.position)
      write(" = CASE WHEN ")
      writeOwner(of: target)
      write(" THEN ")
      writeColumn(order.position, of: target)
      write(" ELSE (SELECT coalesce(max(")
      let other = nextAlias()
      writeColumn(order.position, of: other)
      write(") + ")
      write(Int(OrderedPositions.spacing))
      write(", 0) FROM ")
      writeTarget(table.name, as: other)
      write(" WHERE ")
      writeOwner(of: other)
      write(") END")
    }
  }

  /// Writes the assignments that every update of the table's rows adds to its own.
  mutating func writeRefreshments(of table: _TableDescription, as target: Int, inserting new: Int? = nil) {
    for column in table.filled where column.isRefreshed {
      write(", ")
      writeIdentifier(column.name)
      write(" = ")
      writeRefreshed(column, as: target, inserting: new)
    }
  }

  /// Writes the value that every update gives to a column. A row to insert, `excluded`, already has the time; Citus refuses the clock there.
  mutating func writeRefreshed(_ column: _FilledColumn, as target: Int, inserting new: Int?) {
    switch column.kind {
    case .version:
      writeColumn(column.name, of: target)
      write(" + 1")
    case .updatedAt(let clock): if let new { writeColumn(column.name, of: new) } else { write(clock.sqlite) }
    case .generated, .deletedAt: break
    }
  }

  /// Begins a statement that writes to the query's table, and returns the table's alias.
  private mutating func beginWrite(to query: QueryCore, roots: [_Source]) -> Int {
    let alias = nextAlias()
    var scope = Scope(
      roots: query.roots + roots.map { QueryCore.Root(source: $0, element: 0) }, takesJoins: false)
    scope.conditions = query.predicates
    scope.isFoundByOwner = query.isFoundByOwner
    scope.tables.append(Scope.Table(alias: alias, rows: .table(query.table.name)))
    scope.elements = [0]
    scopes.append(scope)
    return alias
  }

  /// Writes the conditions on the row itself, or on its key if they use other rows.
  private mutating func writeTargetConditions(of query: QueryCore, target: Int) {
    let start = self
    if !query.isPaged, query.isOfTable, !limits(query) {
      writeConditions(of: query)
      guard scopes[scopes.count - 1].neededJoins else { return }
      let error = error
      self = start
      self.error = error
    }
    write(" WHERE ")
    writeKey(query.table.primaryKey, of: target)
    write(" IN (")
    writeSelect(query, .key)
    write(")")
  }

  private mutating func writeUpdateFromRows(_ query: QueryCore, _ settings: [Setting], _ source: _Source) {
    let target = nextAlias()
    let rows = nextAlias()
    write("UPDATE ")
    writeTarget(query.table.name, as: target)
    write(" SET ")
    for (index, setting) in settings.enumerated() {
      if index > 0 { write(", ") }
      writeIdentifier(setting.column)
      write(" = ")
      writeColumn("v\(index)", of: rows)
    }
    writePlacements(settings, of: query.table, as: target) { renderer, setting in
      let index = settings.firstIndex { $0.column == setting.column } ?? 0
      renderer.writeColumn("v\(index)", of: rows)
    }
    writeRefreshments(of: query.table, as: target)
    write(" FROM (")
    writeSelect(query, .keyAndValues(settings.map(\.value)), roots: [source])
    write(") AS ")
    writeAlias(rows)
    for (index, column) in query.table.primaryKey.enumerated() {
      write(index == 0 ? " WHERE " : " AND ")
      writeColumn(column, of: target)
      write(" = ")
      writeColumn("k\(index)", of: rows)
    }
  }
}
