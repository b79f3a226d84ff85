import PostilSQL
import PostilSchema

/// The new tables as queries over the old database, for pre-checks.
extension PlanBuilder {
  /// The `FROM` item for a table of the new schema, under its own name or an alias: its rows with the needed columns,
  /// given by the keys of their names.
  /// - Returns: `nil` if the table is new and therefore empty.
  /// - Parameters:
  ///   - row: the time at which it is read, if that isn't before the migration.
  ///   - kept: additional columns: their names, and SQL over the table's rows.
  func relation(
    of table: String, needing names: Set<String>, as alias: String? = nil, _ row: RowSource? = nil,
    keeping kept: [(name: String, sql: String)] = []
  ) -> String? {
    guard let comparison = comparison(ofNew: table) else { return nil }
    var row = row ?? RowSource(name: comparison.old.name, moment: .before)
    row = row.named(self.name(of: comparison, row))
    let former = SQLText.identifier(row.name)
    let name = SQLText.identifier(alias ?? comparison.new.name)
    var needed = names
    let generated = comparison.new.columns.filter { column in
      guard let generation = column.generation, needed.contains(column.name.foldedName) else { return false }
      needed.formUnion(generation.nameKeys)
      return true
    }
    let pairs = comparison.pairs.filter { $0.new.generation == nil && needed.contains($0.new.name.foldedName) }
    let added = comparison.added.filter { $0.generation == nil && needed.contains($0.name.foldedName) }
    let isKept = comparison.pairs.allSatisfy { pair in
      pair.new.generation == nil || !needed.contains(pair.new.name.foldedName)
        || (pair.old.generation != nil && pair.old.meaning == pair.new.meaning && !pair.isRenamed)
    }
    if kept.isEmpty, added.isEmpty, pairs.allSatisfy({ comparison.isCopied($0) && !$0.isRenamed }), isKept,
      generated.allSatisfy({ column in comparison.pairs.contains { $0.new.name.isSameName(as: column.name) } })
    {
      return former == name ? former : "\(former) AS \(name)"
    }
    var columns = (pairs.map(\.new) + added).map { column in
      let value = value(of: column, in: comparison, row) ?? "NULL"
      let column = SQLText.identifier(column.name)
      return value == column ? value : "\(value) AS \(column)"
    }
    columns += kept.map { "\($0.sql) AS \(SQLText.identifier($0.name))" }
    if columns.isEmpty { columns = ["1"] }
    var source = "(SELECT \(columns.joined(separator: ", ")) FROM \(former))"
    for column in generated {
      let expression = column.generation?.safeLine ?? "NULL"
      // PostgreSQL requires the name.
      source = "(SELECT *, (\(expression)) AS \(SQLText.identifier(column.name)) FROM \(source) AS \"postil_rows\")"
    }
    return "\(source) AS \(name)"
  }

  /// Adds findings for new or stricter limits of relationships.
  mutating func addLimits() {
    for limit in to.arities {
      let former = former(of: limit)
      if let former, limit.isMinimum ? former.limit >= limit.limit : former.limit <= limit.limit { continue }
      guard let query = query(of: limit) else { continue }
      let words =
        limit.isMinimum ? "requires at least \(limit.limit) members" : "allows at most \(limit.limit) members"
      let correction =
        limit.isMinimum
        ? "first add members where the query finds too few" : "first remove members where the query finds too many"
      let finding = finding(
        limit.isMinimum ? .newMinimum : .newMaximum, limit.subject,
        "'\(limit.subject)' \(words); \(correction)",
        query)
      steps.append(MigrationStep(["'\(limit.subject)' \(words)."], [], findings: [finding]))
    }
  }

  /// The same limit in the old schema: that of the relationship with the same name, or of one named after a renamed object.
  private func former(of limit: ArityShape) -> ArityShape? {
    let kind = from.arities.filter { $0.isMinimum == limit.isMinimum }
    if let same = kind.first(where: { $0.subject.hasSameLetters(as: limit.subject) }) { return same }
    let renamed = kind.filter { former in
      let stays = to.arities.contains {
        $0.isMinimum == former.isMinimum && $0.subject.hasSameLetters(as: former.subject)
      }
      return !stays && renames.newTable(former.table).isSameName(as: limit.table)
        && former.columns.map { renames.newColumn($0, of: former.table).foldedName } == limit.columns.map(\.foldedName)
        && newNames(of: former) == limit.condition.nameKeys
    }
    return renamed.count == 1 ? renamed[0] : nil
  }

  /// The names in the condition of a limit, after the renames.
  private func newNames(of limit: ArityShape) -> Set<String> {
    let tables = from.tables.filter { limit.condition.nameKeys.contains($0.key) }.map(\.name) + [limit.table]
    return Set(
      limit.condition.nameKeys.map { key in
        let column = tables.lazy.compactMap { renames.columns[$0.foldedName]?[key] }.first
        return (renames.tables[key] ?? column ?? key).foldedName
      })
  }

  private func query(of limit: ArityShape) -> String? {
    let row = "\"postil_row\""
    let names = limit.condition.nameKeys
    let needed = names.union(limit.columns.map(\.foldedName))
    guard let rows = relation(of: limit.table, needing: needed, as: "postil_row") else { return nil }
    let tokens = limit.condition
    var isUnknown = false
    let condition = tokens.onOneLine { index in
      if tokens[index].is("new") { return row }
      guard index > 0, tokens[index - 1].is("from"), let key = tokens[index].nameKey, to.table(key) != nil else {
        return nil
      }
      guard let members = relation(of: tokens[index].name, needing: names) else {
        isUnknown = true
        return nil
      }
      return members
    }
    // There are no members yet, so every owner has too few, and none has too many.
    if isUnknown { return limit.isMinimum ? "SELECT count(*) FROM \(rows)" : nil }
    guard !limit.isMinimum else { return "SELECT count(*) FROM \(rows) WHERE \(condition)" }
    let columns = SQLText.identifiers(limit.columns)
    return "SELECT count(*) FROM (SELECT DISTINCT \(columns) FROM \(rows)) AS \(row) WHERE \(condition)"
  }
}
