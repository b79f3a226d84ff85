/// A common table expression: a statement that is written once before the whole statement and referred to by name.
final class CommonTable: Sendable {
  /// The columns, which name the results of the statement.
  let columns: [String]
  let base: SelectStatement
  /// The recursive step, which finds further rows from the rows found last, and how they are added.
  let step: Step?
  /// The number of levels of the deepest expression.
  let depth: UInt16

  struct Step: Sendable {
    let operation: CompoundOperation
    let statement: SelectStatement
    /// The reference to this table in the step, which is created before the table.
    let reference: CommonTable
  }

  init(columns: [String], base: SelectStatement, step: Step? = nil) {
    self.columns = columns
    self.base = base
    self.step = step
    depth = max(base.depth, step?.statement.depth ?? 0)
  }
}

extension Query {
  /// The same rows as a common table expression. However often a statement reads them, their query is written once.
  ///
  /// `WITH t1("title", "list_name") AS (SELECT …) SELECT t0."title", t0."list_name" FROM t1 AS t0`
  public func commonTable() -> Query<M> {
    let table = CommonTable(columns: M.table.columns.map(\.name), base: SelectStatement(rowsOf: core))
    return Query(core: QueryCore(M.table, origin: .common(table)))
  }
}

extension Projection {
  /// The rows of `base`, the rows that `step` creates from them, the rows that it creates from those, and so on.
  ///
  /// ```swift
  /// let chain = Chain.recursive(from: Employee.where { $0.id == id }.select { Chain.Columns(id: $0.id, bossID: $0.bossID) }) {
  ///   chain in
  ///   Employee.join(chain) { employee, below in employee.id == below.bossID }
  ///     .select { employee, _ in Chain.Columns(id: employee.id, bossID: employee.bossID) }
  /// }
  /// ```
  ///
  /// `WITH RECURSIVE t1("id", "boss_id") AS (SELECT … UNION SELECT … FROM … JOIN t1 …) SELECT … FROM t1 AS t0`. Rows
  /// that were already found are dropped, so that cycles end. With `keepingDuplicates`, it is `UNION ALL`, for rows
  /// that can't occur twice. Source: SQLite, "The WITH Clause", section 3.
  /// - Parameters:
  /// - base: the first rows.
  /// - keepingDuplicates: whether to keep rows that were already found.
  /// - step: returns the next rows. Its argument contains the rows found last, and it must read them exactly once.
  public static func recursive(
    from base: Query<Self>, keepingDuplicates: Bool = false, _ step: (Query<Self>) -> Query<Self>
  ) -> Query<Self> {
    let columns = table.columns.map(\.name)
    let statement = SelectStatement(rowsOf: base.core)
    let reference = CommonTable(columns: columns, base: statement)
    let next = step(Query(core: QueryCore(table, origin: .common(reference))))
    let whole = CommonTable(
      columns: columns, base: statement,
      step: CommonTable.Step(
        operation: keepingDuplicates ? .unionAll : .union, statement: SelectStatement(rowsOf: next.core),
        reference: reference))
    return Query(core: QueryCore(table, origin: .common(whole)))
  }
}
