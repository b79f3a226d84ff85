import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("SQL functions in Swift")
struct FunctionTests {
  struct TooLong: Error, Equatable, CustomStringConvertible {
    let description = "the title is too long"
  }

  private enum SlugSchema: DatabaseSchema {
    static let ddl = """
      CREATE TABLE "page" (
        "id" INTEGER PRIMARY KEY,
        "title" TEXT NOT NULL COLLATE "backwards",
        "slug" TEXT GENERATED ALWAYS AS (slug("title")) STORED,
        CONSTRAINT "page_slug" CHECK (slug("title") <> '')
      ) STRICT;
      CREATE INDEX "page_title" ON "page" ("title");
      CREATE INDEX "page_shout" ON "page" (shout("title"));
      """
    static let fingerprint = "slugs"
    static let tables: [_TableDescription] = []
  }

  private static let options = SQLiteOptions(prepareConnection: { db in
    try db.add(function: "slug") { (text: String) in
      if text.count > 20 { throw TooLong() }
      return text.lowercased().split { !$0.isLetter }.joined(separator: "-")
    }
    try db.add(function: "shout") { (text: String) in text.uppercased() }
    try db.add(function: "answer") { 42 }
    try db.add(function: "joined") { (number: Int, text: String?, flag: Bool) in "\(number) \(text ?? "nil") \(flag)" }
    try db.add(function: "half") { (number: Double) in number / 2 }
    try db.add(function: "reverse") { (bytes: [UInt8]) in Array(bytes.reversed()) }
    try db.add(function: "next_day") { (date: Date?) in date?.addingTimeInterval(86_400) }
    try db.add(function: "none") { nil as String? }
    try db.add(function: "bad_number") { Double.nan }
    try db.add(collation: "backwards") { $1 < $0 }
  })

  private func value<Value: ColumnValue>(_ sql: String, as type: Value.Type) throws -> Value? {
    try SQLiteStore.inMemory(schema: TasksSchema.self, options: Self.options)
      .read { db in try db.value(sql, as: type) }
  }

  private func expectValues(_ rows: [(sql: String, text: String?)]) throws {
    for row in rows {
      let text = try value("SELECT CAST(\(row.sql) AS TEXT)", as: String?.self)
      #expect(text == row.text, "\(row.sql)")
    }
  }

  @Test("Arguments and results have the types of columns, and NULL is nil")
  func types() throws {
    try expectValues([
      ("slug('Oil the Door')", "oil-the-door"), ("SLUG('a b')", "a-b"), ("answer()", "42"),
      ("joined(7, 'x', 1)", "7 x true"), ("joined(7, NULL, 0)", "7 nil false"), ("half(3)", "1.5"),
      ("hex(reverse(x'010203'))", "030201"), ("typeof(reverse(x''))", "blob"),
      ("next_day('2026-03-01 12:00:00.25')", "2026-03-02 12:00:00.25"), ("next_day(NULL)", nil), ("none()", nil),
    ])
  }

  @Test("If an argument of a parameter that isn't optional is NULL, the result is NULL")
  func null() throws {
    try expectValues([
      ("slug(NULL)", nil), ("half(NULL)", nil), ("joined(NULL, 'x', 1)", nil), ("joined(1, 'x', NULL)", nil),
    ])
  }

  @Test("An error that the function throws is thrown by the statement, with the function's name")
  func thrown() throws {
    let sql = "SELECT slug('a title that is much too long')"
    let error = try #require(throws: SQLFunctionError.self) { try value(sql, as: String.self) }
    #expect(error.function == "slug")
    #expect(error.underlyingError as? TooLong == TooLong())
    #expect(error.description == "the SQL function 'slug' failed: the title is too long, in: \(sql)")
  }

  @Test("An argument of another type, and a result that can't be stored, are errors")
  func wrongType() throws {
    let error = try #require(throws: SQLFunctionError.self) { try value("SELECT slug(x'00')", as: String.self) }
    #expect(
      error.description
        == "the SQL function 'slug' failed: column 'argument 1' contains BLOB that isn't a valid String: "
        + "it must be TEXT, in: SELECT slug(x'00')")
    #expect(throws: SQLFunctionError.self) { try value("SELECT bad_number()", as: Double.self) }
    let count = try #require(throws: DatabaseError.self) { try value("SELECT slug('a', 'b')", as: String.self) }
    #expect(count.message == "wrong number of arguments to function slug()")
  }

  @Test("A schema can use functions and collations, on every connection and when the file is opened again")
  func schema() throws {
    let file = try TemporaryFile()
    for number in 1...2 {
      let store = try SQLiteStore(path: file.path, schema: SlugSchema.self, options: Self.options)
      try store.write { db in
        for title in ["Ant", "Cow", "Bee"] {
          try db.execute(
            _RenderedStatement(sql: "INSERT INTO page (title) VALUES (?1)", bindings: [.text("\(title) \(number)")]))
        }
        #expect(throws: ConstraintViolation.check(name: "page_slug")) {
          try db.execute(_RenderedStatement(sql: "INSERT INTO page (title) VALUES ('!')", bindings: []))
        }
        // The statement failed, and the transaction goes on.
        #expect(throws: SQLFunctionError.self) {
          try db.execute(
            _RenderedStatement(sql: "INSERT INTO page (title) VALUES ('a title that is much too long')", bindings: []))
        }
      }
      let slugs = try store.read { db in
        try db.value(
          "SELECT group_concat(slug) FROM (SELECT slug FROM page WHERE id > ?1 ORDER BY title)",
          .integer(Int64(number - 1) * 3), as: String.self)
      }
      #expect(slugs == "cow-,bee-,ant-".replacing("-", with: ""))
      #expect(
        try store.read { db in try db.value("SELECT count(*) FROM page WHERE shout(title) = 'COW 1'", as: Int.self) }
          == 1)
      #expect(try store.integrityCheck() == [])
      try store.backup(to: file.path + ".copy", replacing: true)
      try store.close()
    }
    // Without the functions, a connection can read the rows but not the indexes.
    let copy = try SQLiteStore(path: file.path + ".copy", schema: SlugSchema.self, options: Self.options)
    #expect(try copy.read { db in try db.value("SELECT count(*) FROM page", as: Int.self) } == 6)
  }

  @Test("A migration can create tables that use functions")
  func replay() throws {
    let replay = try MigrationReplay()
    try replay.run(ddl: SlugSchema.ddl)
    let indexes = try replay.connection.texts("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY 1")
    #expect(indexes == ["page_shout", "page_title"])
  }

  @Test("Functions run on many connections at once")
  func concurrent() async throws {
    let file = try TemporaryFile()
    let store = try file.open(Self.options)
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await store.read { db in
            try db.value(
              """
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
              SELECT sum(length(slug('a' || i))) FROM n
              """, as: Int.self) ?? 0
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 1000, count: 20))
  }
}
