import PostilSQL

/// `SELECT`: names, grouping and order, which differ between the two databases.
extension PostgreSQLTranslator {
  /// A `SELECT` with its result columns.
  package struct Result {
    package var sql: String
    package var columns: [Scope.Column]
    /// Whether the SQL leaves a column unnamed, so that its name must be listed where the result is used.
    package var isUnnamed = false
  }

  /// - Parameters:
  ///   - expecting: the types of the results; empty if they keep their own types.
  ///   - separator: the text between clauses.
  ///   - isExact: whether the results must have exactly these types.
  ///   - isExistence: whether only the number of rows matters.
  package func select(
    _ select: SQLSelect, _ outer: Scope, expecting: [PostgreSQLType] = [], separator: String = " ",
    isExact: Bool = false, isExistence: Bool = false
  ) throws(PostgreSQLRefusal) -> Result {
    var translator = self
    var clauses: [String] = []
    if let clause = try translator.add(select.named, isRecursive: select.isRecursive, outer) { clauses.append(clause) }
    var columns: [Scope.Column] = []
    var scope = outer.inner([])
    var results = PostgreSQLResults()
    for (index, core) in select.cores.enumerated() {
      if index > 0 {
        let sign = select.operators[index - 1]
        if sign == "INTERSECT", select.operators[..<(index - 1)].contains(where: { $0 != sign }) {
          // 'INTERSECT' binds more tightly in PostgreSQL; SQLite combines from left to right.
          let named = select.named.isEmpty ? [] : [clauses.removeFirst()]
          clauses = named + ["(\(clauses.joined(separator: separator)))"]
        }
        clauses.append(sign)
      }
      let wanted = index == 0 || isExact ? expecting : columns.map(\.type)
      let part = try translator.core(
        core, outer, expecting: wanted, isExact: isExact, isExistence: isExistence, sorted: select.sortedResults,
        like: parameters == nil ? [] : columns)
      clauses += part.clauses
      if index == 0 {
        (results, columns, scope) = (part.results, part.results.columns, part.scope)
      }
      for (left, right) in zip(columns.indices, part.results.columns) {
        guard columns[left].type != .null else {
          columns[left].type = right.type
          continue
        }
        guard fits(right.type, columns[left].type) else {
          throw PostgreSQLRefusal(.operands(columns[left].type.name, "UNION", right.type.name), at: select.offset)
        }
        columns[left].isNullable = columns[left].isNullable || right.isNullable
        if columns[left].type == .text, right.type == .text,
          (columns[left].collation == .nocase) != (right.collation == .nocase)
        {
          throw PostgreSQLRefusal(.operands("citext", "UNION", "text"), at: select.offset)
        }
      }
    }
    if !select.order.isEmpty {
      var terms: [String] = []
      let isCompound = select.cores.count > 1
      var order = select.order
      if isCompound, parameters != nil, order.contains(where: { !$0.isOfResult }) {
        // PostgreSQL sorts combined rows by result columns only, so they become a table.
        for index in columns.indices where columns.firstIndex(where: { $0.name == columns[index].name }) != index {
          columns[index].name = "column\(index + 1)"
        }
        for index in order.indices { order[index].node = order[index].node.naming(columns.map(\.name)) }
        let named = select.named.isEmpty ? [] : [clauses.removeFirst()]
        clauses =
          named + [
            "SELECT * FROM (\(clauses.joined(separator: " "))) AS \"rows\" (\(PostgreSQLNames.quoted(columns.map(\.name))))"
          ]
        scope = outer.inner([Scope.Source(name: "rows", columns: columns)])
        results = PostgreSQLResults()
        for term in order {
          terms.append(
            try translator.order(
              term, scope, aliases: [:], columns: columns, isCompound: false, outputs: [], isDistinct: false))
        }
        order = []
      }
      if !isCompound, parameters != nil, translator.isGrouped(select.cores[0]) {
        translator.groups.append(try translator.groups(of: select.cores[0], scope))
      }
      for term in order {
        terms.append(
          try translator.order(
            term, scope, aliases: results.aliases, columns: columns, isCompound: isCompound, outputs: results.outputs,
            isDistinct: select.cores[0].isDistinct))
      }
      clauses.append("ORDER BY \(terms.joined(separator: ", "))")
    }
    if let limit = select.limit, !limit.isNegative {
      clauses.append("LIMIT \(try translator.fragment(limit, outer, as: .integer(bits: 64)).operand(.atom))")
    }
    if let skip = select.skip {
      clauses.append("OFFSET \(try translator.fragment(skip, outer, as: .integer(bits: 64)).operand(.atom))")
    }
    if let lock = select.lock { clauses.append(lock) }
    return Result(sql: clauses.joined(separator: separator), columns: columns, isUnnamed: results.isUnnamed)
  }

  /// Adds the tables of `WITH` to the relations.
  /// - Returns: the clause; `nil` if there are none.
  mutating func add(
    _ tables: [SQLSelect.Named], isRecursive: Bool, _ outer: Scope
  ) throws(PostgreSQLRefusal) -> String? {
    guard !tables.isEmpty else { return nil }
    var list: [String] = []
    for named in tables {
      var expected: [PostgreSQLType] = []
      if isRecursive, named.select.cores.count > 1 {
        // The columns of a recursive table are those of its first rows. PostgreSQL requires the same types in the others.
        var start = named.select
        (start.cores, start.operators, start.order, start.limit, start.skip) = ([start.cores[0]], [], [], nil, nil)
        var columns = try select(start, outer).columns
        for index in columns.indices where columns[index].type.isInteger { columns[index].type = .integer(bits: 64) }
        add(named, columns)
        expected = columns.map(\.type)
      }
      let result = try select(named.select, outer, expecting: expected, isExact: !expected.isEmpty)
      let names = add(named, result.columns)
      list.append("\(PostgreSQLNames.quoted(named.name)) (\(names)) AS (\(result.sql))")
    }
    return "WITH \(isRecursive ? "RECURSIVE " : "")\(list.joined(separator: ", "))"
  }

  @discardableResult
  private mutating func add(_ table: SQLSelect.Named, _ columns: [Scope.Column]) -> String {
    var columns = columns
    for (index, name) in table.columns.enumerated() where index < columns.count { columns[index].name = name }
    relations[table.name.foldedName] = Scope.Source(name: table.name, columns: columns)
    return PostgreSQLNames.quoted(columns.map(\.name))
  }

  private struct Part {
    var clauses: [String]
    var scope: Scope
    var results: PostgreSQLResults
  }

  private func core(
    _ core: SQLSelect.Core, _ outer: Scope, expecting: [PostgreSQLType], isExact: Bool, isExistence: Bool,
    sorted: Set<SortedResult>, like: [Scope.Column]
  ) throws(PostgreSQLRefusal) -> Part {
    if let rows = core.values { return try values(rows, outer, expecting) }
    var scope = outer.inner([])
    var clauses: [String] = []
    /// Sources, conditions and groups apply to rows.
    var rows = self
    rows.groups.removeAll { $0.depth == scope.outer.count }
    let from = try rows.sources(core.sources, in: &scope)
    note(core.condition, in: &scope)
    for source in core.sources { note(source.on, in: &scope) }
    if parameters != nil, groups.last?.depth != scope.outer.count, isGrouped(core) {
      var grouped = self
      grouped.groups.append(try groups(of: core, scope))
      return try grouped.core(
        core, outer, expecting: expecting, isExact: isExact, isExistence: isExistence, sorted: sorted, like: like)
    }
    let results = try results(
      core.results, scope, expecting: expecting, isExact: isExact, isExistence: isExistence, sorted: sorted, like: like)
    clauses.append("SELECT \(core.isDistinct ? "DISTINCT " : "")\(results.list.joined(separator: ", "))")
    if !from.isEmpty { clauses.append("FROM \(from)") }
    if let condition = core.condition {
      try refuse(results.aliases, in: condition, scope)
      clauses.append("WHERE \(try rows.condition(condition, scope).sql)")
    }
    var groups: [String] = []
    for node in core.groups { groups.append(try rows.group(node, scope, results)) }
    if !groups.isEmpty { clauses.append("GROUP BY \(groups.joined(separator: ", "))") }
    scope.aliases = results.aliases
    if let having = core.having { clauses.append("HAVING \(try self.condition(having, scope).sql)") }
    if parameters == nil, isGrouped(core) {
      try checkGroups(of: core, Set(groups), scope, isExistence: isExistence)
    }
    return Part(clauses: clauses, scope: scope, results: results)
  }

  private func values(
    _ rows: [[SQLNode]], _ outer: Scope, _ expecting: [PostgreSQLType]
  ) throws(PostgreSQLRefusal) -> Part {
    var columns: [Scope.Column] = []
    var lines: [String] = []
    for row in rows {
      var items: [String] = []
      for (index, node) in row.enumerated() {
        let expected =
          index < expecting.count ? expecting[index] : index < columns.count ? columns[index].type : nil
        var value = try fragment(node, outer, as: expected)
        if let expected, let assigned = assigned(value, to: expected) { value = assigned }
        items.append(value.sql)
        let column = Scope.Column(
          name: "column\(index + 1)", type: value.type, isNullable: value.isNullable, collation: value.collation)
        if index == columns.count { columns.append(column) }
      }
      lines.append("(\(items.joined(separator: ", ")))")
    }
    return Part(
      clauses: ["VALUES \(lines.joined(separator: ", "))"], scope: outer.inner([]),
      results: PostgreSQLResults(columns: columns))
  }
}
