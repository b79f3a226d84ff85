import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Databases that are not where the program's migrations expect them. Each is refused as it is.
@Suite("Refused databases")
struct RefusalTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  /// What applying says, having changed nothing.
  private func refusal(_ files: [SchemaMigrations.File], ddl: String? = nil) throws -> String {
    let before = try bench.dump()
    let error = bench.failure(files, ddl: ddl)
    #expect(try bench.dump() == before)
    return error?.description.replacing(bench.path, with: "FILE") ?? "it was applied"
  }

  @Test func anEditedFileIsNamed() throws {
    try bench.apply(Sample.all)
    let edited = SchemaMigrations.File(name: "2_priority", sql: Sample.rebuildItem.sql + "-- one more line\n")
    #expect(
      try refusal([Sample.create, edited, Sample.addTag])
        == "'2_priority' was edited after being applied to 'FILE'. Restore the file from version control, "
        + "and write a new migration for the changes: 'postil migrate new NAME PATH'.")
    // Another system's line ends are no edit.
    let windows = Sample.all.map { SchemaMigrations.File(name: $0.name, sql: $0.sql.replacing("\n", with: "\r\n")) }
    #expect(try bench.apply(windows) == [])
  }

  @Test func aMissingFileIsNamed() throws {
    try bench.apply(Sample.all)
    let renamed = SchemaMigrations.File(
      name: "3_tag", sql: Sample.addTag.sql.replacing("2_priority", with: "1_create"))
    #expect(
      try refusal([Sample.create, renamed])
        == "'2_priority' was applied to 'FILE', but the program has only later migrations. "
        + "Restore the file from version control.")
  }

  @Test func aDatabaseNewerThanTheProgramIsRefused() throws {
    try bench.apply(Sample.all)
    #expect(
      try refusal([Sample.create])
        == "'FILE' is newer than this program, which doesn't have the applied migrations '2_priority', '3_tag'. "
        + "Run a newer version of the program, or restore an earlier backup of the database.")
    #expect(throws: MigrationError.self) {
      try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations([Sample.create]))
    }
  }

  @Test func aFileThatStandsBeforeAnAppliedOneIsRefused() throws {
    try bench.apply([Sample.create, Sample.rebuildItem])
    let late = migration("1a_late", after: "1_create", sql: "CREATE TABLE late (n INTEGER) STRICT;")
    let moved = SchemaMigrations.File(
      name: "2_priority", sql: Sample.rebuildItem.sql.replacing("1_create", with: "1a_late"))
    // Moving the other one behind it is an edit, which is told first.
    #expect(try refusal([Sample.create, late, moved]).hasPrefix("'2_priority' was edited"))
    let merged = [
      migration("1_create", sql: "CREATE TABLE a (n INTEGER) STRICT;"),
      migration("2_a", after: "1_create", sql: "CREATE TABLE b (n INTEGER) STRICT;"),
      migration("2_b", after: "1_create", sql: "CREATE TABLE c (n INTEGER) STRICT;"),
      migration("3_merge", after: "2_a", "2_b", sql: ""),
    ]
    let other = try MigrationBench()
    try other.apply(merged)
    try other.execute("DELETE FROM postil_migration WHERE name = '2_b'; DROP TABLE c")
    #expect(
      other.failure(merged)?.description.replacing(other.path, with: "FILE")
        == "'2_b' comes before '3_merge', which was already applied to 'FILE'. "
        + "Write it again after the last migration, or name the last migration in its 'after:'.")
  }

  @Test func aDatabaseOfAnotherProgramIsLeftAsItIs() throws {
    try bench.execute("CREATE TABLE songs (title TEXT)")
    let text = try refusal(Sample.all)
    #expect(
      text.hasPrefix(
        "'FILE' has no table 'postil_migration', and its schema matches no migration. Nothing was changed."))
    #expect(text.contains("Closest match: the schema after '1_create':\n  - table 'item' is missing\n"))
    #expect(try bench.texts("PRAGMA journal_mode") == ["delete"])
  }

  @Test func aSchemaThatSomethingElseChangedIsRefusedBeforeAnythingIsMigrated() throws {
    try bench.apply([Sample.create, Sample.rebuildItem])
    try bench.execute("ALTER TABLE project RENAME COLUMN name TO title; CREATE INDEX own ON project (title)")
    let text = try refusal(Sample.all)
    #expect(
      text == """
        the schema of 'FILE' was changed by something other than its migrations, the last of which is '2_priority':
          - table 'project' differs:\u{20}
              column "name" TEXT NOT NULL is missing
              unexpected column "title" TEXT NOT NULL
        Nothing was changed. Undo these changes, then open the database again.
        """)
  }

  @Test func driftBehindTheLastMigrationIsTheSchemasToTell() throws {
    try bench.apply(Sample.all)
    try bench.execute("DROP TABLE step; CREATE INDEX own ON project (name)")
    let mismatch = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all))
    }
    #expect(
      mismatch?.differences.map(\.description) == [
        "table 'step' is missing", "index 'own' isn't part of the program's schema (allowed)",
      ])
  }

  @Test func modelsThatHaveGoneOnWithoutAMigrationAreToldToWriteIt() throws {
    let first = Array(Sample.all.dropLast())
    try bench.apply(first)
    let error = #expect(throws: MigrationError.self) {
      try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(first))
    }
    #expect(error?.description.contains("Write the missing migration: 'postil migrate new") == true)
  }

  @Test func anIndexOfADBAIsNoReasonToRefuse() throws {
    try bench.apply([Sample.create])
    try bench.execute("CREATE INDEX own ON project (name); CREATE VIEW v AS SELECT * FROM project; ANALYZE")
    #expect(try bench.apply(Sample.all, ddl: Sample.ddl).count == 2)
  }

  @Test func aLockedDatabaseIsAnErrorBehindTheTimeout() throws {
    try bench.apply([Sample.create])
    let other = try RawDatabase(path: bench.path)
    try other.execute("BEGIN IMMEDIATE")
    let options = SQLiteOptions(busyTimeout: .milliseconds(10), migrationTimeout: .milliseconds(30))
    let error = #expect(throws: DatabaseError.self) {
      try SQLiteStore(
        path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all), options: options)
    }
    #expect(error?.code == 5)
    try other.execute("ROLLBACK")
    #expect(try bench.ledger() == ["1_create sql"])
  }
}
