import PostilQuery
import PostilSQLite
import Testing

private struct Stop: Error, Equatable {}

@Suite struct TransactionTests {
  let file: TemporaryFile
  let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try file.open()
  }

  private func names() throws -> [String] { try store.read { db in try db.projectNames() } }

  @Test func aWriteIsCommittedWhenItReturns() throws {
    let id = try store.write { db in try db.insertProject("Home") }
    #expect(id == 1)
    #expect(try names() == ["Home"])
    #expect(try file.open().read { db in try db.projectNames() } == ["Home"])
  }

  @Test func aWriteThatThrowsChangesNothingAndRethrows() throws {
    #expect(throws: Stop()) {
      try store.write { db in
        try db.insertProject("Home")
        throw Stop()
      }
    }
    #expect(try names() == [])
    try store.write { db in try db.insertProject("Work") }
    #expect(try names() == ["Work"])
  }

  @Test func aSavepointThatThrowsUndoesItselfAlone() throws {
    try store.write { db in
      try db.insertProject("before")
      #expect(throws: Stop()) {
        try db.savepoint {
          try db.insertProject("inside")
          try db.savepoint { try db.insertProject("further inside") }
          throw Stop()
        }
      }
      try db.savepoint { try db.insertProject("kept") }
      try db.insertProject("after")
    }
    #expect(try names() == ["before", "kept", "after"])
  }

  @Test func aWriteInsideAWriteIsASavepoint() throws {
    try store.write { outer in
      try outer.insertProject("outer")
      try store.write { inner in
        try inner.insertProject("inner")
        try outer.insertProject("outer again")
      }
      try? store.write { inner in
        try inner.insertProject("lost")
        throw Stop()
      }
      #expect(try outer.projectNames() == ["outer", "inner", "outer again"])
    }
    #expect(try names() == ["outer", "inner", "outer again"])
    try? store.write { _ in
      try store.write { inner in try inner.insertProject("lost with the outer one") }
      throw Stop()
    }
    #expect(try names() == ["outer", "inner", "outer again"])
  }

  @Test func aReadInsideAWriteSeesWhatThatHasWritten() throws {
    try store.write { db in
      try db.insertProject("Home")
      #expect(try store.read { inner in try inner.projectNames() } == ["Home"])
      try db.insertProject("Work")
    }
    #expect(try names() == ["Home", "Work"])
  }

  @Test func aReadInsideAReadSeesTheSameSnapshot() throws {
    try store.read { outer in
      let before = try outer.countProjects()
      onAnotherThread { _ = try store.write { db in try db.insertProject("Home") } }
      let inside = try store.read { inner in try inner.countProjects() }
      #expect([before, inside, try outer.countProjects()] == [0, 0, 0])
    }
    #expect(try names() == ["Home"])
  }

  @Test func aWriteInsideAReadIsRefused() throws {
    #expect(throws: TransactionMisuse.writeInsideRead) {
      try store.read { _ in try store.write { db in try db.insertProject("Home") } }
    }
    #expect(try names() == [])
  }

  @Test func theSnapshotIsTakenWhenTheBlockBegins() throws {
    try store.read { db in
      // Nothing has been read yet, and still what is written now is not seen.
      onAnotherThread { _ = try store.write { db in try db.insertProject("Home") } }
      let count = try db.countProjects()
      #expect(count == 0)
    }
  }

  @Test func aTransactionIsOfNoUseAfterItsBlock() throws {
    var writer: SQLiteWriteTransaction?
    var reader: SQLiteReadTransaction?
    try store.write { db in writer = db }
    try store.read { db in reader = db }
    let (late, lateReader) = (try #require(writer), try #require(reader))
    #expect(throws: TransactionMisuse.ended) { try late.insertProject("late") }
    #expect(throws: TransactionMisuse.ended) { try late.savepoint {} }
    #expect(throws: TransactionMisuse.ended) { try late.value("SELECT 1", as: Int.self) }
    #expect(throws: TransactionMisuse.ended) { try lateReader.projectNames() }
    try store.write { _ in
      #expect(throws: TransactionMisuse.ended) { try late.insertProject("late, inside another one") }
    }
    try store.close()
    #expect(throws: TransactionMisuse.ended) { try late.insertProject("later still") }
    #expect(throws: TransactionMisuse.ended) { try lateReader.projectNames() }
  }

  @Test func aReadCannotChangeAnything() throws {
    let insert = _RenderedStatement(sql: #"INSERT INTO "project" ("name") VALUES ('x') RETURNING "id""#)
    let misuse = TransactionMisuse.statementNotAllowed(
      sql: insert.sql, reason: "a 'read' block can't change anything; use 'write'")
    try store.read { db in
      _ = #expect(throws: misuse) { try db.fetchFirst(insert) { try $0.read(Int.self) } }
    }
    #expect(try store.write { db in try db.fetchFirst(insert) { try $0.read(Int.self) } } == 1)
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "BEGIN", "end", "SAVEPOINT a", "RELEASE postil", " -- so\n COMMIT;"])
  func noStatementBeginsOrEndsATransaction(_ sql: String) throws {
    try store.write { db in
      try db.insertProject("Home")
      #expect(throws: TransactionMisuse.self) { try db.execute(_RenderedStatement(sql: sql)) }
      try db.insertProject("Work")
    }
    #expect(try names() == ["Home", "Work"])
  }

  @Test func theNumberOfChangedRowsIsCounted() throws {
    try store.write { db in
      #expect(try db.execute(_RenderedStatement(sql: "CREATE TABLE extra (n INTEGER)")) == 0)
      let insert = FixedStatement("INSERT INTO extra VALUES (?1)")
      #expect(try db.execute(insert, forEach: 1...100) { $0._bind(to: &$1) } == 100)
      #expect(try db.execute(insert, forEach: [Int]()) { $0._bind(to: &$1) } == 0)
      #expect(
        try db.execute(_RenderedStatement(sql: "UPDATE extra SET n = n + 1 WHERE n > ?1", bindings: [.integer(90)]))
          == 10)
      #expect(try db.execute(_RenderedStatement(sql: "DROP TABLE extra")) == 0)
      let project = try db.insertProject("Home")
      let item = try db.insertItem("Oil the door", project: project)
      let tag = try db.insert(Statements.insertTag) { "urgent"._bind(to: &$0) }
      for expected in [1, 0] {
        let added = try db.execute(Statements.addTag) {
          item._bind(to: &$0)
          tag._bind(to: &$0)
        }
        #expect(added == expected)
      }
      // The row of the join table goes too, and is not counted.
      #expect(try db.execute(_RenderedStatement(sql: #"DELETE FROM "item""#)) == 1)
      #expect(try db.value(#"SELECT count(*) FROM "item_tags""#) == 0)
    }
  }

  @Test func aBulkThatFailsHalfWayLeavesNothing() throws {
    try store.write { db in
      try db.insertProject("before")
      #expect(throws: ConstraintViolation.unique(table: "project", columns: ["name"])) {
        try db.execute(Statements.insertProject, forEach: ["a", "b", "a", "c"]) { $0._bind(to: &$1) }
      }
      #expect(try db.projectNames() == ["before"])
      #expect(throws: Stop()) {
        try db.execute(Statements.insertProject, forEach: ["a", "b"]) { name, binder in
          if name == "b" { throw Stop() }
          name._bind(to: &binder)
        }
      }
      #expect(try db.execute(Statements.insertProject, forEach: ["a", "b"]) { $0._bind(to: &$1) } == 2)
    }
    #expect(try names() == ["before", "a", "b"])
  }
}
