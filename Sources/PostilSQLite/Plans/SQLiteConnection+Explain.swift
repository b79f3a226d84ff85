import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// How SQLite would run a statement of the transaction `serial`.
  func explain(_ sql: String, _ bindings: [BoundValue], in serial: UInt64) throws -> QueryPlan {
    guard isUsable(serial) else { throw endedError(serial) }
    return try explain(sql, bindings)
  }

  /// How SQLite would run a statement. Explaining changes nothing, even if the statement would, so it is allowed for every
  /// statement. Source: SQLite, "EXPLAIN QUERY PLAN".
  package func explain(_ sql: String, _ bindings: [BoundValue] = []) throws -> QueryPlan {
    let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
    defer { statement.destroy() }
    // SQLite looks at some values, such as the pattern of a LIKE, when it plans.
    try bind(statement) { $0.bind(all: bindings) }
    let names = try PlanNames(of: sql, in: self)
    var rows: [PlanRow] = []
    while try step(statement) {
      let detail = sqlite3_column_text(statement.handle, 3).map { String(cString: $0) } ?? ""
      rows.append(
        PlanRow(
          id: sqlite3_column_int64(statement.handle, 0), parent: sqlite3_column_int64(statement.handle, 1),
          detail: detail))
    }
    return QueryPlan(sql: sql, steps: PlanRow.steps(of: rows, below: 0, names))
  }
}

/// A row of `EXPLAIN QUERY PLAN`.
private struct PlanRow {
  let id: Int64
  let parent: Int64
  let detail: String

  static func steps(of rows: [PlanRow], below parent: Int64, _ names: PlanNames) -> [QueryPlanStep] {
    rows.filter { $0.parent == parent }.map { row in
      // A row that names itself would never end.
      let steps = row.id == parent ? [] : steps(of: rows, below: row.id, names)
      return QueryPlanStep(kind: PlanDetail(row.detail).kind(names), detail: row.detail, steps: steps)
    }
  }
}
