import Foundation
import PostilMigrations
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

// What the tool does, which isn't a part of the runtime, and the 'sqlite3' shell.
#if os(macOS) || os(Linux)
  /// What the tool asks of a database.
  @Suite("Status, dry runs and undos")
  struct StatusTests {
    let bench: MigrationBench

    init() throws { bench = try MigrationBench() }

    /// What the `sqlite3` shell says to a script, or `nil` where there is no shell.
    private func shell(_ script: String) throws -> (status: Int32, message: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sqlite3", "-bail", bench.path]
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
      try process.run()
      input.fileHandleForWriting.write(Data(script.utf8))
      try input.fileHandleForWriting.close()
      let message = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, message)
    }

    private func dryRun(_ files: [SchemaMigrations.File]) throws -> String {
      let database = try MigrationDatabase(path: bench.path, migrations: SchemaMigrations(files))
      defer { database.close() }
      return try database.dryRun(ddl: nil)
    }

    @Test func itSaysWhatIsAppliedPendingAndDifferent() throws {
      #expect(try bench.status(Sample.all).isNew)
      #expect(try bench.status(Sample.all).pending == ["1_create", "2_priority", "3_tag"])
      try bench.apply([Sample.create, Sample.rebuildItem])
      try bench.execute(
        "CREATE INDEX own ON project (name); DROP INDEX item_project_id; ALTER TABLE step ADD COLUMN extra TEXT")
      let before = try bench.dump()
      let status = try bench.status(Sample.all, ddl: Sample.ddl)
      #expect(status.applied.map(\.name) == ["1_create", "2_priority"])
      #expect(status.applied.map(\.kind) == [.sql, .sql])
      #expect(status.pending == ["3_tag"])
      #expect(status.problems.isEmpty && status.hasLedger && !status.isNew && !status.isUpToDate)
      #expect(
        status.drift.map(\.description) == [
          "index 'item_project_id' is missing",
          "table 'step' differs: unexpected column extra TEXT",
          "index 'own' isn't part of the program's schema (allowed)",
        ])
      #expect(try bench.dump() == before)
    }

    @Test func itTellsEveryProblemAtOnceAndThrowsNone() throws {
      try bench.apply(Sample.all)
      let edited = SchemaMigrations.File(name: "1_create", sql: Sample.create.sql + "\n")
      let status = try bench.status([edited, Sample.rebuildItem])
      #expect(status.problems.count == 2)
      #expect(status.problems[0].description.contains("is newer than this program"))
      #expect(status.problems[1].description.contains("'1_create' was edited"))
      try bench.execute("DROP TABLE postil_migration; DROP TABLE project")
      #expect(
        try bench.status(Sample.all).problems.first?.description.contains("its schema matches no migration") == true)
    }

    @Test func itSaysHowTheDatabaseDiffersFromTheModels() throws {
      try bench.apply(Sample.all)
      #expect(try bench.status(Sample.all, ddl: Sample.ddl).isUpToDate)
      let models = Sample.ddl.replacing("\"name\" TEXT NOT NULL", with: "\"name\" TEXT")
      #expect(
        try bench.status(Sample.all, ddl: models).modelDrift.map(\.description) == [
          #"table 'project' differs: column "name" TEXT NOT NULL should be "name" TEXT"#,
          #"table 'tag' differs: column "name" TEXT NOT NULL should be "name" TEXT"#,
        ])
    }

    @Test func theScriptOfADryRunDoesTheSameInTheShell() throws {
      try bench.apply([Sample.create])
      try bench.execute(Sample.rows)
      try bench.execute("CREATE INDEX own ON item (title); CREATE VIEW v AS SELECT title FROM item; ANALYZE")
      let before = try bench.dump()
      let script = try dryRun(Sample.all)
      #expect(try bench.dump() == before)
      #expect(script.contains("PRAGMA foreign_keys = OFF;\nBEGIN IMMEDIATE;\n"))
      #expect(script.contains("CREATE INDEX own ON item (title);"))
      let result = try shell(script)
      #expect(result.status == 0 && result.message.isEmpty, "\(result.message)")
      #expect(try bench.ledger() == ["1_create sql", "2_priority sql", "3_tag sql"])
      #expect(try Sample.contents(bench.path) == Sample.expectedContents)
      #expect(try bench.status(Sample.all, ddl: Sample.ddl).isUpToDate)
      #expect(try bench.texts("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'item'") == ["2"])
      #expect(try dryRun(Sample.all) == "")
    }

    @Test func theScriptTellsADatabaseOfTheTimeBeforeWhatItHas() throws {
      try bench.execute(Sample.create.sql + Sample.rows)
      let script = try dryRun(Sample.all)
      let again = try dryRun(Sample.all)
      #expect(script == again)
      #expect(
        script.contains(
          "-- The database already has the result of these migrations, so they are only recorded.\nBEGIN IMMEDIATE;\n"))
      let result = try shell(script)
      #expect(result.status == 0 && result.message.isEmpty, "\(result.message)")
      #expect(try bench.ledger() == ["1_create adopted", "2_priority sql", "3_tag sql"])
      #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    }

    @Test func theScriptOfANewDatabaseMakesItInTheShell() throws {
      let result = try shell(try dryRun(Sample.all))
      #expect(result.status == 0 && result.message.isEmpty, "\(result.message)")
      #expect(try bench.status(Sample.all, ddl: Sample.ddl).isUpToDate)
    }

    @Test func theScriptStopsAndChangesNothingWhereACheckFails() throws {
      try bench.apply([Sample.create])
      try bench.execute(Sample.rows)
      let drop = migration(
        "2_next", after: "1_create",
        sql: """
          -- @precheck(dropColumn, "item.note"): SELECT count(*) FROM "item" WHERE "note" IS NOT NULL
          ALTER TABLE "item" DROP COLUMN "note";
          """)
      let script = try dryRun([Sample.create, drop])
      let before = try bench.dump()
      let result = try shell(script)
      #expect(result.status != 0 && result.message.contains("CHECK constraint failed"), "\(result.message)")
      #expect(try bench.dump() == before)

      let forgetful = SchemaMigrations.File(
        name: "2_priority",
        sql: Sample.rebuildItem.sql.replacing("FROM \"item\";", with: "FROM \"item\" WHERE \"id\" > 1;"))
      let other = try shell(try dryRun([Sample.create, forgetful]))
      #expect(other.status != 0 && other.message.contains("CHECK constraint failed"), "\(other.message)")
      #expect(try bench.dump() == before)
    }

    @Test func theLastMigrationIsUndoneAndForgotten() throws {
      try bench.apply(Sample.all)
      let database = try MigrationDatabase(path: bench.path, migrations: SchemaMigrations(Sample.all))
      defer { database.close() }
      let error = #expect(throws: MigrationError.self) { try database.undo("2_priority", sql: "SELECT 1;") }
      #expect(
        error?.description
          == "'2_priority' can't be undone because the last applied migration is '3_tag'; undo that one first")
      try database.undo("3_tag", sql: #"DROP TABLE "tag";"#)
      #expect(try bench.ledger() == ["1_create sql", "2_priority sql"])
      #expect(try database.apply(ddl: nil).map(\.name) == ["3_tag"])
    }

    @Test func whatMigrationsMakeIsReplayedWithoutADatabase() throws {
      let scripts = try MigrationSequence(SchemaMigrations(Sample.all.reversed())).entries.compactMap(\.script)
      #expect(scripts.map(\.name) == ["1_create", "2_priority", "3_tag"])
      let columns = try (1...2).map {
        try MigrationReplay.catalog(of: Array(scripts.prefix($0))).table("item")?.columns.map(\.name)
      }
      #expect(columns == [["id", "title", "note", "project_id"], ["id", "title", "note", "priority", "project_id"]])
      #expect(try MigrationReplay.catalog(of: scripts).tables.map(\.name) == ["project", "step", "item", "tag"])
      #expect(try MigrationReplay.catalog(ofDDL: Sample.ddl).tables.count == 4)
    }

    @Test func aScriptEndsBeforeAStepInSwift() throws {
      let migrations = SchemaMigrations(Sample.all).step("fill", after: "2_priority") { _ in }
      let database = try MigrationDatabase(path: bench.path, migrations: migrations, stepsAreKnown: true)
      defer { database.close() }
      let script = try database.dryRun(ddl: nil)
      #expect(script.hasSuffix("-- The next migration is 'fill', a step in Swift, which only the program can run.\n"))
      #expect(!script.contains("3_tag"))
    }
  }
#endif
