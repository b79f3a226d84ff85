import PostilSQL

/// What a statement reads: tables, views, subqueries, and the elements of arrays and documents.
extension PostgreSQLTranslator {
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
          parameters.namesKeys(of: name)
          ? "(SELECT \"value\", \"number\" - 1, \"number\" FROM unnest($\(number)) WITH ORDINALITY AS \"elements\" (\"value\", \"number\")) AS "
            + "\(PostgreSQLNames.quoted(name)) (\(columns))"
          : "unnest($\(number)) AS \(PostgreSQLNames.quoted(name)) (\"value\")"
      } else {
        guard 1...2 ~= call.arguments.count else { throw PostgreSQLRefusal(.arguments(call.name), at: source.offset) }
        let rows = try jsonRows(call, as: name, scope)
        added = Scope.Source(
          name: name,
          columns: rows.columns.map {
            Scope.Column(
              name: $0, type: rows.type, isNullable: true, collation: rows.type == .text ? .binary : nil)
          })
        text = "\(rows.sql) AS \(PostgreSQLNames.quoted(name)) (\(PostgreSQLNames.quoted(rows.columns)))"
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
    // An element in JSON stays one whose type is open, so that the same expression is translated in the same way each time.
    let known = parameters.elementType(of: number)
    return Scope.Source(
      name: "",
      columns: [
        Scope.Column(
          name: "value", type: known.flatMap { $0 == .json ? nil : $0 } ?? .element(of: number), isNullable: false,
          collation: nil),
        Scope.Column(name: "key", type: .integer(bits: 64), isNullable: false, collation: nil),
        Scope.Column(name: "id", type: .integer(bits: 64), isNullable: false, collation: nil),
      ])
  }
}
