import PostilTestSupport
import Testing

@Suite("The program in Docs/Migrations.md")
struct MigratingTests {
  @Test("A step in Swift runs once, after the named file, in an existing database")
  func step() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tasks.sqlite")
    let file = try RawDatabase(path: path)
    try file.execute(TasksSchema.migrations.files[0].sql)
    try file.execute("INSERT INTO project (id, name) VALUES (1, 'Home')")
    try file.execute("INSERT INTO item (title, done, project_id) VALUES ('oil the door', 0, 1)")
    let store = try Migrating.openWithStep(path: path)
    #expect(store.migrationOutcomes.map(\.kind) == [.adopted, .swift])
    #expect(try file.rows("SELECT title FROM item") == [["Oil The Door"]])
    try store.close()
    #expect(try Migrating.openWithStep(path: path).migrationOutcomes.isEmpty)
  }

  @Test("A new database is created, and the applied migrations are listed")
  func new() throws {
    let folder = try TemporaryFolder()
    let store = try Migrating.open(path: folder.path("tasks.sqlite"))
    #expect(store.migrationOutcomes.map(\.name) == TasksSchema.migrations.files.map(\.name))
    Migrating.report(store)
  }
}
