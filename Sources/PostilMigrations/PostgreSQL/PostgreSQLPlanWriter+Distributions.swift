import PostilEvolution
import PostilSQL
import PostilTranslation

/// The distribution of tables by Citus.
extension PostgreSQLPlanWriter {
  private func distribution(of table: String, in shape: PostgreSQLShape) -> PostgreSQLShape.Object? {
    shape.objects(.distribution).first { $0.table == table }
  }

  /// Whether constraints can get new names, which Citus refuses for its tables. Keys can, because they are indexes.
  func canRenameConstraints(of change: PostgreSQLTableChange) -> Bool {
    distribution(of: change.old.name, in: old) == nil
  }

  /// Refuses changes of tables that are distributed already, because their rows and those of the tables that reference them would have to
  /// move together. Source: Citus 12, `undistribute_table` and `alter_distributed_table`, `cascade_via_foreign_keys`.
  mutating func refuseDistributions() {
    for change in changes {
      guard let former = distribution(of: change.old.name, in: old) else { continue }
      let current = distribution(of: change.new.name, in: new)
      let table = change.comparison.new.name
      let pair = change.comparison.pairs.first { PostgreSQLNames.short($0.old.name) == former.name }
      let name = pair.map { PostgreSQLNames.short($0.new.name) } ?? former.name
      let isSame = current?.name == name
      guard !isSame || change.changedNames.contains(name.foldedName) else { continue }
      problems.append(
        PlanProblem(
          table: table,
          message: isSame
            ? "column '\(table).\(name)' distributes the rows, and Citus can't change its type"
            : "the distribution of table '\(table)' changes, and tables that reference each other are moved together",
          notes: [
            "write the migration yourself ('--empty'), with 'undistribute_table' or 'alter_distributed_table' and their option "
              + "'cascade_via_foreign_keys', at a time when nobody uses the tables"
          ]))
    }
  }

  /// Distributes new tables, and tables that weren't distributed before. Citus moves their rows, and nobody can write meanwhile.
  /// Source: Citus 12, "Distributing Coordinator Data".
  mutating func addDistributions() {
    let former = Set(changes.filter { distribution(of: $0.old.name, in: old) != nil }.map(\.new.name))
    let calls = new.objects(.distribution).filter { !former.contains($0.table) }
    guard !calls.isEmpty else { return }
    let findings = calls.compactMap { call -> MigrationFinding? in
      guard let change = changes.first(where: { $0.new.name == call.table }), costs(of: change).isEmpty else {
        return nil
      }
      let table = change.comparison.old.name
      return decisions.finding(
        .tableRewrite, table,
        "table '\(change.comparison.new.name)' is distributed, and is locked while its rows are moved to the servers of the cluster; on "
          + "a large table do it when the program isn't running; pass '--allow tableRewrite:\(table)'",
        Self.rows(of: change))
    }
    let settings = new.objects(.setting).filter { $0.tokens[1].is("local") }.map(\.sql)
    steps.append(MigrationStep(["Citus distributes tables."], settings + calls.map(\.sql), findings: findings))
  }
}
