/// The order in which a statement's rows are paged: its own terms, followed by the keys of its rows, so that no two
/// rows have the same values for all of them.
package struct Keyset: Sendable {
  /// The statement, in which the sources of the keys also represent rows.
  package private(set) var statement: SelectStatement
  package private(set) var terms: [Ordering]

  /// - Throws: ``QueryError`` if the rows can't be distinguished by conditions on single rows.
  package init(of statement: SelectStatement) throws(QueryError) {
    if let reason = statement.reasonAgainstPages { throw .unpageable(reason: reason) }
    let core = statement.core
    let tables = [core.table] + core.joins.map(\.rows.table)
    let sources = tables.map { _Source($0) }
    self.statement = statement
    self.statement.core = core.reading(sources)
    terms = core.orderings
    if let position = core.position {
      // Every member has a position. The table's column is nullable only for rows that aren't members.
      terms.append(Ordering(.position(position, of: sources[0]), isDescending: false, takesNull: true))
    }
    // Tiebreakers have the direction of the last term, so that an index can be read in one direction.
    let isDescending = terms.last?.isDescending ?? false
    var count = 0
    for (element, table) in tables.enumerated() {
      let isOptional = element > 0 && core.joins[element - 1].kind == .left
      for column in table.primaryKey {
        let place = terms.firstIndex { isColumn($0.node, column, ofTable: element) }
        count = max(count, place.map { $0 + 1 } ?? terms.count + 1)
        if place != nil { continue }
        terms.append(
          Ordering(.column(column, of: sources[element]), isDescending: isDescending, takesNull: isOptional))
      }
    }
    // Terms after a complete key never break a tie.
    terms.removeSubrange(count...)
  }

  /// The expression itself, or the result that it represents.
  private func resolved(_ node: _ExpressionNode) -> _ExpressionNode {
    if case .result(let index) = node.kind, statement.results.indices.contains(index) {
      return statement.results[index]
    }
    return node
  }

  private func isColumn(_ node: _ExpressionNode, _ name: String, ofTable element: Int) -> Bool {
    guard case .column(name, let source) = resolved(node).kind else { return false }
    return statement.core.roots.contains { $0.source.node === source.node && $0.element == element }
  }
}

// MARK: - Conditions

extension Keyset {
  /// The condition that a row comes after the row with these values of the terms, or before it if the order is read backwards.
  ///
  /// Columns that are never `NULL` and have the same direction are compared as a row value, `(t0."title", t0."id") >
  /// (?1, ?2)`, for which SQLite can use an index over them. Others are compared one after the other: `t0."title" >= ?1
  /// AND (t0."title" > ?2 OR t0."id" < ?3)`. For its first part, SQLite can use a range of an index. Source: SQLite,
  /// "Row Values", section 3.1.
  func condition(behind values: [BoundValue], backwards: Bool) -> _ExpressionNode {
    let terms = backwards ? terms.map(\.reversed) : terms
    let isDescending = terms.first?.isDescending ?? false
    let isRow = terms.allSatisfy { term in
      guard case .column = resolved(term.node).kind else { return false }
      return term.isDescending == isDescending && !term.takesNull
    }
    if isRow, terms.count > 1, !values.contains(.null) {
      return .rowComparison(isDescending ? .less : .greater, terms.map(\.node), values)
    }
    return condition(ArraySlice(zip(terms, values)))
  }

  /// The condition that a row comes after these values of the terms, if it has the same values for the previous terms.
  private func condition(_ terms: ArraySlice<(Ordering, BoundValue)>) -> _ExpressionNode {
    guard let (term, value) = terms.first else { return .literal("FALSE") }
    let rest = terms.count > 1 ? condition(terms.dropFirst()) : nil
    let takesNull = term.takesNull || !resolved(term.node).isNeverNull
    switch (value, term.hasNullFirst) {
    case (.null, true):
      let isBehind = _ExpressionNode.isNotNull(term.node)
      return rest.map { .or(isBehind, $0) } ?? isBehind
    case (.null, false):
      return rest.map { .and(.isNull(term.node), $0) } ?? .literal("FALSE")
    case (_, false) where takesNull:
      let isBehind = _ExpressionNode.or(term.compared(to: value, orEqual: false), .isNull(term.node))
      return rest.map { .or(isBehind, .and(.equal(term.node, .value(value)), $0)) } ?? isBehind
    default:
      let isBehind = term.compared(to: value, orEqual: false)
      return rest.map { .and(term.compared(to: value, orEqual: true), .or(isBehind, $0)) } ?? isBehind
    }
  }
}

extension Ordering {
  /// The reverse order.
  package var reversed: Ordering {
    let nulls: NullOrder? = nulls.map { $0 == .first ? .last : .first }
    return Ordering(node, isDescending: !isDescending, nulls: nulls, takesNull: takesNull)
  }

  /// Whether `NULL` comes before every value.
  fileprivate var hasNullFirst: Bool { nulls.map { $0 == .first } ?? !isDescending }

  fileprivate func compared(to value: BoundValue, orEqual: Bool) -> _ExpressionNode {
    let comparison: Comparison =
      isDescending ? orEqual ? .lessOrEqual : .less : orEqual ? .greaterOrEqual : .greater
    return .comparison(comparison, node, .value(value), .none)
  }
}

extension _ExpressionNode {
  /// The value by which rows are sorted, as a result. In an order, the value of a condition can be `NULL`.
  var asOrdered: _ExpressionNode { kind.isPredicate ? .collated(self, .binary) : self }

  /// Whether the value is never `NULL`, given that its Swift type isn't optional. Arithmetic on numbers that aren't
  /// `NULL` can still be `NULL`, and so can a JSON path.
  fileprivate var isNeverNull: Bool {
    switch kind {
    case .column, .count, .exists, .isNull, .isTrue: true
    case .collated(let operand, _): operand.isNeverNull
    case .function(let function, let arguments):
      switch function {
      case .lower, .upper, .length, .trim, .ltrim, .rtrim, .hex: arguments.allSatisfy(\.isNeverNull)
      default: false
      }
    default: false
    }
  }
}

// MARK: - What has no pages

extension SelectStatement {
  /// The reason why the rows can't be paged; `nil` if they can.
  fileprivate var reasonAgainstPages: String? {
    if core.isPaged { return "it already has a limit; remove 'limit', because a page has a size" }
    let isGrouped = core.groupings != nil || results.contains(where: \.containsAggregate)
    if isCompound || isGrouped || core.isDistinct {
      return "grouped, combined or distinct rows have no key; use 'limit(_:offset:)'"
    }
    if results.contains(where: \.containsWindow) || core.orderings.contains(where: \.node.containsWindow) {
      return "a window function would read only the rows of the page; use 'limit(_:offset:)'"
    }
    if core.orderings.contains(where: \.node.containsAggregate) {
      return "it is ordered by an aggregate; order by columns"
    }
    if core.orderings.contains(where: \.node.isRandom) {
      return "'random()' has different values for the next page; order by a column"
    }
    let tables = [(core.table, core.origin)] + core.joins.map { ($0.rows.table, $0.rows.origin) }
    for (table, origin) in tables {
      if table.primaryKey.isEmpty {
        return
          "'\(table.model)' has no primary key; order and page the model that it is made of before 'select', or use "
          + "'limit(_:offset:)'"
      }
      if origin.canRepeatRows { return "'unionAll' can return a row of '\(table.model)' twice; use 'union'" }
    }
    return nil
  }

  /// Whether the same row can occur twice although its table has a key.
  fileprivate var canRepeatRows: Bool {
    compounds.contains { $0.operation == .unionAll } || compounds.isEmpty && core.origin.canRepeatRows
  }
}

extension QueryCore.Origin {
  fileprivate var canRepeatRows: Bool {
    switch self {
    case .derived(let statement): statement.canRepeatRows
    case .common(let table): table.base.canRepeatRows
    case .table, .relatedToKey, .related, .reached, .constants, .elements: false
    }
  }
}

extension _ExpressionNode {
  /// Whether it has a different value on each evaluation.
  fileprivate var isRandom: Bool {
    if case .function(.random, _) = kind { return true }
    return children.contains(where: \.isRandom)
  }
}
