import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Applying migrations")
struct ApplyTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func open(
    _ files: [SchemaMigrations.File] = Sample.all, _ options: SQLiteOptions = SQLiteOptions()
  ) throws -> SQLiteStore {
    try SQLiteStore(
      path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(files), options: options)
  }

  @Test func aNewFileGetsAllOfThemInOrderAndNotesThem() throws {
    let store = try open(Sample.all.reversed())
    #expect(store.migrationOutcomes.map(\.name) == ["1_create", "2_priority", "3_tag"])
    #expect(store.migrationOutcomes.map(\.kind) == [.sql, .sql, .sql])
    #expect(try bench.ledger() == ["1_create sql", "2_priority sql", "3_tag sql"])
    #expect(
      try bench.texts(
        """
        SELECT count(*) FROM postil_migration WHERE applied_at LIKE '20__-__-__T__:__:__Z' AND length(checksum) = 16
        AND abs(strftime('%s', applied_at) - strftime('%s', 'now')) < 60 AND duration_ms >= 0
        """) == ["3"])
    try store.write { db in try db.execute(_RenderedStatement(sql: "INSERT INTO tag (name) VALUES ('a')")) }
    #expect(try store.read { db in try db.value("SELECT count(*) FROM tag", as: Int.self) } == 1)
  }

  @Test("Before the first migration a new file gets the schema, and the first migrations are then recorded")
  func none() throws {
    let store = try open([])
    #expect(store.migrationOutcomes.isEmpty)
    try store.write { db in try db.execute(_RenderedStatement(sql: "INSERT INTO tag (name) VALUES ('a')")) }
    try store.close()
    try open([]).close()
    let later = try open()
    #expect(later.migrationOutcomes.map(\.name) == ["1_create", "2_priority", "3_tag"])
    #expect(try later.read { db in try db.value("SELECT count(*) FROM tag", as: Int.self) } == 1)
  }

  @Test("Files for PostgreSQL are left out")
  func dialects() throws {
    let other = SchemaMigrations.File(name: "4_other.postgresql", sql: "CREATE EXTENSION citext;")
    let store = try open(Sample.all + [other])
    #expect(store.migrationOutcomes.map(\.name) == ["1_create", "2_priority", "3_tag"])
    #expect(SchemaMigrations(Sample.all + [other]).postgreSQLFiles == [other])
  }

  @Test func aFileThatHasSomeOfThemGetsTheOthersAndKeepsItsRows() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let store = try open()
    #expect(store.migrationOutcomes.map(\.name) == ["2_priority", "3_tag"])
    try store.close()
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    #expect(try open().migrationOutcomes == [])
  }

  @Test func theWriterHasReferencesEnforcedAndTheUsualSettingsBehindThem() throws {
    let store = try open()
    let settings = try store.write { db in
      try ["foreign_keys", "legacy_alter_table", "timeout", "journal_mode"].map {
        try db.value(
          "SELECT CAST(\"\($0)\" AS TEXT) FROM pragma_\($0 == "timeout" ? "busy_timeout" : $0)", as: String.self)
      }
    }
    #expect(settings == ["1", "0", "5000", "wal"])
    #expect(throws: ConstraintViolation.self) {
      try store.write { db in
        try db.execute(_RenderedStatement(sql: "INSERT INTO step (item_id) VALUES (99)"))
      }
    }
  }

  @Test func aDatabaseInMemoryGetsThemToo() throws {
    let store = try SQLiteStore.inMemory(schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all))
    #expect(store.migrationOutcomes.count == 3)
    let settings = try store.write { db in try db.value("PRAGMA foreign_keys", as: Int.self) }
    #expect(settings == 1)
  }

  @Test func aStoreWithoutMigrationsOpensWhatWasMigrated() throws {
    _ = try open()
    let store = try SQLiteStore(path: bench.path, schema: SampleSchema.self)
    #expect(store.migrationOutcomes == [])
    #expect(try store.read { db in try db.value("SELECT count(*) FROM item", as: Int.self) } == 0)
  }

  @Test func whatDoesNotLeadToTheModelsChangesNothing() throws {
    let error = #expect(throws: MigrationError.self) { try open([Sample.create, Sample.rebuildItem]) }
    #expect(
      error?.description == """
        the migrations don't lead to the program's schema:
          - table 'tag' is missing
        Nothing was changed. Write the missing migration: 'postil migrate new NAME PATH'.
        """)
    #expect(try bench.rows("SELECT * FROM sqlite_schema") == [])
    try bench.apply([Sample.create])
    let before = try bench.dump()
    #expect(throws: MigrationError.self) { try open([Sample.create, Sample.rebuildItem]) }
    #expect(try bench.dump() == before)
  }

  @Test func aStatementThatFailsUndoesItsMigrationAndNamesItsLine() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let before = try bench.dump()
    let broken = migration(
      "2_broken", after: "1_create",
      sql: """
        DELETE FROM "step";
        INSERT INTO "project" SELECT 1, 'again' FROM "project";
        """)
    let error = bench.failure([Sample.create, broken])
    guard case .statementFailed("2_broken", 3, _, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason is ConstraintViolation)
    #expect(error?.description.contains("2_broken.sql:3: error: ") == true)
    #expect(try bench.dump() == before)
  }

  @Test("If one of the pending migrations fails, none is applied, and the earlier program opens the file")
  func failureOfALaterOne() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let before = try bench.dump()
    let broken = migration("4_broken", after: "3_tag", sql: #"INSERT INTO "project" SELECT 1, 'again' FROM "project";"#)
    guard case .statementFailed("4_broken", 2, _, _) = bench.failure(Sample.all + [broken]) else {
      Issue.record("another error")
      return
    }
    #expect(try bench.dump() == before)
    #expect(try bench.apply([Sample.create]) == [])
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    // A pre-check of a later file sees what the earlier ones changed, and its refusal undoes them.
    let checked = migration(
      "4_checked", after: "3_tag",
      sql: """
        -- @precheck(dropColumn, "item.priority"): SELECT count(*) FROM "item" WHERE "priority" = 0
        ALTER TABLE "item" DROP COLUMN "priority";
        """)
    guard case .rowsAtRisk("4_checked", let findings) = bench.failure(Sample.all + [checked]) else {
      Issue.record("another error")
      return
    }
    #expect(findings.map(\.rows) == [3])
    #expect(try bench.dump() == before)
  }

  @Test("The triggers of sync don't keep a column from being dropped")
  func syncTriggers() throws {
    try bench.apply([Sample.create])
    try bench.execute(
      """
      CREATE TABLE log (old);
      CREATE TRIGGER "postil_sync_item_delete" AFTER DELETE ON item BEGIN INSERT INTO log VALUES (OLD.note); END;
      """)
    let dropping = migration("2_drop", after: "1_create", sql: #"ALTER TABLE "item" DROP COLUMN "note";"#)
    try bench.apply([Sample.create, dropping])
    try bench.execute("DELETE FROM item")
  }

  /// Deletes an item, whose steps a delete rule deletes.
  private static let deleting = migration("4_deleting", after: "3_tag", sql: #"DELETE FROM "item" WHERE "id" = 1;"#)

  @Test(
    "Migrations with and without enforced foreign keys need two transactions, and a copy is kept if the second one fails"
  )
  func twoTransactions() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let before = try bench.dump()
    let broken = migration(
      "5_broken", after: "4_deleting", sql: #"INSERT INTO "project" SELECT 1, 'again' FROM "project";"#)
    let error = bench.failure(Sample.all + [Self.deleting, broken])
    let copy = bench.path + ".before-2_priority"
    guard case .partlyApplied(["2_priority", "3_tag"], copy, let reason) = error,
      case .statementFailed("5_broken", _, _, _)? = reason as? MigrationError
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("'2_priority', '3_tag' were applied before it") == true)
    #expect(error?.description.contains("'\(copy)' is the database before") == true)
    #expect(try bench.ledger() == ["1_create sql", "2_priority sql", "3_tag sql"])
    let kept = try RawDatabase(path: copy)
    #expect(try kept.rows("SELECT name FROM postil_migration") == [["1_create"]])
    #expect(try kept.rows("SELECT count(*) FROM step") == [["4"]])
    // The way back.
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: bench.path + suffix) }
    try FileManager.default.removeItem(atPath: bench.path)
    try FileManager.default.copyItem(atPath: copy, toPath: bench.path)
    #expect(try bench.dump() == before)
    #expect(try bench.apply(Sample.all + [Self.deleting]).count == 3)
    #expect(try bench.texts("SELECT count(*) FROM step") == ["2"])
    // The first attempt's copy is still there, and the second one's isn't.
    #expect(FileManager.default.fileExists(atPath: copy) && !FileManager.default.fileExists(atPath: copy + "-2"))
  }

  @Test("A failure in the first of two transactions leaves neither a change nor a copy")
  func firstOfTwo() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let before = try bench.dump()
    let broken = migration("4_broken", after: "3_tag", sql: #"INSERT INTO "project" SELECT 1, 'again' FROM "project";"#)
    let late = migration("5_late", after: "4_broken", sql: #"DELETE FROM "item";"#)
    #expect(bench.failure(Sample.all + [broken, late]) != nil)
    #expect(try bench.dump() == before)
    #expect(!FileManager.default.fileExists(atPath: bench.path + ".before-2_priority"))
  }

  @Test("A copy of another process is neither overwritten nor deleted")
  func copies() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let copy = bench.path + ".before-2_priority"
    // What another process would have made.
    try Data("copy".utf8).write(to: URL(filePath: copy))
    let broken = migration(
      "5_broken", after: "4_deleting", sql: #"INSERT INTO "project" SELECT 1, 'again' FROM "project";"#)
    let own = copy + "-2"
    guard case .partlyApplied(_, own, _) = bench.failure(Sample.all + [Self.deleting, broken]) else {
      Issue.record("another error")
      return
    }
    #expect(try RawDatabase(path: own).rows("SELECT name FROM postil_migration") == [["1_create"]])
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data("copy".utf8))
  }

  @Test("A copy that can't be deleted is no failure, because everything was applied")
  func remainingCopy() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let copy = bench.path + ".before-2_priority"
    // A folder in the place of the copy.
    let migrations = SchemaMigrations(Sample.all).step("folder", after: "3_tag") { _ in
      try FileManager.default.removeItem(atPath: copy)
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    }
    let store = try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: migrations)
    #expect(store.migrationOutcomes.map(\.name) == ["2_priority", "3_tag", "folder"])
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test("Rows that would refer to nothing are found in a transaction with a rebuild too")
  func referencesBesideARebuild() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let before = try bench.dump()
    let broken = migration("4_broken", after: "3_tag", sql: #"INSERT INTO "step" VALUES (9, 99, NULL);"#)
    guard case .brokenReferences("4_broken", let references) = bench.failure(Sample.all + [broken]) else {
      Issue.record("another error")
      return
    }
    #expect(references.map(\.table) == ["step"])
    #expect(try bench.dump() == before)
  }

  @Test("A file that was renamed after it was applied is named, with its earlier name")
  func renamed() throws {
    try bench.apply(Sample.all)
    let before = try bench.dump()
    let file = SchemaMigrations.File(name: "3_tags", sql: Sample.addTag.sql)
    let error = bench.failure([Sample.create, Sample.rebuildItem, file])
    #expect(
      error?.description.replacing(bench.path, with: "FILE")
        == "'3_tags.sql' was applied to 'FILE' under the name '3_tag'. Rename the file back to '3_tag.sql', also in 'after:' of other "
        + "files.")
    #expect(try bench.dump() == before)
  }

  @Test func aReferenceThatTheCommitRefusesUndoesTheMigration() throws {
    let deferred = migration(
      "1_create",
      sql: """
        CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO a VALUES (1, 2);
        """)
    guard case .commitFailed("1_create", let reason) = bench.failure([deferred]) else {
      Issue.record("another error")
      return
    }
    #expect(reason as? ConstraintViolation == .foreignKey(table: "a"))
    #expect(try bench.rows("SELECT * FROM sqlite_schema") == [])
  }

  @Test func aStoreForReadingOnlyRefusesAFileThatIsNotMigratedYet() throws {
    try bench.apply([Sample.create, Sample.rebuildItem])
    let before = try bench.dump()
    let error = #expect(throws: MigrationError.self) { try open(Sample.all, SQLiteOptions(isReadOnly: true)) }
    #expect(error?.description.contains("these migrations are pending: '3_tag'. Open it once for writing") == true)
    #expect(try bench.dump() == before)
    _ = try open()
    _ = try open(Sample.all, SQLiteOptions(isReadOnly: true))
  }

  @Test func filesThatCannotBeReadOrHaveNoOrderAreRefusedBeforeTheFileIsMade() throws {
    let bad = SchemaMigrations.File(name: "1_bad", sql: "-- @migraton()\nBEGIN;")
    let error = #expect(throws: MigrationError.self) { try open([bad]) }
    #expect(
      error?.description == """
        1_bad.sql:1:4: error: unknown directive '@migraton'; write '-- @migration(after: "NAME", schema: "FINGERPRINT")'
        1_bad.sql:2:1: error: 'BEGIN' isn't allowed in a migration, which runs in one transaction; remove it
        """)
    let branch = migration("2_other", after: "1_create", sql: "SELECT 1;")
    #expect(
      #expect(throws: MigrationError.self) { try open([Sample.create, Sample.rebuildItem, branch]) }?.description
        == "the migrations '2_other' and '2_priority' are branches of '1_create'; run 'postil migrate merge PATH'")
    #expect(
      #expect(throws: MigrationError.self) { try open([Sample.create, Sample.create]) }?.description
        .contains("two migrations have the name '1_create'") == true)
    #expect(
      #expect(throws: MigrationError.self) { try open([Sample.create, Sample.addTag]) }?.description
        .contains("restore '2_priority.sql'") == true)
    #expect(!FileManager.default.fileExists(atPath: bench.path))
  }

  @Test func twoBranchesThatWereMergedAreAppliedFromEither() throws {
    let one = migration("2_a", after: "1_create", sql: "CREATE TABLE a (n INTEGER) STRICT;")
    let other = migration("2_b", after: "1_create", sql: "CREATE TABLE b (n INTEGER) STRICT;")
    let merge = migration("3_merge", after: "2_a", "2_b", sql: "")
    try bench.apply([Sample.create, other])
    #expect(try bench.apply([Sample.create, one, other, merge]).map(\.name) == ["2_a", "3_merge"])
    #expect(try bench.ledger() == ["1_create sql", "2_b sql", "2_a sql", "3_merge sql"])
    #expect(try bench.status([Sample.create, one, other, merge]).isUpToDate)
  }
}
