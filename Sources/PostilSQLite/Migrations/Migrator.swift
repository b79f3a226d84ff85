import CSQLite
import PostilCatalog
import PostilQuery
import PostilSQL

/// Brings a database to where a program's migrations lead, one transaction for each, whoever else does the same meanwhile.
struct Migrator {
  let connection: SQLiteConnection
  let plan: MigrationPlan
  /// The program's schema; `nil` where it is not known.
  let ddl: String?
  var transcript: MigrationTranscript?

  private var path: String { connection.path }

  /// Looks whether the database can be brought there, and changes nothing.
  /// - Returns: whether anything is to be done.
  /// - Throws: ``MigrationError``
  func check() throws -> Bool {
    let state = try connection.migrationState()
    let standing = MigrationStanding(plan, records: state.records ?? [], path: path)
    if let problem = standing.problems.first { throw problem }
    guard needsBaseline(state) else {
      guard !standing.pending.isEmpty else { return false }
      try rehearse(standing, state)
      return true
    }
    try rehearse(self.standing(behind: MigrationBaseline(plan, objects: state.objects, path: path)), state)
    return true
  }

  /// Does all that is to be done.
  /// - Returns: what was done, in order.
  /// - Throws: ``MigrationError``, ``DatabaseError``; what was committed before is kept.
  func run() throws -> [MigrationOutcome] {
    var outcomes: [MigrationOutcome] = []
    while true {
      let state = try connection.migrationState()
      if needsBaseline(state) {
        outcomes += try adopt(state)
        continue
      }
      let standing = MigrationStanding(plan, records: state.records ?? [], path: path)
      if let problem = standing.problems.first { throw problem }
      guard let next = standing.pending.first else { return outcomes }
      if next.entry.script == nil, transcript != nil || next.entry.isDeclaredAlone {
        transcript?.blank()
        transcript?.comment("The step '\(next.entry.name)' in Swift comes next: only the program itself can go on.")
        return outcomes
      }
      if let outcome = try apply(next) { outcomes.append(outcome) }
    }
  }

  /// The step that comes next and that only the program can run; `nil` where something else comes next, or nothing.
  func stepInTheWay() throws -> MigrationPlan.Entry? {
    guard plan.entries.contains(where: \.isDeclaredAlone) else { return nil }
    let state = try connection.migrationState()
    guard !needsBaseline(state) else { return nil }
    let next = MigrationStanding(plan, records: state.records ?? [], path: path).pending.first?.entry
    return next?.isDeclaredAlone == true ? next : nil
  }

  /// Records the step that comes next as applied, without running it: in a copy of a database, to see what comes after it.
  func skipStep() throws {
    _ = try inTransaction {
      guard let step = try stepInTheWay() else { return false }
      try write(MigrationLedger.ddl)
      try note(step, .swift, .zero)
      return true
    }
  }

  /// What a database that is open for reading only has not been migrated with.
  func pendingNames() throws -> [String] {
    let state = try connection.migrationState()
    if needsBaseline(state) {
      let baseline = try MigrationBaseline(plan, objects: state.objects, path: path)
      return standing(behind: baseline).pending.map(\.entry.name)
    }
    let standing = MigrationStanding(plan, records: state.records ?? [], path: path)
    if let problem = standing.problems.first { throw problem }
    return standing.pending.map(\.entry.name)
  }

  /// Whether the database was made before there were migrations.
  func needsBaseline(_ state: MigrationState) -> Bool { state.records?.isEmpty != false && !state.objects.isEmpty }

  // MARK: Rehearsal

  /// Runs in memory what made the database and what is to come, and compares: with what the database is, and with the program's
  /// schema. Nothing of a database is changed for migrations that cannot lead there.
  private func rehearse(_ standing: MigrationStanding, _ state: MigrationState) throws {
    let (replay, last, rest) = try replay(standing)
    if let last, !needsBaseline(state) {
      let drift = SchemaObject.differences(found: state.objects, expected: try replay.objects()).harmful
      guard drift.isEmpty else { throw MigrationError.drifted(path: path, last: last, differences: drift) }
    }
    for script in rest.compactMap(\.entry.script) { try replay.advance(script) }
    try compareWithModels(replay)
  }

  /// Sees that all the migrations, run in memory, lead to the program's schema.
  /// - Throws: ``MigrationError/modelsDiffer(differences:)``
  func checkDestination() throws {
    let replay = try MigrationReplay()
    for script in plan.entries.compactMap(\.script) { try replay.advance(script) }
    try compareWithModels(replay)
  }

  private func compareWithModels(_ replay: MigrationReplay) throws {
    guard let ddl else { return }
    let differences = try self.differences(of: try replay.objects(), from: ddl).harmful
    guard differences.isEmpty else { throw MigrationError.modelsDiffer(differences: differences) }
  }

  /// What made the database, run in memory; the last migration of that, and what is to come behind it.
  private func replay(
    _ standing: MigrationStanding
  ) throws -> (MigrationReplay, last: String?, rest: ArraySlice<MigrationStanding.Pending>) {
    let replay = try MigrationReplay()
    for script in standing.inEffect.compactMap(\.script) { try replay.advance(script) }
    guard let first = standing.pending.first, first.isNotedAlone, replay.isEmpty, let script = first.entry.script else {
      return (replay, standing.inEffect.last?.name, standing.pending[...])
    }
    // The files of what made it are gone, and the checkpoint stands for them.
    try replay.run(script)
    return (replay, script.replaces, standing.pending.dropFirst())
  }

  /// Where the database is not what its migrations make.
  func drift(_ standing: MigrationStanding, _ state: MigrationState) throws -> [SchemaMismatch.Difference] {
    guard !state.isNew else { return [] }
    return SchemaObject.differences(found: state.objects, expected: try replay(standing).0.objects())
  }

  /// Where objects are not what a schema's statements make.
  func differences(of objects: [SchemaObject], from ddl: String) throws -> [SchemaMismatch.Difference] {
    let models = try MigrationReplay()
    try models.run(ddl: ddl)
    return SchemaObject.differences(found: objects, expected: try models.objects())
  }

  // MARK: Adoption

  /// Where a database stands that has what `baseline` makes.
  func standing(behind baseline: MigrationBaseline) -> MigrationStanding {
    MigrationStanding(plan, done: adopted(baseline))
  }

  /// What is done in a database that has what `baseline` makes: all up to it, the steps behind it left out.
  private func adopted(_ baseline: MigrationBaseline) -> [MigrationPlan.Entry] {
    guard let end = plan.entries.firstIndex(where: { $0.name == baseline.last.name }) else { return [] }
    return Array(plan.entries[...end])
  }

  /// Notes as adopted what the database has, where nobody else has done so meanwhile.
  private func adopt(_ state: MigrationState) throws -> [MigrationOutcome] {
    let done = adopted(try MigrationBaseline(plan, objects: state.objects, path: path))
    transcript?.blank()
    transcript?.comment("The database has what these migrations make, and is only told so.")
    return try inTransaction {
      let now = try connection.migrationState()
      guard needsBaseline(now), now.objects == state.objects else { return [] }
      try write(MigrationLedger.ddl)
      return try done.map { entry in
        try note(entry, .adopted, .zero)
        return MigrationOutcome(name: entry.name, kind: .adopted, duration: .zero, counts: [])
      }
    } ?? []
  }

  // MARK: Applying

  /// Applies one migration.
  /// - Returns: `nil` where the database is not any more what it was when this was the next one.
  private func apply(_ next: MigrationStanding.Pending) throws -> MigrationOutcome? {
    let entry = next.entry
    transcript?.blank()
    transcript?.comment("Migration \(entry.name)")
    let isRebuild = !next.isNotedAlone && entry.script?.needsForeignKeysOff == true
    return try inTransaction(withoutForeignKeys: isRebuild, entry.name) {
      let state = try connection.migrationState()
      let standing = MigrationStanding(plan, records: state.records ?? [], path: path)
      guard !needsBaseline(state), standing.problems.isEmpty, standing.pending.first?.entry.name == entry.name,
        standing.pending.first?.isNotedAlone == next.isNotedAlone
      else { return nil }
      let start = ContinuousClock.now
      try write(MigrationLedger.ddl)
      var counts: [MigrationOutcome.Count] = []
      var kind = MigrationOutcome.Kind.sql
      switch entry.body {
      case .file where next.isNotedAlone: kind = .checkpoint
      case .file(let script):
        counts = try MigrationRun(script, on: connection, transcript: transcript).run()
      case .step(let step):
        kind = .swift
        do {
          try step.body?(SQLiteWriteTransaction(connection: connection, serial: connection.openSerial))
        } catch {
          throw MigrationError.stepFailed(name: entry.name, reason: error)
        }
      }
      let duration = ContinuousClock.now - start
      try note(entry, kind, duration)
      return MigrationOutcome(name: entry.name, kind: kind, duration: duration, counts: counts)
    }
  }

  /// Runs the undo of the last migration that was applied.
  func undo(_ script: MigrationScript) throws -> MigrationOutcome {
    transcript?.comment("Undo of migration \(script.name)")
    let outcome = try inTransaction(withoutForeignKeys: script.needsForeignKeysOff, script.name) {
      let last = try connection.migrationState().records?.last?.name
      guard last == script.name else { throw MigrationError.notLast(name: script.name, last: last) }
      let start = ContinuousClock.now
      let counts = try MigrationRun(script, on: connection, transcript: transcript).run()
      try write("DELETE FROM \"\(MigrationLedger.table)\" WHERE \"name\" = \(SQLText.literal(script.name))")
      return MigrationOutcome(
        name: script.name, kind: .sql, duration: ContinuousClock.now - start, counts: counts)
    }
    guard let outcome else { throw MigrationError.notLast(name: script.name, last: nil) }
    return outcome
  }

  private func note(_ entry: MigrationPlan.Entry, _ kind: MigrationOutcome.Kind, _ duration: Duration) throws {
    let (seconds, attoseconds) = duration.components
    // How long a rehearsal took means nothing, and a script is the same each time.
    let milliseconds = transcript == nil ? seconds * 1000 + attoseconds / 1_000_000_000_000_000 : 0
    try write(
      MigrationLedger.insertion(
        name: entry.name, checksum: entry.script?.checksum ?? "", milliseconds: milliseconds, kind: kind))
  }

  private func write(_ sql: String) throws {
    transcript?.statement(sql)
    try connection.runOnce(sql)
  }

  /// Runs `body` in a transaction that is committed where it returns something, and undone otherwise.
  private func inTransaction<Result>(
    withoutForeignKeys: Bool = false, _ name: String = "", _ body: () throws -> Result?
  ) throws -> Result? {
    if withoutForeignKeys {
      transcript?.statement("PRAGMA foreign_keys = OFF")
      guard try connection.setForeignKeys(false) else { throw MigrationError.foreignKeysNotSet(name: name) }
    }
    defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
    do {
      transcript?.statement("BEGIN IMMEDIATE")
      _ = try connection.beginWrite()
      if let result = try body() {
        do {
          _ = try connection.commit()
        } catch {
          throw MigrationError.commitFailed(name: name, reason: error)
        }
        transcript?.statement("COMMIT")
        if withoutForeignKeys { try enforceForeignKeys(name) }
        return result
      }
      connection.rollBack()
      if withoutForeignKeys { try enforceForeignKeys(name) }
      return nil
    } catch {
      connection.rollBack()
      if withoutForeignKeys { _ = try? connection.setForeignKeys(true) }
      throw error
    }
  }

  private func enforceForeignKeys(_ name: String) throws {
    transcript?.statement("PRAGMA foreign_keys = ON")
    guard try connection.setForeignKeys(true) else { throw MigrationError.foreignKeysNotSet(name: name) }
  }
}
