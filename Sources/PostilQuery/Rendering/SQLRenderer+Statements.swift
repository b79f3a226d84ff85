extension SQLRenderer {
  /// Writes a statement with its results; `columns` are their names if another statement reads them.
  mutating func write(_ statement: SelectStatement, columns: [String] = []) {
    guard statement.isCompound else {
      return writeSelect(statement.core, .expressions(statement.results, columns: columns))
    }
    var first = statement
    first.compounds = []
    writeOperand(first, columns: columns)
    for compound in statement.compounds {
      write(compound.operation.text)
      writeOperand(compound.statement)
    }
    for (index, ordering) in statement.orderings.enumerated() {
      write(index == 0 ? " ORDER BY " : ", ")
      writeTerm(ordering, ofCompound: statement)
    }
    writePage(limit: statement.limit, offset: statement.offset)
  }

  /// Writes a statement as an operand of a combination. If it has an order, a limit or is itself a combination, it
  /// becomes a subquery.
  mutating func writeOperand(_ statement: SelectStatement, columns: [String] = []) {
    guard statement.isOrderedOrPaged || statement.isCompound else { return write(statement, columns: columns) }
    write("SELECT * FROM (")
    write(statement, columns: columns)
    write(") AS ")
    writeAlias(nextAlias())
  }

  /// Writes a term of the order of combined rows: the position of a result, with its own collation if it has one.
  private mutating func writeTerm(_ ordering: Ordering, ofCompound statement: SelectStatement) {
    var (node, collation) = (ordering.node, Collation?.none)
    if case .collated(let operand, let outer) = node.kind { (node, collation) = (operand, outer) }
    guard case .result(let index) = node.kind, statement.results.indices.contains(index) else {
      return fail(.unorderableCompound)
    }
    write(index + 1)
    if let collation {
      write(" COLLATE ")
      write(collation)
    }
    writeDirection(of: ordering)
  }

  /// Writes a statement as a value: the only result of its first row.
  mutating func writeScalar(_ statement: SelectStatement) {
    // Aggregates over all rows return a single row.
    let isOneRow = statement.core.groupings == nil && statement.results.contains(where: \.containsAggregate)
    subqueries += 1
    write("(")
    write(isOneRow && !statement.isCompound ? statement : statement.first(1))
    write(")")
  }

  /// Writes `IN` with a statement. `NULL` never matches, so `NOT IN` is true for it.
  mutating func writeMembership(
    of operand: _ExpressionNode, in statement: SelectStatement, takesNull: Bool, isNegated: Bool,
    above level: Precedence
  ) {
    subqueries += 1
    writeParenthesized(takesNull || level > .comparison) {
      if takesNull {
        $0.writeOperand(operand, above: .add)
        $0.write(isNegated ? " IS NULL OR " : " IS NOT NULL AND ")
      }
      $0.writeCompared(operand, with: statement.results)
      $0.write(isNegated ? " NOT IN (" : " IN (")
      $0.write(statement)
      $0.write(")")
    }
  }

  /// Writes the rows that a statement reads.
  mutating func writeRows(_ rows: Scope.Rows, as alias: Int) {
    switch rows {
    case .none: return
    case .table(let name): return writeTable(name, as: alias)
    case .statement(let statement, let columns):
      write("(")
      writeTable(statement, columns: columns)
      write(")")
    case .common(let table): writeAlias(self.alias(of: table))
    case .elements(let node): writeJSONEach(node)
    }
    write(" AS ")
    writeAlias(alias)
  }

  /// Writes a statement that is read like a table. SQLite would compute a random number again wherever the outer statement uses it, but
  /// never replaces a subquery with `OFFSET` by its expressions. Source: SQLite, "The SQLite Query Optimizer Overview", section 10.
  private mutating func writeTable(_ statement: SelectStatement, columns: [String] = []) {
    guard statement.isVolatile else { return write(statement, columns: columns) }
    write("SELECT * FROM (")
    write(statement, columns: columns)
    write(") AS ")
    writeAlias(nextAlias())
    write(" LIMIT -1 OFFSET 0")
  }

  /// The alias of a common table expression, whose definition is written before the statement on first use.
  private mutating func alias(of table: CommonTable) -> Int {
    if let known = commonTables.first(where: { $0.table === table }) { return known.alias }
    let alias = nextAlias()
    commonTables.append((table, alias))
    if let step = table.step { commonTables.append((step.reference, alias)) }
    let (text, outer, outerLevel) = (sql, scopes, rawLevel)
    (sql, scopes, rawLevel) = ([], [], nil)
    writeAlias(alias)
    write("(")
    for (index, column) in table.columns.enumerated() {
      if index > 0 { write(", ") }
      writeIdentifier(column)
    }
    write(") AS (")
    if let step = table.step {
      isRecursive = true
      writeOperand(table.base)
      write(step.operation.text)
      writeOperand(step.statement)
    } else {
      writeTable(table.base)
    }
    write(")")
    if !commonDefinitions.isEmpty { commonDefinitions += Array(", ".utf8) }
    commonDefinitions += sql
    (sql, scopes, rawLevel) = (text, outer, outerLevel)
    return alias
  }
}

extension CompoundOperation {
  /// The operator in SQL.
  var text: StaticString {
    switch self {
    case .union: " UNION "
    case .unionAll: " UNION ALL "
    case .intersect: " INTERSECT "
    case .except: " EXCEPT "
    }
  }
}

// Renders the statements of a query.
extension QueryCore {
  /// A `SELECT` of all columns of the rows.
  func rows(for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    if let statement = bareStatement { return try statement.rendered(for: dialect) }
    return try .of(for: dialect) {
      $0.add(0)
      $0.add(self)
    } _: {
      $0.writeSelect(self, .row)
    }
  }

  /// `SELECT count(*) …` or `SELECT EXISTS (SELECT 1 …)`
  package func summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try .of(for: dialect) {
      $0.add(summary == .count ? 1 : 2)
      $0.add(self)
    } _: {
      switch summary {
      case .count: $0.writeCount(self)
      case .exists:
        $0.write("SELECT EXISTS (")
        $0.writeSelect(self, .one)
        $0.write(")")
      }
    }
  }
}

extension SelectStatement {
  /// The statement itself.
  @usableFromInline
  package func rendered(for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try .of(for: dialect) {
      $0.add(3)
      $0.add(self)
    } _: {
      $0.write(self)
    }
  }

  /// `SELECT count(*) FROM (SELECT …)` or `SELECT EXISTS (SELECT …)`
  func summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    // SQLite ignores DISTINCT inside EXISTS, so OFFSET would skip duplicate rows one by one.
    let isTable = summary == .exists && !isCompound && core.isDistinct && core.offset > 0
    return try .of(for: dialect) {
      $0.add(summary == .count ? 4 : 5)
      $0.add(self)
    } _: {
      switch summary {
      case .count: $0.write("SELECT count(*) FROM (")
      case .exists: $0.write(isTable ? "SELECT EXISTS (SELECT 1 FROM (" : "SELECT EXISTS (")
      }
      $0.write(self)
      $0.write(isTable ? "))" : ")")
    }
  }
}
