extension SQLRenderer {
  /// Writes the terms of an `ORDER BY`, in a query or in a window.
  mutating func writeOrderings(_ orderings: [Ordering]) {
    for (index, ordering) in orderings.enumerated() {
      if index > 0 { write(", ") }
      // A predicate by which rows are grouped has only two values.
      writeOperand(isGroupedPredicate(ordering.node) ? ordering.node.asValue : ordering.node)
      writeDirection(of: ordering)
    }
  }

  /// Writes the direction and the position of NULL after a term.
  mutating func writeDirection(of ordering: Ordering) {
    if ordering.isDescending { write(" DESC") }
    switch ordering.nulls {
    case .first: write(" NULLS FIRST")
    case .last: write(" NULLS LAST")
    case nil: break
    }
  }

  /// Writes `start` and the order of a query's rows: its own terms, then the position in an ordered relationship, which
  /// is a column of the first table. Members with the same position are in the order of their keys.
  mutating func writeOrder(of query: QueryCore, behind start: StaticString) {
    if !query.orderings.isEmpty {
      write(start)
      writeOrderings(query.orderings)
    }
    guard let position = query.position else { return }
    write(query.orderings.isEmpty ? start : ", ")
    let scope = scopes[scopes.count - 1]
    for (index, column) in ([position] + (scope.joinTablePath?.join?.far ?? query.table.primaryKey)).enumerated() {
      if index > 0 { write(", ") }
      writeColumn(column, of: scope.tables[0].alias)
    }
  }

  /// Writes only the terms of an order and the tables that they use: `ORDER BY t1."name" JOIN "project" AS t1 ON …`.
  ///
  /// This isn't a statement. Two queries give the same text if their orders are equal.
  mutating func writeOrder(_ terms: [Ordering], of statement: SelectStatement) {
    enterScope(of: statement.core, .expressions(statement.results, columns: []), roots: [])
    writeIdentifier(statement.core.table.name)
    write(" ORDER BY ")
    writeOrderings(terms)
    insertJoins(at: sql.count)
    scopes.removeLast()
  }

  /// Writes a collation: SQLite's built-in ones by name, others as identifiers.
  mutating func write(_ collation: Collation) {
    switch collation {
    case .binary: write("BINARY")
    case .noCase: write("NOCASE")
    case .rtrim: write("RTRIM")
    case .decimal: write("decimal")
    case .custom(let name): writeIdentifier(name)
    }
  }
}
