import Foundation
import PostilMigrations
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

// Starts processes.
#if os(macOS) || os(Linux)
  /// A program that ends in the middle of a migration, or has no room for it: the database is the old one or the new one.
  @Suite("Interrupted migrations")
  struct CrashTests {
    /// What a run of the migrator came to.
    struct Result {
      let status: Int32
      let isKilled: Bool
      let applied: [String]
      let message: String
    }

    let old: MigrationBench
    let sources: TemporaryFolder
    /// What the database is before the second migration, and behind it.
    let states: [[String]]

    init() throws {
      old = try MigrationBench()
      try old.apply([Sample.create])
      try old.execute(Sample.rows)
      try old.execute(
        """
        INSERT INTO item WITH RECURSIVE n(n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n LIMIT 40)
        SELECT n, 'item ' || n, hex(zeroblob(2000)), 1 FROM n;
        INSERT INTO step SELECT id, id, 1 FROM item WHERE id > 99;
        CREATE INDEX own_title ON item (title);
        CREATE VIEW own_view AS SELECT title FROM item;
        """)
      try old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      sources = try TemporaryFolder()
      for file in [Sample.create, Sample.rebuildItem] {
        try file.sql.write(toFile: sources.path("\(file.name).sql"), atomically: true, encoding: .utf8)
      }
      let new = try MigrationBench()
      try FileManager.default.copyItem(atPath: old.path, toPath: new.path)
      try new.apply([Sample.create, Sample.rebuildItem])
      states = [try Self.state(old), try Self.state(new)]
    }

    /// Everything but when it was.
    private static func state(_ bench: MigrationBench) throws -> [String] {
      let database = try RawDatabase(path: bench.path)
      try database.execute("UPDATE postil_migration SET applied_at = '', duration_ms = 0")
      return try bench.dump()
    }

    private func copy() throws -> MigrationBench {
      let bench = try MigrationBench()
      try FileManager.default.copyItem(atPath: old.path, toPath: bench.path)
      return bench
    }

    private func start(_ path: String, _ what: [String]) throws -> Process {
      let process = Process()
      process.executableURL = builtProducts.appending(path: "CrashMigrator")
      process.arguments = [path, sources.url.path] + what
      process.standardOutput = Pipe()
      process.standardError = Pipe()
      try process.run()
      return process
    }

    private func finish(_ process: Process) throws -> Result {
      func text(_ stream: Any?) throws -> String {
        String(decoding: try (stream as? Pipe)?.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      }
      let output = try text(process.standardOutput)
      let message = try text(process.standardError)
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus, isKilled: process.terminationReason == .uncaughtSignal,
        applied: output.split(separator: "\n").map(String.init), message: message)
    }

    private func migrate(_ path: String, _ what: String...) throws -> Result { try finish(start(path, what)) }

    /// Sees that the database is the old one or the new one, whole, and can be migrated.
    private func expectOldOrNew(_ bench: MigrationBench, _ what: String) throws {
      #expect(try bench.texts("PRAGMA integrity_check") == ["ok"], "\(what)")
      #expect(states.contains(try Self.state(bench)), "\(what)")
      try bench.apply([Sample.create, Sample.rebuildItem])
      #expect(try Self.state(bench) == states[1], "\(what)")
    }

    @Test func killedAtEachStatementItLeavesTheOldOrTheNewDatabase() throws {
      #expect(states[0] != states[1])
      var number = 0
      var isDone = false
      while !isDone {
        number += 1
        let bench = try copy()
        let result = try migrate(bench.path, "kill", "\(number)")
        isDone = !result.isKilled
        if isDone {
          #expect(result.status == 0 && result.applied == ["2_priority"], "\(result.message)")
        }
        try expectOldOrNew(bench, "killed at statement \(number)")
      }
      // Each of the rebuild, and what is asked before and behind it.
      #expect(number > 40)
    }

    @Test func killedWhileItMakesADatabaseItLeavesNoMigrationOrAll() throws {
      var seen: Set<[String]> = []
      var number = 0
      while true {
        number += 1
        let bench = try MigrationBench()
        let isKilled = try migrate(bench.path, "kill", "\(number)").isKilled
        let noted = try bench.status([Sample.create, Sample.rebuildItem]).applied.map(\.name)
        seen.insert(noted)
        #expect(try bench.texts("PRAGMA integrity_check") == ["ok"])
        let columns = try bench.texts("SELECT group_concat(name) FROM pragma_table_info('item')")
        #expect(columns == [noted.isEmpty ? "NULL" : "id,title,note,priority,project_id"])
        try bench.apply([Sample.create, Sample.rebuildItem])
        #expect(try bench.ledger() == ["1_create sql", "2_priority sql"])
        if !isKilled { break }
      }
      #expect(seen == [[], ["1_create", "2_priority"]])
    }

    @Test func aDiskWithoutRoomLeavesTheOldOrTheNewDatabase() throws {
      var refused = 0
      var room = 8_192
      while true {
        let bench = try copy()
        let result = try migrate(bench.path, "room", "\(room)")
        #expect(!result.isKilled)
        if result.status == 0 { break }
        refused += 1
        #expect(result.message.contains("disk") || result.message.contains("full") || result.message.contains("room"))
        try expectOldOrNew(bench, "room for \(room) bytes")
        room += 8_192
      }
      #expect(refused > 2)
    }

    @Test func aDatabaseThatMayNotGrowIsTheOldOne() throws {
      let bench = try copy()
      let migrations = SchemaMigrations([Sample.create, Sample.rebuildItem]).step("small", after: "1_create") { db in
        let pages = try db.value("PRAGMA page_count", as: Int.self) ?? 0
        try db.connection.run("PRAGMA max_page_count = \(pages + 1)")
      }
      let database = try MigrationDatabase(path: bench.path, migrations: migrations, stepsAreKnown: true)
      defer { database.close() }
      let error = #expect(throws: MigrationError.self) { try database.apply(ddl: nil) }
      guard case .partlyApplied(["small"], let copy, let later) = error,
        case .statementFailed("2_priority", _, _, let reason) = later as? MigrationError
      else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect((reason as? DatabaseError)?.code == 13)
      let kept = try MigrationBench()
      try FileManager.default.copyItem(atPath: copy, toPath: kept.path)
      #expect(try Self.state(kept) == states[0])
      try bench.execute("DELETE FROM postil_migration WHERE name = 'small'")
      #expect(try Self.state(bench) == states[0])
    }

    @Test func severalProcessesThatStartAtOnceApplyEachMigrationOnce() throws {
      for isNew in [true, false] {
        let bench = isNew ? try MigrationBench() : try copy()
        let processes = try (0..<5).map { _ in try start(bench.path, ["go"]) }
        let results = try processes.map(finish)
        #expect(results.map(\.status) == [0, 0, 0, 0, 0], "\(results.map(\.message))")
        #expect(results.flatMap(\.applied).sorted() == (isNew ? ["1_create", "2_priority"] : ["2_priority"]))
        if !isNew { #expect(try Self.state(bench) == states[1]) }
        #expect(try bench.ledger() == ["1_create sql", "2_priority sql"])
      }
    }

    @Test func severalStoresThatOpenAtOnceApplyEachMigrationOnce() async throws {
      for round in 0..<4 {
        let path = old.folder.path("new-\(round).sqlite")
        if round > 1 { try FileManager.default.copyItem(atPath: old.path, toPath: path) }
        let names = try await withThrowingTaskGroup(of: [String].self) { group in
          for _ in 0..<6 {
            group.addTask {
              try SQLiteStore(path: path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all))
                .migrationOutcomes.map(\.name)
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(names.sorted() == (round > 1 ? ["2_priority", "3_tag"] : ["1_create", "2_priority", "3_tag"]))
      }
    }
  }
#endif
