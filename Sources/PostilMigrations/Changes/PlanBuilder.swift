import PostilCatalog
import PostilSQL
import PostilSchema

/// Builds the steps from the old schema to the new one.
struct PlanBuilder {
  let from: Side
  let to: Side
  let renames: Renames
  let allowances: [MigrationAllowance]
  /// Whether the steps undo others. An undo has no allowances and asks no questions.
  let isUndo: Bool
  /// The oldest SQLite that will run the steps.
  let engine: SQLiteVersion
  let statements: [DDLStatement]

  var steps: [MigrationStep] = []
  var problems: [PlanProblem] = []

  /// The tables in both schemas, in the order of the new one.
  var comparisons: [TableComparison] = []
  var created: [TableShape] = []
  var dropped: [TableShape] = []
  /// The moves of rows between tables when the kind of a relationship changes.
  var pairMoves: [PairMove] = []
  /// The order in which the tables of ``comparisons`` are changed.
  var changeOrder: [Int] = []
  /// The tables that store the keys of other tables until every reference is changed, and their order.
  var keyTables: [KeyChange: String] = [:]
  var keyTableOrder: [KeyChange] = []
  /// The objects that are recreated because an object that they read is recreated.
  var droppedTriggers: Set<String> = []
  var droppedViews: Set<String> = []
  var droppedFullTexts: Set<String> = []

  init(from: Side, to: Side, renames: Renames, allowances: [MigrationAllowance], isUndo: Bool, engine: SQLiteVersion) {
    self.from = from
    self.to = to
    self.renames = renames
    self.allowances = allowances
    self.isUndo = isUndo
    self.engine = engine
    statements = to.schema?.script().statements ?? []
  }

  mutating func build() {
    compareTables()
    resolveReferences()
    findPairMoves()
    orderChanges()
    if !isUndo { problems += suspectedRenames() + lostClauses() }
    decideObjects()
    addTriggerDrops()
    addRenames()
    addObjectDrops()
    addDerivedDrops()
    addCreatedTables()
    addPairMoves()
    addKeyTables()
    for index in changeOrder { addChange(of: comparisons[index]) }
    addKeyTableDrops()
    addTableDrops()
    addFullTexts()
    addCounts()
    addLimits()
    addViews()
    addTriggers()
    mergeFindings()
  }

  /// One finding for each code and subject: if there are several, their row counts are added.
  private mutating func mergeFindings() {
    var places: [String: (step: Int, finding: Int)] = [:]
    for step in steps.indices {
      var kept: [MigrationFinding] = []
      for finding in steps[step].findings {
        guard let place = places[finding.allowance] else {
          places[finding.allowance] = (step, kept.count)
          kept.append(finding)
          continue
        }
        if place.step == step {
          kept[place.finding].query = "SELECT (\(kept[place.finding].query)) + (\(finding.query))"
        } else {
          let first = steps[place.step].findings[place.finding].query
          steps[place.step].findings[place.finding].query = "SELECT (\(first)) + (\(finding.query))"
        }
      }
      steps[step].findings = kept
    }
  }

  // MARK: - tables

  private mutating func compareTables() {
    var matched: Set<String> = []
    for new in to.tables {
      guard let old = renames.oldTable(new.name).flatMap(from.table) else {
        created.append(new)
        continue
      }
      matched.insert(old.key)
      let comparison = TableComparison(old: old, new: new, from: from, to: to, renames: renames, engine: engine)
      // Tables maintained by triggers are recreated instead of converted.
      if comparison.way != .none, from.isDerived(old), to.isDerived(new) {
        created.append(new)
        dropped.append(old)
      } else {
        comparisons.append(comparison)
      }
    }
    dropped += from.tables.filter { !matched.contains($0.key) }
    // A table is dropped before those that it references, so that none of its rows violates a foreign key.
    let keys = Dictionary(dropped.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    let order = TableOrder.order(
      dropped.enumerated().map { index, table in
        Set(table.table.foreignKeys.compactMap { keys[$0.referencedTable.foldedName] }).subtracting([index])
      })
    dropped = order.reversed().map { dropped[$0] }
  }

  private mutating func resolveReferences() {
    var resolution = ReferenceResolution(
      from: from, to: to, renames: renames, allowances: allowances, comparisons: comparisons)
    resolution.resolve()
    comparisons = resolution.comparisons
  }

  func comparison(ofNew table: String) -> TableComparison? {
    comparisons.first { $0.new.name.isSameName(as: table) }
  }

  func comparison(ofOld table: String) -> TableComparison? {
    comparisons.first { $0.old.name.isSameName(as: table) }
  }

  /// Whether rows of a table are rewritten by statements that would fire its triggers.
  func isFilled(_ comparison: TableComparison) -> Bool {
    comparison.way == .alter && newPositions(of: comparison).first != nil
  }

  // MARK: - triggers, views and full-text indexes

  /// Decides which triggers, views and full-text indexes are kept unchanged.
  private mutating func decideObjects() {
    for fullText in from.fullTexts {
      let same = to.fullTexts.first { $0.name.isSameName(as: fullText.name) }
      let isSame =
        same.map { SQLLexer.tokens(of: $0.sql).meaning == SQLLexer.tokens(of: fullText.sql).meaning } ?? false
      let contentStays =
        fullText.content.map { content in
          comparison(ofOld: content).map { comparison in
            // If columns swap names, the statement is the same but the indexed text isn't.
            !comparison.isRenamed
              && !SQLLexer.tokens(of: fullText.sql).mentions(
                Set(comparison.pairs.filter(\.isRenamed).map { $0.old.name.foldedName }))
          } ?? false
        } ?? true
      if !isSame || !contentStays { droppedFullTexts.insert(fullText.name.foldedName) }
    }
    for view in from.catalog.views {
      let tokens = SQLLexer.tokens(of: view.sql)
      let same = to.catalog.view(view.name)
      let isSame = same.map { SQLLexer.tokens(of: $0.sql).meaning == tokens.meaning } ?? false
      if !isSame || tokens.mentions(renames.formerNames) { droppedViews.insert(view.name.foldedName) }
    }
    // A view that reads a temporarily dropped view would block changes of tables.
    var isComplete = false
    while !isComplete {
      isComplete = true
      let gone = droppedViews.union(droppedFullTexts)
      for view in from.catalog.views
      where !droppedViews.contains(view.name.foldedName) && SQLLexer.tokens(of: view.sql).mentions(gone) {
        droppedViews.insert(view.name.foldedName)
        isComplete = false
      }
    }
    let gone = droppedViews.union(droppedFullTexts).union(renames.formerNames).union(dropped.map(\.key))
    for trigger in from.triggers {
      let isSame = to.triggers.contains { $0.name.isSameName(as: trigger.name) && $0.meaning == trigger.meaning }
      let isTouched = comparison(ofOld: trigger.owner).map { $0.way == .rebuild || isFilled($0) } ?? false
      if !isSame || isTouched || goes(trigger.owner) || trigger.tokens.mentions(gone) {
        droppedTriggers.insert(trigger.name.foldedName)
      }
    }
  }

  /// Whether a table or view of the old schema is dropped, even if only temporarily.
  private func goes(_ owner: String) -> Bool {
    comparison(ofOld: owner) == nil
      && (from.catalog.view(owner) == nil || droppedViews.contains(owner.foldedName))
  }

  private mutating func addTriggerDrops() {
    // The triggers of a dropped table or view are dropped with it, unless an object that they write to is dropped first.
    let names = from.triggers.filter { trigger in
      guard droppedTriggers.contains(trigger.name.foldedName) else { return false }
      return !goes(trigger.owner)
        || trigger.tokens.mentions(
          droppedFullTexts.union(dropped.map(\.key)).subtracting([trigger.owner.foldedName]))
    }.map(\.name)
    guard !names.isEmpty else { return }
    let stay = names.filter { name in to.triggers.contains { $0.name.isSameName(as: name) } }
    let words =
      stay.isEmpty
      ? "Triggers are dropped."
      : stay.count == names.count ? "Triggers are recreated below." : "Triggers are dropped; some are recreated below."
    steps.append(MigrationStep([words], names.map { "DROP TRIGGER \(SQLText.identifier($0))" }))
  }

  private mutating func addRenames() {
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
      steps.append(MigrationStep(bound.map(Self.words), ordered.map(Self.rename)))
    }
    for comparison in comparisons {
      var comments: [String] = []
      var sql: [String] = []
      let step = Renames.Step(old: comparison.old.name, new: comparison.new.name)
      if comparison.isRenamed, !bound.contains(step) {
        comments.append(Self.words(step))
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

  private static func words(_ table: Renames.Step) -> String { "Table '\(table.old)' is renamed to '\(table.new)'." }

  private static func rename(_ table: Renames.Step) -> String {
    "ALTER TABLE \(SQLText.identifier(table.old)) RENAME TO \(SQLText.identifier(table.new))"
  }

  private mutating func addObjectDrops() {
    var sql = from.catalog.views.reversed().filter { droppedViews.contains($0.name.foldedName) }
      .map { "DROP VIEW \(SQLText.identifier($0.name))" }
    if !sql.isEmpty {
      let stay = from.catalog.views.contains {
        droppedViews.contains($0.name.foldedName) && to.catalog.view($0.name) != nil
      }
      steps.append(
        MigrationStep([stay ? "Views are dropped; those that stay are recreated below." : "Views are dropped."], sql))
    }
    sql = from.fullTexts.filter { droppedFullTexts.contains($0.name.foldedName) }
      .map { "DROP TABLE \(SQLText.identifier($0.name))" }
    if !sql.isEmpty {
      steps.append(MigrationStep(["Full-text indexes are dropped; they contain no data of their own."], sql))
    }
    // A name that an index of another table gets must be free first.
    let taken = from.tables.flatMap { table in table.indexes.map { (table, $0.name) } }
      .filter { table, name in
        to.tables.contains { other in
          other.indexes.contains { $0.name.isSameName(as: name) }
            && !other.name.isSameName(as: renames.newTable(table.name))
        }
      }
    movedIndexes = Set(taken.map { $0.1.foldedName })
    if !taken.isEmpty {
      steps.append(
        MigrationStep(
          ["The names of these indexes are needed for indexes of other tables."],
          taken.map { "DROP INDEX \(SQLText.identifier($0.1))" }))
    }
  }

  /// Indexes whose names are given to indexes of other tables.
  var movedIndexes: Set<String> = []

  /// Drops the tables that triggers maintain, before other tables get their names.
  private mutating func addDerivedDrops() {
    let derived = dropped.filter { from.isDerived($0) }
    guard !derived.isEmpty else { return }
    steps.append(
      MigrationStep(
        ["Tables that are maintained by triggers are dropped."],
        derived.map { "DROP TABLE \(SQLText.identifier($0.name))" }))
  }

  private mutating func addCreatedTables() {
    for table in created {
      var sql = [table.table.sql] + table.indexes.compactMap(\.sql)
      sql += to.fullTexts.filter { $0.content.map { $0.isSameName(as: table.name) } ?? false }.map(\.sql)
      steps.append(MigrationStep(to.documentation(statements, table.name), sql))
    }
  }

  private mutating func addTableDrops() {
    let tables = dropped.filter { !from.isDerived($0) }
    if let table = tables.first(where: isInItsOwnWay), !steps.contains(where: { $0.rebuilds != nil }) {
      addDetachment(of: table)
    }
    for table in tables {
      let name = SQLText.identifier(table.name)
      let move = move(ofTable: table)
      if let move, move.isCertain, move.lost == nil {
        steps.append(MigrationStep(["Table '\(table.name)' is dropped; its rows were moved."], ["DROP TABLE \(name)"]))
        continue
      }
      let what =
        move.flatMap { $0.isCertain ? "the rows that are not moved to '\($0.target.name)'" : nil } ?? "all its rows"
      var finding = finding(
        .dropTable, table.name,
        "table '\(table.name)' will be dropped with \(what); keep the struct, or pass '--allow "
          + "dropTable:\(table.name)'",
        move.flatMap { $0.isCertain ? $0.lost : nil } ?? "SELECT count(*) FROM \(name)")
      finding.notes = offer(move, "dropTable:\(table.name)")
      steps.append(
        MigrationStep(["Table '\(table.name)' is dropped with \(what)."], ["DROP TABLE \(name)"], findings: [finding]))
    }
  }

  /// Whether rows of dropped tables prevent each other from being deleted: by `RESTRICT` within one table, or in a
  /// reference cycle.
  private func isInItsOwnWay(_ table: TableShape) -> Bool {
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
  private mutating func addDetachment(of table: TableShape) {
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

  // MARK: - full text, counts, views, triggers

  private mutating func addFullTexts() {
    for fullText in to.fullTexts {
      let former = from.fullTexts.first { $0.name.isSameName(as: fullText.name) }
      let isKept = former.map { !droppedFullTexts.contains($0.name.foldedName) } ?? false
      let content = fullText.content.flatMap { comparison(ofNew: $0) }
      let fill =
        "INSERT INTO \(SQLText.identifier(fullText.name)) (\(SQLText.identifier(fullText.name))) VALUES ('rebuild')"
      if isKept {
        if content?.way == .rebuild {
          steps.append(MigrationStep(["The full-text index of '\(fullText.content ?? "")' is rebuilt."], [fill]))
        }
      } else if fullText.content.map({ name in created.contains { $0.name.isSameName(as: name) } }) != true {
        steps.append(
          MigrationStep(
            to.documentation(statements, fullText.name), content == nil ? [fullText.sql] : [fullText.sql, fill]))
      }
    }
  }

  private mutating func addViews() {
    for view in to.catalog.views {
      let isKept = from.catalog.view(view.name) != nil && !droppedViews.contains(view.name.foldedName)
      if !isKept { steps.append(MigrationStep(to.documentation(statements, view.name), [view.sql])) }
    }
  }

  private mutating func addTriggers() {
    for trigger in to.triggers {
      let key = trigger.name.foldedName
      let isKept = from.triggers.contains { $0.name.foldedName == key } && !droppedTriggers.contains(key)
      if !isKept { steps.append(MigrationStep(to.documentation(statements, trigger.name), [trigger.sql])) }
    }
  }

  // MARK: - findings

  func finding(_ code: MigrationFinding.Code, _ subject: String, _ message: String, _ query: String) -> MigrationFinding
  {
    var finding = MigrationFinding(code: code, subject: subject, message: message, query: query)
    finding.isAllowed = !isUndo && allowances.contains { $0.covers(finding) }
    return finding
  }
}
