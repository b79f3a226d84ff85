import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// Inserts of many rows, which one statement makes; everything is as if the rows had come one by one.
@Suite("Batches of inserts")
struct InsertBatchTests {
  private enum Rows: DatabaseSchema {
    static let ddl = """
      CREATE TABLE "row" (
        "id" INTEGER NOT NULL PRIMARY KEY, "name" TEXT NOT NULL UNIQUE, "size" INTEGER, "part" REAL, "data" BLOB,
        CONSTRAINT "row_size_check" CHECK ("size" >= 0)
      ) STRICT;
      CREATE TABLE "count" ("name" TEXT NOT NULL PRIMARY KEY, "times" INTEGER NOT NULL) STRICT;
      CREATE TABLE "node" ("id" INTEGER NOT NULL PRIMARY KEY, "parent_id" INTEGER REFERENCES "node" ("id")) STRICT;
      CREATE TABLE "leaf" ("id" INTEGER NOT NULL PRIMARY KEY, "node_id" INTEGER NOT NULL REFERENCES "node" ("id")) STRICT;
      CREATE TABLE "seen" ("id" INTEGER NOT NULL PRIMARY KEY, "name" TEXT NOT NULL, "before" INTEGER NOT NULL) STRICT;
      CREATE TABLE "told" ("id" INTEGER NOT NULL PRIMARY KEY, "name" TEXT NOT NULL) STRICT;
      CREATE TRIGGER "told_seen" AFTER INSERT ON "told" BEGIN
        SELECT RAISE(ABORT, 'fail or rollback') WHERE NEW."name" = 'ABORT';
        INSERT INTO "seen" ("name", "before") SELECT NEW."name", count(*) FROM "told";
      END;
      """
    static let fingerprint = "rows-1"
    static let tables = [
      _TableDescription(
        model: "Row", name: "row", columns: ["id", "name", "size", "part", "data"], primaryKey: ["id"]),
      _TableDescription(model: "Node", name: "node", columns: ["id", ColumnName("parent_id", property: "parentID")]),
    ]
  }

  private struct Row: Hashable {
    var name: String
    var size: Int64?
    var part: Double? = nil
    var data: [UInt8]? = nil
  }

  private static let insert = FixedStatement(
    #"INSERT INTO "row" ("name", "size", "part", "data") VALUES (?1, coalesce(?2, 7), ?3, ?4)"#)

  private let log = StatementLog()
  private let store: SQLiteStore

  init() throws {
    let log = log
    store = try .inMemory(schema: Rows.self, options: SQLiteOptions(trace: { log.append($0) }))
  }

  private func insert(_ rows: some Sequence<Row>, in db: SQLiteWriteTransaction) throws -> Int {
    try db.execute(Self.insert, forEach: rows) { row, binder in
      row.name._bind(to: &binder)
      row.size._bind(to: &binder)
      row.part._bind(to: &binder)
      row.data._bind(to: &binder)
    }
  }

  private func texts(_ sql: String, in db: SQLiteWriteTransaction) throws -> [String] {
    var rows: [String] = []
    try db.forEachRow(_RenderedStatement(sql: sql)) { rows.append(try $0.read()) }
    return rows
  }

  private func rows(_ count: Int, from start: Int = 0) -> [Row] {
    (start..<start + count).map { index in
      Row(
        name: "row \(index)" + String(repeating: "é", count: index % 5 == 0 ? index : 0),
        size: index % 3 == 0 ? nil : Int64(index), part: index % 7 == 0 ? nil : Double(index) / 4,
        data: index % 11 == 0 ? nil : [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 50))
    }
  }

  // MARK: - The text

  @Test("A batch repeats the values without their parameter numbers")
  func text() {
    let simple = InsertBatch.text(of: #"INSERT INTO "a" ("b") VALUES (?1)"#, parameterCount: 1, limit: 3)
    #expect(
      simple
        == InsertBatch.Text(sql: #"INSERT INTO "a" ("b") VALUES (?), (?), (?)"#, rowCount: 3, parametersPerRow: 1))
    let full = InsertBatch.text(
      of: """
        INSERT INTO "values" ("(", "c") VALUES (coalesce(?1, 'it''s )?'), ?2)
          ON CONFLICT ("c") DO UPDATE SET "c" = "values"."c" || ?3 WHERE "c" <> ?4 RETURNING "c"
        """, parameterCount: 4, limit: 6)
    #expect(
      full?.sql
        == #"INSERT INTO "values" ("(", "c") VALUES (coalesce(?, 'it''s )?'), ?), (coalesce(?, 'it''s )?'), ?) "#
        + #"ON CONFLICT ("c") DO UPDATE SET "c" = "values"."c" || ? WHERE "c" <> ? RETURNING "c""#)
    #expect(full?.rowCount == 2 && full?.parametersPerRow == 2)
  }

  @Test("A batch has at most 64 rows and 1,024 parameters, within the connection's limits")
  func size() {
    func count(_ columns: Int, limit: Int = 32_766) -> Int? {
      let parameters = (1...columns).map { "?\($0)" }.joined(separator: ", ")
      return InsertBatch.text(
        of: "INSERT INTO a VALUES (\(parameters))", parameterCount: columns, limit: limit)?.rowCount
    }
    #expect([1, 5, 16, 17, 100, 512, 513, 2000].map { count($0) } == [64, 64, 64, 60, 10, 2, nil, nil])
    #expect([1, 2, 3].map { count($0, limit: 5) } == [5, 2, nil])
  }

  @Test(
    "Statements that would behave differently are not batched",
    arguments: [
      "INSERT INTO a DEFAULT VALUES", "INSERT INTO a SELECT ?1", "INSERT OR FAIL INTO a VALUES (?1)",
      "INSERT OR REPLACE INTO a VALUES (?1)", "REPLACE INTO a VALUES (?1)", "UPDATE a SET b = ?1",
      "INSERT INTO a VALUES (1)", "INSERT INTO a VALUES ((SELECT max(b) FROM a) + ?1)",
      "INSERT INTO a VALUES (?1, last_insert_rowid())", "INSERT INTO a VALUES (?1 + changes())",
      "INSERT INTO a VALUES (?1, total_changes())", "INSERT INTO a VALUES (?1, ?1)", "INSERT INTO a VALUES (?2)",
      "INSERT INTO a VALUES (?)", "INSERT INTO a VALUES (:b)", "INSERT INTO a VALUES (?1), (2)  , (?3)",
      "INSERT INTO a VALUES (?1) ON CONFLICT (b) DO UPDATE SET b = coalesce(?1, b)", "INSERT INTO a VALUES (?1",
      "WITH c AS (SELECT 1) INSERT INTO a VALUES (?1)", "", "INSERT INTO a VALUES",
    ])
  func noText(_ sql: String) {
    #expect(InsertBatch.text(of: sql, parameterCount: 1, limit: 100) == nil)
  }

  // MARK: - Rows

  @Test(
    "Any number of batched rows equals the same single inserts, in order",
    arguments: [0, 1, 63, 64, 255, 256, 257, 319, 320, 321, 384, 385, 1000])
  func counts(_ count: Int) throws {
    let rows = rows(count)
    try store.write { db in
      #expect(try insert(AnySequence(rows), in: db) == count)
      let found = try texts(
        #"SELECT "id" || '|' || "name" || '|' || "size" || '|' || coalesce("part", 'none') || '|' || coalesce(hex("data"), 'none') FROM "row" ORDER BY "id""#,
        in: db)
      let hex = { (bytes: [UInt8]) in bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) } }
      let expected = rows.enumerated().map { index, row in
        "\(index + 1)|\(row.name)|\(row.size ?? 7)|\(row.part.map { "\($0)" } ?? "none")|"
          + (row.data.map { hex($0).joined() } ?? "")
      }
      #expect(found == expected)
    }
  }

  @Test(
    "The first 256 rows are inserted one by one, then 64 at a time, and the rest one by one; a later call starts with 64"
  )
  func statements() throws {
    try store.write { db in
      _ = log.drain()
      try #expect(insert(rows(1000), in: db) == 1000)
      let statements = log.drain().filter { $0.hasPrefix("INSERT") }
      #expect(statements.count == 256 + 11 + 40)
      try #expect(insert(rows(130, from: 1000), in: db) == 130)
      #expect(log.drain().filter { $0.hasPrefix("INSERT") }.count == 2 + 2)
      try #expect(insert(rows(3, from: 2000), in: db) == 3)
      #expect(log.drain().filter { $0.hasPrefix("INSERT") }.count == 3)
    }
    // Small calls add up, too.
    let other = StatementLog()
    let fresh = try SQLiteStore.inMemory(schema: Rows.self, options: SQLiteOptions(trace: { other.append($0) }))
    try fresh.write { db in
      for call in 0..<4 { _ = try insert(rows(100, from: call * 100), in: db) }
      _ = other.drain()
      try #expect(insert(rows(100, from: 400), in: db) == 100)
      #expect(other.drain().filter { $0.hasPrefix("INSERT") }.count == 1 + 36)
    }
  }

  // MARK: - Refusals

  /// Rows of which the 300th … are bad; the batches end behind the 320th.
  private static let places = [10, 256, 300, 319, 320, 383, 384, 390]

  @Test("A refused row fails as in a single insert, and inserts nothing", arguments: places)
  func refusal(_ place: Int) throws {
    func expect<E: Error & Equatable>(_ error: E, _ bad: Row) throws {
      var rows = rows(400)
      rows[place] = bad
      let fresh = try SQLiteStore.inMemory(schema: Rows.self)
      try fresh.write { db in
        #expect(throws: error) { try insert(rows, in: db) }
        let left = try texts(#"SELECT "name" FROM "row""#, in: db)
        #expect(left == [])
        // The transaction and the statements are whole.
        #expect(try insert(self.rows(400), in: db) == 400)
      }
    }
    try expect(ConstraintViolation.unique(table: "row", columns: ["name"]), Row(name: rows(400)[0].name))
    try expect(ConstraintViolation.check(name: "row_size_check"), Row(name: "bad", size: -1))
    try expect(
      ColumnEncodingError(type: "Double", reason: "it is NaN, which SQLite would store as NULL"),
      Row(name: "bad", part: .nan))
  }

  @Test("The first of several invalid rows is reported", arguments: [300, 319, 320])
  func firstRefusal(_ place: Int) throws {
    let bad = [Row(name: "bad", size: -1), Row(name: "row 1"), Row(name: "worse", part: .nan)]
    let errors: [any Error.Type] = [ConstraintViolation.self, ConstraintViolation.self, ColumnEncodingError.self]
    for turn in 0..<3 {
      var rows = rows(400)
      for offset in 0..<3 { rows[place + offset] = bad[(turn + offset) % 3] }
      let fresh = try SQLiteStore.inMemory(schema: Rows.self)
      let error = #expect(throws: (any Error).self) { try fresh.write { db in try insert(rows, in: db) } }
      #expect(error.map { type(of: $0) == errors[turn] } ?? false, "\(String(describing: error))")
      if let violation = error as? ConstraintViolation {
        #expect((violation == .check(name: "row_size_check")) == (turn == 0))
      }
    }
  }

  @Test("An error shows the statement for one row")
  func sql() throws {
    try store.write { db in
      let insert = FixedStatement(#"INSERT INTO "told" ("name") VALUES (?1)"#)
      let overflow =
        #"CREATE TRIGGER "o" AFTER INSERT ON "told" WHEN NEW."name" = 'o' BEGIN SELECT abs(-9223372036854775807 - 1); END"#
      try db.execute(_RenderedStatement(sql: overflow))
      for count in [10, 400] {
        let error = #expect(throws: DatabaseError.self) {
          try db.execute(insert, forEach: 0..<count) { index, binder in
            (index == count - 1 ? "o" : "t\(index)")._bind(to: &binder)
          }
        }
        #expect(error?.sql == insert.description && error?.message == "integer overflow")
      }
    }
  }

  @Test("Too many or too few values are an error in every row", arguments: [0, 255, 300, 350])
  func misuse(_ place: Int) throws {
    for count in [0, 1, 3] {
      let pair = FixedStatement(#"INSERT INTO "row" ("name", "size") VALUES (?1, ?2)"#)
      let fresh = try SQLiteStore.inMemory(schema: Rows.self)
      try fresh.write { db in
        #expect(throws: TransactionMisuse.parameterCount(sql: pair.description, expected: 2, bound: count)) {
          try db.execute(pair, forEach: 0..<400) { index, binder in
            "t\(index)"._bind(to: &binder)
            if index != place { return 5._bind(to: &binder) }
            for _ in 1..<max(count, 1) { 5._bind(to: &binder) }
            if count == 0 { binder.count = 0 }
          }
        }
        let left = try texts(#"SELECT "name" FROM "row""#, in: db)
        #expect(left == [])
      }
    }
  }

  // MARK: - Conflicts, references, triggers

  @Test("A repeated key in a batch is first inserted and then updated")
  func upsert() throws {
    try store.write { db in
      let statement = _RenderedStatement(
        sql: #"INSERT INTO "count" ("name", "times") VALUES (?1, ?2) ON CONFLICT ("name") DO UPDATE "#
          + #"SET "times" = "count"."times" + "excluded"."times" + ?3"#, bindings: [.integer(10)])
      _ = log.drain()
      let changed = try db.execute(statement, forEach: 0..<1000) { index, binder in
        "n\(index % 3)"._bind(to: &binder)
        1._bind(to: &binder)
      }
      #expect(changed == 1000)
      #expect(log.drain().filter { $0.hasPrefix("INSERT") }.count == 256 + 11 + 40)
      #expect(
        try texts(#"SELECT "name" || "times" FROM "count" ORDER BY 1"#, in: db)
          == ["n0\(334 + 3330)", "n1\(333 + 3320)", "n2\(333 + 3320)"])
      let nothing = _RenderedStatement(
        sql: #"INSERT INTO "count" ("name", "times") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#, bindings: [])
      let inserted = try db.execute(nothing, forEach: 0..<1000) { index, binder in
        "n\(index % 500)"._bind(to: &binder)
        1._bind(to: &binder)
      }
      #expect(inserted == 497)
    }
  }

  @Test("Rows that can reference each other are inserted one by one, in order")
  func references() throws {
    let insert = FixedStatement(#"INSERT INTO "node" ("id", "parent_id") VALUES (?1, ?2)"#)
    try store.write { db in
      func chain(_ start: Int, downwards: Bool) throws -> Int {
        try db.execute(insert, forEach: start..<start + 400) { index, binder in
          index._bind(to: &binder)
          let parent: Int? = downwards ? (index == start + 399 ? nil : index + 1) : (index == start ? nil : index - 1)
          parent._bind(to: &binder)
        }
      }
      _ = log.drain()
      let count = try chain(1, downwards: false)
      #expect(count == 400)
      #expect(log.drain().filter { $0.hasPrefix("INSERT") }.count == 400)
      #expect(throws: ConstraintViolation.foreignKey(table: "node")) { try chain(1001, downwards: true) }
      let leaf = FixedStatement(#"INSERT INTO "leaf" ("node_id") VALUES (?1)"#)
      #expect(try db.execute(leaf, forEach: 1...400) { $0._bind(to: &$1) } == 400)
      #expect(throws: ConstraintViolation.foreignKey(table: "leaf")) {
        try db.execute(leaf, forEach: 1...401) { $0._bind(to: &$1) }
      }
      #expect(try texts(#"SELECT CAST(count(*) AS TEXT) FROM "leaf""#, in: db) == ["400"])
    }
  }

  private static let tell = FixedStatement(#"INSERT INTO "told" ("name") VALUES (?1)"#)

  @Test("Triggers run for each row, and see the rows before it")
  func triggers() throws {
    try store.write { db in
      #expect(try db.execute(Self.tell, forEach: 1...1000) { "n\($0)"._bind(to: &$1) } == 1000)
      let found = try texts(#"SELECT "name" || ':' || "before" FROM "seen" ORDER BY "id""#, in: db)
      #expect(found == (1...1000).map { "n\($0):\($0)" })
    }
  }

  @Test(
    "A row refused by a trigger fails as in a single insert", arguments: ["ABORT", "FAIL", "ROLLBACK"])
  func refusingTrigger(_ name: String) throws {
    func outcome(of place: Int, among count: Int) throws -> (String, [String]) {
      let fresh = try SQLiteStore.inMemory(schema: Rows.self)
      var text = ""
      try? fresh.write { db in
        try db.execute(
          _RenderedStatement(
            sql: """
              CREATE TRIGGER "refusing" AFTER INSERT ON "told" WHEN NEW."name" = '\(name)' BEGIN
                SELECT RAISE(\(name), 'refused');
              END
              """))
        _ = try db.execute(Self.tell, forEach: ["before"]) { $0._bind(to: &$1) }
        do {
          _ = try db.execute(Self.tell, forEach: 0..<count) { (index, binder) in
            (index == place ? name : "n\(index)")._bind(to: &binder)
          }
        } catch {
          text = "\(error)"
        }
      }
      return try (text, fresh.write { db in try texts(#"SELECT "name" FROM "seen" ORDER BY "id""#, in: db) })
    }
    let single = try outcome(of: 10, among: 20)
    let batch = try outcome(of: 300, among: 400)
    #expect(!single.0.isEmpty && single.0 == batch.0)
    #expect(single.1 == batch.1)
  }

  // MARK: - The statement's life

  @Test("A sequence can insert with the same statement while it is read, and a bind can throw")
  func nesting() throws {
    struct Stop: Error {}
    try store.write { db in
      _ = try insert(rows(400), in: db)
      let nested = (0..<200).lazy.map { index -> Row in
        _ = try? insert(rows(1, from: 1000 + index), in: db)
        return Row(name: "outer \(index)", size: 1)
      }
      #expect(try insert(nested, in: db) == 200)
      #expect(try texts(#"SELECT CAST(count(*) AS TEXT) FROM "row""#, in: db) == ["800"])
      #expect(throws: Stop.self) {
        try db.execute(Self.insert, forEach: rows(100, from: 5000)) { row, binder in
          if row.name == "row 5063" { throw Stop() }
          for value in [row.name, nil, nil, nil] { value._bind(to: &binder) }
        }
      }
      #expect(try insert(rows(100, from: 5000), in: db) == 100)
    }
  }

  @Test("An evicted statement removes its batch")
  func eviction() throws {
    let small = try SQLiteStore.inMemory(schema: Rows.self, options: SQLiteOptions(cachedStatements: 2))
    try small.write { db in
      for round in 0..<6 {
        let statement = _RenderedStatement(
          sql: #"INSERT INTO "count" ("name", "times") VALUES (?1, ?2) ON CONFLICT DO NOTHING -- \#(round)"#,
          bindings: [])
        let inserted = try db.execute(statement, forEach: 0..<400) { index, binder in
          "n\(round):\(index)"._bind(to: &binder)
          index._bind(to: &binder)
        }
        #expect(inserted == 400)
        for number in 0..<4 { try db.forEachRow(_RenderedStatement(sql: "SELECT \(number)")) { _ in } }
      }
    }
  }
}
