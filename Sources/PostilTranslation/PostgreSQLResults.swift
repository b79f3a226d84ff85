import PostilSQL

/// The results of a `SELECT` or of `RETURNING`.
struct PostgreSQLResults {
  /// The SQL of each result.
  var list: [String] = []
  var outputs: [PostgreSQLFragment] = []
  var columns: [PostgreSQLScope.Column] = []
  /// The results that have names of their own.
  var aliases: [String: PostgreSQLFragment] = [:]
  /// Whether the SQL leaves a column unnamed, so that its name must be listed where the result is used.
  var isUnnamed = false
}

extension PostgreSQLTranslator {
  /// Translates the results of a statement.
  /// - Parameters:
  ///   - expecting: the types of the results; empty if they keep their own types.
  ///   - isExact: whether the results must have exactly these types.
  ///   - isReturning: whether they are those of `RETURNING`, which returns arrays as such.
  ///   - isExistence: whether only the number of rows matters.
  ///   - sorted: the results by which the rows are sorted.
  ///   - like: the columns of the rows with which they are combined.
  func results(
    _ list: [SQLSelect.Result], _ scope: Scope, expecting: [PostgreSQLType] = [], isExact: Bool = false,
    isReturning: Bool = false, isExistence: Bool = false, sorted: Set<SortedResult> = [], like: [Scope.Column] = []
  ) throws(PostgreSQLRefusal) -> PostgreSQLResults {
    var results = PostgreSQLResults()
    for result in list {
      switch result {
      case .all:
        if isExistence {
          results.list.append("1")
        } else {
          for source in scope.sources { try add(source, to: &results, scope, sorted, like) }
        }
      case .allOf(let name, let offset):
        guard let source = scope.sources.first(where: { $0.name.foldedName == name.foldedName })
        else { throw PostgreSQLRefusal(.unknownTable(name), at: offset) }
        try add(source, to: &results, scope, sorted, like)
      case .expression(let node, let alias):
        let position = results.columns.count
        let array = try array(node, scope)
        let expected =
          position < expecting.count ? expecting[position] : isReturning && array?.type != .vector ? array?.type : nil
        var value = try fragment(node, scope, as: expected)
        if let expected, let assigned = assigned(value, to: expected) {
          value = isExact && assigned.type != expected ? assigned.cast(to: expected) : assigned
        }
        // PostgreSQL takes a NULL that nothing is known about for a text.
        if let expected, value.type == .null, !expected.isOpen, parameters != nil { value = value.cast(to: expected) }
        if like.indices.contains(position) { value = value.compared(by: like[position].collation ?? .binary) }
        var name = alias ?? ""
        if alias == nil, case .name(let parts) = node.form { name = parts.last ?? "" }
        if sorted.contains(.position(position)) || sorted.contains(.name(name.foldedName)) || sorted.contains(.any) {
          value = value.sortedByBytes
        }
        results.outputs.append(value)
        let written = alias ?? (array != nil && value.type == .json ? name : nil)
        results.list.append(value.sql + (written.map { " AS \(PostgreSQLNames.quoted($0))" } ?? ""))
        if let alias { results.aliases[alias.foldedName] = value }
        if name.isEmpty {
          name = "column\(position + 1)"
          results.isUnnamed = true
        }
        results.columns.append(
          Scope.Column(name: name, type: value.type, isNullable: value.isNullable, collation: value.collation))
      }
    }
    return results
  }

  private func add(
    _ source: Scope.Source, to results: inout PostgreSQLResults, _ scope: Scope, _ sorted: Set<SortedResult>,
    _ like: [Scope.Column]
  ) throws(PostgreSQLRefusal) {
    for column in source.columns {
      var output = try self.column([source.name, column.name], at: 0, scope)
      let position = results.columns.count
      if like.indices.contains(position) { output = output.compared(by: like[position].collation ?? .binary) }
      if sorted.contains(.position(position)) || sorted.contains(.name(column.name.foldedName)) || sorted.contains(.any)
      {
        output = output.sortedByBytes
      }
      var column = column
      let isConverted = output.type == .json && column.type != .json
      results.list.append(output.sql + (isConverted ? " AS \(PostgreSQLNames.quoted(column.name))" : ""))
      results.outputs.append(output)
      if isConverted { column.type = .json }
      column.collation = output.collation
      results.columns.append(column)
    }
  }
}
