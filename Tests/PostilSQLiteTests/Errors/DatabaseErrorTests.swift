import CSQLite
import PostilQuery
import PostilSQLite
import Testing

@Suite struct DatabaseErrorTests {
  let store: SQLiteStore

  init() throws { store = try .inMemory(schema: TasksSchema.self) }

  @Test func anErrorHasTheCodesTheMessageAndTheStatement() throws {
    let sql = "SELECT thing FROM nowhere WHERE secret = ?1"
    let error = try #require(throws: DatabaseError.self) {
      try store.read { db in try db.value(sql, .text("a secret"), as: Int.self) }
    }
    #expect(error.code == SQLITE_ERROR)
    #expect(error.message == "no such table: nowhere")
    #expect(error.sql == sql)
    #expect(error.description == "SQLite error 1 (extended 1): no such table: nowhere, in: \(sql)")
  }

  @Test func theValuesAreThereForWhoAsksAndNotInTheText() throws {
    let error = try #require(throws: DatabaseError.self) {
      try store.write { db in
        try db.execute(
          _RenderedStatement(
            sql: #"UPDATE "project" SET "id" = abs(?1) + json(?2)"#, bindings: [.integer(1), .text("a secret")]))
        try db.insertProject("Home")
        try db.execute(
          _RenderedStatement(
            sql: #"UPDATE "project" SET "id" = abs(?1) + json(?2)"#, bindings: [.integer(1), .text("a secret")]))
      }
    }
    #expect(error.bindings == [.integer(1), .text("a secret")])
    #expect(!"\(error)".contains("secret"))
  }

  @Test func anInsertThatInsertsNothingHasNoKeyToReturn() throws {
    try store.write { db in
      try db.insertProject("Home")
      let insert = FixedStatement(#"INSERT INTO "project" ("name") VALUES (?1) ON CONFLICT DO NOTHING"#)
      #expect(throws: DatabaseError.self) { try db.insert(insert) { "Home"._bind(to: &$0) } }
      #expect(try db.insert(insert) { "Work"._bind(to: &$0) } == 2)
    }
  }

  @Test func aTextLongerThanSQLiteTakesIsAnErrorAndNotATrap() throws {
    let error = try #require(throws: DatabaseError.self) {
      try store.read { db in
        try db.value("SELECT length(zeroblob(2147483647))", as: Int.self)
      }
    }
    #expect(error.code == SQLITE_TOOBIG)
  }
}
