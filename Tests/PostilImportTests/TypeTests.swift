import PostilCompiler
import PostilSchema
import Testing

@Suite("Imported types")
struct TypeTests {
  /// The type and the note of the column 'x', which has these values.
  private func type(_ column: String, name: String = "x", _ values: String...) throws -> String {
    var sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, \(name) \(column));"
    for value in values { sql += "INSERT INTO t (\(name)) VALUES (\(value));" }
    let line = try Sample(sql).members("T").last ?? ""
    return line.split(separator: ": ", maxSplits: 1).last.map { String($0.replacing("  // ", with: " ")) } ?? ""
  }

  @Test("Types follow the existing values")
  func values() throws {
    #expect(try type("INTEGER", "1", "NULL", "-7") == "Int?")
    #expect(try type("NUMERIC(10,2) NOT NULL", "1", "2") == "Double")
    #expect(try type("NUMERIC(10) NOT NULL", "1", "2") == "Int")
    #expect(try type("NUMERIC", "1", "2.5") == "Double?")
    #expect(try type("", "'a'") == "String?")
    #expect(try type("", "x'00'") == "Data?")
    #expect(try type("", "1") == "Int?")
    #expect(try type("REAL NOT NULL", "1") == "Double")
    #expect(try type("VARCHAR(3)", "12") == "String?")
  }

  @Test("A column is a date if every value is one, in a format that is written back unchanged")
  func dates() throws {
    #expect(try type("DATETIME", "'2024-01-02 03:04:05'", "'2024-01-02 03:04:05.25'") == "Date?")
    #expect(try type("DATETIME", "'2024-01-02 03:04:05'", "'2024-01-02 03:04:05.250'") == "String?")
    let milliseconds = "Date? @store(as: iso8601Milliseconds)"
    #expect(try type("DATETIME", "'2024-01-02 03:04:05.000'", "NULL", "'2024-01-02 03:04:05.250'") == milliseconds)
    #expect(try type("DATETIME", "'0000-01-01 00:00:00.000'", "'9999-12-31 23:59:59.999'") == milliseconds)
    #expect(try type("DATETIME", "'2024-01-02 03:04:05.000'", "'2024-01-02 03:04:05.0000'") == "String?")
    #expect(try type("DATETIME", "'2024-01-02T03:04:05.000'") == "String?")
    #expect(try type("TEXT", name: "title", "'2024-01-02 03:04:05.000'") == "String?")
    #expect(try type("DATETIME DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now'))").hasPrefix(milliseconds))
    #expect(try type("DATETIME", "'2024-01-02 03:04:05.002002'") == "String?")
    #expect(try type("DATETIME", "'2024-01-02 03:04:05.5'", "'0000-01-01 00:00:00'") == "Date?")
    #expect(try type("DATETIME", "'2024-01-02T03:04:05Z'") == "String?")
    #expect(try type("DATETIME", "'2024-02-30 03:04:05'") == "String?")
    #expect(try type("TEXT", name: "sent_at", "'2024-01-02 03:04:05'") == "Date?")
    #expect(try type("TEXT", name: "title", "'2024-01-02 03:04:05'") == "String?")
    #expect(try type("TEXT", name: "birth_date", "'2024-02-29'") == "DateComponents? @store(as: day)")
    #expect(try type("TEXT", name: "birth_date", "'2024-02-29'", "'2024-02-29 01:02:03'") == "String?")
    #expect(try type("INTEGER NOT NULL", name: "sent_at", "1700000000") == "Date @store(as: unixSeconds)")
    #expect(try type("INTEGER NOT NULL", name: "sent_at", "1700000000000") == "Date @store(as: unixMilliseconds)")
    #expect(try type("INTEGER NOT NULL", name: "sent_at", "17") == "Int")
    #expect(try type("INTEGER NOT NULL", name: "weight", "1700000000") == "Int")
    #expect(
      try type("INTEGER NOT NULL DEFAULT (unixepoch())")
        == #"Date @store(as: unixSeconds) @default(sql: "unixepoch()")"#)
    #expect(
      try type("REAL NOT NULL DEFAULT (round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0)").hasPrefix(
        "Date @store(as: referenceDate)"))
    #expect(try type("TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP") == #"Date @default(sql: "CURRENT_TIMESTAMP")"#)
  }

  @Test("A column is Bool, UUID or Decimal if the table and the values agree")
  func others() throws {
    #expect(try type("BOOLEAN NOT NULL", "0", "1") == "Bool")
    #expect(try type("BOOLEAN NOT NULL", "0", "2") == "Int")
    #expect(try type("INTEGER NOT NULL", name: "is_done", "0", "1") == "Bool")
    #expect(try type("INTEGER NOT NULL", name: "done_times", "0", "1") == "Int")
    #expect(try type("INTEGER NOT NULL CHECK (x IN (0, 1))", "0") == "Bool")
    #expect(try type("INTEGER CHECK (x BETWEEN 0 AND 255)", "0") == "UInt8?")
    #expect(try type("TEXT", name: "guid", "'6F9619FF-8B86-D011-B42D-00C04FC964FF'") == "UUID?")
    #expect(try type("TEXT", name: "guid", "'6f9619ff-8b86-d011-b42d-00c04fc964ff'") == "String?")
    #expect(try type("BLOB", name: "guid", "randomblob(16)") == "UUID? @store(as: blob)")
    #expect(try type("BLOB", name: "guid", "randomblob(15)") == "Data?")
    #expect(try type("TEXT COLLATE decimal", "'1.5'") == "Decimal?")
  }

  @Test("The check of the digits of decimal numbers becomes its annotation")
  func digits() throws {
    let source = """
      // @table
      struct T: Sendable {
        let id: ID
        var price: Decimal  // @decimal(10, 2)
        var share: Decimal?  // @decimal(2, 2)
        var pieces: Decimal  // @decimal(10)
      }
      """
    let written = CompilerPipeline(target: "Sample").run(
      sources: [CompilerPipeline.Source(path: "T.swift", bytes: Array(source.utf8))])
    let script = try #require(written.graph).schema.script().text
    let members = try Sample(script).members("T")
    #expect(
      members == [
        "let id: ID", "var price: Decimal  // @decimal(10, 2)", "var share: Decimal?  // @decimal(2, 2)",
        "var pieces: Decimal  // @decimal(10, 0)",
      ])
  }

  @Test("Without rows, types follow the declared type")
  func empty() throws {
    #expect(try type("BOOLEAN") == "Bool?")
    #expect(try type("DATETIME") == "Date?")
    #expect(try type("DATE") == "DateComponents? @store(as: day)")
    #expect(try type("DECIMAL(10,2)") == "Double?")
    #expect(try type("BLOB") == "Data?")
    #expect(try type("NVARCHAR(20)") == "String?")
    #expect(try type("DOUBLE PRECISION") == "Double?")
    #expect(try type("INTEGER") == "Int?")
    #expect(try type("INTEGER", "NULL") == "Int?")
    #expect(try type("NUMERIC(10)") == "Int?")
    #expect(try type("DECIMAL(10, 0)") == "Int?")
    #expect(try type("NUMERIC") == "Double?")
    #expect(try type("TIMESTAMP") == "Date?")
    #expect(try type("BIT") == "Bool?")
    #expect(try type("JSON") == "String?")
    #expect(try type("") == "SQLValue?")
  }

  @Test("A column with several storage classes or invalid UTF-8 is SQLValue")
  func mixed() throws {
    let sample = try Sample(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b STRING, c TEXT NOT NULL, d, e REAL, f NUMERIC, g TEXT);
      INSERT INTO t VALUES (1, 1, 'x', 'ok', 1, 1, 1, 'a'), (2, 'y', 'z', CAST(x'61ff62' AS TEXT), 2.0, 2.5, 2.5, 'b' || char(0) || 'c');
      """)
    #expect(
      try sample.members("T") == [
        "let id: ID", "var a: SQLValue?", "var b: String?", "var c: SQLValue", "var d: SQLValue?", "var e: Double?",
        "var f: Double?", "var g: String?",
      ])
    #expect(
      try sample.remarks("T") == [
        "'a' is 'SQLValue', because its values have several storage classes (1 INTEGER, 1 TEXT)",
        "'b' is declared 'STRING', which has numeric affinity: SQLite stores a text of digits as a number, which 'String' can't "
          + "read",
        "'c' is 'SQLValue', because 1 of its texts is not valid UTF-8, which a 'String' can't contain",
        "'d' is 'SQLValue', because its values have several storage classes (1 INTEGER, 1 REAL)",
      ])
  }

  @Test("All timestamps are text if a Date would change one of them")
  func timestamps() throws {
    let script = """
      CREATE TABLE users (id INTEGER PRIMARY KEY, created_at datetime(6) NOT NULL, born_on DATE);
      CREATE TABLE posts (id INTEGER PRIMARY KEY, created_at datetime(6) NOT NULL, updated_at datetime(6), published_at DATETIME,
        seen_at INTEGER);
      CREATE VIEW latest AS SELECT max(created_at) AS created_at FROM users;
      INSERT INTO users VALUES (1, '2024-01-02 03:04:05.125', '2024-01-02');
      INSERT INTO posts VALUES (1, '2024-01-02 03:04:05', '2024-01-02 03:04:05.002002', NULL, 1700000000);
      """
    let sample = try Sample(script)
    #expect(
      try sample.members("User") == [
        "let id: ID", "var createdAt: String", "var bornOn: DateComponents?  // @store(as: day)",
      ])
    #expect(
      try sample.members("Post") == [
        "let id: ID", "var createdAt: String", "var updatedAt: String?", "var publishedAt: String?",
        "var seenAt: Date?  // @store(as: unixSeconds)",
      ])
    #expect(try sample.members("Latest") == ["let createdAt: String?"])
    let reason =
      "because a 'Date' can't represent every timestamp of this database: '2024-01-02 03:04:05.002002' in 'posts.updated_at' would be "
      + "written back as '2024-01-02 03:04:05.002002001'"
    #expect(try sample.remarks("User") == ["'created_at' is 'String', \(reason)"])
    #expect(try sample.remarks("Post") == ["'created_at', 'updated_at', 'published_at' are 'String', \(reason)"])
    let exact = try Sample(script.replacing(".002002", with: ".5"))
    #expect(try exact.members("User").contains("var createdAt: Date"))
    #expect(try exact.members("Latest") == ["let createdAt: Date?"])
    #expect(try exact.members("Post").contains("var publishedAt: Date?"))
    #expect(try exact.text("Post").contains("Import notes for") == false)
  }

  @Test("Timestamps with exactly three digits are dates with milliseconds, in the whole database if all are like this")
  func milliseconds() throws {
    let script = """
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL, dueAt DATETIME, createdAt DATETIME NOT NULL);
      CREATE TABLE note (id INTEGER PRIMARY KEY, writtenAt DATETIME);
      CREATE VIEW latest AS SELECT max(createdAt) AS createdAt FROM item;
      INSERT INTO item VALUES (1, 'a', '2024-01-02 03:04:05.000', '2024-01-02 03:04:05.678'), (2, 'b', NULL, '2024-01-02 03:04:06.001');
      """
    let note = "@store(as: iso8601Milliseconds)"
    let sample = try Sample(script)
    #expect(
      try sample.members("Item") == [
        "let id: ID", "var title: String", "var dueAt: Date?  // @column(\"dueAt\") \(note)",
        "var createdAt: Date  // @column(\"createdAt\") \(note)",
      ])
    #expect(try sample.members("Note").last == "var writtenAt: Date?  // @column(\"writtenAt\") \(note)")
    #expect(try sample.members("Latest") == ["let createdAt: Date?  // @column(\"createdAt\") \(note)"])
    #expect(try sample.text("Item").contains("Import notes for") == false)
    let mixed = try Sample(
      script + "INSERT INTO note VALUES (1, '2024-01-02 03:04:05'), (2, '2024-01-02 03:04:05.50');")
    #expect(try mixed.members("Item").contains("var dueAt: Date?  // @column(\"dueAt\") \(note)"))
    #expect(try mixed.members("Note").last == "var writtenAt: String?  // @column(\"writtenAt\")")
    #expect(try mixed.remarks("Note").first?.hasSuffix("would be written back as '2024-01-02 03:04:05.5'") == true)
  }

  @Test("A check that compares by a collation is no enum if rows contain other texts")
  func collatedEnums() throws {
    let script = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, state TEXT NOT NULL COLLATE NOCASE CHECK (state IN ('new', 'paid')),
        level INT CHECK (level IN (1, 2)));
      INSERT INTO t VALUES (1, 'new', 1), (2, 'paid', NULL);
      """
    #expect(try Sample(script).members("T").contains("var state: State"))
    let sample = try Sample(script + "INSERT INTO t VALUES (3, 'New', 2)")
    #expect(try sample.members("T").contains("var state: String"))
    #expect(try sample.members("T").contains("var level: Level?"))
    #expect(
      try sample.remarks("T") == [
        "'state' is 'String' and not an enum, because some rows contain values that its check doesn't list, such as 'New'"
      ])
    // A row that is older than the check.
    let older = try Sample(script + "PRAGMA ignore_check_constraints = 1; INSERT INTO t VALUES (3, 'paid', 7)")
    #expect(try older.members("T").contains("var level: Int?"))
  }

  @Test("A comment mentions rows that were not read")
  func limit() throws {
    let script = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 2), (3, 'x')"
    let sample = try Sample(script, rowLimit: 2)
    #expect(try sample.members("T") == ["let id: ID", "var a: Int?"])
    #expect(
      try sample.remarks("T") == [
        "the import read only the first 2 rows of this table; others may contain values that these types can't read"
      ])
    #expect(
      try Sample(script, rowLimit: 3).remarks("T") == [
        "'a' is 'SQLValue', because its values have several storage classes (2 INTEGER, 1 TEXT)"
      ])
  }

  @Test("A check that lists values becomes an enum")
  func enums() throws {
    let sample = try Sample(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK ([state] IN ('new', 'in transit', '1st', 'init')),
        level INT CHECK (level IN (1, -2)), type TEXT, CHECK (type IN ('a')))
      """)
    #expect(
      try sample.members("T").dropFirst().filter { !$0.isEmpty } == [
        "var state: State", "var level: Level?", "var type: TypeValue?",
        "enum State: String, Codable, Sendable {", "case new", #"case inTransit = "in transit""#,
        #"case value1st = "1st""#,
        #"case valueInit = "init""#, "}", "enum Level: Int, Codable, Sendable {", "case value1 = 1", "case minus2 = -2",
        "}",
        "enum TypeValue: String, Codable, Sendable {", "case a", "}",
      ])
  }

  @Test("The cases of an enum are named after signs in its values")
  func signs() throws {
    let sample = try Sample(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, grade TEXT CHECK (grade IN ('A', 'A+', 'A-', 'a', '', '+', '<=', '日本', '🎵', '🎶')))
      """)
    #expect(
      try sample.members("T").filter { $0.hasPrefix("case") } == [
        #"case a = "A""#, #"case aPlus = "A+""#, #"case aMinus = "A-""#, #"case a2 = "a""#, #"case empty = """#,
        #"case plus = "+""#, #"case lessEqual = "<=""#, "case 日本", #"case value9 = "🎵""#, #"case value10 = "🎶""#,
      ])
  }
}
