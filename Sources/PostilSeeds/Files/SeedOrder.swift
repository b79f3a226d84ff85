import PostilCompiler
import PostilRows
import PostilSchema

/// Puts rows in an order in which each is inserted after those that it refers to.
struct SeedOrder {
  private(set) var rows: [SeedRow]
  private(set) var order: [Int] = []
  private let report: SeedDiagnostics
  /// What each row refers to.
  private var dependencies: [[Dependency]] = []
  private var isDone: [Bool]

  /// The columns with which a row refers to another one.
  private struct Dependency {
    var row: Int
    var columns: [String]
  }

  init(_ rows: [SeedRow], report: SeedDiagnostics) {
    (self.rows, self.report) = (rows, report)
    isDone = Array(repeating: false, count: rows.count)
    var keys: [[SeedRow.Value]: Int] = [:]
    for (index, row) in rows.enumerated() {
      let values = row.table.key.compactMap { row.field($0)?.value }
      if values.count == row.table.key.count { keys[Self.key(row.table.name, row.table.key, values)] = index }
    }
    dependencies = rows.map { Self.dependencies(of: $0, keys) }
  }

  /// Adds a row as soon as all those are added to which it refers. If rows refer to each other, the optional references of one of them are
  /// set after all rows are inserted.
  mutating func sort() {
    var dependents = Array(repeating: [Int](), count: rows.count)
    var missing = Array(repeating: 0, count: rows.count)
    for index in rows.indices {
      for dependency in dependencies[index] where dependency.row != index {
        dependents[dependency.row].append(index)
        missing[index] += 1
      }
    }
    var ready = rows.indices.filter { missing[$0] == 0 }
    var next = 0
    while order.count < rows.count {
      if next == ready.count {
        guard let index = rows.indices.first(where: { !isDone[$0] && canBeFirst($0) }) else { return refuse() }
        for dependency in dependencies[index] where !isDone[dependency.row] && isOptional(dependency, of: index) {
          rows[index].postponed.formUnion(dependency.columns)
        }
        ready.append(index)
      }
      let index = ready[next]
      next += 1
      guard !isDone[index] else { continue }
      isDone[index] = true
      order.append(index)
      for dependent in dependents[index] {
        missing[dependent] -= 1
        if missing[dependent] == 0, !isDone[dependent] { ready.append(dependent) }
      }
    }
    // A row can refer to itself, unless its key isn't known before it is inserted.
    for index in rows.indices {
      for dependency in dependencies[index]
      where dependency.row == index && rows[index].identity != .primaryKey && isOptional(dependency, of: index) {
        rows[index].postponed.formUnion(dependency.columns)
      }
    }
  }

  private func refuse() {
    let names = rows.indices.filter { !isDone[$0] }.map { rows[$0].name { SeedRunner.text(of: $0) } }
    guard let first = rows.indices.first(where: { !isDone[$0] }) else { return }
    report.error(SeedMessage.circle(names), at: rows[first].place)
  }

  private func isOptional(_ dependency: Dependency, of index: Int) -> Bool {
    dependency.columns.allSatisfy { rows[index].table.column(named: $0)?.isOptional == true }
  }

  private func canBeFirst(_ index: Int) -> Bool {
    dependencies[index].allSatisfy { dependency in
      dependency.row == index || isDone[dependency.row] || isOptional(dependency, of: index)
        || isCheckedLater(dependency, of: index)
    }
  }

  /// Whether the database checks a reference only when the transaction ends, and its value is known.
  private func isCheckedLater(_ dependency: Dependency, of index: Int) -> Bool {
    let keys = rows[index].table.model?.table.foreignKeys.filter {
      !Set($0.columns).isDisjoint(with: dependency.columns)
    }
    return rows[dependency.row].identity == .primaryKey && keys?.allSatisfy(\.isDeferred) == true
  }

  // MARK: - Dependencies

  private static func key(_ table: String, _ columns: [String], _ values: [SeedRow.Value]) -> [SeedRow.Value] {
    let sorted = zip(columns, values).sorted { $0.0 < $1.0 }
    return [.stored(.text(table))] + sorted.flatMap { [.stored(.text($0.0)), $0.1] }
  }

  /// - Parameter keys: the rows by the values of their keys, for references by key.
  private static func dependencies(of row: SeedRow, _ keys: [[SeedRow.Value]: Int]) -> [Dependency] {
    var found: [Dependency] = []
    for field in row.fields {
      guard case .row(let other, _) = field.value else { continue }
      if let position = found.firstIndex(where: { $0.row == other }) {
        found[position].columns.append(field.column.name)
      } else {
        found.append(Dependency(row: other, columns: [field.column.name]))
      }
    }
    for key in row.table.model?.table.foreignKeys ?? [] {
      let values = key.columns.compactMap { row.field($0)?.value }
      guard values.count == key.columns.count,
        let other = keys[Self.key(key.referencedTable, key.referencedColumns, values)]
      else { continue }
      found.append(Dependency(row: other, columns: key.columns))
    }
    return found
  }
}
