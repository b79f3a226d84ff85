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
    var outputs: [Fragment] = []
    var aliases: [String: PostgreSQLFragment] = [:]
    var isUnnamed = false
    for (index, core) in select.cores.enumerated() {
      if index > 0 { clauses.append(select.operators[index - 1]) }
      let wanted = index == 0 || isExact ? expecting : columns.map(\.type)
      let part = try translator.core(
        core, outer, expecting: wanted, isExact: isExact, isExistence: isExistence, sorted: select.sortedResults,
        like: parameters == nil ? [] : columns)
      clauses += part.clauses
      if index == 0 {
        (columns, scope, outputs, aliases) = (part.columns, part.scope, part.outputs, part.aliases)
        isUnnamed = part.isUnnamed
      }
      for (left, right) in zip(columns.indices, part.columns) {
        guard columns[left].type != .null else {
          columns[left].type = right.type
          continue
        }
        guard
          columns[left].type == right.type || right.type == .null || columns[left].type.isNumber && right.type.isNumber
        else {
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
        (isUnnamed, aliases, outputs) = (false, [:], [])
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
            term, scope, aliases: aliases, columns: columns, isCompound: isCompound, outputs: outputs,
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
    return Result(sql: clauses.joined(separator: separator), columns: columns, isUnnamed: isUnnamed)
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
    package var clauses: [String]
    package var columns: [Scope.Column]
    package var scope: Scope
    /// The results.
    package var outputs: [Fragment]
    package var aliases: [String: Fragment]
    package var isUnnamed = false
  }

  private func isGrouped(_ core: SQLSelect.Core) -> Bool {
    !core.groups.isEmpty || core.having != nil
      || core.results.contains {
        if case .expression(let node, _) = $0 { PostgreSQLGrouping.hasAggregate(node) } else { false }
      }
  }

  /// The groups of a `SELECT`, whose terms can be results.
  private func groups(of core: SQLSelect.Core, _ scope: Scope) throws(PostgreSQLRefusal) -> PostgreSQLGroups {
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
    var outputs: [Fragment] = []
    var columns: [Scope.Column] = []
    var aliases: [String: Fragment] = [:]
    var list: [String] = []
    var isUnnamed = false
    for result in core.results {
      switch result {
      case .all:
        if isExistence {
          list.append("1")
        } else {
          for source in scope.sources { list += try add(source, to: &outputs, &columns, scope, sorted, like) }
        }
      case .allOf(let name, let offset):
        guard let source = scope.sources.first(where: { $0.name.foldedName == name.foldedName })
        else { throw PostgreSQLRefusal(.unknownTable(name), at: offset) }
        list += try add(source, to: &outputs, &columns, scope, sorted, like)
      case .expression(let node, let alias):
        let expected = columns.count < expecting.count ? expecting[columns.count] : nil
        var value = try fragment(node, scope, as: expected)
        if let expected, let assigned = assigned(value, to: expected) {
          value = isExact && assigned.type != expected ? assigned.cast(to: expected) : assigned
        }
        // PostgreSQL takes a NULL that nothing is known about for a text.
        if let expected, value.type == .null, !expected.isOpen, parameters != nil { value = value.cast(to: expected) }
        if like.indices.contains(columns.count) { value = value.compared(by: like[columns.count].collation ?? .binary) }
        var name = alias ?? ""
        if alias == nil, case .name(let parts) = node.form { name = parts.last ?? "" }
        if sorted.contains(.position(outputs.count)) || sorted.contains(.name(name.foldedName)) || sorted.contains(.any)
        {
          value = value.sortedByBytes
        }
        outputs.append(value)
        list.append(value.sql + (alias.map { " AS \(PostgreSQLNames.quoted($0))" } ?? ""))
        if let alias { aliases[alias.foldedName] = value }
        if name.isEmpty {
          name = "column\(columns.count + 1)"
          isUnnamed = true
        }
        columns.append(
          Scope.Column(name: name, type: value.type, isNullable: value.isNullable, collation: value.collation))
      }
    }
    clauses.append("SELECT \(core.isDistinct ? "DISTINCT " : "")\(list.joined(separator: ", "))")
    if !from.isEmpty { clauses.append("FROM \(from)") }
    if let condition = core.condition {
      try refuse(aliases, in: condition, scope)
      clauses.append("WHERE \(try rows.condition(condition, scope).sql)")
    }
    var groups: [String] = []
    for node in core.groups { groups.append(try rows.group(node, scope, aliases: aliases, outputs: outputs)) }
    if !groups.isEmpty { clauses.append("GROUP BY \(groups.joined(separator: ", "))") }
    scope.aliases = aliases
    if let having = core.having { clauses.append("HAVING \(try self.condition(having, scope).sql)") }
    if parameters == nil, isGrouped(core) {
      let grouping = PostgreSQLGrouping(translator: self, scope: scope, groups: Set(groups))
      for result in core.results {
        guard case .expression(let node, _) = result else {
          if !isExistence { throw PostgreSQLRefusal(.ungrouped("*"), at: 0) }
          continue
        }
        try grouping.check(node)
      }
      if let having = core.having { try grouping.check(having) }
    }
    return Part(
      clauses: clauses, columns: columns, scope: scope, outputs: outputs, aliases: aliases,
      isUnnamed: isUnnamed)
  }

  private func add(
    _ source: Scope.Source, to outputs: inout [Fragment], _ columns: inout [Scope.Column], _ scope: Scope,
    _ sorted: Set<SortedResult>, _ like: [Scope.Column]
  ) throws(PostgreSQLRefusal) -> [String] {
    var list: [String] = []
    for column in source.columns {
      var output = try self.column([source.name, column.name], at: 0, scope)
      if like.indices.contains(columns.count) { output = output.compared(by: like[columns.count].collation ?? .binary) }
      if sorted.contains(.position(outputs.count)) || sorted.contains(.name(column.name.foldedName))
        || sorted.contains(.any)
      {
        output = output.sortedByBytes
      }
      list.append(output.sql)
      outputs.append(output)
      var column = column
      column.collation = output.collation
      columns.append(column)
    }
    return list
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
      clauses: ["VALUES \(lines.joined(separator: ", "))"], columns: columns, scope: outer.inner([]), outputs: [],
      aliases: [:])
  }

  // MARK: Clauses

  /// The tables after `FROM`.
  func sources(_ sources: [SQLSelect.Source], in scope: inout Scope) throws(PostgreSQLRefusal) -> String {
    var from = ""
    for source in sources {
      var source = source
      // For SQLite, CROSS only fixes the order in which tables are read.
      if source.join == "CROSS JOIN", source.on != nil { source.join = "JOIN" }
      let text = try self.source(source, in: &scope)
      from += source.join.isEmpty ? text : source.join == "," ? ", \(text)" : " \(source.join) \(text)"
    }
    return from
  }

  private func source(_ source: SQLSelect.Source, in scope: inout Scope) throws(PostgreSQLRefusal) -> String {
    var text: String
    var added: Scope.Source
    switch source.form {
    case .table(let name):
      guard let relation = searchSource(name) ?? relations[name.foldedName] else {
        throw PostgreSQLRefusal(.unknownTable(name), at: source.offset)
      }
      added = relation
      text = PostgreSQLNames.quoted(relation.name)
      let alias = source.alias ?? (relation.search == nil ? nil : name)
      if let alias { text += " AS \(PostgreSQLNames.quoted(alias))" }
      added.name = alias ?? relation.name
    case .function(let call):
      guard call.name == "json_each" else { throw PostgreSQLRefusal(.function(call.name), at: source.offset) }
      let name = source.alias ?? call.name
      if case .parameter(let number)? = call.arguments.first?.form, call.arguments.count == 1, let parameters {
        added = elements(of: number, parameters)
        let columns = PostgreSQLNames.quoted(added.columns.map(\.name))
        text =
          parameters.readsKeys
          ? "(SELECT \"value\", \"number\" - 1, \"number\" FROM unnest($\(number)) WITH ORDINALITY AS \"elements\" (\"value\", \"number\")) AS "
            + "\(PostgreSQLNames.quoted(name)) (\(columns))"
          : "unnest($\(number)) AS \(PostgreSQLNames.quoted(name)) (\"value\")"
      } else {
        guard 1...2 ~= call.arguments.count else { throw PostgreSQLRefusal(.arguments(call.name), at: source.offset) }
        added = Scope.Source(
          name: name,
          columns: ["key", "value"].map { Scope.Column(name: $0, type: .jsonValue, isNullable: true, collation: nil) })
        text = "\(try jsonRows(call, scope)) AS \(PostgreSQLNames.quoted(name)) (\"key\", \"value\")"
      }
      added.name = name
    case .select(let select):
      // PostgreSQL 15 requires a name for a subquery after FROM.
      let result = try self.select(select, Scope(sources: [], outer: scope.outer))
      let alias = source.alias ?? "subquery\(scope.sources.count + 1)"
      text = "(\(result.sql)) AS \(PostgreSQLNames.quoted(alias))"
      if result.isUnnamed { text += " (\(PostgreSQLNames.quoted(result.columns.map(\.name))))" }
      added = Scope.Source(name: alias, columns: result.columns)
    }
    if source.join.hasPrefix("LEFT") || source.join.hasPrefix("FULL") { added.isOptional = true }
    if source.join.hasPrefix("RIGHT") || source.join.hasPrefix("FULL") {
      for index in scope.sources.indices { scope.sources[index].isOptional = true }
    }
    scope.sources.append(added)
    if let condition = source.on {
      text += " ON \(try self.condition(condition, scope).sql)"
    } else if !source.using.isEmpty {
      text += " USING (\(PostgreSQLNames.quoted(source.using)))"
    } else if source.join.hasSuffix("JOIN"), source.join != "CROSS JOIN" {
      text += " ON true"
    }
    return text
  }

  /// The elements of an array that is bound as one parameter.
  private func elements(of number: Int, _ parameters: PostgreSQLParameters) -> Scope.Source {
    parameters.array(number)
    let type = parameters.elementType(of: number) ?? .element(of: number)
    return Scope.Source(
      name: "",
      columns: [
        Scope.Column(
          name: "value", type: type == .json ? .jsonValue : type, isNullable: false, collation: nil),
        Scope.Column(name: "key", type: .integer(bits: 64), isNullable: false, collation: nil),
        Scope.Column(name: "id", type: .integer(bits: 64), isNullable: false, collation: nil),
      ])
  }

  /// A condition can use the alias of a result column in SQLite, but not in PostgreSQL.
  private func refuse(
    _ aliases: [String: Fragment], in node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) {
    for (name, offset) in PostgreSQLGrouping.names(in: node) where aliases[name.foldedName] != nil {
      if (try? scope.column([name], at: offset)) == nil { throw PostgreSQLRefusal(.alias(name), at: offset) }
    }
  }

  private func group(
    _ node: SQLNode, _ scope: Scope, aliases: [String: Fragment], outputs: [Fragment]
  ) throws(PostgreSQLRefusal) -> String {
    if case .integer(let digits) = node.form, let position = Int(digits), outputs.indices.contains(position - 1) {
      return outputs[position - 1].termSQL
    }
    if case .name(let parts) = node.form, parts.count == 1, (try? scope.column(parts, at: node.offset)) == nil,
      let output = aliases[parts[0].foldedName]
    {
      return output.termSQL
    }
    return try fragment(node, scope).termSQL
  }
}
