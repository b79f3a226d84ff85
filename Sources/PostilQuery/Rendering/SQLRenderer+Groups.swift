extension SQLRenderer {
  /// Writes `GROUP BY` and `HAVING`.
  mutating func writeGroups(of query: QueryCore) {
    for grouping in query.groupings ?? [] where grouping.traits != [] { fail(.aggregateInGrouping) }
    for (index, grouping) in (query.groupings ?? []).enumerated() {
      write(index == 0 ? " GROUP BY " : ", ")
      writeOperand(grouping)
    }
    guard !query.groupPredicates.isEmpty else { return }
    write(" HAVING ")
    let isAlone = query.groupPredicates.count == 1
    writeChain(query.groupPredicates[...], .and, above: isAlone ? .any : .and, nullIsFalse: true)
  }

  /// Notes which predicates are grouped by, before anything that may name one of them is written.
  ///
  /// In the group of what is false there are rows of which the predicate is neither true nor false. It is named there as it was
  /// grouped by: `(t0."year" > ?1) IS TRUE`.
  mutating func noteGroupedPredicates(of query: QueryCore) {
    for grouping in query.groupings ?? [] {
      guard case .isTrue(let predicate) = grouping.kind else { continue }
      // Written for the joins that it needs, and taken away again.
      let (text, values) = (sql.count, bindings.count)
      writeOperand(predicate)
      sql.removeSubrange(text...)
      bindings.removeSubrange(values...)
      scopes[scopes.count - 1].groupedPredicates.append(self.text(of: predicate))
    }
  }

  /// Whether the rows of the innermost statement are grouped by this predicate.
  func isGroupedPredicate(_ node: ExpressionNode) -> Bool {
    guard let predicates = scopes.last?.groupedPredicates, !predicates.isEmpty else { return false }
    return predicates.contains(text(of: node))
  }

  /// Refuses a column that can differ within a group: SQLite would take that of any row.
  mutating func checkGroups(of query: QueryCore, _ results: Results) {
    guard error == nil else { return }
    var written: [ExpressionNode] = []
    if case .expressions(let expressions, _) = results { written = expressions }
    guard query.groupings != nil || written.contains(where: \.containsAggregate) else { return }
    let groups = (query.groupings ?? []).map { text(of: $0) }
    // One row of all has no order.
    if query.groupings != nil { written += query.groupPredicates + query.orderings.map(\.node) }
    for node in written { check(node, groups) }
  }

  private mutating func check(_ node: ExpressionNode, _ groups: [RenderedStatement]) {
    // Raw SQL can hold an aggregate, which is not seen from here.
    switch node.kind {
    case .aggregate, .raw: return
    default: break
    }
    if groups.contains(text(of: node.asValue)) { return }
    if case .result(let index) = node.kind { return check(scopes[scopes.count - 1].results[index], groups) }
    guard case .column(let name, let source) = node.kind else {
      for child in node.children { check(child, groups) }
      return
    }
    guard scopeIndex(of: source.node) == scopes.count - 1, !isKeyGrouped(of: source, groups) else { return }
    fail(.columnNotGrouped(table: source.node.tableName, column: name))
  }

  /// Whether a group has one row of this source, because its key is grouped by.
  private func isKeyGrouped(of source: _Source, _ groups: [RenderedStatement]) -> Bool {
    let key = source.node.primaryKey
    return !key.isEmpty && key.allSatisfy { groups.contains(text(of: .column($0, of: source))) }
  }

  /// The text of a single expression: two expressions are equal if their texts are.
  private func text(of node: ExpressionNode) -> RenderedStatement {
    var renderer = self
    renderer.sql = []
    renderer.bindings = []
    if !renderer.scopes.isEmpty { renderer.scopes[renderer.scopes.count - 1].groupedPredicates = [] }
    renderer.writeOperand(node)
    return RenderedStatement(sql: String(decoding: renderer.sql, as: UTF8.self), bindings: renderer.bindings)
  }
}

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
  /// Source: SQLite, `resolve.c`, where the names in an aggregate determine its query.
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

  /// Refuses conditions on single rows that contain aggregates or window functions.
  mutating func checkAggregates(in conditions: [ExpressionNode]) {
    for condition in conditions where condition.traits != [] {
      fail(condition.containsAggregate ? .aggregateInCondition : .windowInCondition)
    }
  }
}
