import Foundation
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTranslation

/// One migration by the program's own migrator, while two programs of the version before it write all the time.
///
/// Afterwards, the same transactions are made in another schema, in the order of their commits, with the migration's statements at the
/// place of its own commit. Every row has to be the same in both, and what the migration changed there has to be counted by its findings.
struct MigrationInUse {
  let server: MigratedServer
  let proof: ServerProof
  let newSchema: Schema
  let folder: URL
  let links: Links
  /// Columns with a different value in each row.
  let distinct: Set<String>
  let seed: UInt64

  /// The schema of the migration, and the one in which it is repeated.
  private static let (place, repeated) = (MigratedServer.schema, "repeated")

  /// The name of the migration.
  private static let change = "2_change"

  func run(_ statistics: inout InUseStatistics, _ random: inout Generator) throws {
    statistics.pairs += 1
    guard proof.plan.problems.isEmpty else {
      statistics.unplanned += 1
      return
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = try create()
    // Every transaction is made again afterwards, so only some pairs have programs that never wait.
    let pause = UInt32(random.pick([0, 2, 5, 10]) * 1000)
    let programs = (1...2).map { number in
      RunningProgram(
        ProgramStatements(
          proof.old, distinct: distinct, labels: labels, unreferenced: ambiguous, program: number), psql: server.psql,
        options: Self.options,
        journal: folder.appendingPathComponent("journal\(number)"), pause: pause, seed: seed &* 2 &+ UInt64(number))
    }
    for program in programs { program.start() }
    usleep(UInt32(20_000 + random.below(40_000)))
    let outcome: Outcome
    do {
      defer { for program in programs { program.stop() } }
      outcome = try migrate(&statistics, &random) { for program in programs { program.stop() } }
    }
    let journals = try programs.map { try $0.entries() }
    try compare(outcome, rows, journals.flatMap(\.transactions), &statistics)
    try checkFailures(journals.flatMap(\.failures), &statistics)
  }

  /// The columns that tell the rows of a table apart. Pairs have none.
  private var labels: [String: String] {
    Dictionary(
      uniqueKeysWithValues: links.old.tables.filter { !$0.isJoin }.compactMap { table in
        table.column(table.label).map { (table.name, $0.name) }
      })
  }

  /// Tables whose keys the migration assigns, and whose old keys stay columns: what a value that the old program writes then references
  /// depends on the order in which rows got keys.
  private var ambiguous: Set<String> {
    let kept = Kept(old: proof.old, new: newSchema)
    return Set(
      newSchema.tables.compactMap { table -> String? in
        guard let pair = kept.tables.first(where: { $0.new == table.name }) else { return nil }
        let columns = Set(pair.columns.map(\.new))
        let former = proof.old.tables.first { $0.name == pair.old }
        let isAssigned = !table.primaryKey.columns.allSatisfy(columns.contains)
        let hasOldKey =
          former?.primaryKey.columns.allSatisfy { name in table.columns.contains { $0.name == name } } ?? false
        return isAssigned && hasOldKey ? pair.old : nil
      })
  }

  // MARK: - the migration

  private static var options: String { "-c search_path=\(place),public -c timezone=UTC -c datestyle=ISO" }

  private func write(_ text: String, _ name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// Creates the old schema, with rows.
  /// - Returns: the statements of the rows.
  private func create() throws -> [String] {
    let text = proof.former.map { "\($0);\n" }.joined()
    try write("-- @migration(schema: \"0\")\n\n\(text)", "1_create.postgresql.sql")
    func psql(_ script: String) throws {
      let result = try ServerProof.run("SET client_min_messages = error;\n\(script)", server.psql)
      guard result.error == nil else { throw proof.wrong(result.message) }
    }
    try psql("DROP SCHEMA IF EXISTS \(Self.place) CASCADE;\nCREATE SCHEMA \(Self.place);")
    let created = try server.run([folder.path, "apply"])
    guard created.status == 0 else { throw proof.wrong(created.output) }
    let rows = try proof.insertions(proof.database, proof.old)
    // The table contains a row of each committed transaction.
    try psql(
      """
      SET search_path = \(Self.place), public;
      SET timezone = 'UTC';
      CREATE TABLE IF NOT EXISTS public.committed (key text);
      TRUNCATE public.committed;
      CREATE OR REPLACE FUNCTION public.note_migration() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO public.committed VALUES ('migration'); RETURN NULL; END $$;
      CREATE TRIGGER note_migration AFTER INSERT ON postil_migration EXECUTE FUNCTION public.note_migration();
      SET session_replication_role = replica;
      \(rows.map { "\($0);" }.joined(separator: "\n"))
      """)
    let header = MigrationHeader(description: ["Change."], after: ["1_create"], schema: "0")
    try write(proof.plan.text(header), "\(Self.change).postgresql.sql")
    if case .script(let undo) = proof.plan.undo { try write(undo.text(nil), "\(Self.change).postgresql.down.sql") }
    return rows
  }

  private struct Outcome {
    var run: MigratedServer.Run
    /// Whether the migration was interrupted after its transaction, and taken back.
    var isTakenBack = false
  }

  /// Migrates, and again after each fault.
  /// - Parameter stop: stops the programs.
  private func migrate(
    _ statistics: inout InUseStatistics, _ random: inout Generator, stop: () -> Void
  ) throws -> Outcome {
    var faults: [MigratedServer.Fault] = []
    if random.once(in: 2) {
      let isRestart = server.restart != nil && random.once(in: 12)
      faults = (0...random.below(2)).map { _ in isRestart ? .restart : random.pick([.kill, .disconnection]) }
    }
    for fault in faults {
      let moment =
        random.once(in: 2) ? .afterTransaction : MigratedServer.Moment.seconds(Double(random.below(120)) / 1000)
      let run = try server.run([folder.path, "apply"], fault, moment)
      if run.isRefused { return Outcome(run: run) }
      // It had finished before, or an incomplete migration may be one whose connection ended.
      guard run.status != 0 else { continue }
      statistics.faults[fault, default: 0] += 1
      guard try isIncomplete() else { continue }
      statistics.interrupted += 1
      // The programs' rows are compared afterwards, so they can't write to the old schema again.
      guard case .script = proof.plan.undo, random.once(in: 3) else { continue }
      stop()
      let undo = try server.run([folder.path, "take-back", Self.change])
      guard undo.status == 0 || undo.isRefused else { throw proof.wrong("take-back: \(undo.output)") }
      if undo.status == 0 { return Outcome(run: undo, isTakenBack: true) }
    }
    if random.once(in: 2) {
      let run = try server.run([folder.path, "repair"])
      guard [0, 4].contains(run.status) else { throw proof.wrong("repair: \(run.output)") }
    }
    let run = try server.run([folder.path, "apply"])
    guard [0, 4].contains(run.status) || run.isRefused else { throw proof.wrong(run.output) }
    return Outcome(run: run)
  }

  /// Whether the transaction of the migration is committed, and statements after it are missing.
  private func isIncomplete() throws -> Bool {
    let query = "SELECT count(*) FROM \(Self.place).postil_migration WHERE NOT is_complete;"
    let result = try ServerProof.run("\\echo '\u{1D}incomplete'\n\(query)", server.psql)
    guard let count = result.sections["incomplete"]?.first else { throw proof.wrong(result.message) }
    return count != "0"
  }

  // MARK: - the comparison

  private func compare(
    _ outcome: Outcome, _ rows: [String], _ transactions: [RunningProgram.Transaction],
    _ statistics: inout InUseStatistics
  ) throws {
    let order = try commits(of: transactions)
    guard order.lost.isEmpty else { throw proof.wrong("acknowledged, but not committed: \(order.lost)") }
    statistics.acknowledged += transactions.count { $0.isAcknowledged }
    statistics.before += order.before.count
    statistics.after += order.after.count
    let run = outcome.run
    guard run.isRefused != order.isMigrated else { throw proof.wrong("the migration isn't recorded:\n\(run.output)") }
    let end: Repetition.End =
      switch run.status {
      case _ where outcome.isTakenBack: .takenBack
      case 0: .complete
      case 4: .incomplete
      default: .refused
      }
    let repetition = Repetition(
      proof: proof, newSchema: newSchema, rows: rows, before: order.before, after: order.after, end: end,
      links: links, place: Self.place, repeated: Self.repeated)
    let result = try ServerProof.run(repetition.script(), server.psql)
    guard result.error == nil else { throw proof.wrong("repeated: \(result.message)\n\(run.output)") }
    try repetition.compare(result)
    switch end {
    case .complete:
      statistics.migrated += 1
      try repetition.checkFindings(result, counted: run.counts)
      try repetition.checkCatalog(result, result, is: "expected")
      if repetition.isUndone(result) { try proof.proveUndo(result, &statistics.undos) }
    case .refused:
      statistics.refused += 1
      try repetition.checkCatalog(result, result, is: "original")
    case .takenBack:
      statistics.takenBack += 1
      try repetition.checkCatalog(result, result, is: "original")
    case .incomplete:
      statistics.incomplete += 1
      guard case .script = proof.plan.undo else { return }
      let undo = try server.run([folder.path, "take-back", Self.change])
      guard undo.status == 0 || undo.isRefused else { throw proof.wrong("take-back: \(undo.output)") }
      guard undo.status == 0 else { return }
      try repetition.checkCatalog(ServerProof.run(repetition.catalog, server.psql), result, is: "original")
    }
  }

  /// Throws if a statement of the programs doesn't fit the new schema, and no finding is about its tables.
  private func checkFailures(_ failures: [RunningProgram.Failure], _ statistics: inout InUseStatistics) throws {
    let findings = Set(
      proof.plan.findings.filter { ![.tableRewrite, .longLock].contains($0.code) }.map { $0.table.lowercased() })
    for failure in failures where failure.isAboutSchema {
      statistics.failed += 1
      let names = failure.tables.flatMap { name in
        [name] + newSchema.tables.filter { $0.renamedFrom == name }.map(\.name)
      }
      guard findings.isDisjoint(with: names.map { $0.lowercased() }) else { continue }
      throw proof.wrong("no finding says that this fails: \(failure.sql)\n\(failure.code) \(failure.message)")
    }
  }

  private struct Commits {
    var before: [[String]] = []
    var after: [[String]] = []
    var isMigrated = false
    /// Acknowledged transactions that the server doesn't have.
    var lost: [[String]] = []
  }

  /// The statements of the committed transactions, in their order.
  private func commits(of transactions: [RunningProgram.Transaction]) throws -> Commits {
    let byKey = Dictionary(uniqueKeysWithValues: transactions.map { ($0.key, $0) })
    let result = try ServerProof.run(
      """
      \\echo '\u{1D}commits'
      SELECT key FROM public.committed ORDER BY pg_xact_commit_timestamp(xmin), key;

      """, server.psql)
    guard result.error == nil else { throw proof.wrong(result.message) }
    let keys = result.sections["commits"] ?? []
    let committed = Set(keys)
    var commits = Commits()
    commits.lost = transactions.filter { $0.isAcknowledged && !committed.contains($0.key) }.map(\.statements)
    for key in keys {
      if key == "migration" {
        commits.isMigrated = true
      } else if let transaction = byKey[key] {
        if commits.isMigrated {
          commits.after.append(transaction.statements)
        } else {
          commits.before.append(transaction.statements)
        }
      }
    }
    return commits
  }
}

/// What was tried.
struct InUseStatistics: CustomStringConvertible {
  var pairs = 0
  var unplanned = 0
  var migrated = 0
  var refused = 0
  var incomplete = 0
  var takenBack = 0
  /// Faults after the transaction of a migration and before its last statement.
  var interrupted = 0
  /// Statements of the programs that failed, because they were for the old schema.
  var failed = 0
  var undos = ServerStatistics()
  var acknowledged = 0
  var before = 0
  var after = 0
  var faults: [MigratedServer.Fault: Int] = [:]

  var description: String {
    let faults = MigratedServer.Fault.faults.compactMap { fault in self.faults[fault].map { "\($0) × \(fault)" } }
    return
      "\(pairs) pairs, \(unplanned) not planned, \(migrated) migrated, \(refused) refused, \(incomplete) incomplete, "
      + "\(takenBack) interrupted and taken back; \(acknowledged) acknowledged transactions, \(before) committed before their migration "
      + "and \(after) after it, \(failed) statements for the old schema failed; faults: "
      + (faults.isEmpty ? "none" : faults.joined(separator: ", ")) + ", \(interrupted) of them after the transaction; "
      + "\(undos.undone) undone, \(undos.undoRefused) with an undo that refuses the rows"
  }
}
