// The statements that load rows related to rows that were already loaded.
extension SQLRenderer {
  /// Writes a `SELECT` of the rows that a relationship leads to from any of the keys: all columns or other results, the index of the
  /// key, and the extras.
  ///
  /// `SELECT t1."id", …, t0."key" FROM json_each(?1) AS t0 CROSS JOIN "step" AS t1 WHERE t1."item_id" = t0."value"`
  ///
  /// `CROSS JOIN` prevents SQLite from reading the JSON repeatedly in an inner loop: the keys come first, and each finds its
  /// members by the index of the foreign key. Source: SQLite, "The SQLite Query Optimizer Overview", section 8.2.
  ///
  /// The members of all rows of a table are read without the keys, with the key that each belongs to:
  /// `SELECT t0."id", …, t0."item_id" FROM "step" AS t0`
  mutating func writeMembers(
    of included: _IncludedRows, by path: RelationshipPath, keys: KeyList, extras: [_ExpressionNode]
  ) {
    let query = included.members
    let names = MemberNames(besides: query.table)
    let isOfAll = if case .all = keys { true } else { false }
    let key = isOfAll ? 0 : nextAlias()
    enterScope(of: query, by: path, roots: included.level.sources)
    let outer = query.isPaged ? nextAlias() : nil
    write("SELECT ")
    if let outer {
      let results = included.results.map { names.values($0.count) } ?? query.table.columns.map(\.name)
      writeColumns(results + [names.key] + names.extras(extras.count), of: outer)
      write(" FROM (SELECT ")
    }
    writeMemberResults(of: included, keys, key, extras, names: query.isPaged ? names : nil)
    write(" FROM ")
    let parameter = writeKeys(keys, as: key)
    if !isOfAll { write(" CROSS JOIN ") }
    let first = scopes[scopes.count - 1].tables[0]
    writeRows(first.rows, as: first.alias)
    let joins = sql.count
    for (index, member) in (path.join?.near ?? path.far).enumerated() where !isOfAll {
      write(index == 0 ? " WHERE " : " AND ")
      writeColumn(member, of: first.alias)
      write(" = ")
      writeKeyColumn(index, of: keys, key, bytes: parameter)
    }
    writeMemberConditions(of: query, isFirst: isOfAll)
    if outer == nil { writeMemberOrder(of: query, keys, key) }
    requireRows(of: query)
    insertJoins(at: joins)
    checkMatches()
    scopes.removeLast()
    if let outer { writePart(of: query, outer, names) }
  }

  private mutating func enterScope(of query: QueryCore, by path: RelationshipPath, roots: [_Source]) {
    var scope = Scope(
      roots: query.roots + roots.map { QueryCore.Root(source: $0, element: 0) },
      joinTablePath: path.join == nil ? nil : path)
    scope.keepsOrder = true
    scope.tables.append(Scope.Table(alias: nextAlias(), rows: path.join.map { .table($0.table) } ?? query.rows))
    scope.elements.append(path.join == nil ? 0 : nil)
    scopes.append(scope)
  }

  /// Writes the results of the statement, with names if it is a subquery.
  private mutating func writeMemberResults(
    of included: _IncludedRows, _ keys: KeyList, _ key: Int, _ extras: [_ExpressionNode], names: MemberNames?
  ) {
    let query = included.members
    let place = root(0, of: scopes.count - 1)
    let alias = alias(of: place)
    if let results = included.results {
      for (index, result) in results.enumerated() {
        if index > 0 { write(", ") }
        writeResult(result)
        if let names { writeName(names.value(index)) }
      }
    } else {
      for (index, column) in query.table.columns.enumerated() {
        if index > 0 { write(", ") }
        writeColumn(column.name, of: alias)
        if names != nil { writeName(column.name) }
      }
    }
    write(", ")
    writeNumber(of: keys, key)
    if let names { writeName(names.key) }
    for (index, extra) in extras.enumerated() {
      write(", ")
      writeResult(extra)
      if let names { writeName(names.extra(index)) }
    }
    guard let names else { return }
    write(", row_number() OVER (PARTITION BY ")
    writeNumber(of: keys, key)
    writeOrder(of: query, behind: " ORDER BY ")
    write(")")
    writeName(names.number)
  }

  private mutating func writeName(_ name: String) {
    write(" AS ")
    writeIdentifier(name)
  }

  /// Writes the conditions on the members and the query's own conditions.
  private mutating func writeMemberConditions(of query: QueryCore, isFirst: Bool) {
    var separator: StaticString = isFirst ? " WHERE " : " AND "
    if let deletedAt = query.hidingColumn {
      let place = root(0, of: scopes.count - 1)
      write(separator)
      separator = " AND "
      writeColumn(deletedAt, of: alias(of: place))
      write(query.deletedRows == .only ? " IS NOT NULL" : " IS NULL")
    }
    guard !query.predicates.isEmpty else { return }
    checkAggregates(in: query.predicates)
    write(separator)
    let wasConjunct = isConjunct
    isConjunct = true
    writeChain(query.predicates[...], .and, above: .and, nullIsFalse: true)
    isConjunct = wasConjunct
  }

  /// Writes the order, if the members have one. The members of a key are consecutive.
  private mutating func writeMemberOrder(of query: QueryCore, _ keys: KeyList, _ key: Int) {
    guard !query.orderings.isEmpty || query.position != nil else { return }
    write(" ORDER BY ")
    writeNumber(of: keys, key)
    writeOrder(of: query, behind: ", ")
  }

  /// Writes the end of a subquery, and the limit on the members of each key.
  private mutating func writePart(of query: QueryCore, _ outer: Int, _ names: MemberNames) {
    write(") AS ")
    writeAlias(outer)
    write(" WHERE ")
    if query.offset > 0 {
      writeColumn(names.number, of: outer)
      write(" > ")
      writeValue(.integer(Int64(query.offset)))
      if query.limit != nil { write(" AND ") }
    }
    if let limit = query.limit {
      writeColumn(names.number, of: outer)
      write(" <= ")
      let (last, isTooLarge) = limit.addingReportingOverflow(query.offset)
      writeValue(.integer(isTooLarge ? .max : Int64(last)))
    }
    write(" ORDER BY ")
    writeColumns([names.key, names.number], of: outer)
  }

  // MARK: - Keys

  /// Writes the keys as a table, and returns the number of the parameter that contains their bytes.
  private mutating func writeKeys(_ keys: KeyList, as alias: Int) -> Int? {
    switch keys {
    case .all: return nil
    case .json(let text, let forms, let bytes):
      write("json_each(")
      writeValue(.text(text))
      write(") AS ")
      writeAlias(alias)
      guard forms.contains(where: { $0 != .plain }) else { return nil }
      bindings.append(.blob(bytes))
      return bindings.count
    case .parameters(let values, let columns, let first):
      write("(VALUES ")
      for (index, value) in values.enumerated() {
        if index % columns == 0 {
          if index > 0 { write("), ") }
          write("(")
          sql.append(contentsOf: String(first + index / columns).utf8)
        }
        write(", ")
        writeValue(value)
      }
      write(")) AS ")
      writeAlias(alias)
      return nil
    }
  }

  /// Writes the index of a key, or the key itself if all members are read.
  private mutating func writeNumber(of keys: KeyList, _ alias: Int) {
    switch keys {
    case .all(let column): writeColumn(column, of: scopes[scopes.count - 1].tables[0].alias)
    case .json: writeColumn("key", of: alias)
    case .parameters: writeColumn("column1", of: alias)
    }
  }

  /// Writes a column of a key.
  private mutating func writeKeyColumn(_ index: Int, of keys: KeyList, _ alias: Int, bytes parameter: Int?) {
    guard case .json(_, let forms, _) = keys else { return writeColumn("column\(index + 2)", of: alias) }
    let form = forms[index]
    if forms.count == 1, form == .plain { return writeColumn("value", of: alias) }
    let place = forms[..<index].reduce(0) { $0 + ($1 == .plain ? 1 : 2) }
    if form == .plain { return writeElement(place, of: alias) }
    if form == .text { write("CAST(") }
    write("substr(?")
    sql.append(contentsOf: String(parameter ?? 0).utf8)
    write(", ")
    writeElement(place, of: alias)
    write(", ")
    writeElement(place + 1, of: alias)
    write(form == .text ? ") AS TEXT)" : ")")
  }

  private mutating func writeElement(_ index: Int, of alias: Int) {
    writeColumn("value", of: alias)
    write(" ->> ")
    sql.append(contentsOf: String(index).utf8)
  }
}

/// The names of the results of a subquery over members. They differ from all column names.
private struct MemberNames {
  private var mark = ""

  init(besides table: _TableDescription) {
    let names = table.columns.map { $0.name.lowercased() }
    while names.contains(where: { [key, number].contains($0) || $0.hasPrefix("extra\(mark)") }) { mark += "_" }
  }

  var key: String { "key\(mark)" }
  var number: String { "number\(mark)" }
  func extra(_ index: Int) -> String { "extra\(mark)\(index)" }
  /// The values that are read instead of the columns.
  func value(_ index: Int) -> String { "value\(index)" }
  func values(_ count: Int) -> [String] { (0..<count).map(value) }
  func extras(_ count: Int) -> [String] { (0..<count).map(extra) }
}
