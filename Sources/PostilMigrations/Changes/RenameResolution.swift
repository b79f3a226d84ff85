import PostilCatalog
import PostilSchema

/// What was renamed: what `@renamed(from:)` says, where the old name is there and the new one is not. A note whose old name is gone
/// was applied by an earlier migration.
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
    resolvePositions()
    renames.values = ValueRenames.resolved(from: from, to: to, renames)
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
