import PostilQuery
import PostilSQLite
import Testing

@Suite struct StoreTests {
  @Test func writesAndReadsWithFixedAndRenderedStatements() throws {
    let file = try TemporaryFile()
    let store = try file.open()
    let id = try store.write { db in try db.insertList("Home") }
    #expect(id == 1)
    #expect(try store.read { db in try db.listNames() } == ["Home"])
    let name: String? = try store.read { db in
      try db.value(#"SELECT "name" FROM "list" WHERE "id" = ?1"#, .integer(id))
    }
    #expect(name == "Home")
  }
}
