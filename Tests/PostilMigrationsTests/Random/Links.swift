import PostilMigrations
import PostilSchema

/// The references that a migration has to keep, whatever becomes of the keys: each row references afterwards what it did before.
struct Links {
  let old: Blueprint
  let new: Blueprint
  /// The references of both sides.
  private(set) var references: [Int] = []
  /// The columns of old references that new ones replace, as subjects of findings.
  private(set) var replaced: Set<String> = []
  /// The columns that hold a reference, as subjects of findings.
  private var subjects: [Int: [String]] = [:]

  init(from old: Blueprint, to new: Blueprint) {
    self.old = old
    self.new = new
    for table in new.tables {
      guard let former = old.table(table.id) else { continue }
      for reference in table.references {
        guard let before = former.references.first(where: { $0.id == reference.id && $0.table == reference.table }),
          let parent = old.table(reference.table), let newParent = new.table(reference.table)
        else { continue }
        add(reference, before, table, former, newParent, parent)
      }
    }
  }

  private mutating func add(
    _ reference: Blueprint.Reference, _ before: Blueprint.Reference, _ table: Blueprint.Table,
    _ former: Blueprint.Table,
    _ parent: Blueprint.Table, _ oldParent: Blueprint.Table
  ) {
    func names(_ ids: [Int], _ table: Blueprint.Table) -> [String] {
      ids.map { table.column($0)?.name.lowercased() ?? "" }
    }
    let stay = before.columns.map { id in table.column(id) ?? former.column(id) }.map { $0?.name.lowercased() ?? "" }
    if Set(stay) != Set(names(reference.columns, table)) {
      // New columns take the place of old ones only where the key has other ones, and where it is clear which reference is which.
      guard names(oldParent.key, oldParent) != names(parent.key, parent) else { return }
      let isPair = [former, table].allSatisfy { $0.isJoin && $0.isWithoutRowID }
      let isAlone = [former, table].allSatisfy { table in
        table.references.count { $0.table == reference.table } == 1
      }
      let types = [
        before.columns.compactMap { former.column($0)?.type }, reference.columns.compactMap { table.column($0)?.type },
      ]
      let mayBeRename = types.allSatisfy { $0.count == 1 } && Self.declared(types[0][0]) == Self.declared(types[1][0])
      guard isPair || isAlone && !mayBeRename else { return }
      for name in names(before.columns, former) { replaced.insert("\(former.name).\(name)".lowercased()) }
    }
    references.append(reference.id)
    subjects[reference.id] = names(reference.columns, table).map { "\(table.name).\($0)".lowercased() }
  }

  /// The declared type of a key.
  private static func declared(_ type: ColumnType) -> String {
    switch type {
    case .integer: "INTEGER"
    case .uuidBytes: "BLOB"
    default: "TEXT"
    }
  }

  /// The words that say that no drop is a rename: of everything but references that go on over other columns.
  func allowances(_ schema: Schema) throws -> [MigrationAllowance] {
    try schema.tables.flatMap { table in
      try [MigrationAllowance("dropTable:\(table.name)")]
        + table.columns.map { "\(table.name).\($0.name)" }.filter { !replaced.contains($0.lowercased()) }
        .map { try MigrationAllowance("dropColumn:\($0)") }
    }
  }

  func before(_ database: Database) throws -> [Int: [String]] { try old.links(of: database, references) }

  /// What is referenced otherwise than before; `nil` where nothing is. A default in the place of `NULL` references something new.
  func difference(_ before: [Int: [String]], after database: Database, _ plan: MigrationPlan) throws -> String? {
    difference(before, try new.links(of: database, references), plan)
  }

  /// The same for links that were read before.
  func difference(_ before: [Int: [String]], _ after: [Int: [String]], _ plan: MigrationPlan) -> String? {
    let filled = Set(plan.findings.filter { $0.code == .replaceNull }.map { $0.subject.lowercased() })
    for reference in references {
      let (former, now) = (before[reference] ?? [], after[reference] ?? [])
      let isFilled = !filled.isDisjoint(with: subjects[reference] ?? [])
      if isFilled ? !Set(former).isSubset(of: now) : former != now {
        return "reference \(subjects[reference] ?? []): \(former) became \(now)"
      }
    }
    return nil
  }
}
