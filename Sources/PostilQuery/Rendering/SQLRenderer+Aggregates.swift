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

  /// Refuses conditions on single rows that ask about groups or about the rows around them.
  mutating func checkAggregates(in conditions: [ExpressionNode]) {
    for condition in conditions where condition.traits != [] {
      fail(condition.containsAggregate ? .aggregateInCondition : .windowInCondition)
    }
  }
}
