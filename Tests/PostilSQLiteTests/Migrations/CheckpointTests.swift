import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private static let checkpoint = SchemaMigrations.File(
    name: "4_checkpoint", sql: "-- @migration(schema: \"three\")\n-- @checkpoint(replaces: \"3_tag\")\n\(Sample.ddl)\n")
  private static let next = migration("5_next", after: "4_checkpoint", sql: "CREATE TABLE later (n INTEGER) STRICT;")
  private static let squashed = [checkpoint, next]

  @Test func aNewDatabaseBeginsWithIt() throws {
    #expect(try bench.apply(Self.squashed).map(\.kind) == [.sql, .sql])
    #expect(try bench.ledger() == ["4_checkpoint sql", "5_next sql"])
    let kept = try MigrationBench()
    #expect(try kept.apply(Sample.all + Self.squashed).map(\.name) == ["4_checkpoint", "5_next"])
  }

  @Test func aDatabaseThatHasAllOfItNotesItAndRunsNothing() throws {
    try bench.apply(Sample.all)
    try bench.execute("INSERT INTO tag VALUES (1, 'a')")
    let outcomes = try bench.apply(Self.squashed)
    #expect(outcomes.map { "\($0.name) \($0.kind)" } == ["4_checkpoint checkpoint", "5_next sql"])
    #expect(try bench.texts("SELECT name FROM tag") == ["a"])
    #expect(try bench.apply(Self.squashed) == [])
    #expect(try bench.status(Self.squashed).isUpToDate)
    // The program of before the squash is older than the database now.
    guard case .newer(_, ["4_checkpoint", "5_next"]) = bench.failure(Sample.all) else {
      Issue.record("another error")
      return
    }
  }

  @Test func aDatabaseInTheMiddleGoesOnWhereTheFilesAreStillThere() throws {
    try bench.apply([Sample.create])
    let outcomes = try bench.apply(Sample.all + Self.squashed)
    #expect(
      outcomes.map { "\($0.name) \($0.kind)" } == [
        "2_priority sql", "3_tag sql", "4_checkpoint checkpoint", "5_next sql",
      ])
    #expect(try bench.status(Self.squashed).isUpToDate)
  }

  @Test func aDatabaseInTheMiddleIsRefusedWhereTheyAreGone() throws {
    try bench.apply([Sample.create, Sample.rebuildItem])
    let before = try bench.dump()
    #expect(
      bench.failure(Self.squashed)?.description.replacing(bench.path, with: "FILE")
        == "the last migration of 'FILE' is '2_priority', but the first one of this program is the checkpoint '4_checkpoint', "
        + "which replaces everything up to '3_tag'. First open the database with a version of the program that has the migrations "
        + "up to '3_tag'.")
    #expect(try bench.dump() == before)
  }

  @Test func aDatabaseThatIsNotWhatItMakesIsRefused() throws {
    try bench.apply(Sample.all)
    try bench.execute("DROP TABLE step")
    guard case .drifted(_, "3_tag", let differences) = bench.failure(Self.squashed) else {
      Issue.record("another error")
      return
    }
    #expect(differences.map(\.description) == ["table 'step' is missing"])
  }

  @Test func aDatabaseOfTheTimeBeforeMigrationsIsNotedAtIt() throws {
    try bench.execute(Sample.ddl)
    #expect(try bench.apply(Self.squashed).map { "\($0.name) \($0.kind)" } == ["4_checkpoint adopted", "5_next sql"])
  }

  @Test func aCheckpointOfACheckpointIsTakenToo() throws {
    try bench.apply(Sample.all)
    try bench.apply(Self.squashed)
    let second = SchemaMigrations.File(
      name: "6_checkpoint",
      sql: """
        -- @migration()
        -- @checkpoint(replaces: "5_next")
        \(Sample.ddl)
        CREATE TABLE later (n INTEGER) STRICT;
        """)
    #expect(try bench.apply([second]).map(\.kind) == [.checkpoint])
    #expect(try bench.apply([second, migration("7_more", after: "5_next", sql: "CREATE TABLE m (n);")]).count == 1)
    #expect(try bench.ledger().count == 7)
  }
}
