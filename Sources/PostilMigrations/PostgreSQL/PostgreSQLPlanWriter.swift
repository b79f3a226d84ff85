import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// Writes the steps of a change for PostgreSQL.
///
/// What was added, renamed, dropped and changed was decided by ``PlanBuilder``, from the models. The statements of the two schemas show
/// what PostgreSQL has to do for it.
///
/// | phase | reason for its position |
/// |---|---|
/// | drop triggers, views, constraints and indexes that change | PostgreSQL refuses to change columns that they use |
/// | rename | everything else is written with the new names |
/// | add columns and fill them | while the old columns can be read |
/// | change and drop columns, drop tables | |
/// | create tables, add keys, distribute tables, then add references and checks | a reference needs the key of its table |
/// | create views, functions and triggers | they read the final tables |
/// | afterwards, outside of the transaction | statements that would lock tables for long inside of it |
///
/// Source: PostgreSQL 15, "ALTER TABLE" (Notes) and "CREATE INDEX" (Building Indexes Concurrently).
struct PostgreSQLPlanWriter {
  private(set) var decisions: PlanBuilder
  let old: PostgreSQLShape
  let new: PostgreSQLShape
  /// A value of the models for a column of a table, as PostgreSQL's SQL.
  let value: PostgreSQLModels.Translation
  /// The same for the columns of the old schema, in an undo.
  let formerValue: PostgreSQLModels.Translation

  var steps: [MigrationStep] = []
  var problems: [PlanProblem] = []
  /// The tables in both schemas.
  var changes: [PostgreSQLTableChange] = []
  /// The constraints that get other names, by the tables' new names.
  var renamed: [String: [(PostgreSQLShape.Constraint, String)]] = [:]
  var renamedIndexes: [Renames.Step] = []
  /// The constraints that tables get, by their new names.
  var missing: [String: [PostgreSQLShape.Constraint]] = [:]
  /// The views under which the new version used renamed tables during an expansion.
  var expansionViews: [String] = []
  /// The keys of the names of views that are dropped.
  var droppedViews: Set<String> = []
  /// The names of triggers that are dropped.
  var droppedTriggers: Set<String> = []
  /// The names of functions that are dropped.
  var droppedFunctions: Set<String> = []
  /// The names of indexes that stay, by their new names.
  var keptIndexes: Set<String> = []
  /// The primary keys that tables have until their new ones are built, by the tables' new names.
  var swappedKeys: [String: String] = [:]
  /// The statements that run after the transaction, each in its own.
  var afterwards: [String] = []
  /// The statements that drop keys by which references are looked up.
  var keyDrops: [String] = []
  /// The last of the statements after the transaction: the indexes that were used until then.
  var indexDrops: [String] = []
  /// The constraints and unique indexes that are validated in the transaction: `item.item_title_check`.
  var validated: Set<String> = []
  /// Whether rows are changed.
  var changesRows = false
  /// The locks that the transaction needs, by the tables' old names.
  var locks: [String: Lock] = [:]

  init(
    _ decisions: PlanBuilder, from old: PostgreSQLShape, to new: PostgreSQLShape,
    value: @escaping PostgreSQLModels.Translation, formerValue: PostgreSQLModels.Translation? = nil
  ) {
    self.decisions = decisions
    (self.old, self.new) = (old, new)
    self.value = value
    self.formerValue = formerValue ?? value
    changes = decisions.comparisons.compactMap {
      PostgreSQLTableChange($0, old: old, new: new, renames: decisions.renames)
    }
    for change in changes {
      for column in change.comparison.added {
        let shape = change.new.column(PostgreSQLNames.short(column.name))
        self.decisions.serverDefaults["\(change.comparison.new.name).\(column.name)"] = shape?.defaultText
      }
    }
  }

  /// The tables that triggers maintain, which are made again, and the others that are dropped.
  private var derivedDrops: [TableShape] { decisions.dropped.filter { decisions.from.isDerived($0) } }
  private var otherDrops: [TableShape] { decisions.dropped.filter { !decisions.from.isDerived($0) } }

  mutating func write() {
    refuse()
    refuseDistributions()
    refusePartitionings()
    // A setting of the transaction isn't part of the schema.
    let settings = new.objects(.setting).filter { !$0.tokens[1].is("local") }.map(\.sql).filter { sql in
      !old.objects(.setting).contains { $0.sql == sql }
    }
    if !settings.isEmpty { steps.append(MigrationStep(["Extensions and configurations."], settings)) }
    if !expansionViews.isEmpty {
      steps.append(
        MigrationStep(
          ["The tables get the names of these views."], expansionViews.map { "DROP VIEW \(SQLText.identifier($0))" },
          findings: expansionViews.map { accepted(.dropView, $0) }))
    }
    addObjectDrops()
    let derived = derivedDrops
    if !derived.isEmpty {
      for table in derived { lock(PostgreSQLNames.short(table.name)) }
      steps.append(
        MigrationStep(
          ["Tables that are maintained by triggers are dropped."],
          [Self.dropTables(derived.map(\.name))], findings: derived.map { accepted(.dropTable, $0.name) }))
    }
    addConstraintDrops()
    addProgramFindings()
    addRenames()
    // A dropped table or column may have values for a new table: the planner copies them, or somebody writes the statement above the drop.
    let drops = !otherDrops.isEmpty || changes.contains { !$0.comparison.dropped.isEmpty }
    let isEarly =
      !decisions.pairMoves.isEmpty || changes.contains { !$0.replaced.isEmpty } || drops && !decisions.created.isEmpty
    if isEarly {
      addTables(withReferences: false)
      addMoves()
    }
    addColumnChanges()
    addTableDrops()
    addKeys()
    if !isEarly { addTables(withReferences: true) }
    addDistributions()
    addConstraints(ofCreated: isEarly)
    addIndexes()
    addOrders()
    addLimits()
    addViews()
    addTriggers()
    addComments()
    addSettingDrops()
    var merging = decisions
    merging.steps = steps
    merging.mergeFindings()
    steps = merging.steps.filter { !$0.statements.isEmpty || !$0.findings.isEmpty }
    frame()
  }

  /// Drops the configurations and dictionaries of full-text indexes that are gone. Extensions stay, because others may use them.
  private mutating func addSettingDrops() {
    let drops = old.objects(.setting).filter { setting in
      setting.tokens.count > 4 && setting.tokens[0].is("create") && setting.tokens[1].is("text")
        && !new.objects(.setting).contains { $0.sql == setting.sql }
    }.reversed().map { setting in
      "DROP TEXT SEARCH \(setting.tokens[3].text.uppercased()) \(SQLText.identifier(setting.tokens[4].name))"
    }
    if !drops.isEmpty { steps.append(MigrationStep(["Full-text configurations that aren't used any more."], drops)) }
  }

  /// The settings of the transaction, and the statements after it.
  private mutating func frame() {
    afterwards += indexDrops
    guard !steps.isEmpty || !afterwards.isEmpty else { return }
    if changesRows, !changes.isEmpty {
      steps.insert(
        MigrationStep(
          ["References are checked at once, because a table with unchecked rows can't be altered."],
          ["SET CONSTRAINTS ALL IMMEDIATE"]), at: 0)
    }
    let locks = lockStatements
    if !locks.isEmpty {
      steps.insert(
        MigrationStep(
          [
            "Every lock is taken before anything is changed. If the program holds one for too long, the migration releases all of them "
              + "and is tried again."
          ], locks), at: 0)
    }
    let sql = steps.flatMap { $0.statements + $0.findings.map(\.query) }.joined(separator: ";")
    let functions = PostgreSQLMigrationFunction.called(in: sql)
    if !functions.isEmpty {
      steps.insert(
        MigrationStep(
          ["Functions of this migration, which end with its connection. They return NULL for what can't be converted."],
          functions.map(\.definition)), at: 0)
    }
    guard !afterwards.isEmpty else { return }
    // An undo is one transaction, because it either happens or doesn't.
    if decisions.isUndo { return steps.append(MigrationStep(["Rows are checked, and indexes are built."], afterwards)) }
    steps.append(
      MigrationStep(
        ["After the transaction: each of these statements runs alone, and lets the program read and write."], afterwards
      ))
  }

  // MARK: - what is refused

  private mutating func refuse() {
    for change in changes {
      for pair in change.unconvertible {
        let subject = "\(change.comparison.new.name).\(pair.new.name)"
        let isReported = decisions.followsReplacedKey(pair, of: change.comparison) { key in
          changes.contains { $0.unconvertible.contains { $0.old.name == key.old.name && $0.new.name == key.new.name } }
        }
        guard !isReported else { continue }
        problems.append(
          PlanProblem(
            table: change.comparison.new.name,
            message: "column '\(subject)' stores '\(pair.meanings.new.type.word)' values instead of "
              + "'\(pair.meanings.old.type.word)' values, and PostgreSQL has no conversion between them",
            notes: decisions.migrations(replacing: pair, of: change.comparison)))
      }
      for reference in change.comparison.references where reference.isCircular {
        problems.append(
          PlanProblem(
            table: change.comparison.new.name,
            message: "the new key of '\(reference.parent)' is the reference '\(change.comparison.new.name)."
              + "\(reference.newColumns.joined(separator: ","))' itself, so its values can't be computed", notes: []))
      }
    }
  }

  // MARK: - tables

  /// The new tables, with their keys, checks and indexes, which are empty.
  private mutating func addTables(withReferences: Bool) {
    for table in decisions.created {
      guard let shape = new.table(PostgreSQLNames.short(table.name)) else { continue }
      if withReferences { lockReferenced(by: shape.constraints, isNew: true, .shareRowExclusive) }
      var statements = [withReferences ? shape.sql : shape.withoutReferences]
      statements += (new.objects(.partition) + new.objects(.index)).filter { $0.table == shape.name }.map(\.sql)
      steps.append(MigrationStep(decisions.to.documentation(decisions.statements, table.name), statements))
    }
  }

  private mutating func addMoves() {
    for move in decisions.pairMoves where move.isCertain {
      let source = PostgreSQLNames.short(move.source.name)
      lock(source)
      let findings = decisions.isUndo ? [] : [copying(move)]
      if move.statement != nil { changesRows = true }
      steps.append(MigrationStep([move.comment], [move.statement].compactMap(\.self), findings: findings))
    }
  }

  /// The rows of the source can't change while they are copied.
  private func copying(_ move: PairMove) -> MigrationFinding {
    let (source, target) = (move.source.name, move.target.name)
    return decisions.finding(
      .longLock, source,
      "table '\(source)' is locked while its rows are copied to '\(target)'; on a large table do it when the program isn't "
        + "running; pass '--allow longLock:\(source)'",
      "SELECT count(*) FROM \(SQLText.identifier(PostgreSQLNames.short(source)))")
  }

  private mutating func addTableDrops() {
    let tables = otherDrops
    guard !tables.isEmpty else { return }
    for table in tables {
      guard let shape = old.table(PostgreSQLNames.short(table.name)) else { continue }
      lock(shape.name)
      lockReferenced(by: shape.constraints, isNew: false, .accessExclusive)
    }
    let parts = tables.map { drop(of: $0) }
    steps.append(
      MigrationStep(
        parts.flatMap(\.comments), [Self.dropTables(tables.map(\.name))], findings: parts.flatMap(\.findings)))
  }

  private func drop(of table: TableShape) -> MigrationStep {
    var step = decisions.drop(of: table)
    guard !decisions.isUndo else { return step }
    for index in step.findings.indices { step.findings[index].notes.append(Self.noteOnDrop("table")) }
    if step.findings.isEmpty {
      step.findings = [
        decisions.finding(
          .dropTable, table.name,
          "table '\(table.name)' will be dropped, and the version of the program that is still running uses it; stop that version "
            + "before the migration; pass '--allow dropTable:\(table.name)'", "")
      ]
    }
    return step
  }

  private static func dropTables(_ names: [String]) -> String {
    "DROP TABLE \(names.map { SQLText.identifier(PostgreSQLNames.short($0)) }.joined(separator: ", "))"
  }
}

extension PostgreSQLShape.Table {
  /// The statement without references to other tables.
  var withoutReferences: String {
    let lines =
      columns.map { "\(SQLText.identifier($0.name)) \($0.definition)" }
      + constraints.filter { $0.kind != .foreignKey }.map(\.text)
    return "CREATE TABLE \(SQLText.identifier(name)) (\n  \(lines.joined(separator: ",\n  "))\n)"
      + (isPartitioned ? " \(partitioning.onOneLine)" : "")
  }
}
