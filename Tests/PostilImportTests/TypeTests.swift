import Testing

@Suite("Types of an import")
struct TypeTests {
  /// The type and the note of the column 'x', which has these values.
  private func type(_ column: String, name: String = "x", _ values: String...) throws -> String {
    var sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, \(name) \(column));"
    for value in values { sql += "INSERT INTO t (\(name)) VALUES (\(value));" }
    let line = try Sample(sql).members("T").last ?? ""
    return line.split(separator: ": ", maxSplits: 1).last.map { String($0.replacing("  // ", with: " ")) } ?? ""
  }

  @Test("follow the values that are there")
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

  @Test("are dates where every value is one, in a form that is written back as it was")
  func dates() throws {
    #expect(try type("DATETIME", "'2024-01-02 03:04:05'", "'2024-01-02 03:04:05.25'") == "Date?")
    #expect(try type("DATETIME", "'2024-01-02 03:04:05'", "'2024-01-02 03:04:05.250'") == "String?")
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
    #expect(try type("TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP") == #"Date @default(sql: "CURRENT_TIMESTAMP")"#)
  }

  @Test("are Bool, UUID and Decimal where the table and the values say so")
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

  @Test("follow the declared type where there is no row")
  func empty() throws {
    #expect(try type("BOOLEAN") == "Bool?")
    #expect(try type("DATETIME") == "Date?")
    #expect(try type("DATE") == "DateComponents? @store(as: day)")
    #expect(try type("DECIMAL(10,2)") == "Double?")
    #expect(try type("BLOB") == "Data?")
    #expect(try type("NVARCHAR(20)") == "String?")
    #expect(try type("DOUBLE PRECISION") == "Double?")
  }

  @Test("are none where values are of several kinds, which stands at the top of the file")
  func mixed() throws {
    let sample = try Sample(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b STRING); INSERT INTO t VALUES (1, 1, 'x'), (2, 'y', 'z')")
    #expect(try sample.members("T") == ["let id: ID", "var b: String?"])
    #expect(try sample.remarks("T").contains("'a' has no property: the column 'a' holds values of several kinds"))
    #expect(try sample.remarks("T").contains("'b' is declared 'STRING', which to SQLite is a number"))
  }

  @Test("of a check that lists values are enums")
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
}
