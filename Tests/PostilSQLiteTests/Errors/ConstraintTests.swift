import PostilQuery
import PostilSQLite
import Testing

@Suite struct ConstraintTests {
  let store: SQLiteStore

  init() throws { store = try .inMemory(schema: TasksSchema.self) }

  /// The violation that `body` throws, after which the transaction still works.
  private func violation(_ body: @escaping (SQLiteWriteTransaction) throws -> Void) throws -> ConstraintViolation {
    try store.write { db in
      try db.insertProject("Home")
      try db.insertProject("Work")
      let violation = try #require(throws: ConstraintViolation.self) { try body(db) }
      #expect(try db.projectNames() == ["Home", "Work"])
      return violation
    }
  }

  private func violation(_ sql: String) throws -> ConstraintViolation {
    try violation { db in _ = try db.execute(_RenderedStatement(sql: sql)) }
  }

  @Test func aUniqueColumnIsNamedByTheModel() throws {
    let violation = try violation { db in _ = try db.insertProject("Home") }
    #expect(violation == .unique(table: "project", columns: ["name"]))
    #expect(
      violation.description == "a row with the same Project.name already exists; fetch and update it, or use upsert")
  }

  @Test func severalUniqueColumnsAreNamedInOrder() throws {
    let violation = try violation { db in
      try db.insertItem("Oil the door", project: 1)
      try db.insertItem("Oil the door", project: 1)
    }
    #expect(violation == .unique(table: "item", columns: ["title", "project_id"]))
    #expect(violation.description.contains("Item.title, Item.projectID"))
  }

  @Test func aPrimaryKeyIsAUniqueKey() throws {
    #expect(
      try violation(#"INSERT INTO "project" ("id", "name") VALUES (1, 'x')"#)
        == .unique(table: "project", columns: ["id"]))
  }

  @Test func theKeyOfATableWithoutAModelIsNamedToo() throws {
    let violation = try violation { db in
      try db.insertItem("Oil the door", project: 1)
      _ = try db.insert(Statements.insertTag) { "urgent"._bind(to: &$0) }
      let add = _RenderedStatement(sql: #"INSERT INTO "item_tags" VALUES (1, 1)"#)
      try db.execute(add)
      try db.execute(add)
    }
    #expect(violation == .unique(table: "item_tags", columns: ["item_id", "tag_id"]))
  }

  @Test func aUniqueIndexOverAnExpressionNamesItsTable() throws {
    let violation = try violation { db in
      for name in ["urgent", "URGENT"] { _ = try db.insert(Statements.insertTag) { name._bind(to: &$0) } }
    }
    #expect(violation == .unique(table: "tag", columns: []))
    #expect(violation.description == "a row of Tag with the same value in a unique index already exists")
  }

  @Test func aMissingValueNamesItsColumn() throws {
    let violation = try violation(#"INSERT INTO "item" ("title", "project_id") VALUES ('x', NULL)"#)
    #expect(violation == .notNull(table: "item", column: "project_id"))
    #expect(violation.description == "Item.projectID must have a value")
  }

  @Test func aCheckIsNamed() throws {
    let violation = try violation { db in _ = try db.insertItem("", project: 1) }
    #expect(violation == .check(name: "item_title_check"))
  }

  @Test func aForeignKeyNamesTheTableOfTheStatement() throws {
    #expect(
      try violation(#"INSERT INTO "item_tags" VALUES (7, 7)"#) == .foreignKey(table: "item_tags"))
  }

  @Test(
    "The message contains the reason, however the statement is written",
    arguments: [
      ("DELETE FROM author WHERE id = 1", "deleted, because a row of Book"),
      ("delete from author", "deleted, because a row of Book"),
      ("WITH old(id) AS (SELECT 1) DELETE FROM author WHERE id IN old", "deleted, because a row of Book"),
      ("/* all */ DELETE FROM author", "deleted, because a row of Book"),
      ("UPDATE author SET id = 2", "key can't be changed, because a row of Book"),
      ("REPLACE INTO author VALUES (1, 'B')", "deleted, because a row of Book"),
      ("INSERT OR REPLACE INTO author VALUES (1, 'B')", "deleted, because a row of Book"),
      (
        "INSERT INTO author VALUES (1, 'B') ON CONFLICT DO UPDATE SET id = 7",
        "key can't be changed, because a row of Book"
      ),
      ("INSERT INTO book VALUES (2, 9)", "a referenced row doesn't exist"),
      ("insert into book values (2, 9)", "a referenced row doesn't exist"),
      ("INSERT INTO book VALUES (1, 1) ON CONFLICT DO UPDATE SET author_id = 9", "a referenced row doesn't exist"),
      ("UPDATE book SET author_id = 9", "a referenced row doesn't exist"),
    ])
  func aForeignKeyHasACause(sql: String, cause: String) throws {
    enum Books: DatabaseSchema {
      static let ddl = """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author ON DELETE RESTRICT);
        """
      static let fingerprint = ""
      static let tables = [
        _TableDescription(model: "Author", name: "author", columns: ["id", "name"], primaryKey: ["id"]),
        _TableDescription(model: "Book", name: "book", columns: ["id", "author_id"], primaryKey: ["id"]),
      ]
    }
    let store = try SQLiteStore.inMemory(schema: Books.self)
    let error = #expect(throws: ConstraintViolation.self) {
      try store.write { db in
        try db.execute(_RenderedStatement(sql: "INSERT INTO author VALUES (1, 'A')"))
        try db.execute(_RenderedStatement(sql: "INSERT INTO book VALUES (1, 1)"))
        try db.execute(_RenderedStatement(sql: sql))
      }
    }
    let description = error.map(\.description) ?? ""
    #expect(description.contains(cause) && !description.contains("exist, or"), "\(description)")
  }

  @Test func aForeignKeyThatIsCheckedAtTheEndUndoesTheWholeWrite() throws {
    let atEnd = #expect(throws: ConstraintViolation.foreignKey(table: "item")) {
      try store.write { db in
        try db.insertProject("Home")
        try db.insertItem("Oil the door", project: 99)
        try db.insertProject("Work")
      }
    }
    #expect(
      atEnd?.description == "Item: at the end of the transaction, a row references a row of Project that doesn't exist")
    #expect(try store.read { db in try db.projectNames() } == [])
    // The project that the item refers to is deleted: the error names the item, because its row would be left without a project.
    try store.write { db in try db.insertItem("Oil the door", project: try db.insertProject("Home")) }
    #expect(throws: ConstraintViolation.foreignKey(table: "item")) {
      try store.write { db in try db.execute(Statements.deleteProject) { 1._bind(to: &$0) } }
    }
    #expect(try store.read { db in try db.projectNames() } == ["Home"])
    try store.write { db in try db.insertProject("and the store still works") }
  }

  @Test func namesWithDotsQuotesAndCommasAreRead() throws {
    enum Odd: DatabaseSchema {
      static let ddl = """
        CREATE TABLE "odd.table, it's" (
          "a.b" INTEGER NOT NULL, "a" INTEGER, "b, odd.table, it's.a" INTEGER, "tabl""e" INTEGER NOT NULL DEFAULT 0,
          CONSTRAINT "odd's ""check"".1" CHECK ("a" < 100), UNIQUE ("a", "a.b"), UNIQUE ("b, odd.table, it's.a", "a.b"));
        CREATE TABLE "odd" ("table, it's" INTEGER UNIQUE);
        CREATE UNIQUE INDEX "odd's.index" ON "odd.table, it's" (abs("a") * 2 + "tabl""e", "a.b");
        """
      static let fingerprint = ""
      static let tables = [
        _TableDescription(model: "Short", name: "odd", columns: ["table, it's"], primaryKey: []),
        _TableDescription(
          model: "Odd", name: "odd.table, it's",
          columns: [ColumnName("a.b", property: "ab"), "a", "b, odd.table, it's.a", #"tabl"e"#], primaryKey: []),
      ]
    }
    let store = try SQLiteStore.inMemory(schema: Odd.self)
    func violation(_ values: String) throws -> ConstraintViolation {
      try store.write { db in
        try db.execute(_RenderedStatement(sql: #"DELETE FROM "odd.table, it's""#))
        try db.execute(_RenderedStatement(sql: #"INSERT INTO "odd.table, it's" VALUES (1, 2, 3, 0)"#))
        return try #require(throws: ConstraintViolation.self) {
          try db.execute(_RenderedStatement(sql: #"INSERT INTO "odd.table, it's" VALUES (\#(values))"#))
        }
      }
    }
    #expect(try violation("1, 2, 4, 1") == .unique(table: "odd.table, it's", columns: ["a", "a.b"]))
    #expect(try violation("1, 9, 3, 0") == .unique(table: "odd.table, it's", columns: ["b, odd.table, it's.a", "a.b"]))
    #expect(try violation("NULL, 9, 3, 0") == .notNull(table: "odd.table, it's", column: "a.b"))
    #expect(try violation("5, 9, 3, NULL") == .notNull(table: "odd.table, it's", column: #"tabl"e"#))
    #expect(try violation("5, 100, 8, 0") == .check(name: #"odd's "check".1"#))
    #expect(try violation("1, -2, 8, 0") == .unique(table: "odd.table, it's", columns: ["a.b"]))
    try store.write { db in
      let insert = _RenderedStatement(sql: #"INSERT INTO "odd" VALUES (1)"#)
      try db.execute(insert)
      let short = ConstraintViolation.unique(table: "odd", columns: ["table, it's"])
      #expect(throws: short) { try db.execute(insert) }
    }
  }

  @Test("A value of another type in a column of a STRICT table is a violation that names the column and the type")
  func datatype() throws {
    let violation = try violation(#"INSERT INTO "project" ("name") VALUES (x'00')"#)
    #expect(violation == .datatype(table: "project", column: "name", found: .blob))
    #expect(
      violation.description
        == "Project.name can't store a value of type BLOB; convert it with CAST, or bind a value of another type")
    for (value, found) in [("'yes'", StorageClass.text), ("0.5", .real)] {
      let insert = _RenderedStatement(
        sql: #"INSERT INTO "item" ("title", "done", "project_id") VALUES ('x', \#(value), 1)"#)
      #expect(throws: ConstraintViolation.datatype(table: "item", column: "done", found: found)) {
        try store.write { db in try db.execute(insert) }
      }
    }
  }

  @Test("A trigger's message that looks like one of Postil's is the trigger's own")
  func exceededArityOfNobody() throws {
    try store.write { db in
      for maximum in ["9223372036854775807", "2147483648", "-1x", ""] {
        let message = "MAX constraint failed: x, \(maximum)"
        try db.execute(
          _RenderedStatement(
            sql: "CREATE TRIGGER t BEFORE INSERT ON project BEGIN SELECT RAISE(ABORT, '\(message)'); END"))
        #expect(throws: ConstraintViolation.trigger(message: message)) { _ = try db.insertProject("x") }
        try db.execute(_RenderedStatement(sql: "DROP TRIGGER t"))
      }
    }
  }
}
