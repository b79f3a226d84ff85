/// A common table expression: a statement that is written once before the whole statement and referred to by name.
package final class CommonTable: Sendable {
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
    let table = CommonTable(columns: M.table.allColumns, base: SelectStatement(rowsOf: core))
    return Query(core: QueryCore(M.table, origin: .common(table)))
  }
}
