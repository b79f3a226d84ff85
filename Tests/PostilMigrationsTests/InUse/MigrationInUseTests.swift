import Foundation
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Random pairs of schemas, migrated on a PostgreSQL server by the migrator that programs use, while two programs write. The migrator and
/// the server are killed meanwhile.
///
/// `Tests/PostgreSQL/migrations` runs them. `POSTIL_SEED` and `POSTIL_SERVER_PAIRS` choose the pairs.
@Suite("Migrations of a server in use")
struct MigrationInUseTests {
  @Test func noAcknowledgedRowIsLostWhileProgramsWrite() throws {
    guard let server = MigratedServer() else {
      print("Migrations of a server in use: skipped, because POSTIL_MIGRATED_URL is missing")
      return
    }
    // A program whose connection has ended is written to once more.
    signal(SIGPIPE, SIG_IGN)
    let count = ProcessInfo.processInfo.environment["POSTIL_SERVER_PAIRS"].flatMap { UInt64($0) } ?? 300
    print("Migrations of a server in use: POSTIL_SEED=\(testSeed) POSTIL_SERVER_PAIRS=\(count)")
    var statistics = InUseStatistics()
    var failures = 0
    for pair in 0..<count {
      do {
        try Self.run(server, seed: testSeed + pair, &statistics)
      } catch {
        Issue.record("POSTIL_SEED=\(testSeed + pair) POSTIL_SERVER_PAIRS=1: \(error)")
        failures += 1
        if failures > 3 { break }
      }
      if pair % 500 == 499 { print("Migrations of a server in use: \(statistics)") }
    }
    print("Migrations of a server in use: \(statistics)")
    if count >= 200 {
      #expect(statistics.migrated * 4 > statistics.pairs && statistics.unplanned * 4 < statistics.pairs)
      #expect(statistics.before > statistics.pairs * 10 && statistics.after > statistics.pairs * 5)
      #expect(MigratedServer.Fault.faults.allSatisfy { statistics.faults[$0] ?? 0 > 0 } && statistics.interrupted > 0)
      #expect(statistics.undos.undone * 4 > statistics.pairs)
    }
  }

  private static func run(_ server: MigratedServer, seed: UInt64, _ statistics: inout InUseStatistics) throws {
    // What waits for a process or for the server can't be ended in another way.
    let watchdog = DispatchWorkItem {
      let activity = "SELECT pid, state, wait_event, query FROM pg_stat_activity WHERE backend_type = 'client backend'"
      print("POSTIL_SEED=\(seed) POSTIL_SERVER_PAIRS=1 takes longer than five minutes")
      for (command, script) in [("ps -ef", ""), ("\(server.psql) -X", activity)] {
        print((try? Process.shell(command, script: script).output) ?? "")
      }
      exit(1)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watchdog)
    defer { watchdog.cancel() }
    var random = Generator(seed: seed)
    guard let pair = try SchemaPair(&random, \.assigned) else { return }
    let links = Links(from: pair.old, to: pair.new)
    let allowed = MigrationFindingCode.allCases.filter { ![.dropTable, .dropColumn].contains($0) }
    let proof = try ServerProof(
      psql: server.psql, old: pair.oldSchema, new: pair.newSchema, database: pair.database, fresh: pair.fresh,
      allowing: try links.allowances(pair.oldSchema) + allowed.map { try MigrationAllowance($0.rawValue) },
      before: [], after: [])
    let distinct = pair.old.tables.flatMap { table in
      [table.label, table.number].compactMap { table.column($0)?.name }.map { "\(table.name).\($0)" }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-in-use-\(UUID().uuidString)")
    try MigrationInUse(
      server: server, proof: proof, newSchema: pair.newSchema, folder: folder, links: links, distinct: Set(distinct),
      seed: seed
    ).run(&statistics, &random)
  }
}
