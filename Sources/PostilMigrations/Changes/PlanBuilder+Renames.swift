import PostilCatalog
import PostilSQL
import PostilSchema

/// Renamed tables and columns.
extension PlanBuilder {
  mutating func addRenames() {
    var tables: [Renames.Step] = []
    for comparison in comparisons where comparison.isRenamed {
      tables.append(Renames.Step(old: comparison.old.name, new: comparison.new.name))
    }
    // Swapped names come first, together.
    let bound = tables.filter { step in
      tables.contains { $0.old.isSameName(as: step.new) || $0.new.isSameName(as: step.old) }
    }
    if !bound.isEmpty {
      let ordered = Renames.ordered(bound) { freeName("postil_old_", $0) }
      steps.append(MigrationStep(bound.map(Self.comment), ordered.map(Self.rename)))
    }
    for comparison in comparisons {
      var comments: [String] = []
      var sql: [String] = []
      let step = Renames.Step(old: comparison.old.name, new: comparison.new.name)
      if comparison.isRenamed, !bound.contains(step) {
        comments.append(Self.comment(step))
        sql.append(Self.rename(step))
      }
      let columns = comparison.pairs.filter(\.isRenamed).map { Renames.Step(old: $0.old.name, new: $0.new.name) }
      comments += columns.map { "Column '\($0.old)' of table '\(step.new)' is renamed to '\($0.new)'." }
      var names = NameRegister()
      for column in comparison.old.columns + comparison.new.columns { _ = names.take(column.name) }
      sql += Renames.ordered(columns) { names.takeUnique("postil_old_" + $0) }.map { column in
        "ALTER TABLE \(SQLText.identifier(step.new)) RENAME COLUMN \(SQLText.identifier(column.old)) "
          + "TO \(SQLText.identifier(column.new))"
      }
      if !sql.isEmpty { steps.append(MigrationStep(comments, sql)) }
    }
  }

  private static func comment(_ table: Renames.Step) -> String { "Table '\(table.old)' is renamed to '\(table.new)'." }

  private static func rename(_ table: Renames.Step) -> String {
    "ALTER TABLE \(SQLText.identifier(table.old)) RENAME TO \(SQLText.identifier(table.new))"
  }
}
