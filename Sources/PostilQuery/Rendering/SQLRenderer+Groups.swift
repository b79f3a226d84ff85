extension SQLRenderer {
  /// Writes `GROUP BY` and `HAVING`.
  mutating func writeGroups(of query: QueryCore) {
    for grouping in query.groupings ?? [] where grouping.containsAggregate || grouping.containsWindow {
      fail(.aggregateInGrouping)
    }
    for (index, grouping) in (query.groupings ?? []).enumerated() {
      write(index == 0 ? " GROUP BY " : ", ")
      writeOperand(grouping)
    }
    guard !query.groupPredicates.isEmpty else { return }
    write(" HAVING ")
    let isAlone = query.groupPredicates.count == 1
    writeChain(query.groupPredicates[...], .and, above: isAlone ? .any : .and, nullIsFalse: true)
  }

  /// Records the predicates by which rows are grouped, before anything that may refer to them is written.
  ///
  /// The group of the false values also contains the rows for which the predicate is neither true nor false. Therefore,
  /// references to it are written like the grouping term: `(t0."year" > ?1) IS TRUE`.
  mutating func noteGroupedPredicates(of query: QueryCore) {
    for grouping in query.groupings ?? [] {
      guard case .isTrue(let predicate) = grouping.kind else { continue }
      // Written only to add the joins that it needs, then removed again.
      let (text, values) = (sql.count, bindings.count)
      writeOperand(predicate)
      sql.removeSubrange(text...)
      bindings.removeSubrange(values...)
      scopes[scopes.count - 1].groupedPredicates.append(self.text(of: predicate))
    }
  }

  /// Whether the rows of the innermost statement are grouped by this predicate.
  func isGroupedPredicate(_ node: _ExpressionNode) -> Bool {
    guard let predicates = scopes.last?.groupedPredicates, !predicates.isEmpty else { return false }
    return predicates.contains(text(of: node))
  }

  /// Rejects a column that can have different values within a group. SQLite would use the value of an arbitrary row.
  mutating func checkGroups(of query: QueryCore, _ results: Results) {
    guard error == nil else { return }
    var written: [_ExpressionNode] = []
    if case .expressions(let expressions, _) = results { written = expressions }
    guard query.groupings != nil || written.contains(where: \.containsAggregate) else { return }
    let groups = (query.groupings ?? []).map { text(of: $0) }
    // A single row for all groups has no order.
    if query.groupings != nil { written += query.groupPredicates + query.orderings.map(\.node) }
    for node in written { check(node, groups) }
  }

  private mutating func check(_ node: _ExpressionNode, _ groups: [_RenderedStatement]) {
    switch node.kind {
    // Raw SQL can contain an aggregate, which can't be detected here.
    case .aggregate, .raw: return
    default: if isGroupedPredicate(node) || groups.contains(text(of: node.asValue)) { return }
    }
    if case .result(let index) = node.kind { return check(scopes[scopes.count - 1].results[index], groups) }
    guard case .column(let name, let source) = node.kind else {
      for child in node.children { check(child, groups) }
      return
    }
    guard scopeIndex(of: source.node) == scopes.count - 1, !isSingleRow(source.node, groups) else { return }
    fail(.columnNotGrouped(table: source.node.table.name, column: name))
  }

  /// Whether each group has at most one row of this source: the rows are grouped by its primary key or by a unique key,
  /// or a to-one path leads to it from columns with one value in each group.
  ///
  /// The columns of this row aren't added to `GROUP BY`. SQLite doesn't need it, and can read the groups from an index
  /// on the terms that it has.
  private func isSingleRow(_ node: SourceNode, _ groups: [_RenderedStatement]) -> Bool {
    func isGrouped(_ column: String, of node: SourceNode) -> Bool {
      groups.contains(text(of: .column(column, of: _Source(node: node))))
    }
    for key in [node.table.primaryKey] + node.table.uniqueKeys where !key.isEmpty {
      if key.allSatisfy({ isGrouped($0, of: node) }) { return true }
    }
    guard let parent = node.parent, let path = node.path else { return false }
    return isSingleRow(parent, groups) || path.near.allSatisfy { isGrouped($0, of: parent) }
  }

  /// The text of a single expression. Two expressions are equal if their texts are, whenever they are written: the aliases of their
  /// subqueries are counted from a number that no other alias reaches.
  private func text(of node: _ExpressionNode) -> _RenderedStatement {
    var renderer = self
    renderer.aliases = 1_000_000
    renderer.sql = []
    renderer.bindings = []
    if !renderer.scopes.isEmpty { renderer.scopes[renderer.scopes.count - 1].groupedPredicates = [] }
    renderer.writeOperand(node)
    return _RenderedStatement(sql: String(decoding: renderer.sql, as: UTF8.self), bindings: renderer.bindings)
  }
}

extension SQLRenderer {
  /// Writes an aggregate call: `sum(DISTINCT t0."price") FILTER (WHERE t0."done" = 1)`.
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

  /// Rejects an aggregate that uses only columns of an outer query, because SQL would compute it there, over that
  /// query's rows. Source: SQLite, `resolve.c`, where the names in an aggregate determine its query.
  mutating func checkRows(of call: AggregateCall) {
    guard scopes.count > 1 else { return }
    var rest = call.arguments
    var isOfOuterRows = false
    while let node = rest.popLast() {
      switch node.kind {
      case .column(_, let source), .position(_, let source):
        if scopeIndex(of: source.node) == scopes.count - 1 { return }
        isOfOuterRows = true
      // A test for membership in an empty list is written without its operand, and SQLite drops that of a test for NULL, before it
      // looks for columns, if it can't be NULL.
      case .membership(_, let values, _) where values.isEmpty: continue
      case .isNull(let operand) where !operand.isOptional: continue
      // The columns that these use can't be detected here.
      case .exists, .count, .scalar, .selected, .raw: return
      default: rest += node.children
      }
    }
    if isOfOuterRows { fail(.aggregateOfOuterRows(function: call.function.rawValue)) }
  }

  /// Rejects conditions on single rows that contain aggregates or window functions.
  mutating func checkAggregates(in conditions: [_ExpressionNode]) {
    for condition in conditions {
      if condition.containsAggregate { fail(.aggregateInCondition) }
      if condition.containsWindow { fail(.windowInCondition) }
    }
  }
}
