import PostilEvolution
import PostilSchema

/// The schema after migrations as the last records among them describe it: there are several if the migrations are those of branches.
struct RecordedBranches {
  /// The tables of all branches; `nil` if there is no record.
  private(set) var schema: Schema?
  /// The columns to which branches give different types, one line each.
  private(set) var conflicts: [String] = []

  /// - Parameter scripts: the migrations in their order.
  /// - Throws: ``MigrationRefusal`` if a record has errors.
  init(_ scripts: [MigrationScript], in folder: MigrationFolder) throws(MigrationRefusal) {
    let recorded = scripts.filter { folder.records[$0.name] != nil }
    let earlier = recorded.map { Self.ancestors(of: $0, among: scripts) }
    let last = recorded.filter { script in !earlier.contains { $0.contains(script.name) } }
    let ofLast = zip(recorded, earlier).filter { script, _ in last.contains { $0.name == script.name } }.map(\.1)
    let fork = recorded.last { script in ofLast.allSatisfy { $0.contains(script.name) } }
    let base = if let fork { try folder.record(after: fork.name)?.schema } else { nil as Schema? }
    for script in last {
      if let branch = try folder.record(after: script.name)?.schema { add(branch, script.name, since: base) }
    }
  }

  private static func ancestors(of script: MigrationScript, among scripts: [MigrationScript]) -> Set<String> {
    var names: Set<String> = []
    var pending = script.after
    while let name = pending.popLast() {
      guard names.insert(name).inserted else { continue }
      pending += scripts.first { $0.name == name }?.after ?? []
    }
    return names
  }

  /// Adds the tables and columns of a branch, and the types that it changed since the fork.
  private mutating func add(_ branch: Schema, _ name: String, since fork: Schema?) {
    guard var merged = schema else { return schema = branch }
    for table in branch.tables {
      guard let place = merged.tables.firstIndex(where: { $0.name.isSameName(as: table.name) }) else {
        merged.tables.append(table)
        continue
      }
      for column in table.columns {
        guard let index = merged.tables[place].columns.firstIndex(where: { $0.name.isSameName(as: column.name) }) else {
          merged.tables[place].columns.append(column)
          continue
        }
        let (type, former) = (merged.tables[place].columns[index].type, fork?.type(of: column.name, in: table.name))
        if type == column.type || column.type == former { continue }
        if type == former {
          merged.tables[place].columns[index].type = column.type
        } else {
          conflicts.append(
            "column '\(table.name).\(column.name)' stores '\(column.type.word)' values after '\(name)', but '\(type.word)' "
              + "values after another branch")
        }
      }
    }
    schema = merged
  }
}

extension Schema {
  fileprivate func type(of column: String, in table: String) -> ColumnType? {
    tables.first { $0.name.isSameName(as: table) }?.columns.first { $0.name.isSameName(as: column) }?.type
  }
}
