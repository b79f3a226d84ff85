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
    addExclusions()
    for (table, rules) in to.members {
      let former = former(rules, of: table)
      if let minimum = rules.minimum, former?.minimum ?? from.limit(rules.name, "owner_insert_min") ?? 0 < minimum {
        addLimit(
          .newMinimum, rules, "requires at least \(minimum) members", "add members where the query finds too few",
          ownersLacking(minimum, rules, of: table))
      }
      if let maximum = rules.maximum, former?.maximum ?? from.limit(rules.name, "insert_max") ?? .max > maximum {
        addLimit(
          .newMaximum, rules, "allows at most \(maximum) members", "remove members where the query finds too many",
          ownersExceeding(maximum, rules, of: table))
      }
    }
  }

  private mutating func addLimit(
    _ code: MigrationFinding.Code, _ rules: MemberRules, _ words: String, _ correction: String, _ query: String?
  ) {
    guard let query else { return }
    let finding = finding(code, rules.name, "'\(rules.name)' \(words); first \(correction)", query)
    steps.append(MigrationStep(["'\(rules.name)' \(words)."], [], findings: [finding]))
  }

  /// The same relationship in the old schema: the one with the same name, or one named after a renamed object.
  private func former(_ rules: MemberRules, of table: String) -> MemberRules? {
    if let same = from.members.first(where: { $0.rules.name.isSameName(as: rules.name) }) { return same.rules }
    let renamed = from.members.filter { old in
      !to.members.contains { $0.rules.name.isSameName(as: old.rules.name) }
        && renames.newTable(old.table).isSameName(as: table)
        && renames.newTable(old.rules.owner).isSameName(as: rules.owner)
        && old.rules.memberColumns.map { renames.newColumn($0, of: old.table).foldedName }
          == rules.memberColumns.map(\.foldedName)
    }
    return renamed.count == 1 ? renamed[0].rules : nil
  }

  /// The query that counts the owners with too many members; `nil` if the table is new and therefore empty.
  private func ownersExceeding(_ maximum: Int, _ rules: MemberRules, of table: String) -> String? {
    relation(of: table, needing: Set(rules.memberColumns.map(\.foldedName))).map { members in
      let columns = rules.columns.map(SQLText.identifier)
      let rows = columns.map { "\($0) IS NOT NULL" } + Self.isLive(rules.deletion)
      return "SELECT count(*) FROM (SELECT 1 FROM \(members) WHERE \(rows.joined(separator: " AND ")) GROUP BY "
        + "\(columns.joined(separator: ", ")) HAVING count(*) > \(maximum)) AS \"postil_row\""
    }
  }

  /// The query that counts the owners with too few members; `nil` if there are no owners yet.
  private func ownersLacking(_ minimum: Int, _ rules: MemberRules, of table: String) -> String? {
    let needed = Set((rules.ownerKey + [rules.ownerDeletion].compactMap(\.self)).map(\.foldedName))
    guard let owners = relation(of: rules.owner, needing: needed, as: "postil_row") else { return nil }
    let row = "\"postil_row\"."
    var conditions = Self.isLive(rules.ownerDeletion, row)
    // A new table has no members yet.
    if let members = relation(of: table, needing: Set(rules.memberColumns.map(\.foldedName))) {
      let same = zip(rules.columns, rules.ownerKey).map {
        "\(SQLText.identifier($0)) = \(row)\(SQLText.identifier($1))"
      }
      let rows = (same + Self.isLive(rules.deletion)).joined(separator: " AND ")
      conditions.append("(SELECT count(*) FROM \(members) WHERE \(rows)) < \(minimum)")
    }
    return "SELECT count(*) FROM \(owners)"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
  }

  private static func isLive(_ deletion: String?, _ row: String = "") -> [String] {
    deletion.map { ["\(row)\(SQLText.identifier($0)) IS NULL"] } ?? []
  }
}

extension MemberRules {
  /// The columns that make a row a member.
  fileprivate var memberColumns: [String] { columns + [deletion].compactMap(\.self) }
}
