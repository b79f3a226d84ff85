import PostilEvolution
import PostilSQL
import PostilTranslation

/// The keys of existing tables. Source: PostgreSQL 15, "ALTER TABLE", `ADD table_constraint_using_index`.
extension PostgreSQLPlanWriter {
  /// The keys of existing tables. They are built afterwards, while the program can write, unless new references need them.
  mutating func addKeys() {
    for change in changes {
      let keys = (missing[change.name] ?? []).filter(\.isKey)
      let later = keys.filter { isBuiltAfterwards($0, of: change) }
      afterwards += later.flatMap { built($0, of: change) }
      let now = keys.filter { key in !later.contains { $0.name == key.name } }
      guard !now.isEmpty else { continue }
      lock(change.old.name)
      let finding = decisions.finding(
        .longLock, change.comparison.old.name,
        "table '\(change.comparison.new.name)' gets a new key, and is locked while its index is built; on a large table do "
          + "it when the program isn't running, or pass '--allow longLock:\(change.comparison.old.name)'",
        Self.rows(of: change))
      steps.append(
        MigrationStep(
          ["The keys of table '\(change.name)'."], now.map { "ALTER TABLE \(change.quoted) ADD \($0.text)" },
          findings: decisions.isUndo || !costs(of: change).isEmpty ? [] : [finding]))
    }
  }

  /// Whether a new key gets its index after the transaction.
  func isBuiltAfterwards(_ key: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> Bool {
    guard !decisions.isUndo, !validated.contains("\(change.name).\(key.name)"), !isReferenced(key, of: change),
      !change.new.isPartitioned,
      !new.objects(.distribution).contains(where: { $0.table == change.new.name })
    else { return false }
    // A primary key that is dropped in the transaction has to be replaced there.
    return key.kind == .unique || swappedKeys[change.name] != nil
      || !change.old.constraints.contains { $0.kind == .primaryKey }
  }

  /// Whether a new reference needs a key.
  private func isReferenced(_ key: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> Bool {
    let created = decisions.created.compactMap { new.table(PostgreSQLNames.short($0.name)) }.flatMap(\.constraints)
    let columns = Set(key.columns)
    return (missing.values.joined() + created).contains { constraint in
      constraint.referenced.map { $0.table == change.new.name && Set($0.columns) == columns } ?? false
    }
  }

  /// Whether the table can have its old primary key until the new one is built.
  func canBeSwapped(_ key: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> Bool {
    let names = Set(key.columns.map(\.foldedName))
    let old = change.old.columns.filter { names.contains($0.name.foldedName) }
    // A column of the old key that becomes optional needs the key to be dropped.
    let stays = old.allSatisfy { column in
      change.kept.contains { $0.old.name == column.name && $0.new.isNotNull && $0.pair.valueRenames == nil }
    }
    let next = change.new.constraints.first { $0.kind == .primaryKey }
    guard stays, !decisions.isUndo, let next, names.isDisjoint(with: change.formerNames),
      !isLookedUp(key, of: change), !change.new.isPartitioned,
      !new.objects(.distribution).contains(where: { $0.table == change.new.name })
    else { return false }
    // The new key may not be needed in the transaction: by a reference, or for rows that can't be counted before it.
    let isNeeded = new.tables.flatMap(\.constraints).contains { constraint in
      constraint.referenced.map { $0.table == change.new.name && Set($0.columns) == Set(next.columns) } ?? false
    }
    return !isNeeded && Set(next.columns).isDisjoint(with: (change.added + change.replaced).map(\.name))
      && Set(next.columns.map(\.foldedName)).isDisjoint(with: change.changedNames)
  }

  /// The statements that build a key while the program can write.
  private func built(_ key: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> [String] {
    Self.built(key, named: key.name, on: change, replacing: key.kind == .primaryKey ? swappedKeys[change.name] : nil)
  }

  /// The same with another name.
  /// - Parameter old: the key that is dropped in the same statement.
  static func built(
    _ key: PostgreSQLShape.Constraint, named name: String, on change: PostgreSQLTableChange,
    replacing old: String? = nil
  ) -> [String] {
    let name = SQLText.identifier(name)
    let columns = key.columns.map(SQLText.identifier).joined(separator: ", ")
    let kind = key.kind == .primaryKey ? "PRIMARY KEY" : "UNIQUE"
    let close = key.tokens.firstIndex { $0.is(")") }
    let options = close.map { key.tokens[($0 + 1)...].onOneLine } ?? ""
    let drop = old.map { "DROP CONSTRAINT IF EXISTS \(SQLText.identifier($0)), " } ?? ""
    return [
      "CREATE UNIQUE INDEX CONCURRENTLY \(name) ON \(change.quoted) (\(columns))",
      "ALTER TABLE \(change.quoted) \(drop)ADD CONSTRAINT \(name) \(kind) USING INDEX \(name)"
        + (options.isEmpty ? "" : " \(options)"),
    ]
  }
}
