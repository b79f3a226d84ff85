import PostilCatalog
import PostilSchema

/// What was renamed: what `@renamed(from:)` says, where the old name is there and the new one is not, and names that differ in
/// underscores alone. A note whose old name is gone was applied by an earlier migration.
struct RenameResolution {
  let from: Side
  let to: Side
  private(set) var renames = Renames()
  private(set) var problems: [PlanProblem] = []

  init(from: Side, to: Side) {
    self.from = from
    self.to = to
  }

  mutating func resolve() {
    let tables = to.schema?.tables ?? []
    for table in tables {
      guard let former = table.renamedFrom, let old = from.table(Name.key(former)), to.table(old.key) == nil,
        to.table(Name.key(table.name)) != nil
      else { continue }
      if from.table(Name.key(table.name)) != nil {
        problems.append(Self.both("table", former, table.name, of: nil))
      } else {
        renames.tables[old.key] = table.name
      }
    }
    resolveTablesOfFormerRules()
    for table in tables {
      guard let new = to.table(Name.key(table.name)), let old = from.table(renames.oldTable(table.name)) else {
        continue
      }
      for column in table.columns {
        guard let former = column.renamedFrom, let oldColumn = old.column(Name.key(former)),
          new.column(Name.key(former)) == nil
        else { continue }
        if old.column(Name.key(column.name)) != nil {
          problems.append(Self.both("column", former, column.name, of: table.name))
        } else {
          renames.columns[old.key, default: [:]][Name.key(oldColumn.name)] = column.name
        }
      }
    }
    resolveColumnsOfFormerRules()
    resolvePositions()
  }

  /// Tables whose names differ in underscores alone have one Swift name, which an earlier rule spelled as in
  /// `user_i_ds_seen`. Where several have the same letters people have to say which is which.
  private mutating func resolveTablesOfFormerRules() {
    let gone = from.tables.filter { to.table($0.key) == nil && renames.tables[$0.key] == nil }
    let new = to.tables.filter { from.table(renames.oldTable($0.name)) == nil && !to.isDerived($0) }
    for (former, name) in Self.pairs(gone.map(\.name), new.map(\.name)) {
      renames.tables[Name.key(former)] = name
    }
  }

  /// The same of columns, those of join tables among them.
  private mutating func resolveColumnsOfFormerRules() {
    for new in to.tables {
      guard let old = from.table(renames.oldTable(new.name)) else { continue }
      let known = renames.columns[old.key] ?? [:]
      let gone = old.columns.filter { new.column(Name.key($0.name)) == nil && known[Name.key($0.name)] == nil }
      let added = new.columns.filter { column in
        old.column(Name.key(column.name)) == nil && !known.values.contains { Name.isSame($0, column.name) }
      }
      for (former, name) in Self.pairs(gone.map(\.name), added.map(\.name)) {
        renames.columns[old.key, default: [:]][Name.key(former)] = name
      }
    }
  }

  /// Each old name with the only new one of the same letters, where it is the only old one of them.
  private static func pairs(_ former: [String], _ new: [String]) -> [(former: String, new: String)] {
    former.compactMap { name in
      let matches = new.filter { $0.hasSameLetters(as: name) }
      guard matches.count == 1, former.count(where: { $0.hasSameLetters(as: name) }) == 1 else { return nil }
      return (name, matches[0])
    }
  }

  /// The column of positions is named after the relationship. Over the same reference there is one relationship: its order stays
  /// when it gets another name.
  private mutating func resolvePositions() {
    for order in to.orders {
      guard let new = to.table(Name.key(order.table)), let old = from.table(renames.oldTable(order.table)),
        old.column(Name.key(order.position)) == nil
      else { continue }
      let owner = order.owner.map(Name.key)
      let former = from.orders.first { former in
        Name.key(former.table) == old.key && new.column(Name.key(former.position)) == nil
          && former.owner.map { Name.key(renames.newColumn($0, of: old.name)) } == owner
      }
      if let former { renames.columns[old.key, default: [:]][Name.key(former.position)] = order.position }
    }
  }

  private static func both(_ what: String, _ former: String, _ name: String, of table: String?) -> PlanProblem {
    let place = table.map { " of '\($0)'" } ?? ""
    return PlanProblem(
      table: table ?? name,
      message: "\(what) '\(former)'\(place) cannot be renamed to '\(name)': there are both",
      notes: [
        "drop '\(name)' in a migration of its own first, then rename",
        "or remove '// @renamed(from: \"\(former)\")', and '\(former)' goes",
      ])
  }
}
