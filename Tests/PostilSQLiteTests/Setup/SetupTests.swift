import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Setting up connections")
struct SetupTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test("Every connection is prepared once, before its first statement")
  func order() throws {
    let (statements, paths) = (Recorder<String>(), Recorder<String>())
    let store = try file.open(
      SQLiteOptions(
        prepareConnection: { db in
          paths.append(db.path)
          try db.execute("PRAGMA key = 'secret'; PRAGMA cache_spill = OFF")
        }, trace: { statements.append($0) }))
    #expect(statements.values.first == "PRAGMA key = 'secret';")
    #expect(paths.values == [file.path])
    _ = statements.drain()
    for _ in 0..<2 {
      #expect(try store.read { db in try db.value("SELECT cache_spill FROM pragma_cache_spill", as: Int.self) } == 0)
    }
    #expect(paths.values == [file.path, file.path])
    #expect(statements.values.first == "PRAGMA key = 'secret';")
  }

  @Test("An error of the closure is thrown by the call that needs the connection")
  func failing() throws {
    struct Refused: Error {}
    #expect(throws: Refused.self) { try file.open(SQLiteOptions(prepareConnection: { _ in throw Refused() })) }
    let error = try #require(throws: DatabaseError.self) {
      try file.open(SQLiteOptions(prepareConnection: { db in try db.execute("SELECT * FROM missing") }))
    }
    #expect(error.message == "no such table: missing")
    #expect(throws: DatabaseError.self) {
      try file.open(SQLiteOptions(prepareConnection: { db in try db.attach("/no/such/folder/x", as: "x") }))
    }
  }

  @Test("An attached file can be queried by its name, on readers too")
  func attached() throws {
    let other = file.folder.appendingPathComponent("it's.sqlite").path
    try RawDatabase(path: other).execute("CREATE TABLE entry (n INTEGER); INSERT INTO entry VALUES (1), (2)")
    let store = try file.open(SQLiteOptions(prepareConnection: { db in try db.attach(other, as: "old archive") }))
    let sql = #"SELECT sum(n) FROM "old archive".entry"#
    #expect(try store.read { db in try db.value(sql, as: Int.self) } == 3)
    #expect(try store.write { db in try db.value(sql, as: Int.self) } == 3)
  }

  @Test(
    "Only the path of a file can be attached", arguments: [("", "an empty path would attach"), ("file:x", "is a URI")])
  func unusablePaths(path: String, reason: String) throws {
    let error = #expect(throws: DatabaseError.self) {
      try file.open(SQLiteOptions(prepareConnection: { db in try db.attach(path, as: "other") }))
    }
    #expect(error?.message.contains(reason) == true)
  }

  @Test("The handle reaches the C API, and limits are those of the connection")
  func handle() throws {
    let store = try file.open(
      SQLiteOptions(prepareConnection: { db in
        #expect(sqlite3_get_autocommit(db.handle) == 1)
        db.limit(.length, to: 1_000)
        db.limit(.expressionDepth, to: 10)
      }))
    let tooBig = try #require(throws: DatabaseError.self) {
      try store.read { db in try db.value("SELECT zeroblob(2000)", as: [UInt8].self) }
    }
    #expect(tooBig.code == SQLITE_TOOBIG)
    let tooDeep = "SELECT " + String(repeating: "1 + (", count: 20) + "1" + String(repeating: ")", count: 20)
    #expect(throws: DatabaseError.self) { try store.read { db in try db.value(tooDeep, as: Int.self) } }
  }
}
