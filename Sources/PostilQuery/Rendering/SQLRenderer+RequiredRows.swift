// A row that may be missing is read with a `LEFT JOIN`, which SQLite can only run in the order in which it is written. If a
// condition is never true without the row, a `JOIN` returns the same rows, and SQLite chooses the order. SQLite finds this out by
// itself for some conditions, but not for `LIKE`, functions and lists. Source: SQLite, "The SQLite Query Optimizer Overview", section 9.
extension SQLRenderer {
  /// Turns the left joins of the innermost statement into inner joins where its conditions need the joined row.
  mutating func requireRows(of query: QueryCore) {
    let scope = scopes.count - 1
    guard scopes[scope].tables.contains(where: \.isLeft) else { return }
    for predicate in query.predicates + scopes[scope].pathConditions { requireRows(in: predicate) }
    // A later join can need the row of an earlier one.
    for index in scopes[scope].tables.indices.reversed() {
      guard !scopes[scope].tables[index].isLeft, let join = scopes[scope].tables[index].join else { continue }
      if let condition = join.condition { requireRows(in: condition) }
      for predicate in join.rows.predicates { requireRows(in: predicate) }
    }
    for index in scopes[scope].tables.indices {
      let table = scopes[scope].tables[index]
      guard table.isLeft, let parent = table.parent, let path = table.path, path.isRequired else { continue }
      scopes[scope].tables[index].isLeft = scopes[scope].tables[parent].isLeft
    }
  }

  private mutating func requireRows(in predicate: _ExpressionNode) {
    for node in predicate.rowsOfTruth {
      guard scopeIndex(of: node) == scopes.count - 1, var table = table(of: node) else { continue }
      while true {
        scopes[scopes.count - 1].tables[table].isLeft = false
        guard let parent = scopes[scopes.count - 1].tables[table].parent else { break }
        table = parent
      }
    }
  }

  /// The index of a row's table in the innermost statement, if it was joined.
  private func table(of node: SourceNode) -> Int? {
    let scope = scopes[scopes.count - 1]
    guard let parent = node.parent, let path = node.path else {
      return scope.element(of: node).flatMap { scope.elements[$0] }
    }
    return table(of: parent).flatMap { scope.table(after: $0, by: path) }
  }
}

extension _ExpressionNode {
  /// The rows without which this condition isn't true, whether it is false or `NULL` then. There may be more of them.
  fileprivate var rowsOfTruth: [SourceNode] {
    switch kind {
    case .logical(.and, let left, let right): left.rowsOfTruth + right.rowsOfTruth
    case .logical(.or, let left, let right):
      left.rowsOfTruth.filter { row in right.rowsOfTruth.contains { $0.isSame(as: row) } }
    case .comparison(let comparison, let left, let right, let nullability):
      switch comparison {
      case .less, .lessOrEqual, .greater, .greaterOrEqual: left.rowsOfValue + right.rowsOfValue
      // `IS` is also true if both are missing.
      case .equal: [.none, .one].contains(nullability) ? left.rowsOfValue + right.rowsOfValue : []
      case .notEqual: nullability == .none ? left.rowsOfValue + right.rowsOfValue : []
      }
    case .not(let operand):
      switch operand.kind {
      case .isNull(let tested): tested.rowsOfValue
      case .not(let tested): tested.rowsOfTruth
      default: []
      }
    case .isTrue(let operand): operand.rowsOfTruth
    case .between(let operand, let low, let high): operand.rowsOfValue + low.rowsOfValue + high.rowsOfValue
    case .rowComparison(_, let row, _): row.first?.rowsOfValue ?? []
    case .membership(let operand, _, _), .selected(let operand, _, _), .pattern(_, let operand, _, _):
      operand.rowsOfValue
    case .jsonContains(let node, _), .jsonAny(let node, _, _): node.document.rowsOfValue
    case .exists(let query, _):
      if case .related(_, let owner?) = query.origin { [owner.node] } else { [] }
    case .column: rowsOfValue
    default: []
    }
  }

  /// The rows without which this expression is `NULL`.
  fileprivate var rowsOfValue: [SourceNode] {
    switch kind {
    case .column(_, let source), .position(_, let source): [source.node]
    case .arithmetic(_, let left, let right): left.rowsOfValue + right.rowsOfValue
    case .negative(let operand), .cast(let operand, _), .collated(let operand, _): operand.rowsOfValue
    case .ifPresent(let operand, let key): key.rowsOfValue + operand.rowsOfValue
    case .jsonValue(let node), .jsonEntry(let node, _): node.document.rowsOfValue
    case .function(let function, let arguments):
      switch function {
      case .coalesce, .printf, .typeof, .hex, .random: []
      case .nullif: arguments.first?.rowsOfValue ?? []
      // If the second argument is empty, the third isn't read.
      case .replace: arguments.prefix(2).flatMap(\.rowsOfValue)
      default: arguments.flatMap(\.rowsOfValue)
      }
    default: []
    }
  }
}
