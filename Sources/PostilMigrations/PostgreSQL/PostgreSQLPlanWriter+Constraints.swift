import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// Keys, checks, references and indexes: those that change are dropped before the columns change, and added afterwards.
extension PostgreSQLPlanWriter {
  /// Drops the constraints and indexes that change, and notes those that are missing afterwards.
  mutating func addConstraintDrops() {
    var references: [String] = []
    var others: [String] = []
    var indexes: [String] = []
    for change in changes {
      let table = SQLText.identifier(change.old.name)
      var open = change.new.constraints
      for constraint in change.old.constraints {
        let meaning = change.renamed(constraint.tokens)
        let same = open.firstIndex { $0.tokens.meaning == meaning }
        if let same, stays(constraint, of: change),
          constraint.isKey || open[same].name == constraint.name || canRenameConstraints(of: change)
        {
          let now = open.remove(at: same)
          if now.name != constraint.name { renamed[change.name, default: []].append((constraint, now.name)) }
          continue
        }
        lock(change.old.name)
        if constraint.kind == .primaryKey, canBeSwapped(constraint, of: change) {
          // The table is never without a key.
          let name = PostgreSQLNames.short("postil_old_\(constraint.name)")
          renamedIndexes.append(Renames.Step(old: constraint.name, new: name))
          swappedKeys[change.name] = name
          continue
        }
        if constraint.isKey, isLookedUp(constraint, of: change) {
          keyDrops.append("ALTER TABLE \(change.quoted) DROP CONSTRAINT \(SQLText.identifier(constraint.name))")
          continue
        }
        // A key or a check goes with a dropped column only if it has no other one.
        let statement = "ALTER TABLE \(table) DROP CONSTRAINT \(SQLText.identifier(constraint.name))"
        if constraint.kind == .foreignKey { references.append(statement) } else { others.append(statement) }
        lockReferenced(by: [constraint], isNew: false, .accessExclusive)
      }
      missing[change.name] = open
      chooseIndexes(of: change, &indexes)
    }
    for table in decisions.dropped where !decisions.from.isDerived(table) {
      guard let shape = old.table(PostgreSQLNames.short(table.name)) else { continue }
      for constraint in shape.constraints where constraint.kind == .foreignKey {
        guard let parent = constraint.referenced, let change = changes.first(where: { $0.old.name == parent.table }),
          losesKey(parent.columns, change)
        else { continue }
        references.append(
          "ALTER TABLE \(SQLText.identifier(shape.name)) DROP CONSTRAINT \(SQLText.identifier(constraint.name))")
      }
    }
    let statements = references + others + indexes
    if !statements.isEmpty {
      steps.append(MigrationStep(["Constraints and indexes that change are dropped."], statements))
    }
  }

  /// Whether references find their rows by this key, so that its index is needed until they have the new one.
  func isLookedUp(_ key: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> Bool {
    let columns = Set(key.columns.map(\.foldedName))
    // Another key may get its name.
    let isNeeded = changes.contains { other in
      other.new.constraints.contains { $0.isKey && $0.name == key.name } && other.old.name != change.old.name
    }
    return !isNeeded
      && changes.flatMap(\.comparison.references).contains { reference in
        reference.looksUp && reference.parent.isSameName(as: change.comparison.new.name)
          && Set(reference.oldKey.map { PostgreSQLNames.short($0).foldedName }) == columns
      }
  }

  /// Whether a constraint with an equal one in the new schema can stay while the columns change.
  private func stays(_ constraint: PostgreSQLShape.Constraint, of change: PostgreSQLTableChange) -> Bool {
    let names =
      [.check, .exclusion].contains(constraint.kind)
      ? constraint.tokens.nameKeys : Set(constraint.columns.map(\.foldedName))
    if constraint.isKey { return names.isDisjoint(with: change.goneNames) }
    guard names.isDisjoint(with: change.formerNames) else { return false }
    guard let parent = constraint.referenced, let other = changes.first(where: { $0.old.name == parent.table }) else {
      return true
    }
    return !losesKey(parent.columns, other)
  }

  /// Whether the key that a reference needs is changed.
  private func losesKey(_ columns: [String], _ change: PostgreSQLTableChange) -> Bool {
    let names = Set(columns.map(\.foldedName))
    guard names.isDisjoint(with: change.formerNames) else { return true }
    let keys = change.old.constraints.filter { $0.isKey && Set($0.columns.map(\.foldedName)) == names }
    return keys.contains { key in
      let meaning = change.renamed(key.tokens)
      return !change.new.constraints.contains { $0.tokens.meaning == meaning }
    }
  }

  private mutating func chooseIndexes(of change: PostgreSQLTableChange, _ statements: inout [String]) {
    var open = new.objects(.index).filter { $0.table == change.new.name }
    for index in old.objects(.index) where index.table == change.old.name {
      let meaning = change.renamed(Self.definition(index))
      let same = open.firstIndex { Self.definition($0).meaning == meaning && Self.isUnique($0) == Self.isUnique(index) }
      if let same, Self.definition(index).nameKeys.isDisjoint(with: change.formerNames) {
        let now = open.remove(at: same)
        keptIndexes.insert(now.name)
        if now.name != index.name { renamedIndexes.append(Renames.Step(old: index.name, new: now.name)) }
      } else if decisions.isUndo || !canStay(index, of: change) {
        lock(change.old.name)
        statements.append("DROP INDEX \(SQLText.identifier(index.name))")
      } else {
        // Queries use the index until the one that replaces it is built.
        let isTaken = new.tables.contains { table in
          table.name == index.name || table.constraints.contains { $0.isKey && $0.name == index.name }
        }
        var name = index.name
        if isTaken || new.objects(.index).contains(where: { $0.name == index.name }) {
          name = PostgreSQLNames.short("postil_old_\(index.name)")
          renamedIndexes.append(Renames.Step(old: index.name, new: name))
        }
        indexDrops.append("DROP INDEX CONCURRENTLY IF EXISTS \(SQLText.identifier(name))")
      }
    }
  }

  /// Whether an index that is dropped allows the statements of the transaction.
  private func canStay(_ index: PostgreSQLShape.Object, of change: PostgreSQLTableChange) -> Bool {
    guard Self.definition(index).nameKeys.isDisjoint(with: change.formerNames), !change.new.isPartitioned else {
      return false
    }
    // A full-text index needs its configuration.
    let gone = old.objects(.setting).filter { setting in !new.objects(.setting).contains { $0.sql == setting.sql } }
      .compactMap { $0.tokens.count > 4 ? $0.tokens[4].name : nil }
    guard !index.tokens.contains(where: { token in gone.contains { token.name.contains($0) } }) else { return false }
    let changesValues = change.kept.contains { $0.pair.valueRenames != nil || $0.pair.becomesRequired }
    return !(Self.isUnique(index) && changesValues)
  }

  private static func isUnique(_ index: PostgreSQLShape.Object) -> Bool { index.tokens[1].is("unique") }

  /// The part of an index after its table.
  private static func definition(_ index: PostgreSQLShape.Object) -> ArraySlice<SQLToken> {
    index.tokens.firstIndex { $0.is("on") }.map { index.tokens[min($0 + 2, index.tokens.count)...] } ?? []
  }

  // MARK: - names

  mutating func addRenames() {
    let tables = changes.filter { $0.old.name != $0.new.name }.flatMap {
      [Renames.Step(old: $0.old.name, new: $0.new.name)] + renamedPartitions(of: $0)
    }
    for table in tables { lock(table.old) }
    let free = { (name: String) in PostgreSQLNames.short("postil_old_" + name) }
    let partitions = Set(changes.flatMap(renamedPartitions).map(\.old))
    for step in Self.ordered(tables, free: free) {
      steps.append(
        MigrationStep(
          ["Table '\(step.old)' is renamed to '\(step.new)'."],
          ["ALTER TABLE \(SQLText.identifier(step.old)) RENAME TO \(SQLText.identifier(step.new))"],
          // No program uses a partition by its name.
          findings: partitions.contains(step.old) && !decisions.isUndo ? [accepted(.renameTable, step.old)] : []))
    }
    for change in changes {
      let replaced = Set(change.replaced.map(\.name))
      let columns = change.comparison.pairs.map {
        Renames.Step(old: PostgreSQLNames.short($0.old.name), new: PostgreSQLNames.short($0.new.name))
      }.filter { $0.old != $0.new && !replaced.contains($0.new) }
      var statements = Self.ordered(columns, free: free).map { step in
        "ALTER TABLE \(change.quoted) RENAME COLUMN \(SQLText.identifier(step.old)) TO \(SQLText.identifier(step.new))"
      }
      let constraints = (renamed[change.name] ?? []).filter { !$0.0.isKey }.map {
        Renames.Step(old: $0.0.name, new: $0.1)
      }
      statements += Self.ordered(constraints, free: free).map { step in
        "ALTER TABLE \(change.quoted) RENAME CONSTRAINT \(SQLText.identifier(step.old)) TO "
          + SQLText.identifier(step.new)
      }
      guard !statements.isEmpty else { continue }
      lock(change.old.name)
      let comments = columns.map { "Column '\($0.old)' of table '\(change.name)' is renamed to '\($0.new)'." }
      steps.append(
        MigrationStep(
          comments.isEmpty ? ["Constraints of table '\(change.name)' get new names."] : comments, statements))
    }
    // A key is an index, and gets its name.
    let keys = renamed.sorted { $0.key < $1.key }.flatMap { $0.value.filter { $0.0.isKey } }.map {
      Renames.Step(old: $0.0.name, new: $0.1)
    }
    let indexes = Self.ordered(keys + renamedIndexes, free: free).map { step in
      "ALTER INDEX \(SQLText.identifier(step.old)) RENAME TO \(SQLText.identifier(step.new))"
    }
    if !indexes.isEmpty { steps.append(MigrationStep(["Keys and indexes get new names."], indexes)) }
  }

  /// The renames, ordered so that each new name is free. PostgreSQL tells names apart that differ only in case.
  private static func ordered(_ renames: [Renames.Step], free: (String) -> String) -> [Renames.Step] {
    var steps: [Renames.Step] = []
    var open = renames
    while !open.isEmpty {
      if let next = open.firstIndex(where: { step in !open.contains { $0.old == step.new } }) {
        steps.append(open.remove(at: next))
      } else {
        let waiting = free(open[0].old)
        steps.append(Renames.Step(old: open[0].old, new: waiting))
        open[0].old = waiting
      }
    }
    return steps
  }

  // MARK: - what is added

  /// The query that counts the rows of a table.
  static func rows(of change: PostgreSQLTableChange) -> String {
    "SELECT count(*) FROM \(SQLText.identifier(change.old.name))"
  }

  /// Checks and references of existing tables. They apply to new rows at once; existing rows are checked afterwards, while the program
  /// can write. Source: PostgreSQL 15, "ALTER TABLE", `NOT VALID`.
  /// - Parameter ofCreated: whether the references of new tables are added here.
  mutating func addConstraints(ofCreated: Bool) {
    for change in changes {
      let constraints = (missing[change.name] ?? []).filter { !$0.isKey }
      guard !constraints.isEmpty else { continue }
      lock(change.old.name, constraints.contains { $0.kind != .foreignKey } ? .accessExclusive : .shareRowExclusive)
      lockReferenced(by: constraints, isNew: true, .shareRowExclusive)
      // The server compares the rows when it adds an exclusion, or a reference of a partitioned table.
      let now = constraints.filter {
        $0.kind == .exclusion || $0.kind == .foreignKey && change.new.isPartitioned
          || validated.contains("\(change.name).\($0.name)")
      }
      let later = constraints.filter { constraint in !now.contains { $0.name == constraint.name } }
      let comment = later.isEmpty ? "." : "; its rows are checked afterwards."
      steps.append(
        MigrationStep(
          ["Constraints of table '\(change.name)'\(comment)"],
          now.map { "ALTER TABLE \(change.quoted) ADD \($0.text)" }
            + later.map { "ALTER TABLE \(change.quoted) ADD \($0.text) NOT VALID" },
          findings: now.isEmpty ? [] : checking(change)))
      afterwards += later.map {
        "ALTER TABLE \(change.quoted) VALIDATE CONSTRAINT \(SQLText.identifier($0.name))"
      }
    }
    for table in decisions.created {
      guard let shape = new.table(PostgreSQLNames.short(table.name)) else { continue }
      let own = shape.sql
      let keys = shape.constraints.filter { key in
        key.kind == .foreignKey
          && (ofCreated || !own.contains("CONSTRAINT \(SQLText.identifier(key.name)) FOREIGN KEY"))
      }
      guard !keys.isEmpty else { continue }
      lockReferenced(by: keys, isNew: true, .shareRowExclusive)
      steps.append(
        MigrationStep(
          ["References of table '\(shape.name)'."],
          keys.map { "ALTER TABLE \(SQLText.identifier(shape.name)) ADD \($0.text)" }))
    }
  }

  /// The finding about rows that are checked in the transaction.
  private func checking(_ change: PostgreSQLTableChange) -> [MigrationFinding] {
    locking(change, "table '\(change.comparison.new.name)' is locked while its rows are checked")
  }

  /// The finding about a table that is locked for as long as its number of rows takes.
  func locking(_ change: PostgreSQLTableChange, _ what: String) -> [MigrationFinding] {
    guard !decisions.isUndo, costs(of: change).isEmpty else { return [] }
    let table = change.comparison.old.name
    return [
      decisions.finding(
        .longLock, table,
        "\(what); on a large table do it when the program isn't running, or pass '--allow longLock:\(table)'",
        Self.rows(of: change))
    ]
  }

  /// The indexes of existing tables are built afterwards, while the program can write.
  mutating func addIndexes() {
    for change in changes {
      for index in new.objects(.index) where index.table == change.new.name && !keptIndexes.contains(index.name) {
        let isValidated = validated.contains("\(change.name).\(index.name)")
        if isValidated || change.new.isPartitioned {
          lock(change.old.name, isValidated ? .accessExclusive : .shareRowExclusive)
          steps.append(
            MigrationStep(
              ["\(Self.isUnique(index) ? "A unique" : "An") index of table '\(change.name)'."], [index.sql],
              findings: isValidated ? checking(change) : building(of: change)))
          continue
        }
        let words = Self.isUnique(index) ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
        afterwards.append(
          decisions.isUndo ? index.sql : "\(words) CONCURRENTLY\(index.sql.dropFirst(words.count))")
      }
    }
  }
}
