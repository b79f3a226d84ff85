import CSQLite
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

private struct Stop: Error, Equatable {}

@Suite("Savepoints inside loops, and savepoints that can't be undone")
struct SavepointTests {
  let log = StatementLog()
  let store: SQLiteStore

  init() throws {
    let log = log
    store = try .inMemory(schema: TasksSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
    try store.write { db in for name in ["a", "b", "c"] { try db.insertProject(name) } }
  }

  private func names() throws -> [String] { try store.read { db in try db.projectNames() } }

  /// What `body` throws as a misuse; `#expect` can't be nested.
  private func misuse(_ body: () throws -> Void) -> TransactionMisuse? {
    do { try body() } catch { return error as? TransactionMisuse }
    return nil
  }

  private static let rename = RawSQL(#"UPDATE "project" SET "name" = "name" || '!' RETURNING "name""#).as(String.self)

  // MARK: - Loops

  @Test("A loop over the rows that a change returns can open savepoints")
  func savepointsInAReturningLoop() throws {
    var seen: [String] = []
    try store.write { db in
      try Self.rename.forEach(in: db) { name in
        seen.append(name)
        try db.execute(Statements.insertProject, forEach: ["\(name)?"]) { $0._bind(to: &$1) }
        #expect(throws: Stop()) {
          try db.savepoint {
            try db.insertProject("lost")
            throw Stop()
          }
        }
      }
    }
    #expect(seen == ["a!", "b!", "c!"])
    #expect(try names() == ["a!", "b!", "c!", "a!?", "b!?", "c!?"])
  }

  @Test("A change can be run again inside the loop over the rows that it returns")
  func sameChangeInItsOwnLoop() throws {
    var seen: [String] = []
    try store.write { db in
      try Self.rename.forEach(in: db) { name in
        seen.append(name)
        guard seen.count == 1 else { return }
        try Self.rename.forEach(in: db) { seen.append($0) }
        // Makes room in the cache of statements, where the change is kept.
        for number in 0..<300 { _ = try db.value("SELECT \(number)", as: Int.self) }
      }
    }
    #expect(seen == ["a!", "a!!", "b!!", "c!!", "b!", "c!"])
    #expect(try names() == ["a!!", "b!!", "c!!"])
  }

  @Test("The rows that a change returns are read with their types, and an error names the column")
  func returnedValues() throws {
    let change: RawSQL = #"""
      DELETE FROM "project" WHERE "id" = 2 RETURNING 7 AS seven, 1.5 AS half, NULL AS "nothing", '' AS empty,
      'x' || char(0) || 'é' AS "a ""b""", x'' AS bytes, x'00ff' AS more, zeroblob(3) AS zeros
      """#
    let rows = change.as(
      Int.self, Double.self, String?.self, String.self, String.self, [UInt8].self, [UInt8].self, [UInt8].self)
    try store.write { db in
      var count = 0
      try rows.forEach(in: db) { seven, half, nothing, empty, text, bytes, more, zeros in
        count += 1
        #expect(seven == 7 && half == 1.5 && nothing == nil && empty == "" && text == "x\0é")
        #expect(bytes == [] && more == [0, 255] && zeros == [0, 0, 0])
      }
      #expect(count == 1)
      let wrong: RawSQL = #"DELETE FROM "project" WHERE "id" = 3 RETURNING "name" AS "a ""b""""#
      let error = #expect(throws: ColumnDecodingError.self) {
        try wrong.as(Int.self).forEach(in: db) { _ in Issue.record("a row was passed on") }
      }
      #expect(error?.column == #"a "b""#)
    }
    #expect(try names() == ["a"])
  }

  @Test("A loop over returned rows that throws has made the whole change, which a savepoint undoes")
  func returningLoopThatThrows() throws {
    try store.write { db throws in
      #expect(throws: Stop()) { try Self.rename.forEach(in: db) { _ in throw Stop() } }
      #expect(try db.projectNames() == ["a!", "b!", "c!"])
      #expect(throws: Stop()) { try db.savepoint { try Self.rename.forEach(in: db) { _ in throw Stop() } } }
      #expect(try db.projectNames() == ["a!", "b!", "c!"])
    }
  }

  @Test("The trace contains a change that returns rows once")
  func traceOfAReturningLoop() throws {
    _ = log.drain()
    try store.write { db in try Self.rename.forEach(in: db) { _ in } }
    #expect(log.drain() == [try Self.rename.rendered().sql])
  }

  @Test("A loop over the rows of a query can open savepoints, keep them and undo them")
  func savepointsInAReadingLoop() throws {
    var seen: [String] = []
    try store.write { db in
      try db.forEachRow(Statements.projectNames, bind: { _ in }) { row in
        let name: String = try row.read()
        seen.append(name)
        guard name.count == 1 else { return }
        try db.savepoint { try db.insertItem(name, project: 1) }
        #expect(throws: Stop()) {
          try db.savepoint {
            try db.insertItem("lost", project: 1)
            throw Stop()
          }
        }
      }
    }
    #expect(seen == ["a", "b", "c"])
    #expect(try store.read { db in try db.value(#"SELECT group_concat("title") FROM "item""#) } == "a,b,c")
  }

  @Test("Dropping a table inside a loop over its rows is an error that names the loop as the cause")
  func lockedTable() throws {
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE TABLE extra AS VALUES (1), (2)"))
      let error = #expect(throws: DatabaseError.self) {
        try db.forEachRow(_RenderedStatement(sql: "SELECT * FROM extra")) { _ in
          try db.execute(_RenderedStatement(sql: "DROP TABLE extra"))
        }
      }
      #expect(
        error?.message == "database table is locked: a statement of the same block is still running; run this one "
          + "after the loop over its rows")
    }
  }

  // MARK: - Savepoints that can't be undone

  @Test("A savepoint that can't be undone rolls the whole transaction back")
  func savepointThatIsGone() throws {
    let misuse = TransactionMisuse.rolledBack(reason: "a savepoint couldn't be undone: no such savepoint: postil")
    let thrown = self.misuse {
      try store.write { db in
        try db.insertProject("before")
        try? db.savepoint {
          try db.insertProject("half")
          try db.connection.run("RELEASE postil")
          throw Stop()
        }
        #expect(throws: misuse) { try db.insertProject("after") }
      }
    }
    #expect(thrown == misuse)
    #expect(try names() == ["a", "b", "c"])
    try store.write { db in try db.insertProject("next") }
    #expect(try names() == ["a", "b", "c", "next"])
  }

  @Test(
    "A nested write that can't be undone rolls the whole transaction back, also if nothing can be run at that moment")
  func savepointDuringAnInterrupt() throws {
    let misuse = TransactionMisuse.rolledBack(reason: "a savepoint couldn't be undone: interrupted")
    let thrown = self.misuse {
      try store.write { db in
        try db.insertProject("before")
        try? db.forEachRow(_RenderedStatement(sql: "VALUES (1), (2)")) { _ in
          try store.write { inner in
            try inner.insertProject("half")
            // Until the loop ends, every statement fails.
            sqlite3_interrupt(inner.connection.handle)
            throw Stop()
          }
        }
        #expect(throws: misuse) { try db.insertProject("after") }
      }
    }
    #expect(thrown == misuse)
    #expect(try names() == ["a", "b", "c"])
    try store.write { db in try db.insertProject("next") }
    #expect(try names() == ["a", "b", "c", "next"])
  }
}
