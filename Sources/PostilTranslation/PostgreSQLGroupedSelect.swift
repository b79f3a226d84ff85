/// The groups of a `SELECT`, and the names that its conditions can use.
extension PostgreSQLTranslator {
  func isGrouped(_ core: SQLSelect.Core) -> Bool {
    !core.groups.isEmpty || core.having != nil
      || core.results.contains {
        if case .expression(let node, _) = $0 { PostgreSQLGrouping.hasAggregate(node) } else { false }
      }
  }

  /// The groups of a `SELECT`, whose terms can be results.
  func groups(of core: SQLSelect.Core, _ scope: Scope) throws(PostgreSQLRefusal) -> PostgreSQLGroups {
    var groups = PostgreSQLGroups(depth: scope.outer.count)
    let results = core.results.map { result -> (node: SQLNode, alias: String?)? in
      if case .expression(let node, let alias) = result { (node, alias) } else { nil }
    }
    for term in core.groups {
      var node = term
      if case .integer(let digits) = term.form, let number = Int(digits), results.indices.contains(number - 1),
        let result = results[number - 1]
      {
        node = result.node
      } else if case .name(let parts) = term.form, parts.count == 1, (try? scope.column(parts, at: term.offset)) == nil,
        let result = results.first(where: { $0?.alias?.foldedName == parts[0].foldedName }), let result
      {
        node = result.node
      }
      groups.add(try fragment(node, scope))
    }
    // With a single 'min' or 'max', SQLite takes the values of its row. Source: SQLite, "SELECT", section 2.5.
    var calls: [SQLCall] = []
    for result in results { if let result { PostgreSQLGrouping.aggregates(in: result.node, &calls) } }
    if let having = core.having { PostgreSQLGrouping.aggregates(in: having, &calls) }
    let extremes = calls.filter { ["min", "max"].contains($0.name) }
    if extremes.count == 1, let call = extremes.first, call.filter == nil {
      let value = try fragment(call.arguments[0], scope).sortedByBytes
      groups.order = " ORDER BY \(value.sql)\(call.name == "max" ? " DESC" : "") NULLS LAST"
    }
    return groups
  }

  /// Refuses results of which SQLite takes the value of any row of the group.
  func checkGroups(
    of core: SQLSelect.Core, _ groups: Set<String>, _ scope: Scope, isExistence: Bool
  ) throws(PostgreSQLRefusal) {
    let grouping = PostgreSQLGrouping(translator: self, scope: scope, groups: groups)
    for result in core.results {
      guard case .expression(let node, _) = result else {
        if !isExistence { throw PostgreSQLRefusal(.ungrouped("*"), at: 0) }
        continue
      }
      try grouping.check(node)
    }
    if let having = core.having { try grouping.check(having) }
  }

  /// A condition can use the alias of a result column in SQLite, but not in PostgreSQL.
  func refuse(
    _ aliases: [String: Fragment], in node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) {
    for (name, offset) in PostgreSQLGrouping.names(in: node) where aliases[name.foldedName] != nil {
      if (try? scope.column([name], at: offset)) == nil { throw PostgreSQLRefusal(.alias(name), at: offset) }
    }
  }

  func group(
    _ node: SQLNode, _ scope: Scope, _ results: PostgreSQLResults
  ) throws(PostgreSQLRefusal) -> String {
    if case .integer(let digits) = node.form, let position = Int(digits), results.outputs.indices.contains(position - 1)
    {
      return results.outputs[position - 1].termSQL
    }
    if case .name(let parts) = node.form, parts.count == 1, (try? scope.column(parts, at: node.offset)) == nil,
      let output = results.aliases[parts[0].foldedName]
    {
      return output.termSQL
    }
    return try fragment(node, scope).termSQL
  }
}
