extension Projection {
  /// One row of constants, for the start of a recursion: `Level.row(Level.Columns(number: SQL.value(1)))`.
  ///
  /// `SELECT ?1 AS "number"`. Several rows are the `unionAll` of such queries.
  public static func row(_ columns: Columns) -> Query<Self> {
    Query(derived: SelectStatement(QueryCore(table, origin: .constants), results: columns.nodes, of: []))
  }

  /// The rows of `base`, the rows that `step` creates from them, the rows that it creates from those, and so on.
  ///
  /// ```swift
  /// let chain = Chain.recursive(from: Employee.where { $0.id == id }.select { Chain.Columns(id: $0.id, bossID: $0.bossID) }) {
  ///   chain in
  ///   Employee.join(rows: chain) { employee, below in employee.id == below.bossID }
  ///     .select { employee, _ in Chain.Columns(id: employee.id, bossID: employee.bossID) }
  /// }
  /// ```
  ///
  /// `WITH RECURSIVE t1("id", "boss_id") AS (SELECT … UNION SELECT … FROM … JOIN t1 …) SELECT … FROM t1 AS t0`. A row
  /// that was already found is dropped, so that cycles end. With `keepingDuplicates`, it is `UNION ALL`, for rows that
  /// count as often as they are found. If the rows can lead in a cycle, use `maximumDepth` or
  /// ``recursive(from:pathKey:_:)``, because otherwise the recursion never ends. Source: SQLite, "The WITH Clause",
  /// section 3.
  /// - Parameters:
  /// - base: the first rows.
  /// - keepingDuplicates: whether to keep rows that were already found.
  /// - maximumDepth: the number of steps after which no further rows are created; `nil` for any number. The number of
  ///   steps is counted in a column `"depth"` of the common table expression.
  /// - step: returns the next rows. Its argument contains the rows found last, and it must read them exactly once.
  public static func recursive(
    from base: Query<Self>, keepingDuplicates: Bool = false, maximumDepth: Int? = nil,
    _ step: (Query<Self>) -> Query<Self>
  ) -> Query<Self> {
    guard let maximumDepth else { return recursion(keepingDuplicates ? .unionAll : .union, base, step).rows }
    var guardian = RecursionGuard("depth", besides: table, start: "0")
    guardian.next = .arithmetic(.add, guardian.column, .literal("1"))
    guardian.condition = .comparison(.less, guardian.column, .value(.integer(Int64(maximumDepth))), .none)
    let rows = recursion(keepingDuplicates ? .unionAll : .union, base, step, guardian).rows
    // The same row can be found at several depths.
    return keepingDuplicates ? rows : rows.distinct()
  }

  /// The rows of `base`, the rows that `step` creates from them, and so on, except rows that lead in a cycle: a row isn't
  /// created if its key is that of one of the rows that led to it. A row that is found on several paths is returned for
  /// each of them.
  ///
  /// ```swift
  /// let parts = Part.recursive(from: wheels, pathKey: { $0.partID }) { above in … }
  /// ```
  ///
  /// It is `UNION ALL`. The keys on the path are collected in a column `"path"` of the common table expression, as in
  /// PostgreSQL's `CYCLE` clause. Source: PostgreSQL, "WITH Queries", section 7.8.2.2.
  /// - Parameters:
  /// - base: the first rows.
  /// - pathKey: returns the value that identifies a row on a path.
  /// - step: returns the next rows. Its argument contains the rows found last, and it must read them exactly once.
  public static func recursive<Key: SQLExpression>(
    from base: Query<Self>, pathKey: (Columns) -> Key, _ step: (Query<Self>) -> Query<Self>
  ) -> Query<Self> {
    var guardian = RecursionGuard("path", besides: table, start: "','")
    let key = _ExpressionNode.function(.hex, pathKey(Columns(guardian.source)).node)
    func joined(_ parts: _ExpressionNode...) -> _ExpressionNode {
      parts.dropFirst().reduce(parts[0]) { .arithmetic(.concatenate, $0, $1) }
    }
    let entry = joined(.literal("','"), key, .literal("','"))
    guardian.next = joined(guardian.column, key, .literal("','"))
    guardian.condition = .comparison(.equal, .function(.instr, guardian.column, entry), .literal("0"), .none)
    var (rows, whole) = recursion(.unionAll, base, step, guardian)
    // A row that closes a cycle is found, but it leads to no further rows and isn't returned.
    rows.core = QueryCore(table, origin: .common(whole)).filtered(by: guardian.condition, of: [guardian.source])
    return rows
  }

  private static func recursion(
    _ operation: CompoundOperation, _ base: Query<Self>, _ step: (Query<Self>) -> Query<Self>,
    _ guardian: RecursionGuard? = nil
  ) -> (rows: Query<Self>, table: CommonTable) {
    let columns = table.allColumns + (guardian.map { [$0.name] } ?? [])
    var first = SelectStatement(rowsOf: base.core)
    if let guardian {
      if first.isCompound || first.core.isDistinct || first.isOrderedOrPaged { first = first.asTable() }
      first.results.append(.literal(guardian.start))
    }
    let reference = CommonTable(columns: columns, base: first)
    let sources = guardian.map { [$0.source] } ?? []
    let next = step(Query(core: QueryCore(table, origin: .common(reference)).reading(sources))).core
    var second = SelectStatement(rowsOf: next)
    if let guardian {
      if next.bareStatement == nil || second.isCompound {
        second.core.predicates.append(
          .failure(
            .argument(function: "recursive", needs: "a step that ends with 'select', for a guard against cycles")))
      } else {
        second.results.append(guardian.next)
        second.core.predicates.append(guardian.condition)
      }
    }
    let whole = CommonTable(
      columns: columns, base: first,
      step: CommonTable.Step(operation: operation, statement: second, reference: reference))
    return (Query(core: QueryCore(table, origin: .common(whole))), whole)
  }
}

/// A further column of a recursive common table expression, by which the recursion ends.
private struct RecursionGuard {
  /// The name of the column.
  let name: String
  /// Its value in the first rows, in SQL.
  let start: StaticString
  /// The row that leads to the next one, in the step.
  let source: _Source
  /// The value in the next row.
  var next: _ExpressionNode
  /// Whether a row leads to further rows.
  var condition: _ExpressionNode

  init(_ name: String, besides table: _TableDescription, start: StaticString) {
    var name = name
    while table.columns.contains(where: { $0.name.lowercased() == name }) { name += "_" }
    self.name = name
    self.start = start
    source = _Source(table)
    next = .column(name, of: source)
    condition = next
  }

  /// The column in the row that leads to the next one.
  var column: _ExpressionNode { .column(name, of: source) }
}
