import Foundation
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTranslation

/// One migration by the program's own migrator, while two programs of the version before it write all the time.
///
/// Afterwards, the same transactions are made in another schema, in the order of their commits, with the migration's statements at the place
/// of its own commit. Every row has to be the same in both, and what the migration changed there has to be counted by its findings.
struct MigrationInUse {
  let server: MigratedServer
  let proof: ServerProof
  let newSchema: Schema
  let folder: URL
  /// What the rows reference, by queries of the new schema.
  let links: [(String, String)]
  /// Columns with a different value in each row.
  let distinct: Set<String>
  let seed: UInt64

  /// The schema of the migration, and the one in which it is repeated.
  private static let (place, repeated) = ("in_use", "repeated")

  func run(_ statistics: inout InUseStatistics, _ random: inout Generator) throws {
    guard proof.plan.problems.isEmpty else { return }
    statistics.pairs += 1
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = try create()
    let programs = (1...2).map { number in
      RunningProgram(
        ProgramStatements(proof.old, distinct: distinct, program: number), psql: server.psql, options: Self.options,
        journal: folder.appendingPathComponent("journal\(number)"), seed: seed &* 2 &+ UInt64(number))
    }
    for program in programs { program.start() }
    usleep(UInt32(20_000 + random.below(40_000)))
    let outcome: MigratedServer.Run
    do {
      outcome = try migrate(&statistics, &random)
    } catch {
      for program in programs { program.stop() }
      throw error
    }
    for program in programs { program.stop() }
    try compare(outcome, rows, try programs.flatMap { try $0.transactions() }, &statistics)
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
    // The number of the migration's transaction tells which transactions of the programs were committed before it.
    try psql(
      """
      SET search_path = \(Self.place), public;
      SET timezone = 'UTC';
      CREATE TABLE IF NOT EXISTS public.migrated_by (number xid8);
      TRUNCATE public.migrated_by;
      CREATE OR REPLACE FUNCTION public.note_migration() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO public.migrated_by VALUES (pg_current_xact_id()); RETURN NULL; END $$;
      CREATE TRIGGER note_migration AFTER INSERT ON postil_migration EXECUTE FUNCTION public.note_migration();
      SET session_replication_role = replica;
      \(rows.map { "\($0);" }.joined(separator: "\n"))
      """)
    let header = MigrationHeader(description: ["Change."], after: ["1_create"], schema: "0")
    try write(proof.plan.text(header), "2_change.postgresql.sql")
    if case .script(let undo) = proof.plan.undo { try write(undo.text(nil), "2_change.postgresql.down.sql") }
    return rows
  }

  /// Migrates, and again after each fault.
  private func migrate(
    _ statistics: inout InUseStatistics, _ random: inout Generator
  ) throws -> MigratedServer.Run {
    var faults: [MigratedServer.Fault] = []
    if random.once(in: 2) {
      let isRestart = server.restart != nil && random.once(in: 12)
      faults = (0...random.below(2)).map { _ in isRestart ? .restart : random.pick([.kill, .disconnection]) }
    }
    for fault in faults {
      let run = try server.run([folder.path, "apply"], fault, after: Double(random.below(120)) / 1000)
      // An incomplete migration may be one whose connection ended.
      if run.status == 3 { return run }
      statistics.faults[fault, default: 0] += run.status == 0 ? 0 : 1
    }
    let run = try server.run([folder.path, "apply"])
    guard [0, 3, 4].contains(run.status) else { throw proof.wrong(run.output) }
    return run
  }

  // MARK: - the comparison

  private func compare(
    _ outcome: MigratedServer.Run, _ rows: [String], _ transactions: [RunningProgram.Transaction],
    _ statistics: inout InUseStatistics
  ) throws {
    let order = try commits(of: transactions)
    guard order.lost.isEmpty else { throw proof.wrong("acknowledged, but not committed: \(order.lost)") }
    statistics.acknowledged += transactions.count { $0.isAcknowledged }
    statistics.before += order.before.count
    statistics.after += order.after.count
    let isApplied = outcome.status != 3
    guard isApplied == order.isMigrated else { throw proof.wrong("the migration isn't recorded:\n\(outcome.output)") }
    let repetition = Repetition(
      proof: proof, newSchema: newSchema, rows: rows, before: order.before, after: order.after, isApplied: isApplied,
      links: links, place: Self.place, repeated: Self.repeated)
    let result = try ServerProof.run(repetition.script(), server.psql)
    guard result.error == nil else { throw proof.wrong("repeated: \(result.message)\n\(outcome.output)") }
    try repetition.compare(result)
    switch outcome.status {
    case 0:
      statistics.migrated += 1
      try repetition.checkFindings(result)
      try repetition.checkCatalog(result, is: "expected")
    case 3:
      statistics.refused += 1
      try repetition.checkCatalog(result, is: "original")
    default:
      statistics.incomplete += 1
      try repair(repetition, &statistics)
    }
  }

  /// Takes back a migration that rows of a program keep from being completed.
  private func repair(_ repetition: Repetition, _ statistics: inout InUseStatistics) throws {
    guard case .script = proof.plan.undo else { return }
    let run = try server.run([folder.path, "take-back", "2_change"])
    guard run.status != 3 else { return }
    guard run.status == 0 else { throw proof.wrong("it isn't taken back: \(run.output)") }
    statistics.takenBack += 1
    let result = try ServerProof.run(repetition.catalogs(), server.psql)
    try repetition.checkCatalog(result, is: "original")
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
    let byNumber = Dictionary(transactions.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let list = transactions.map { "'\($0.number)'" }.joined(separator: ",")
    let result = try ServerProof.run(
      """
      \\echo '\u{1D}commits'
      SELECT n, pg_xact_status(n) FROM (
        SELECT unnest(ARRAY[\(list)]::xid8[]) AS n UNION ALL (SELECT number FROM public.migrated_by)) x
      ORDER BY CASE pg_xact_status(n) WHEN 'committed' THEN pg_xact_commit_timestamp(n::text::xid) END, n;
      \\echo '\u{1D}migration'
      SELECT number FROM public.migrated_by;

      """, server.psql)
    guard result.error == nil else { throw proof.wrong(result.message) }
    let migration = result.sections["migration"]?.first
    var commits = Commits()
    for line in result.sections["commits"] ?? [] {
      let fields = line.components(separatedBy: "\u{1F}")
      if fields[0] == migration {
        commits.isMigrated = true
      } else if let transaction = byNumber[fields[0]] {
        if fields[1] != "committed" {
          if transaction.isAcknowledged { commits.lost.append(transaction.statements) }
        } else if commits.isMigrated {
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
  var migrated = 0
  var refused = 0
  var incomplete = 0
  var takenBack = 0
  var acknowledged = 0
  var before = 0
  var after = 0
  var faults: [MigratedServer.Fault: Int] = [:]

  var description: String {
    let faults = MigratedServer.Fault.allCases.compactMap { fault in self.faults[fault].map { "\($0) × \(fault)" } }
    return "\(pairs) pairs, \(migrated) migrated, \(refused) refused, \(incomplete) incomplete, \(takenBack) of them taken back; "
      + "\(acknowledged) acknowledged transactions, \(before) committed before their migration and \(after) after it; faults: "
      + (faults.isEmpty ? "none" : faults.joined(separator: ", "))
  }
}
