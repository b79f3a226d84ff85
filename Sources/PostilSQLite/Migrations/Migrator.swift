import PostilEvolution
import PostilQuery
import PostilSQL

/// Applies the migrations of a program to a database, all in one transaction if that is possible, also if another process does the
/// same.
package struct Migrator {
  package let connection: SQLiteConnection
  package let sequence: MigrationSequence
  /// The schema of the program, if it is known.
  let ddl: String?
  /// Receives what is done, to write a script that does the same.
  package let record: ((MigrationEvent) -> Void)?

  private var path: String { connection.path }

  package init(
    connection: SQLiteConnection, sequence: MigrationSequence, ddl: String?,
    record: ((MigrationEvent) -> Void)? = nil
  ) {
    self.connection = connection
    self.sequence = sequence
    self.ddl = ddl
    self.record = record
  }

  /// Checks that the migrations can be applied, without a change to the database.
  /// - Returns: whether any has to be applied.
  /// - Throws: ``MigrationError``
  package func check() throws -> Bool {
    let state = try connection.migrationState()
    let position = try position(in: state)
    guard needsBaseline(state) || !position.pending.isEmpty else { return false }
    try rehearse(position, state)
    return true
  }

  /// Applies everything that is pending.
  /// - Returns: the applied migrations, in order.
  /// - Throws: ``MigrationError``, ``DatabaseError``. The database is as it was before, or the error is
  ///   ``MigrationError/partlyApplied(names:copy:reason:)``.
  package func run() throws -> [MigrationOutcome] {
    var outcomes: [MigrationOutcome] = []
    var copy: String?
    do {
      while true {
        let state = try connection.migrationState()
        if needsBaseline(state) {
          outcomes += try adopt(state)
          continue
        }
        let position = try position(in: state)
        let pending = position.pending.prefix { $0.entry.script != nil || record == nil && !$0.entry.isDeclaration }
        guard let first = pending.first else {
          if let step = position.pending.first {
            record?(
              .comment("\nThe next migration is '\(step.entry.name)', a step in Swift, which only the program can run.")
            )
          }
          // If the copy can't be deleted, it stays: everything was applied.
          if let copy { try? BackupTarget.delete(copy) }
          return outcomes
        }
        let (replay, _, _) = try replay(position)
        let group = try MigrationGroup(of: pending, replay: replay, on: connection)
        if group.migrations.count < pending.count, copy == nil, record == nil, !state.isNew, !connection.isInMemory {
          // Another process may be doing the same. Each one has a copy of its own, and it must be of this state.
          let path = try BackupTarget.claim("\(path).before-\(first.entry.name)")
          copy = path
          try connection.backUp(to: path, replacing: true)
          guard try connection.migrationState().records?.map(\.name) == state.records?.map(\.name) else {
            try? BackupTarget.delete(path)
            copy = nil
            continue
          }
        }
        outcomes += try apply(group) ?? []
      }
    } catch {
      guard let copy else { throw error }
      let applied = outcomes.filter { $0.kind != .adopted }
      guard !applied.isEmpty else {
        try? BackupTarget.delete(copy)
        throw error
      }
      throw MigrationError.partlyApplied(names: applied.map(\.name), copy: copy, reason: error)
    }
  }

  /// The next migration, if it is a step that only the program can run.
  package func nextDeclaredStep() throws -> MigrationSequence.Entry? {
    guard sequence.entries.contains(where: \.isDeclaration) else { return nil }
    let state = try connection.migrationState()
    guard !needsBaseline(state) else { return nil }
    let next = MigrationPosition(sequence, records: state.records ?? [], path: path).pending.first?.entry
    return next?.isDeclaration == true ? next : nil
  }

  /// The pending migrations, for a database that is open for reading only.
  func pendingNames() throws -> [String] { try position(in: connection.migrationState()).pending.map(\.entry.name) }

  /// Whether the database was created before the program had migrations.
  package func needsBaseline(_ state: MigrationState) -> Bool {
    state.records?.isEmpty != false && !state.objects.isEmpty
  }

  /// The position of the database.
  /// - Throws: the first ``MigrationError`` that prevents migrations.
  private func position(in state: MigrationState) throws -> MigrationPosition {
    let position = MigrationPosition(sequence, records: state.records ?? [], path: path)
    if let problem = position.problems.first { throw problem }
    guard needsBaseline(state) else { return position }
    return self.position(after: try MigrationBaseline(sequence, objects: state.objects, path: path))
  }

  // MARK: Rehearsal

  /// Runs in memory the migrations that created the database and the pending ones, and compares the results with the database and
  /// with the program's schema. If additional objects are refused, it refuses those that the database already contains.
  private func rehearse(_ position: MigrationPosition, _ state: MigrationState) throws {
    let (replay, last, rest) = try replay(position)
    let before = try replay.objects()
    let differences = SchemaObject.differences(found: state.objects, expected: before)
    if let last, !needsBaseline(state) {
      let drift = differences.filter(\.isHarmful)
      guard drift.isEmpty else { throw MigrationError.drifted(path: path, last: last, differences: drift) }
    }
    for script in rest.compactMap(\.entry.script) { try replay.advance(script) }
    try compareWithModels(replay)
    guard case .refuse = connection.options.additionalObjects else { return }
    let after = Set(try replay.objects().map(\.name.foldedName))
    let additional = differences.filter {
      if case .additional(_, let name) = $0 { !after.contains(name.foldedName) } else { false }
    }
    try connection.reportInterference(of: additional, beside: Set(before.map(\.name.foldedName)))
  }

  /// Checks that all migrations, run in memory, result in the program's schema.
  /// - Throws: ``MigrationError/modelsDiffer(differences:)``
  func checkDestination() throws {
    let replay = try MigrationReplay()
    for script in sequence.entries.compactMap(\.script) { try replay.advance(script) }
    try compareWithModels(replay)
  }

  private func compareWithModels(_ replay: MigrationReplay) throws {
    guard let ddl else { return }
    let differences = try Self.differences(of: try replay.objects(), from: ddl).filter(\.isHarmful)
    guard differences.isEmpty else { throw MigrationError.modelsDiffer(differences: differences) }
  }

  /// The result of the migrations that created the database; the last of them; and the pending ones after them.
  private func replay(
    _ position: MigrationPosition
  ) throws -> (MigrationReplay, last: String?, rest: ArraySlice<MigrationPosition.Pending>) {
    let replay = try MigrationReplay()
    for script in position.inEffect.compactMap(\.script) { try replay.advance(script) }
    guard let first = position.pending.first, first.isRecordedOnly, replay.isEmpty, let script = first.entry.script
    else { return (replay, position.inEffect.last?.name, position.pending[...]) }
    // The files that created it were removed, and the checkpoint replaces them.
    try replay.run(script)
    return (replay, script.replaces, position.pending.dropFirst())
  }

  /// The differences of the database from the result of its migrations.
  package func drift(_ position: MigrationPosition, _ state: MigrationState) throws -> [SchemaMismatch.Difference] {
    guard !state.isNew else { return [] }
    return SchemaObject.differences(found: state.objects, expected: try replay(position).0.objects())
  }

  /// The differences of objects from those of a schema.
  package static func differences(of objects: [SchemaObject], from ddl: String) throws -> [SchemaMismatch.Difference] {
    let models = try MigrationReplay()
    try models.run(ddl: ddl)
    return SchemaObject.differences(found: objects, expected: try models.objects())
  }

  // MARK: Adoption

  /// The position of a database at a baseline, without the steps after it.
  package func position(after baseline: MigrationBaseline) -> MigrationPosition {
    MigrationPosition(sequence, done: adopted(baseline))
  }

  private func adopted(_ baseline: MigrationBaseline) -> [MigrationSequence.Entry] {
    guard let end = sequence.entries.firstIndex(where: { $0.name == baseline.last.name }) else { return [] }
    return Array(sequence.entries[...end])
  }

  /// Records the migrations whose result the database has, unless another process has done so.
  private func adopt(_ state: MigrationState) throws -> [MigrationOutcome] {
    let done = adopted(try MigrationBaseline(sequence, objects: state.objects, path: path))
    record?(.comment("\nThe database already has the result of these migrations, so they are only recorded."))
    return try inTransaction {
      let now = try connection.migrationState()
      guard needsBaseline(now), now.objects == state.objects else { return [] }
      try write(MigrationLedger.ddl)
      return try done.map { entry in
        try recordApplied(entry, .adopted, .zero)
        return MigrationOutcome(name: entry.name, kind: .adopted, duration: .zero, counts: [])
      }
    } ?? []
  }

  // MARK: Applying

  /// Applies migrations in one transaction.
  /// - Returns: `nil` if another process has changed the database, so that these aren't the next migrations anymore.
  private func apply(_ group: MigrationGroup) throws -> [MigrationOutcome]? {
    func announce(_ next: MigrationPosition.Pending) { record?(.comment("\nMigration \(next.entry.name)")) }
    announce(group.migrations[0])
    return try inTransaction(withoutForeignKeys: group.needsForeignKeysOff, group.names) {
      let state = try connection.migrationState()
      let position = MigrationPosition(sequence, records: state.records ?? [], path: path)
      let isNext = position.pending.starts(with: group.migrations) {
        $0.entry.name == $1.entry.name && $0.isRecordedOnly == $1.isRecordedOnly
      }
      guard !needsBaseline(state), position.problems.isEmpty, isNext else { return nil }
      return try group.migrations.enumerated().map { index, next in
        if index > 0 { announce(next) }
        return try apply(next, checksReferences: group.needsForeignKeysOff)
      }
    }
  }

  /// Applies one migration inside the open transaction.
  private func apply(_ next: MigrationPosition.Pending, checksReferences: Bool) throws -> MigrationOutcome {
    let entry = next.entry
    let start = ContinuousClock.now
    try write(MigrationLedger.ddl)
    // A column that a trigger reads can't be dropped. Sync creates its triggers again when it begins.
    let removals = try connection.texts(
      """
      SELECT 'DROP TRIGGER "' || replace(name, '"', '""') || '"' FROM sqlite_schema
      WHERE type = 'trigger' AND name GLOB 'postil_sync_*'
      """)
    for removal in removals { try connection.runOnce(removal) }
    var counts: [MigrationOutcome.Count] = []
    var kind = MigrationOutcome.Kind.sql
    switch entry.body {
    case .file where next.isRecordedOnly: kind = .checkpoint
    case .file(let script):
      counts = try MigrationRun(script, on: connection, checksReferences: checksReferences, record: record).run()
      try connection.run("PRAGMA legacy_alter_table = OFF")
    case .step(let step):
      kind = .swift
      // The migrations before it changed the schema.
      connection.forgetStatements()
      do {
        try step.body?(SQLiteWriteTransaction(connection: connection, serial: connection.openSerial))
      } catch {
        throw MigrationError.stepFailed(name: entry.name, reason: error)
      }
    }
    let duration = ContinuousClock.now - start
    try recordApplied(entry, kind, duration)
    return MigrationOutcome(name: entry.name, kind: kind, duration: duration, counts: counts)
  }

  package func recordApplied(
    _ entry: MigrationSequence.Entry, _ kind: MigrationOutcome.Kind, _ duration: Duration
  ) throws {
    let (seconds, attoseconds) = duration.components
    // A script has to be the same each time, so it doesn't contain the duration of the rehearsal.
    let milliseconds = record == nil ? seconds * 1000 + attoseconds / 1_000_000_000_000_000 : 0
    try write(
      MigrationLedger.insertion(
        name: entry.name, checksum: entry.script?.checksum ?? "", milliseconds: milliseconds, kind: kind))
  }

  package func write(_ sql: String) throws {
    record?(.statement(sql))
    try connection.runOnce(sql)
  }

  /// Runs `body` in a transaction, which is rolled back if it returns `nil` or throws.
  package func inTransaction<Result>(
    withoutForeignKeys: Bool = false, _ name: String = "", _ body: () throws -> Result?
  ) throws -> Result? {
    if withoutForeignKeys { try enforceForeignKeys(false, name) }
    defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
    do {
      record?(.statement("BEGIN IMMEDIATE"))
      _ = try connection.beginWrite()
      guard let result = try body() else {
        connection.rollBack()
        if withoutForeignKeys { try enforceForeignKeys(true, name) }
        return nil
      }
      do {
        _ = try connection.commit()
      } catch {
        throw MigrationError.commitFailed(name: name, reason: error)
      }
      for body in connection.takeAfterCommit() { body() }
      record?(.statement("COMMIT"))
      if withoutForeignKeys { try enforceForeignKeys(true, name) }
      return result
    } catch {
      connection.rollBack()
      if withoutForeignKeys { _ = try? connection.setForeignKeys(true) }
      throw error
    }
  }

  private func enforceForeignKeys(_ areEnforced: Bool, _ name: String) throws {
    record?(.statement("PRAGMA foreign_keys = \(areEnforced ? "ON" : "OFF")"))
    guard try connection.setForeignKeys(areEnforced) else { throw MigrationError.foreignKeysNotSet(name: name) }
  }
}

/// One action of a migrator, for a script that does the same.
package enum MigrationEvent {
  /// A line of text; a blank line precedes it if it begins with a line end.
  case comment(String)
  case statement(String)
  case precheck(MigrationScript.Precheck)
  /// The rows that reference missing rows are counted before and after a rebuild.
  case countBrokenReferences, compareBrokenReferences
  /// The rows of tables are counted before and after a rebuild.
  case count(RowCounts), compare(RowCounts)
}
