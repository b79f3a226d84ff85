import PostilCompiler

/// The parts of SQLite's plan for a statement that an index can change.
///
/// Source: SQLite, "EXPLAIN QUERY PLAN".
struct PlanCosts {
  /// The tables that are scanned completely or that get a temporary index, by their names in the statement.
  var scans: [String] = []
  /// What is sorted: 0 nothing, 1 rows that are equal in the first terms of the order, 2 all rows.
  var sorting = 0
  /// The number of conditions that use an index.
  var served = 0

  /// - Parameter details: the lines of the plan.
  init(_ details: [String]) {
    for detail in details {
      if let name = Self.name(in: detail, behind: "SCAN "), !name.hasSuffix("CONSTANT ROW"),
        !name.hasSuffix("CONSTANT ROWS")
      {
        if !detail.contains(" VIRTUAL TABLE ") { scans.append(name) }
      } else if detail.contains(" USING AUTOMATIC "), let name = Self.name(in: detail, behind: "SEARCH ") {
        scans.append(name)
      } else if detail.hasPrefix("SEARCH ") {
        served += detail.utf8.count { $0 == UInt8(ascii: "?") }
      } else if detail == "USE TEMP B-TREE FOR ORDER BY" {
        sorting = 2
      } else if detail.hasPrefix("USE TEMP B-TREE FOR "), detail.hasSuffix(" ORDER BY") {
        sorting = max(sorting, 1)
      }
    }
  }

  /// `item` in `SCAN item USING INDEX item_due_at_idx`
  private static func name(in detail: String, behind prefix: String) -> String? {
    guard detail.hasPrefix(prefix) else { return nil }
    let rest = detail.dropFirst(prefix.count)
    let end = [" USING ", " VIRTUAL TABLE ", " LEFT-JOIN"].compactMap { rest.firstRange(of: $0)?.lowerBound }.min()
    return String(rest[..<(end ?? rest.endIndex)])
  }
}

extension ScratchDatabase {
  /// The plan of a statement with additional temporary indexes; `nil` if SQLite rejects one of them.
  func plan(of sql: String, with indexes: [IndexCandidate] = []) -> PlanCosts? {
    guard (try? run("SAVEPOINT plan")) != nil else { return nil }
    defer {
      _ = try? run("ROLLBACK TO plan")
      _ = try? run("RELEASE plan")
    }
    for (number, index) in indexes.enumerated() {
      guard (try? run(index.sql(called: "postil_candidate_\(number)"))) != nil else { return nil }
    }
    return (try? run("EXPLAIN QUERY PLAN \(sql)", column: 3)).map { PlanCosts($0.compactMap { $0 }) }
  }
}
