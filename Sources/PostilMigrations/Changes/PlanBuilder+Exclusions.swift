import PostilSQL
import PostilSchema

/// Findings about ranges that can't overlap any more.
extension PlanBuilder {
  mutating func addExclusions() {
    for table in to.schema?.tables ?? [] {
      for exclusion in table.exclusions where !isHeld(exclusion, of: table) {
        guard let query = overlaps(exclusion, of: table) else { continue }
        let subject = "\(table.name).\(exclusion.name)"
        let finding = finding(
          .newExclusion, subject,
          "the ranges of '\(table.name)' can't overlap any more; first correct or delete the rows that the query finds",
          query)
        steps.append(MigrationStep(["Ranges of '\(table.name)' can't overlap."], [], findings: [finding]))
      }
    }
  }

  /// Whether the old schema has a constraint that allows at most as much.
  private func isHeld(_ exclusion: Exclusion, of table: Table) -> Bool {
    guard let comparison = comparison(ofNew: table.name) else { return false }
    let old = comparison.old.name
    func now(_ column: String) -> String { renames.newColumn(column, of: old).foldedName }
    let columns = exclusion.columns + [exclusion.lower, exclusion.upper]
    guard comparison.copiesRenamed(Set(columns.map(\.foldedName))) else { return false }
    return from.whole.tables.first { $0.name.isSameName(as: old) }?.exclusions.contains { former in
      (former.condition == nil || former.condition == exclusion.condition && comparison.isUnchanged)
        && now(former.lower) == exclusion.lower.foldedName && now(former.upper) == exclusion.upper.foldedName
        && (former.isClosed || !exclusion.isClosed)
        && Set(former.columns.map(now)).isSubset(of: exclusion.columns.map(\.foldedName))
    } ?? false
  }

  /// The query that counts the rows that begin before another one has ended; `nil` if the table is new and therefore empty.
  private func overlaps(_ exclusion: Exclusion, of table: Table) -> String? {
    // The server has other SQL for a condition, and compares the rows itself.
    if isServer, exclusion.condition != nil { return nil }
    let tokens = exclusion.condition.map { SQLLexer.tokens(of: $0) } ?? []
    let columns = exclusion.columns + [exclusion.lower, exclusion.upper]
    guard let rows = relation(of: table.name, needing: Set(columns.map(\.foldedName)).union(tokens[...].nameKeys))
    else {
      return nil
    }
    let (lower, upper) = (SQLText.identifier(exclusion.lower), SQLText.identifier(exclusion.upper))
    let groups = exclusion.columns.map(SQLText.identifier)
    var conditions = groups.map { "\($0) IS NOT NULL" }
    if !exclusion.isClosed { conditions.append("(\(upper) IS NULL OR \(lower) < \(upper))") }
    if !tokens.isEmpty { conditions.append("(\(tokens[...].safeLine))") }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let partition = groups.isEmpty ? "" : "PARTITION BY \(groups.joined(separator: ", ")) "
    let less = exclusion.isClosed ? "<=" : "<"
    return
      "SELECT count(*) FROM (SELECT \(lower) \(less) max(\(upper)) OVER \"earlier\" OR count(*) OVER \"earlier\" > "
      + "count(\(upper)) OVER \"earlier\" AS \"overlaps\" FROM \(rows)\(filter) WINDOW \"earlier\" AS (\(partition)ORDER BY "
      + "\(lower) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS \"postil_ranges\" WHERE \"overlaps\""
  }
}

extension TableComparison {
  /// Whether the columns with these new names keep their values.
  fileprivate func copiesRenamed(_ names: Set<String>) -> Bool {
    new.columns.filter { names.contains($0.name.foldedName) }.allSatisfy { column in
      pairs.contains { $0.new.name == column.name && isCopied($0) }
    }
  }

  /// Whether no column has another name or other values.
  fileprivate var isUnchanged: Bool { pairs.allSatisfy { isCopied($0) && !$0.isRenamed } }
}
