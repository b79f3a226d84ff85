import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// SQLite prepares a statement again by itself when the schema has changed. What Postil has recorded of the statement must change too.
@Suite("Statements after a change of the schema")
struct SchemaChangeTests {
  let file: TemporaryFile
  let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try file.open()
    try store.write { db in try db.insertProject("Home") }
  }

  /// Changes the schema as another program does.
  private func alter(_ sql: String) throws { try RawDatabase(path: file.path).execute(sql) }

  private func names() throws -> [String] { try store.read { db in try db.projectNames() } }

  @Test("The tables that a statement changes include those of a trigger that another program has added")
  func addedTrigger() throws {
    try alter(#"CREATE TRIGGER t AFTER INSERT ON project BEGIN INSERT INTO tag (name) VALUES (NEW.name); END"#)
    try store.write { db in
      try db.insertProject("Work")
      #expect(db.connection.changedTables == ["project", "tag"])
    }
    try alter("DROP TRIGGER t")
    try store.write { db in
      try db.insertProject("Garden")
      #expect(db.connection.changedTables == ["project"])
    }
  }

  @Test("The tables that a statement changes include those of a trigger that the same block has added or restored")
  func triggerOfTheSameBlock() throws {
    let trigger = _RenderedStatement(
      sql: "CREATE TRIGGER t AFTER INSERT ON project BEGIN INSERT INTO tag (name) VALUES (NEW.name); END")
    let drop = _RenderedStatement(sql: "DROP TRIGGER t")
    func tables(_ db: SQLiteWriteTransaction, _ name: String) throws -> [String] {
      db.connection.changedTables = []
      try db.insertProject(name)
      return db.connection.changedTables
    }
    try store.write { db in
      // A statement is noted once in a transaction if the schema doesn't change.
      #expect(try tables(db, "1") == ["project"])
      try db.execute(trigger)
      #expect(try tables(db, "2") == ["project", "tag"])
      try? db.savepoint {
        try db.execute(drop)
        #expect(try tables(db, "3") == ["project"])
        throw TransactionMisuse.ended
      }
      #expect(try tables(db, "4") == ["project", "tag"])
      try db.execute(drop)
      #expect(try tables(db, "5") == ["project"])
      try db.execute(trigger)
      #expect(try tables(db, "6") == ["project", "tag"])
    }
  }

  @Test("A batch isn't used after another program has added a trigger that ends the transaction")
  func batchWithATriggerThatRollsBack() throws {
    let insert = { (db: SQLiteWriteTransaction, names: [String]) in
      try db.execute(Statements.insertProject, forEach: names) { $0._bind(to: &$1) }
    }
    try store.write { db in _ = try insert(db, (0..<600).map { "project \($0)" }) }
    try alter(
      """
      CREATE TRIGGER t BEFORE INSERT ON project WHEN NEW.name = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'not this one'); END
      """)
    #expect(throws: (any Error).self) {
      try store.write { db in
        try db.insertProject("first")
        _ = try insert(db, (600..<640).map { "project \($0)" } + ["bad"] + (640..<700).map { "project \($0)" })
      }
    }
    #expect(try names().count == 601)
  }

  @Test("A query of all columns is checked again after another program has changed them")
  func columnsOfAnAlteredTable() throws {
    try alter("CREATE TABLE extra (id INTEGER, name TEXT); INSERT INTO extra VALUES (1, 'one')")
    var query = _RenderedStatement(sql: "SELECT * FROM extra")
    query.columns = .names(["id", "name"])
    func rows() throws -> [String] {
      try store.read { db in
        var rows: [String] = []
        try db.forEachRow(query) { row in
          let (id, name): (Int, String) = try (row.read(), row.read())
          rows.append("\(id) \(name)")
        }
        return rows
      }
    }
    #expect(try rows() == ["1 one"])
    try alter("ALTER TABLE extra RENAME name TO former; ALTER TABLE extra ADD name TEXT")
    #expect(
      throws: TransactionMisuse.columnNames(
        sql: query.sql, expected: ["id", "name"], found: ["id", "former", "name"])
    ) { try rows() }
  }

  @Test("A value that a trigger of another program changes is observed", .timeLimit(.minutes(20)))
  func observedTrigger() async throws {
    var values = store.observe { db in try db.value(#"SELECT count(*) FROM "tag""#, as: Int.self) }
      .makeAsyncIterator()
    #expect(try await values.next() == 0)
    try await store.write { db in _ = try db.insertProject("Work") }
    try alter("CREATE TRIGGER t AFTER INSERT ON project BEGIN INSERT INTO tag (name) VALUES (NEW.name); END")
    try await store.write { db in _ = try db.insertProject("Garden") }
    #expect(try await values.next() == 1)
    try await store.write { db in
      try db.execute(_RenderedStatement(sql: "DROP TRIGGER t"))
      try db.execute(
        _RenderedStatement(
          sql: "CREATE TRIGGER u AFTER DELETE ON project BEGIN INSERT INTO tag (name) VALUES ('x'); END"))
    }
    try await store.write { db in _ = try db.execute(Statements.deleteProject) { 3._bind(to: &$0) } }
    #expect(try await values.next() == 2)
  }
}
