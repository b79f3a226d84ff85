extension SQLRenderer {
  /// The position of a source in the statement: a scope, and one of its tables.
  struct Place {
    let scope: Int
    let table: Int
  }

  /// Writes a column of a source, which may be a row of any enclosing statement.
  mutating func writeColumn(_ name: String, of source: _Source) {
    var (name, node) = (name, source.node)
    // The key of a required to-one relationship is the reference itself, so no join is needed for it.
    while let parent = node.parent, let path = node.path, path.isRequired, let index = path.far.firstIndex(of: name) {
      (name, node) = (path.near[index], parent)
    }
    guard let scope = scopeIndex(of: node) else {
      if rawLevel == scopes.count, node.root.isUnqualified {
        return node.parent == nil ? writeIdentifier(name) : fail(.rawSQL(.path(column: name), sql: ""))
      }
      return fail(.columnOutOfScope(table: node.table.name, column: name))
    }
    if !scopes[scope].takesJoins, node.parent != nil {
      scopes[scope].neededJoins = true
      return writePathSubquery(name, of: node)
    }
    if node.parent == nil, let path = scopes[scope].joinTablePath, scopes[scope].element(of: node) == 0,
      let index = path.far.firstIndex(of: name),
      let join = path.join
    {
      return writeColumn(join.far[index], of: scopes[scope].tables[0].alias)
    }
    let place = place(of: node, in: scope)
    let table = scopes[scope].tables[place.table]
    writeColumn(scopes[scope].name(of: name, in: table), of: table.alias)
  }

  /// Writes the position of a member, which is a column of the first table: the members' table or the join table.
  mutating func writePosition(_ name: String, of source: _Source) {
    guard let scope = scopeIndex(of: source.node) else {
      return fail(.columnOutOfScope(table: source.node.table.name, column: name))
    }
    writeColumn(name, of: scopes[scope].tables[0].alias)
  }

  /// The innermost statement that reads the root of a path.
  func scopeIndex(of node: SourceNode) -> Int? {
    var root = node
    while let parent = root.parent { root = parent }
    return scopes.lastIndex { $0.element(of: root) != nil }
  }

  func alias(of place: Place) -> Int { scopes[place.scope].tables[place.table].alias }

  /// Finds a source in a statement, and joins it if it isn't there yet.
  mutating func place(of node: SourceNode, in scope: Int) -> Place {
    guard let parentNode = node.parent, let path = node.path else {
      return root(scopes[scope].element(of: node) ?? 0, of: scope)
    }
    let parent = place(of: parentNode, in: scope).table
    let known = scopes[scope].table(after: parent, by: path).map { Place(scope: scope, table: $0) }
    let place =
      known
      ?? add(
        Scope.Table(
          alias: nextAlias(), rows: .table(path.target.name), parent: parent, near: path.near, far: path.far,
          isLeft: scopes[scope].tables[parent].isLeft || !path.isRequired,
          deletedAt: path.hidesDeleted ? path.target.deletedAt : nil, path: path),
        to: scope)
    if scopes[scope].writesConditions { scopes[scope].tables[place.table].isFiltering = true }
    return place
  }

  /// One of the tables of a statement's rows. If a join table comes first, the first table is joined when it is needed.
  mutating func root(_ element: Int, of scope: Int) -> Place {
    if let root = scopes[scope].elements[element] { return Place(scope: scope, table: root) }
    guard let path = scopes[scope].joinTablePath, let join = path.join else { return Place(scope: scope, table: 0) }
    let place = add(
      Scope.Table(
        alias: nextAlias(), rows: .table(path.target.name), parent: 0, near: join.far, far: path.far),
      to: scope)
    scopes[scope].elements[0] = place.table
    return place
  }

  private mutating func add(_ table: Scope.Table, to scope: Int) -> Place {
    scopes[scope].tables.append(table)
    return Place(scope: scope, table: scopes[scope].tables.count - 1)
  }

  /// Writes a column at the end of a path as a scalar subquery: `(SELECT t1."name" FROM "project" AS t1 WHERE …)`.
  private mutating func writePathSubquery(_ name: String, of node: SourceNode) {
    guard let parent = node.parent, let path = node.path else { return }
    let alias = nextAlias()
    subqueries += 1
    write("(SELECT ")
    writeColumn(name, of: alias)
    write(" FROM ")
    writeTable(path.target.name, as: alias)
    for index in path.far.indices {
      write(index == 0 ? " WHERE " : " AND ")
      writeColumn(path.far[index], of: alias)
      write(" = ")
      writeColumn(path.near[index], of: _Source(node: parent))
    }
    if path.hidesDeleted, let deletedAt = path.target.deletedAt {
      write(" AND ")
      writeColumn(deletedAt, of: alias)
      write(" IS NULL")
    }
    write(")")
    pathCollation = path.target.collations[name] ?? .binary
  }

  /// Writes one operand of a comparison. A column is compared using its collation, but a subquery that selects the column isn't,
  /// so the subquery of a path gets an explicit collation. Source: SQLite, "Datatypes In SQLite", section 7.1.
  mutating func writeCompared(
    _ node: _ExpressionNode, above level: Precedence = .add, with others: [_ExpressionNode] = []
  ) {
    guard node.traits.contains(.collated) || others.contains(where: { $0.traits.contains(.collated) }) else {
      pathCollation = nil
      writeOperand(node, above: level)
      // Without any collation, SQLite compares byte by byte.
      guard case .column = node.kind, let collation = pathCollation,
        collation != .binary || others.contains(where: { $0.collation ?? .binary != .binary })
      else { return }
      write(" COLLATE ")
      return write(collation)
    }
    // An explicit collation of either operand decides. SQLite takes one inside an operand, as in a condition of a CASE, for its own.
    let operands = [node] + others
    let collation =
      (operands.first(where: \.isCollated) ?? operands.first { $0.collation != nil })?.collation ?? .binary
    let isOther = operands.lazy.compactMap(\.innerCollation).first ?? collation != collation
    writeOperand(node, above: isOther ? .atom : level)
    guard isOther else { return }
    write(" COLLATE ")
    write(collation)
  }

  /// Writes the other operand of a comparison, which determines the collation if the first one doesn't.
  mutating func writeCompared(_ node: _ExpressionNode, with other: _ExpressionNode) {
    if other.collation != nil || other.innerCollation != nil || node.innerCollation != nil {
      writeOperand(node, above: .add)
    } else {
      writeCompared(node)
    }
  }

  /// Writes a table to read with its alias: `"item" AS t0`. In a scoped transaction, it is a subquery of its rows in the scopes.
  mutating func writeTable(_ name: String, as alias: Int) {
    if name == changedTable { fail(.returningReadsChangedTable(table: name)) }
    reads?.names.append(name)
    let queries = dialect.scopes?.queries(of: name) ?? []
    // The query of an inner scope reads the rows of the outer ones. What its conditions read of other tables isn't limited.
    let count = limiting.map { $0.table == name ? $0.count : 0 } ?? queries.count
    guard count > 0 else { return writeTarget(name, as: alias) }
    let outer = limiting
    limiting = (name, count - 1)
    write("(")
    writeSelect(queries[count - 1], .every)
    limiting = outer
    write(") AS ")
    writeAlias(alias)
  }

  /// Writes a table to change with its alias.
  mutating func writeTarget(_ name: String, as alias: Int) {
    writeIdentifier(name)
    write(" AS ")
    writeAlias(alias)
  }

  /// Whether the rows of a query are limited, so that they must be read even where their keys are known.
  func limits(_ query: QueryCore) -> Bool { limiting == nil && dialect.scopes?.limit(query.table.name) == true }

  /// Inserts the joins of the innermost statement into the text at `offset`, after its first table.
  mutating func insertJoins(at offset: Int) {
    guard let scope = scopes.last, scope.tables.count > 1 else { return }
    let rest = Array(sql[offset...])
    sql.removeSubrange(offset...)
    for table in scope.joinedTables where table.part == 0 {
      if let join = table.join {
        write(join, table)
        continue
      }
      let parent = scope.tables[table.parent ?? 0]
      write(table.isLeft ? " LEFT JOIN " : scope.keepsOrder ? " CROSS JOIN " : " JOIN ")
      writeRows(table.rows, as: table.alias)
      for index in table.far.indices {
        write(index == 0 ? " ON " : " AND ")
        writeColumn(table.far[index], of: table.alias)
        write(" = ")
        writeColumn(scopes[scopes.count - 1].name(of: table.near[index], in: parent), of: parent.alias)
      }
      if let deletedAt = table.deletedAt {
        write(" AND ")
        writeColumn(deletedAt, of: table.alias)
        write(" IS NULL")
      }
    }
    sql.append(contentsOf: rest)
  }

  /// Writes a table that is joined by a condition, and the conditions of its own query.
  ///
  /// A path in the conditions of a left join is a subquery, because the tables that it would join come later.
  private mutating func write(_ join: ExplicitJoin, _ table: Scope.Table) {
    var conditions = join.rows.predicates
    if let condition = join.condition { conditions.insert(condition, at: 0) }
    write(table.isLeft ? " LEFT JOIN " : " JOIN ")
    let scope = scopes.count - 1
    scopes[scope].takesJoins = false
    defer { scopes[scope].takesJoins = true }
    writeRows(table.rows, as: table.alias)
    write(" ON ")
    if conditions.isEmpty && join.rows.hidingColumn == nil { return write("TRUE") }
    if let deletedAt = join.rows.hidingColumn {
      writeColumn(deletedAt, of: table.alias)
      write(join.rows.deletedRows == .only ? " IS NOT NULL" : " IS NULL")
      if !conditions.isEmpty { write(" AND ") }
    }
    let isAlone = conditions.count == 1 && join.rows.hidingColumn == nil
    writeChain(conditions[...], .and, above: isAlone ? .any : .and, nullIsFalse: true)
  }
}
