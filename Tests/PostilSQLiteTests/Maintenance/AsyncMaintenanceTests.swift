import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Maintenance functions of tasks")
struct AsyncMaintenanceTests {
  @Test("Each does the same as the function that blocks")
  func forms() async throws {
    let file = try TemporaryFile()
    let target = file.folder.appendingPathComponent("copy.sqlite").path
    let store = try file.open()
    try await store.write { db in _ = try db.insertProject("Home") }
    try await store.backup(to: target)
    try await store.vacuum(into: target, replacing: true)
    try await store.vacuum()
    try await store.optimize()
    #expect(try await store.integrityCheck() == [])
    #expect(try await store.checkpoint(.truncate).logFrames == 0)
    #expect(try RawDatabase(path: target).rows("SELECT name FROM project") == [["Home"]])
    let names = try await store.read { db in try db.projectNames() }
    #expect(names == ["Home"])
    try await store.close()
    await #expect(throws: TransactionMisuse.closed) { try await store.backup(to: target) }
  }
}
