// A clause after a limit applies to the limited rows, which a subquery returns. The limited rows of several tables are read
// from one subquery, whose columns are those of all of these tables.

/// What a subquery of limited rows returns besides the columns of its first table.
struct LimitedTables: Sendable {
  /// The tables after the first one, and whether their rows may be missing.
  var others: [(table: _TableDescription, isLeft: Bool)] = []
  /// The name of the column that contains the positions of members, if it isn't a column of their table.
  var position: String?

  /// The names of the subquery's columns. Those of the tables after the first one have a prefix.
  func columns(besides first: _TableDescription) -> [String] {
    first.allColumns + (position.map { [$0] } ?? [])
      + others.indices.flatMap { index in
        others[index].table.allColumns.map { Self.prefix(ofPart: index + 1) + $0 }
      }
  }

  /// What precedes the names of a table's columns: nothing for the first table, `1.` for the second.
  static func prefix(ofPart index: Int) -> String { index == 0 ? "" : "\(index)." }
}

extension QueryCore {
  /// The rows to which a further clause applies: those of a subquery if this query has a limit.
  /// - Parameter keepsOrder: whether the rows stay in their order.
  func limitedRows(keepingOrder keepsOrder: Bool, for clause: String) -> QueryCore {
    guard isPaged else { return self }
    var query = asTable()
    if groupings != nil {
      query = self
      query.predicates.append(.failure(.argument(function: clause, needs: "to be called before the 'limit' of groups")))
    } else if keepsOrder {
      // The terms are computed again, from the rows of the subquery.
      query.roots = roots
      query.orderings = orderings
      if position != nil, let column = query.limitedTables?.position ?? position {
        let source = _Source(table)
        query = query.reading([source])
        let terms: [_ExpressionNode] =
          [.position(column, of: source)] + table.primaryKey.map { .column($0, of: source) }
        query.orderings += terms.map { Ordering($0, isDescending: false, takesNull: false) }
      }
    }
    return query
  }

  /// The same rows, read from a statement like from a table. Their order doesn't apply to the outer query.
  func asTable() -> QueryCore {
    var tables = LimitedTables()
    tables.others = (limitedTables?.others ?? []) + joins.map { ($0.rows.table, $0.kind == .left) }
    var position = limitedTables?.position
    if let own = self.position, !table.columns.contains(where: { $0.name == own }) || hasJoinTable {
      position = own
      tables.position = "0." + own
    } else {
      tables.position = position
    }
    guard !tables.others.isEmpty || position != nil else {
      return QueryCore(table, origin: .derived(SelectStatement(rowsOf: self)))
    }
    let source = _Source(table)
    let sources = [source] + tables.others.map { _Source($0.table) }
    var results: [_ExpressionNode] = []
    for (table, source) in zip([table] + tables.others.map(\.table), sources) {
      results += table.allColumns.map { .column($0, of: source) }
      if results.count == self.table.allColumns.count, let position { results.append(.position(position, of: source)) }
    }
    var statement = SelectStatement(self, results: results, of: sources)
    statement.tables = tables
    return QueryCore(table, origin: .derived(statement))
  }

  /// What the subquery returns from which the rows are read.
  private var limitedTables: LimitedTables? {
    if case .derived(let statement) = origin { statement.tables } else { nil }
  }

  private var hasJoinTable: Bool {
    switch origin {
    case .relatedToKey(let path, _), .related(let path, _): path.join != nil
    case .table, .reached, .derived, .common, .constants, .elements: false
    }
  }
}
