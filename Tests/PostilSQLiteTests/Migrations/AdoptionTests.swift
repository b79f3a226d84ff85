import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Databases created without migrations")
struct AdoptionTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  @Test func itIsNotedUpToTheMigrationThatMakesWhatItHas() throws {
    try bench.execute(Sample.create.sql + Sample.rows)
    #expect(try bench.status(Sample.all).adoptable == "1_create")
    #expect(try bench.status(Sample.all).pending == ["2_priority", "3_tag"])
    let outcomes = try bench.apply(Sample.all, ddl: Sample.ddl)
    #expect(outcomes.map { "\($0.name) \($0.kind)" } == ["1_create adopted", "2_priority sql", "3_tag sql"])
    #expect(try bench.ledger() == ["1_create adopted", "2_priority sql", "3_tag sql"])
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
  }

  @Test func aStoreOfTheTimeBeforeIsTakenAsItIs() throws {
    let old = try SQLiteStore(path: bench.path, schema: SampleSchema.self)
    try old.write { db in try db.execute(_RenderedStatement(sql: "INSERT INTO tag VALUES (1, 'a')")) }
    try old.close()
    let store = try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all))
    #expect(store.migrationOutcomes.map(\.kind) == [.adopted, .adopted, .adopted])
    #expect(try store.read { db in try db.value("SELECT count(*) FROM tag", as: Int.self) } == 1)
    try store.close()
    #expect(try bench.status(Sample.all, ddl: Sample.ddl).isUpToDate)
  }

  @Test func whatADBAAddedIsNoReasonAgainstIt() throws {
    try bench.execute(Sample.create.sql + "CREATE INDEX own ON item (title); CREATE TABLE notes (n TEXT);")
    #expect(try bench.apply(Sample.all)[0].kind == .adopted)
  }

  @Test func whatChangesRowsAloneIsDoneAndNotTakenAsDone() throws {
    let fill = migration("1a_fill", after: "1_create", sql: #"UPDATE "item" SET "note" = 'none' WHERE "note" IS NULL;"#)
    try bench.execute(Sample.create.sql + Sample.rows)
    #expect(try bench.apply([Sample.create, fill]).map(\.kind) == [.adopted, .sql])
    #expect(try bench.texts("SELECT note FROM item WHERE id = 2") == ["none"])
  }

  @Test func aTableOfTheNameThatALaterMigrationGivesIsNoAddition() throws {
    try bench.execute(Sample.create.sql + "CREATE TABLE tag (other TEXT);")
    let before = try bench.dump()
    guard case .unknownDatabase(_, "1_create", let differences) = bench.failure(Sample.all) else {
      Issue.record("another error")
      return
    }
    #expect(differences.map(\.description) == ["table 'tag' isn't part of the program's schema (allowed)"])
    #expect(try bench.dump() == before)
  }

  @Test func aStoreForReadingOnlyOpensWhatWouldBeAdoptedWhole() throws {
    try bench.execute(Sample.ddl)
    let options = SQLiteOptions(isReadOnly: true)
    let store = try SQLiteStore(
      path: bench.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all), options: options)
    #expect(store.migrationOutcomes == [])
    #expect(try bench.rows("SELECT 1 FROM sqlite_schema WHERE name = 'postil_migration'") == [])
  }
}
