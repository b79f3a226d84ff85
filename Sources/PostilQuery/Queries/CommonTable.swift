/// A common table expression: a statement that other statements name, written once before the whole.
final class CommonTable: Sendable {
  /// The statement, whose results have the names of these columns.
  let columns: [String]
  let base: SelectStatement
  /// What leads from the rows that were found last to further ones, with how these are added.
  let step: Step?
  /// How many levels the deepest expression has.
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
  /// The same rows, of a common table expression: however often a statement reads them, their query is written once.
  ///
  /// `WITH t1("title", "list_name") AS (SELECT …) SELECT t0."title", t0."list_name" FROM t1 AS t0`
  public func commonTable() -> Query<M> {
    let table = CommonTable(columns: M.table.columns.map(\.name), base: SelectStatement(rowsOf: core))
    return Query(core: QueryCore(M.table, origin: .common(table)))
  }
}

extension Projection {
  /// The rows of `base`, those that `step` makes of them, those that it makes of these, and so on.
  ///
  /// ```swift
  /// let chain = Chain.recursive(from: Employee.where { $0.id == id }.select { Chain.Columns(id: $0.id, bossID: $0.bossID) }) {
  ///   chain in
  ///   Employee.join(chain) { employee, below in employee.id == below.bossID }
  ///     .select { employee, _ in Chain.Columns(id: employee.id, bossID: employee.bossID) }
  /// }
  /// ```
  ///
  /// `WITH RECURSIVE t1("id", "boss_id") AS (SELECT … UNION SELECT … FROM … JOIN t1 …) SELECT … FROM t1 AS t0`. A row that was
  /// found before is dropped, so that a circle ends; with `keepingDuplicates` it is `UNION ALL`, which is for rows that can't
  /// come up twice. Source: SQLite, "The WITH Clause", section 3.
  /// - Parameters:
  ///   - base: where it begins.
  ///   - keepingDuplicates: whether a row that was found before is one more.
  ///   - step: makes the next rows; its argument has the rows found last, and it has to read them once.
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
