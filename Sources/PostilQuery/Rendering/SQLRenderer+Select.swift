extension SQLRenderer {
  /// The results of a `SELECT`.
  enum Results {
    /// All columns of the table.
    case row
    /// The primary key.
    case key
    /// These expressions, with names if another statement reads them.
    case expressions([_ExpressionNode], columns: [String])
    /// The primary key as `k0`, `k1` and so on, and these expressions as `v0`, `v1` and so on.
    case keyAndValues([_ExpressionNode])
    /// The columns of the members' table or the join table that reference the rows that the members belong to.
    case owners
    /// `t0.*`
    case every
    /// `1`
    case one
    /// `count(*)`
    case count
  }

  /// Writes a query as a `SELECT`.
  ///
  /// The alias of the first table is assigned first, so that text before `FROM` can use it. The joins are inserted
  /// after it when everything that needs them is written.
  mutating func writeSelect(_ query: QueryCore, _ results: Results, roots: [_Source] = []) {
    enterScope(of: query, results, roots: roots)
    noteGroupedPredicates(of: query)
    write(query.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    write(results, of: query)
    let first = scopes[scopes.count - 1].tables[0]
    if case .none = first.rows {} else { write(" FROM ") }
    writeRows(first.rows, as: first.alias)
    let joins = sql.count
    writeConditions(of: query)
    writeGroups(of: query)
    writeOrder(of: query, results)
    writePage(limit: query.limit, offset: query.offset)
    requireRows(of: query)
    insertJoins(at: joins)
    checkMatches()
    checkGroups(of: query, results)
    scopes.removeLast()
  }

  /// Begins a statement. Its first table is the query's table or the join table that leads to it; the explicitly joined
  /// tables follow.
  mutating func enterScope(of query: QueryCore, _ results: Results, roots: [_Source]) {
    let path: RelationshipPath? =
      switch query.origin {
      case .table, .reached, .derived, .common, .constants, .elements: nil
      case .relatedToKey(let path, _), .related(let path, _): path.join == nil ? nil : path
      }
    var scope = Scope(roots: query.roots + roots.map { QueryCore.Root(source: $0, element: 0) }, joinTablePath: path)
    scope.conditions = query.predicates
    scope.isFoundByOwner = query.isFoundByOwner
    scope.tables.append(Scope.Table(alias: nextAlias(), rows: path?.join.map { .table($0.table) } ?? query.rows))
    scope.elements.append(path == nil ? 0 : nil)
    if case .derived(let statement) = query.origin {
      for (index, other) in statement.tables.others.enumerated() {
        var table = scope.tables[0]
        (table.part, table.isLeft) = (index + 1, other.isLeft)
        scope.elements.append(scope.tables.count)
        scope.tables.append(table)
      }
    }
    if case .expressions(let expressions, _) = results { scope.results = expressions }
    scopes.append(scope)
    if scopes.count > 1 { subqueries += 1 }
    guard !query.joins.isEmpty else { return }
    // A table joined by a condition comes after the tables that the condition may use.
    _ = root(0, of: scopes.count - 1)
    var joined = scopes.removeLast()
    for join in query.joins { append(join, to: &joined) }
    scopes.append(joined)
  }

  private mutating func append(_ join: ExplicitJoin, to scope: inout Scope) {
    let element = scope.elements.count
    // A join condition applies to single rows, before they are grouped.
    if let condition = join.condition { checkAggregates(in: [condition]) }
    var join = join
    let rows = join.rows
    if rows.isJoinedAsTable {
      // In the joined query, its own `$0` is the row of this table.
      scope.roots += rows.roots.map { QueryCore.Root(source: $0.source, element: element) }
    } else {
      join.rows = rows.asTable()
    }
    if join.kind == .inner { scope.pathConditions += join.removePathConditions() }
    var table = Scope.Table(alias: nextAlias(), rows: join.rows.rows)
    table.isLeft = join.kind == .left
    table.join = join
    scope.elements.append(scope.tables.count)
    scope.tables.append(table)
  }

  private mutating func write(_ results: Results, of query: QueryCore) {
    let table = query.table
    switch results {
    case .row: writeColumns(table.columns.map(\.name), of: rootAlias())
    case .key: writeColumns(table.primaryKey, of: rootAlias())
    case .expressions(let expressions, let columns):
      for (index, expression) in expressions.enumerated() {
        if index > 0 { write(", ") }
        writeResult(expression)
        if index < columns.count {
          write(" AS ")
          writeIdentifier(columns[index])
        }
      }
    case .keyAndValues(let expressions):
      let alias = rootAlias()
      for (index, column) in table.primaryKey.enumerated() {
        if index > 0 { write(", ") }
        writeColumn(column, of: alias)
        write(" AS ")
        writeIdentifier("k\(index)")
      }
      for (index, expression) in expressions.enumerated() {
        write(", ")
        writeOperand(expression)
        write(" AS ")
        writeIdentifier("v\(index)")
      }
    case .owners:
      guard case .related(let path, _) = query.origin else { return }
      writeColumns(path.join?.near ?? path.far, of: scopes[scopes.count - 1].tables[0].alias)
    case .every:
      writeAlias(rootAlias())
      write(".*")
    case .one: write("1")
    case .count: write("count(*)")
    }
  }

  private mutating func rootAlias() -> Int {
    let place = root(0, of: scopes.count - 1)
    return alias(of: place)
  }

  /// Writes `WHERE` and its conditions: the relationship that the rows belong to, then the query's conditions.
  mutating func writeConditions(of query: QueryCore) {
    var isFirst = true
    func separator() -> StaticString {
      defer { isFirst = false }
      return isFirst ? " WHERE " : " AND "
    }
    let scope = scopes[scopes.count - 1]
    let first = scope.tables[0].alias
    switch query.origin {
    case .table, .derived, .common, .constants, .elements: break
    case .relatedToKey(let path, let key):
      write(separator())
      writeRelation(path, toKey: key, of: first)
    case .reached(let path, let key, let depth):
      write(separator())
      writeReached(by: path, from: key, depth: depth, of: first)
    case .related(_, nil): break
    case .related(let path, let owner?):
      let members = path.join?.near ?? path.far
      for (index, member) in members.enumerated() {
        write(separator())
        writeColumn(member, of: first)
        write(" = ")
        writeColumn(path.near[index], of: owner)
      }
    }
    if limits(query) { _ = rootAlias() }
    if let deletedAt = query.hidingColumn {
      write(separator())
      writeColumn(deletedAt, of: rootAlias())
      write(query.deletedRows == .only ? " IS NOT NULL" : " IS NULL")
    }
    let predicates = query.predicates + scope.pathConditions
    guard !predicates.isEmpty else { return }
    checkAggregates(in: predicates)
    let isAlone = isFirst && predicates.count == 1
    write(separator())
    let wasConjunct = isConjunct
    isConjunct = true
    scopes[scopes.count - 1].writesConditions = true
    writeChain(predicates[...], .and, above: isAlone ? .any : .and, nullIsFalse: true)
    scopes[scopes.count - 1].writesConditions = false
    isConjunct = wasConjunct
  }

  /// Writes the condition that a row is related to the row with a key.
  private mutating func writeRelation(_ path: RelationshipPath, toKey key: [BoundValue], of alias: Int) {
    let members = path.join?.near ?? path.far
    let values = path.near.compactMap { path.owner.primaryKey.firstIndex(of: $0) }
    guard key.count == path.owner.primaryKey.count else { return fail(.keyMismatch(relationship: path.name)) }
    if values.count == members.count {
      return writeValues(values.map { key[$0] }, in: members, of: alias)
    }
    // The relationship uses columns of the owner other than its key, so the owner's row is needed.
    let owner = nextAlias()
    writeKey(members, of: alias)
    write(" IN (SELECT ")
    writeColumns(path.near, of: owner)
    write(" FROM ")
    writeTable(path.owner.name, as: owner)
    write(" WHERE ")
    writeValues(key, in: path.owner.primaryKey, of: owner)
    write(")")
  }

  /// Writes that columns have these values: `t0."tenant_id" = ?1 AND t0."number" = ?2`.
  mutating func writeValues(_ values: [BoundValue], in columns: [String], of alias: Int) {
    for (index, column) in columns.enumerated() {
      if index > 0 { write(" AND ") }
      writeColumn(column, of: alias)
      write(" = ")
      writeValue(values[index])
    }
  }

  /// Writes `ORDER BY` if the order is visible in the result or determines which rows are returned.
  private mutating func writeOrder(of query: QueryCore, _ results: Results) {
    switch results {
    case .one, .count, .owners: return
    case .key where !query.isPaged, .every where !query.isPaged: return
    default: writeOrder(of: query, behind: " ORDER BY ")
    }
  }

  /// Writes `LIMIT` and `OFFSET` with parameters.
  mutating func writePage(limit: Int?, offset: Int) {
    guard limit != nil || offset > 0 else { return }
    write(" LIMIT ")
    if let limit { writeValue(.integer(Int64(limit))) } else { write("-1") }
    guard offset > 0 else { return }
    write(" OFFSET ")
    writeValue(.integer(Int64(offset)))
  }
}

extension QueryCore {
  /// The rows that the statement reads first, unless a join table leads to them.
  var rows: Scope.Rows {
    switch origin {
    case .table, .relatedToKey, .related, .reached: .table(table.name)
    case .derived(let statement): .statement(statement, columns: statement.tables.columns(besides: table))
    case .common(let common): .common(common)
    case .elements(let node): .elements(node)
    case .constants: .none
    }
  }

  /// The column that marks deleted rows, if these must be excluded.
  var hidingColumn: String? {
    switch origin {
    // A nested statement has already excluded its deleted rows.
    case .derived, .common, .constants, .elements: deletedRows == .only ? table.deletedAt : nil
    case .table, .relatedToKey, .related, .reached: deletedRows == .included ? nil : table.deletedAt
    }
  }
}
