import PostilCatalog
import PostilSQL
import PostilSchema

/// Dropped tables.
extension PlanBuilder {
  /// Drops the tables that triggers maintain, before other tables get their names.
  mutating func addDerivedDrops() {
    let derived = dropped.filter { from.isDerived($0) }
    guard !derived.isEmpty else { return }
    steps.append(
      MigrationStep(
        ["Tables that are maintained by triggers are dropped."],
        derived.map { "DROP TABLE \(SQLText.identifier($0.name))" }))
  }

  mutating func addTableDrops() {
    let tables = dropped.filter { !from.isDerived($0) }
    if let table = tables.first(where: blocksItsOwnDrop), !steps.contains(where: { $0.rebuilds != nil }) {
      addDetachment(of: table)
    }
    for table in tables { steps.append(drop(of: table)) }
  }

  /// The step that drops a table.
  func drop(of table: TableShape) -> MigrationStep {
    let name = SQLText.identifier(table.name)
    let move = move(ofTable: table)
    if let move, move.isCertain, move.lost == nil {
      return MigrationStep(["Table '\(table.name)' is dropped; its rows were moved."], ["DROP TABLE \(name)"])
    }
    let what =
      move.flatMap { $0.isCertain ? "the rows that are not moved to '\($0.target.name)'" : nil } ?? "all its rows"
    var finding = finding(
      .dropTable, table.name,
      "table '\(table.name)' will be dropped with \(what); keep the struct, or pass '--allow "
        + "dropTable:\(table.name)'",
      move.flatMap { $0.isCertain ? $0.lost : nil } ?? "SELECT count(*) FROM \(name)")
    finding.notes = offer(move, "dropTable:\(table.name)") + tableMergeNotes(table)
    return MigrationStep(
      ["Table '\(table.name)' is dropped with \(what)."], ["DROP TABLE \(name)"], findings: [finding])
  }

  /// Whether rows of dropped tables prevent each other from being deleted: by `RESTRICT` within one table, or in a
  /// reference cycle.
  private func blocksItsOwnDrop(_ table: TableShape) -> Bool {
    if table.table.foreignKeys.contains(where: {
      $0.referencedTable.isSameName(as: table.name) && $0.onDelete == "RESTRICT"
    }) {
      return true
    }
    var seen: Set<String> = []
    var open = table.table.foreignKeys.map { $0.referencedTable.foldedName }.filter { $0 != table.key }
    while let key = open.popLast() {
      if key == table.key { return true }
      guard seen.insert(key).inserted, let other = dropped.first(where: { $0.key == key }) else { continue }
      open += other.table.foreignKeys.map { $0.referencedTable.foldedName }.filter { $0 != key }
    }
    return false
  }

  /// While foreign keys are enforced, `DROP TABLE` first deletes the rows, which these references would prevent. A file
  /// with a rebuild runs without foreign key enforcement. Source: SQLite, "SQLite Foreign Key Support", section 5.
  mutating func addDetachment(of table: TableShape) {
    let copy = freeName("postil_new_", table.name)
    let name = SQLText.identifier(table.name)
    steps.append(
      MigrationStep(
        ["Table '\(table.name)' is rebuilt without its foreign keys, so that it can be dropped."],
        ["PRAGMA legacy_alter_table = ON"] + self.copy(of: table, named: table.name, to: copy) + [
          "DROP TABLE \(name)", "ALTER TABLE \(SQLText.identifier(copy)) RENAME TO \(name)",
          "PRAGMA legacy_alter_table = OFF",
        ], rebuilds: table.name))
  }
}
