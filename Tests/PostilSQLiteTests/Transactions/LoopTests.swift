import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// Statements in the body of a loop, and in what makes the rows of an insert.
@Suite("Statements inside loops and inserts", .timeLimit(.minutes(5)))
struct LoopTests {
  let store: SQLiteStore

  init() throws {
    store = try .inMemory(schema: TasksSchema.self)
    try store.write { db in
      for name in ["a", "b", "c"] { try db.insertItem(name, project: db.insertProject(name)) }
    }
  }

  private func count(_ table: String) throws -> Int? {
    try store.read { db in try db.value("SELECT count(*) FROM \(table)", as: Int.self) }
  }

  private func counts() throws -> [Int?] { try [count("project"), count("item")] }

  private func reason(_ body: () throws -> Void) -> String? {
    do { try body() } catch TransactionMisuse.statementNotAllowed(_, let reason) { return reason } catch {
      return "\(error)"
    }
    return nil
  }

  private static let projects = RawSQL("SELECT id FROM project").as(Int64.self)
  private static let items = RawSQL("SELECT id FROM item").as(Int64.self)

  @Test(
    "A loop whose body writes to the table that it reads is refused",
    arguments: [
      ("SELECT id FROM project", "INSERT INTO project (name) SELECT max(id) + 1 FROM project", "project"),
      ("SELECT id FROM project WHERE name > ''", "UPDATE project SET name = name || 'z'", "project"),
      ("SELECT p.id FROM item i JOIN project p ON p.id = i.project_id", "DELETE FROM item", "item"),
      ("SELECT id FROM (SELECT id FROM project)", "DELETE FROM project", "project"),
    ])
  func ownTable(_ query: String, _ change: String, _ table: String) throws {
    let before = try counts()
    let reason = reason {
      try store.write { db in
        var rounds = 0
        try db.forEachRow(_RenderedStatement(sql: query)) { _ in
          rounds += 1
          if rounds > 1000 { throw CancellationError() }
          try db.execute(_RenderedStatement(sql: change))
        }
      }
    }
    #expect(
      reason
        == "it changes '\(table)', which the loop around it is reading, so the loop might repeat or miss rows, or not end; "
        + "loop over the result of 'fetchAll', or change the rows with one statement")
    #expect(try counts() == before)
  }

  @Test("An outer loop is found behind loops over other tables, also if one has checked the statement before")
  func nestedLoops() throws {
    var inserted = 0
    let reason = reason {
      try store.write { db in
        let insert: (SQLiteWriteTransaction) throws -> Void = { db in
          try db.insertItem("more \(inserted)", project: 1)
          inserted += 1
        }
        try Self.projects.forEach(in: db) { _ in try insert(db) }
        for _ in try Self.items.fetchAll(in: db) { try insert(db) }
        // A read inside a write uses the same connection.
        try store.read { reading in
          try Self.items.forEach(in: reading) { _ in
            try Self.projects.forEach(in: db) { _ in try insert(db) }
          }
        }
      }
    }
    #expect(reason?.hasPrefix("it changes 'item'") == true)
    #expect(inserted == 9)
    // The refused statement can be used again.
    try store.write { db in try db.insertItem("d", project: 1) }
    #expect(try count("item") == 4)
  }

  @Test("A row made from the table that it is inserted into is refused, though what makes it can't throw")
  func dependentRows() throws {
    let reason = reason {
      try store.write { db in
        let names = (0..<1000).lazy.map { number in
          "\(number) \((try? db.value("SELECT count(*) FROM project", as: Int.self)) ?? 0)"
        }
        try db.execute(Statements.insertProject, forEach: names) { $0._bind(to: &$1) }
      }
    }
    #expect(
      reason
        == "it reads 'project' while a row for that table is made, and rows made before may not have been inserted yet; "
        + "make all rows first, as an array")
    #expect(try count("project") == 3)
    // The refused insert can be used again, also after another error.
    try store.write { db throws in
      #expect(throws: ConstraintViolation.self) {
        try db.execute(Statements.insertProject, forEach: ["d", "d"]) { $0._bind(to: &$1) }
      }
      #expect(try db.execute(Statements.insertProject, forEach: ["d", "e"]) { $0._bind(to: &$1) } == 2)
    }
  }

  @Test("Rows made from other tables are inserted")
  func rowsOfOtherTables() throws {
    try store.write { db throws in
      let names = (0..<1000).lazy.map { number in
        let count = try? db.value("SELECT count(*) FROM item", as: Int.self)
        return "\(number) \(count ?? 0)"
      }
      #expect(try db.execute(Statements.insertProject, forEach: names) { $0._bind(to: &$1) } == 1000)
      #expect(try db.value("SELECT count(*) FROM project WHERE name LIKE '% 3'", as: Int.self) == 1000)
    }
  }
}
