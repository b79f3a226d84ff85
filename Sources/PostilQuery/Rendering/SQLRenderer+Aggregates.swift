extension SQLRenderer {
  /// Writes a call of an aggregate: `sum(DISTINCT t0."price") FILTER (WHERE t0."done" = 1)`.
  mutating func writeAggregate(_ call: AggregateCall) {
    sql.append(contentsOf: call.function.rawValue.utf8)
    write(call.isDistinct ? "(DISTINCT " : "(")
    if call.arguments.isEmpty { write("*") } else { writeArguments(call.arguments) }
    write(")")
    guard let filter = call.filter else { return }
    write(" FILTER (WHERE ")
    writePredicate(filter, above: .any, nullIsFalse: true)
    write(")")
  }

  /// Refuses an aggregate of nothing but columns of a query around this one: SQL computes it there, over that query's rows.
  /// Source: SQLite, `resolve.c`, where the names in an aggregate say which query it is of.
  mutating func checkRows(of call: AggregateCall) {
    guard scopes.count > 1 else { return }
    var rest = call.arguments
    var isOfOuterRows = false
    while let node = rest.popLast() {
      switch node.kind {
      case .column(_, let source), .position(_, let source):
        if scopeIndex(of: source.node) == scopes.count - 1 { return }
        isOfOuterRows = true
      // What is in no list, or not in it, is written without it.
      case .membership(_, let values, _) where values.isEmpty: continue
      // What is read in there is not seen from here.
      case .exists, .count, .scalar, .selected, .raw: return
      default: rest += node.children
      }
    }
    if isOfOuterRows { fail(.aggregateOfOuterRows(function: call.function.rawValue)) }
  }

  /// Refuses conditions on single rows that ask about groups or about the rows around them.
  mutating func checkAggregates(in conditions: [ExpressionNode]) {
    for condition in conditions where condition.traits != [] {
      fail(condition.containsAggregate ? .aggregateInCondition : .windowInCondition)
    }
  }
}
