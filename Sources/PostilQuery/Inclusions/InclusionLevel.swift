/// What is loaded together with each row of a statement, and the positions of the needed keys in that row. A row of a joined query
/// consists of those of several tables.
@usableFromInline
struct InclusionLevel: Sendable {
  /// The rows at which the inclusions start, one of each table.
  let sources: [_Source]
  let inclusions: [_IncludedRows]

  @usableFromInline
  init(_ sources: [_Source], _ inclusions: [_IncludedRows]) {
    self.sources = sources
    self.inclusions = inclusions
  }

  @inlinable
  init<each I: Inclusion>(_ sources: [_Source], _ inclusions: repeat each I) {
    var rows: [_IncludedRows] = []
    repeat rows.append((each inclusions).includedRows)
    self.init(sources, rows)
  }

  /// The positions of the keys in a row of `tables`.
  ///
  /// The columns of the row itself are already in the result. The columns of a row at the end of a path, as in
  /// `$0.project.owner`, are added after them and after `hiddenColumns` others.
  @usableFromInline
  func plan(of tables: [_TableDescription], hiddenColumns: Int = 0) throws(QueryError) -> InclusionPlan {
    var plan = InclusionPlan()
    let firstExtra = tables.reduce(hiddenColumns) { $0 + $1.columns.count }
    for inclusion in inclusions {
      if let value = inclusion.value {
        if value.containsAggregate {
          throw .argument(
            function: "with", needs: "values of single rows, such as '$0.tags.count'; use 'group' for others")
        }
        plan.places.append([firstExtra + plan.extras.count])
        plan.values.append(plan.places.count - 1)
        plan.extras.append(value)
        continue
      }
      let (path, owner) = try inclusion.relation()
      var places: [Int] = []
      for name in path.near {
        if let place = place(of: name, of: owner, in: tables) {
          places.append(place)
        } else {
          places.append(firstExtra + plan.extras.count)
          plan.extras.append(.column(name, of: owner))
        }
      }
      plan.places.append(places)
    }
    return plan
  }

  /// The position of a column of one of these rows.
  private func place(of name: String, of owner: _Source, in tables: [_TableDescription]) -> Int? {
    guard let table = sources.firstIndex(of: owner) else { return nil }
    let index = tables[table].columns.firstIndex { $0.name == name }
    return index.map { tables[..<table].reduce($0) { $0 + $1.columns.count } }
  }

  /// The statement that reads the rows of a query and the keys that aren't among their columns.
  @usableFromInline
  func parents(
    _ query: QueryCore, of tables: [_TableDescription], limit: Int?, _ plan: InclusionPlan, for dialect: Dialect
  ) throws(QueryError) -> _RenderedStatement {
    let query = query.first(limit)
    if plan.extras.isEmpty, tables.count == 1 { return try query.rows(for: dialect) }
    return try statement(of: query, of: tables, plan).rendered(for: dialect)
  }

  /// The rows of a query and the keys that aren't among their columns.
  func statement(of query: QueryCore, of tables: [_TableDescription], _ plan: InclusionPlan) -> SelectStatement {
    let columns = zip(tables, sources).flatMap { $0.nodes(of: $1) }
    return SelectStatement(query, results: columns + plan.extras, of: sources)
  }
}

/// The positions of each inclusion's keys in a row.
@usableFromInline
struct InclusionPlan {
  /// For each inclusion, the positions of its key's columns, or of its value.
  @usableFromInline var places: [[Int]] = []
  /// The inclusions that are values of a row, by index.
  @usableFromInline var values: [Int] = []
  /// The expressions that are read in addition to the row's columns.
  var extras: [_ExpressionNode] = []
  /// The call site of the rows.
  var callSite: CallSite?
  /// Whether the rows are all rows of their table.
  @usableFromInline var isOfWholeTable = false
  @usableFromInline var extraCount: Int { extras.count }

  @usableFromInline
  init() {}

  /// The same positions with a call site.
  @usableFromInline
  func from(_ callSite: CallSite) -> InclusionPlan {
    var plan = self
    plan.callSite = callSite
    return plan
  }

  /// Empty key collections, one for each inclusion.
  @usableFromInline
  func keys() -> [_ParentKeys] {
    places.map { _ParentKeys(places: $0, callSite: callSite, areOfWholeTable: isOfWholeTable) }
  }
}

extension _IncludedRows {
  /// The positions of the keys in a member's row. The index of the member's owning key follows the columns.
  @usableFromInline
  func plan(for keys: _ParentKeys? = nil) throws(QueryError) -> InclusionPlan {
    var plan = try level.plan(of: [members.table], hiddenColumns: 1)
    plan.callSite = keys?.callSite
    return plan
  }

  /// The statements that read the members of all keys: one, unless the keys must be passed as separate parameters.
  @usableFromInline
  func statements(
    for keys: _ParentKeys, _ plan: InclusionPlan = InclusionPlan(), in dialect: Dialect
  ) throws(QueryError) -> [_RenderedStatement] {
    let (path, _) = try relation()
    var statements: [_RenderedStatement] = []
    for list in try ownerColumn(for: keys).map({ [.all(column: $0)] }) ?? keys.lists() {
      var renderer = SQLRenderer(dialect: dialect)
      renderer.writeMembers(of: self, by: path, keys: list, extras: plan.extras)
      var statement = try renderer.statement()
      statement.callSite = keys.callSite
      statements.append(statement)
    }
    return statements
  }

  /// The column with the key of the row that a member belongs to, if the members of all rows can be read without a list of keys:
  /// each member belongs to a row.
  @usableFromInline
  func ownerColumn(for keys: _ParentKeys) throws(QueryError) -> String? {
    keys.areOfWholeTable && keys.areIntegers ? try ownerColumn() : nil
  }

  private func ownerColumn() throws(QueryError) -> String? {
    let (path, _) = try relation()
    guard isToMany, level.inclusions.isEmpty, path.near.count == 1 else { return nil }
    if let join = path.join { return join.near[0] }
    return members.table.required.contains(path.far[0]) ? path.far[0] : nil
  }

  /// The statements of this inclusion and of the nested ones, as they are for integer keys.
  func describe(
    to statements: inout [_RenderedStatement], ofWholeTable: Bool = false, in dialect: Dialect
  ) throws(QueryError) {
    guard value == nil else { return }
    let (path, _) = try relation()
    var renderer = SQLRenderer(dialect: dialect)
    let keys =
      try (ofWholeTable ? ownerColumn() : nil).map { KeyList.all(column: $0) }
      ?? KeyList.json("[]", forms: path.near.map { _ in .plain }, bytes: [])
    renderer.writeMembers(of: self, by: path, keys: keys, extras: try plan().extras)
    statements.append(try renderer.statement())
    for inclusion in level.inclusions { try inclusion.describe(to: &statements, in: dialect) }
  }
}
