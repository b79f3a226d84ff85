import PostilEvolution
import PostilSQL

/// Partitioned tables.
extension PostgreSQLPlanWriter {
  /// Refuses changes of what decides the partition of the rows, because all of them would have to move to another table.
  /// Source: PostgreSQL 15, "ALTER TABLE", which changes neither the partition key nor its columns.
  mutating func refusePartitionings() {
    for change in changes {
      let table = change.comparison.new.name
      let isSame =
        change.renamed(change.old.partitioning) == change.new.partitioning.meaning
        && partitions(of: change.old, in: old).count == partitions(of: change.new, in: new).count
      let column = change.new.partitioning.last { $0.isName }?.name
      guard !isSame || change.changedNames.contains(column?.foldedName ?? "") else { continue }
      let what =
        isSame
        ? "column '\(table).\(column ?? "")' decides the partition of the rows, and PostgreSQL can't change its type"
        : !change.old.isPartitioned
          ? "table '\(table)' becomes a partitioned table, which PostgreSQL can only create"
          : !change.new.isPartitioned
            ? "the partitioned table '\(table)' becomes an ordinary one, which PostgreSQL can only create"
            : "the partitions of table '\(table)' change, which PostgreSQL can only create"
      problems.append(
        PlanProblem(
          table: table, message: what,
          notes: [
            "write the migration yourself ('--empty'), at a time when nobody uses the table: rename it, create the new one, copy the rows "
              + "with 'INSERT … SELECT', and drop the old one; the statements of the new table are in 'postil ddl --dialect postgresql'"
          ]))
    }
  }

  private func partitions(of table: PostgreSQLShape.Table, in shape: PostgreSQLShape) -> [PostgreSQLShape.Object] {
    shape.objects(.partition).filter { $0.table == table.name }
  }

  /// The partitions of a renamed table that get new names: those that it was created with. Those of periods keep theirs.
  func renamedPartitions(of change: PostgreSQLTableChange) -> [Renames.Step] {
    zip(partitions(of: change.old, in: old), partitions(of: change.new, in: new)).filter { $0.name != $1.name }
      .map { Renames.Step(old: $0.name, new: $1.name) }
  }

  /// The finding about an index that is built while the table is locked: PostgreSQL builds that of a partitioned table in no other way.
  /// Source: PostgreSQL 15, "CREATE INDEX", `CONCURRENTLY`.
  func building(of change: PostgreSQLTableChange) -> [MigrationFinding] {
    locking(change, "the partitioned table '\(change.comparison.new.name)' is locked while its index is built")
  }
}
