import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

@Suite("Objects that somebody added to the file")
struct AdditionalObjectTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private static let added = """
    CREATE TRIGGER shout AFTER INSERT ON "Project" BEGIN UPDATE project SET name = upper(name) WHERE id = NEW.id; END;
    CREATE UNIQUE INDEX one_per_day ON item (due_at);
    CREATE TABLE note (text TEXT, item_id INTEGER REFERENCES item, project_id INTEGER REFERENCES Project, own REFERENCES note);
    CREATE INDEX harmless ON item (title);
    CREATE TABLE other (a UNIQUE, b PRIMARY KEY);
    CREATE UNIQUE INDEX other_index ON other (a);
    CREATE TRIGGER other_trigger AFTER INSERT ON other BEGIN DELETE FROM other; END;
    CREATE VIEW titles AS SELECT title FROM item;
    """

  private static let interfering: [SchemaMismatch.Difference] = [
    .interfering(kind: "table", name: "note", table: "Project"),
    .interfering(kind: "table", name: "note", table: "item"),
    .interfering(kind: "unique index", name: "one_per_day", table: "item"),
    .interfering(kind: "trigger", name: "shout", table: "Project"),
  ]

  private func make() throws { try RawDatabase(path: file.path).execute(TasksSchema.ddl + ";" + Self.added) }

  @Test("Objects that affect the program's tables are reported when the store is opened, others aren't")
  func report() throws {
    try make()
    let reports = Recorder<[SchemaMismatch.Difference]>()
    var options = SQLiteOptions()
    options.additionalObjects = .report { reports.append($0) }
    let store = try file.open(options)
    #expect(reports.values == [Self.interfering])
    try store.write { db in try db.insertProject("Home") }
    #expect(try store.read { db in try db.projectNames() } == ["HOME"])
    #expect(
      Self.interfering[3].description
        == "trigger 'shout' isn't part of the program's schema, and can change or refuse rows that the program writes to "
        + "'Project'")
  }

  @Test("A store that refuses additional objects throws if they affect the program's tables, and changes nothing")
  func refusal() throws {
    try make()
    var options = SQLiteOptions()
    options.additionalObjects = .refuse
    #expect(throws: SchemaMismatch(path: file.path, differences: Self.interfering)) { try file.open(options) }
    try RawDatabase(path: file.path).execute("DROP TRIGGER shout; DROP INDEX one_per_day; DROP TABLE note")
    _ = try file.open(options)
  }

  @Test("A store that refuses additional objects throws before it applies migrations")
  func refusalBeforeMigrations() throws {
    let file = try MigrationBench()
    try file.apply([Sample.create])
    try file.execute(
      "CREATE TRIGGER shout AFTER INSERT ON item BEGIN SELECT 1; END; CREATE INDEX harmless ON project (name);")
    let before = try file.dump()
    var options = SQLiteOptions()
    options.additionalObjects = .refuse
    let refused = SchemaMismatch(
      path: file.path, differences: [.interfering(kind: "trigger", name: "shout", table: "item")])
    #expect(throws: refused) {
      try SQLiteStore(
        path: file.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all), options: options)
    }
    #expect(try file.dump() == before)
    try file.execute("DROP TRIGGER shout")
    let store = try SQLiteStore(
      path: file.path, schema: SampleSchema.self, migrations: SchemaMigrations(Sample.all), options: options)
    #expect(store.migrationOutcomes.map(\.name) == ["2_priority", "3_tag"])
  }

  @Test("By default, a file with additional objects is opened")
  func allowed() throws {
    try make()
    let store = try file.open()
    try store.write { db in #expect(db._hasForeignTriggers) }
  }

  @Test("A trigger that a block adds is noticed in the same block")
  func ownTriggers() throws {
    let store = try file.open()
    try store.write { db in
      #expect(!db._hasForeignTriggers)
      try db.execute(_RenderedStatement(sql: "CREATE TRIGGER t AFTER INSERT ON item BEGIN SELECT 1; END"))
      #expect(db._hasForeignTriggers)
    }
    try store.write { db in
      #expect(db._hasForeignTriggers)
      try db.execute(_RenderedStatement(sql: "DROP TRIGGER t"))
    }
    try store.write { db in
      #expect(!db._hasForeignTriggers)
      // This isn't a change of the schema, but the connection can't tell before it runs.
      try db.execute(_RenderedStatement(sql: "PRAGMA user_version = 7"))
    }
    try store.write { db in #expect(!db._hasForeignTriggers) }
  }

  @Test("Triggers that another program adds or drops while the store is open are noticed in the next write")
  func laterTriggers() throws {
    let store = try file.open()
    try store.write { db in #expect(!db._hasForeignTriggers) }
    let other = try RawDatabase(path: file.path)
    try other.execute("CREATE TRIGGER t AFTER INSERT ON item BEGIN SELECT 1; END")
    try store.write { db in #expect(db._hasForeignTriggers) }
    try other.execute("DROP TRIGGER t")
    try store.write { db in #expect(!db._hasForeignTriggers) }
  }
}
