import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Steps in Swift between migrations")
struct StepTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func open(_ migrations: SchemaMigrations) throws -> SQLiteStore {
    try SQLiteStore(path: bench.path, schema: SampleSchema.self, migrations: migrations)
  }

  private static let plain = SchemaMigrations(Sample.all)

  @Test func aStepRunsOnceBehindItsMigrationAndBeforeTheNext() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    let runs = Recorder<String>()
    let migrations = Self.plain
      .step("upper", after: "1_create") { db in
        runs.append("upper")
        var names: [(Int64, String)] = []
        try db.forEachRow(_RenderedStatement(sql: "SELECT id, name FROM project")) { row in
          names.append((try row.read(), try row.read()))
        }
        for (id, name) in names {
          try db.execute(
            _RenderedStatement(
              sql: "UPDATE project SET name = ?1 WHERE id = ?2", bindings: [.text(name.uppercased()), .integer(id)]))
        }
      }
      .step("after", after: "upper") { db in
        runs.append("after")
        let name = try db.value("SELECT name FROM project WHERE id = 1", as: String.self)
        let columns = try db.value(
          "SELECT count(*) FROM pragma_table_info('item') WHERE name = 'priority'", as: Int.self)
        #expect(name == "HOME" && columns == 0)
      }
      .step("last", after: "3_tag") { _ in runs.append("last") }
    let store = try open(migrations)
    #expect(store.migrationOutcomes.map(\.name) == ["upper", "after", "2_priority", "3_tag", "last"])
    #expect(store.migrationOutcomes[0].kind == .swift)
    #expect(runs.values == ["upper", "after", "last"])
    try store.close()
    #expect(try open(migrations).migrationOutcomes == [])
    #expect(runs.values.count == 3)
    #expect(
      try bench.ledger() == ["1_create sql", "upper swift", "after swift", "2_priority sql", "3_tag sql", "last swift"])
    #expect(try bench.rows("SELECT 1 FROM postil_migration WHERE kind = 'swift' AND checksum <> ''") == [])
  }

  @Test func aStepThatThrowsChangesNothing() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    struct Reason: Error {}
    let before = try bench.dump()
    let error = #expect(throws: MigrationError.self) {
      try open(
        Self.plain.step("empty", after: "1_create") { db in
          try db.execute(_RenderedStatement(sql: "DELETE FROM project"))
          throw Reason()
        })
    }
    guard case .stepFailed("empty", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason is Reason)
    #expect(try bench.dump() == before)
  }

  @Test func aStepThatThrowsUndoesTheFilesBeforeIt() throws {
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
    struct Reason: Error {}
    let before = try bench.dump()
    let later = migration("2_later", after: "1_create", sql: "CREATE TABLE later (n INTEGER) STRICT;")
    let plain = SchemaMigrations([Sample.create, later])
    // The second step reads a table as the file between them changed it.
    let more = migration("3_more", after: "2_later", sql: "ALTER TABLE later ADD COLUMN text TEXT;")
    let rows = _RenderedStatement(sql: "SELECT count(*) FROM (SELECT * FROM later)")
    func migrations(_ body: @escaping @Sendable (SQLiteWriteTransaction) throws -> Void) -> SchemaMigrations {
      SchemaMigrations(plain.files + [more])
        .step("first", after: "2_later") { db in
          try db.execute(_RenderedStatement(sql: "INSERT INTO later VALUES (1)"))
          #expect(try db.fetchFirst(rows) { try $0.readInt64() } == 1)
        }
        .step("second", after: "3_more", body)
    }
    enum LaterSchema: DatabaseSchema {
      static let ddl = Sample.create.sql + "CREATE TABLE later (n INTEGER, text TEXT) STRICT;"
      static let fingerprint = "later"
      static let tables: [_TableDescription] = []
    }
    func open(_ migrations: SchemaMigrations) throws -> SQLiteStore {
      try SQLiteStore(path: bench.path, schema: LaterSchema.self, migrations: migrations)
    }
    #expect(throws: MigrationError.self) { try open(migrations { _ in throw Reason() }) }
    #expect(try bench.dump() == before)
    let store = try open(
      migrations { db in
        try db.execute(_RenderedStatement(sql: "UPDATE later SET text = 'new'"))
        #expect(try db.fetchFirst(rows) { try $0.readInt64() } == 1)
      })
    #expect(store.migrationOutcomes.map(\.name) == ["2_later", "first", "3_more", "second"])
  }

  @Test func aStepCannotEndItsTransaction() throws {
    let error = #expect(throws: MigrationError.self) {
      try open(Self.plain.step("commit", after: "1_create") { db in try db.execute(_RenderedStatement(sql: "COMMIT")) })
    }
    #expect(error?.description.contains("a transaction begins and ends with its block") == true)
  }

  @Test func aStepBeforeWhatWasAppliedIsRefused() throws {
    _ = try open(Self.plain)
    let error = #expect(throws: MigrationError.self) { try open(Self.plain.step("late", after: "1_create") { _ in }) }
    guard case .outOfOrder(_, "late", "3_tag") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let store = try open(Self.plain.step("late", after: "3_tag") { _ in })
    #expect(store.migrationOutcomes.map(\.name) == ["late"])
  }

  @Test func aStepThatTheProgramForgotIsMissing() throws {
    _ = try open(Self.plain.step("early", after: "1_create") { _ in })
    guard case .missing(_, ["early"]) = #expect(throws: MigrationError.self, performing: { try open(Self.plain) })
    else {
      Issue.record("another error")
      return
    }
    // The tool sees no steps, and does not miss them.
    #expect(try bench.status(Sample.all, ddl: Sample.ddl).isUpToDate)
    #expect(try bench.apply(Sample.all) == [])
  }

  @Test func stepsWithoutAPlaceOrANameOfTheirOwnAreRefused() throws {
    let lost = #expect(throws: MigrationError.self) { try open(Self.plain.step("a", after: "nowhere") { _ in }) }
    #expect(lost?.description.hasPrefix("the step 'a' comes after 'nowhere', which is missing") == true)
    let twice = #expect(throws: MigrationError.self) { try open(Self.plain.step("3_tag", after: "1_create") { _ in }) }
    #expect(twice?.description.contains("two migrations have the name '3_tag'") == true)
    let circle = #expect(throws: MigrationError.self) {
      try open(Self.plain.step("a", after: "b") { _ in }.step("b", after: "a") { _ in })
    }
    #expect(circle?.description.contains("the step 'a' comes after itself") == true)
  }

  @Test func aDatabaseOfTheTimeBeforeIsTakenAsHavingTheStepsOfThatTime() throws {
    try bench.execute(Sample.create.sql)
    let store = try open(
      Self.plain.step("first", after: "1_create") { _ in }.step("second", after: "2_priority") { _ in })
    #expect(
      store.migrationOutcomes.map { "\($0.name) \($0.kind)" }
        == ["1_create adopted", "first swift", "2_priority sql", "second swift", "3_tag sql"])
  }
}
