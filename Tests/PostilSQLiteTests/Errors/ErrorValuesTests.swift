import Foundation
import PostilQuery
import PostilSQLite
import Testing

/// Docs/Errors.md: errors contain no values. Each error is provoked by values that are recognized in its description.
@Suite("Errors without values")
struct ErrorValuesTests {
  private static let text = "s3cr3t"
  private static let number = 987_654_321

  private enum Kind: String, RawColumnValue, Codable { case one }

  private struct Settings: Codable, Hashable, Sendable {
    var count: UInt8?
    var kind: Kind?
    var date: Date?
    var data: Data?
    var names: [String: UInt8]?
    var numbers: [Int: UInt8]?
    var list: [UInt8]?
    var id: UUID?
    var url: URL?
  }

  private func expectNoValue(_ error: any Error, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let description = "\(error)"
    #expect(
      !description.contains(Self.text) && !description.contains("\(Self.number)") && !description.contains("98765"),
      "\(what): \(description)", sourceLocation: sourceLocation)
  }

  /// Expects that reading what the SQL expression is throws an error without its value.
  private func expectUnreadable<Value: ColumnValue>(_ type: Value.Type, _ expressions: String...) throws {
    let store = try SQLiteStore.cells()
    for expression in expressions {
      let error = #expect(throws: ColumnDecodingError.self, "\(type) of \(expression)") {
        try store.evaluated(expression, as: type)
      }
      if let error { expectNoValue(error, "\(type) of \(expression)") }
    }
  }

  @Test("A value that its type can't represent isn't in the error")
  func decoding() throws {
    let (text, number) = ("'\(Self.text)'", "\(Self.number)")
    try expectUnreadable(Bool.self, number, text)
    try expectUnreadable(Int8.self, number, "-\(number)", text, "\(number).5", "x'\(number)0'")
    try expectUnreadable(Int.self, text, "\(number).5")
    try expectUnreadable(UInt.self, "-\(number)", text, "'00000000000\(number)'")
    try expectUnreadable(Double.self, text)
    try expectUnreadable(Float.self, text, "\(number)e100")
    try expectUnreadable(String.self, number, "CAST('\(Self.text)' || x'FF' AS TEXT)")
    try expectUnreadable(Data.self, text, number)
    try expectUnreadable(Date.self, text, number, "'\(number)-01-01'")
    try expectUnreadable(UnixSeconds.self, text, "\(number)\(number)")
    try expectUnreadable(UnixMilliseconds.self, text, "\(number)\(number)")
    try expectUnreadable(ISO8601Milliseconds.self, text, number, "'\(number)-01-01'")
    try expectUnreadable(JulianDay.self, text, number)
    try expectUnreadable(ReferenceDate.self, text, "\(number)e400")
    try expectUnreadable(CalendarDay.self, text, "'\(number)-01-01'")
    try expectUnreadable(Duration.self, text)
    try expectUnreadable(Decimal.self, text, "'\(number)x'", "'\(String(repeating: number, count: 6))'")
    try expectUnreadable(URL.self, "'http://\(Self.text) %%'", number)
    try expectUnreadable(UUID.self, text)
    try expectUnreadable(UUIDBytes.self, "x'\(number)0'", text)
    try expectUnreadable(Packed<Int32>.self, "x'\(number)0'", text)
    try expectUnreadable(Kind.self, text, number)
    try expectUnreadable(Mood.self, text, number)
    try expectUnreadable(RowID<Int>.self, text)
    try expectUnreadable(SQLValue.self, "NULL")
  }

  @Test("JSON that isn't a value of the type isn't in the error, nor are keys of dictionaries in it")
  func json() throws {
    let (text, number) = (Self.text, Self.number)
    let documents = [
      text, "'\(text)'", "{\(text)}", "{\"\(text)\":", "[\"\(text)\"]", "\"\(text)\"", "\(number)",
      "{\"count\":\(number)}",
      "{\"count\":\"\(text)\"}", "{\"count\":\(number).5}", "{\"count\":1e\(number)}", "{\"kind\":\"\(text)\"}",
      "{\"kind\":\(number)}", "{\"date\":\"\(text)\"}", "{\"data\":\"\(text)*\"}",
      "{\"names\":{\"\(text)\":\(number)}}",
      "{\"names\":{\"\(text)\":null}}", "{\"numbers\":{\"\(number)\":\"\(text)\"}}", "{\"numbers\":{\"\(text)\":1}}",
      "{\"list\":[1,\(number)]}", "{\"list\":[1,\"\(text)\"]}", "{\"id\":\"\(text)\"}",
      "{\"url\":\"http://\(text) %%\"}",
      "{\"count\":\"\\u12\(text)\"}", "{\"count\":tru\(text)}",
    ]
    for document in documents {
      let literal = "'" + document.replacing("'", with: "''") + "'"
      try expectUnreadable(JSONColumn<Settings>.self, literal)
    }
    try expectUnreadable(JSONColumn<Settings>.self, "CAST('{\"kind\":\"\(text)' || x'FF' || '\"}' AS TEXT)")
    let error = #expect(throws: ColumnDecodingError.self) {
      try SQLiteStore.cells().evaluated("'{\"numbers\":{\"\(number)\":\"\(text)\"}}'", as: JSONColumn<Settings>.self)
    }
    #expect(error?.reason == "it must be the JSON of the type: at 'numbers.[…]': expected UInt8")
  }

  @Test("A value that can't be stored isn't in the error")
  func encoding() throws {
    let far = Date(timeIntervalSinceReferenceDate: Double(Self.number) * 1e6)
    func expectUnstorable(_ value: some ColumnValue) throws {
      let store = try SQLiteStore.values()
      let error = #expect(throws: ColumnEncodingError.self) { try store.stored(value, in: .any) }
      if let error { expectNoValue(error, "\(value)") }
      guard case .unstorable(let reason) = value._boundValue else { return #expect(Bool(false), "\(value)") }
      expectNoValue(reason, "\(value)")
    }
    try expectUnstorable(far)
    try expectUnstorable(UnixSeconds(_plain: far))
    try expectUnstorable(JulianDay(_plain: far))
    try expectUnstorable(Duration.seconds(Self.number * 1_000_000))
    try expectUnstorable(CalendarDay(_plain: DateComponents(year: Self.number, month: 1, day: 1)))
    try expectUnstorable(CalendarDay(_plain: DateComponents(year: 2026, month: 2, day: Self.number)))
    try expectUnstorable(CalendarDay(_plain: DateComponents(year: 2026, month: 2, day: 1, hour: Self.number)))
    try expectUnstorable(JSONColumn(_plain: Settings(date: far, names: [Self.text: 1])))
    try expectUnstorable(JSONColumn(_plain: [Self.text: far]))
  }

  @Test("Values that constraints refuse aren't in the error")
  func constraints() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    func expectError(_ sql: String, _ bindings: BoundValue..., sourceLocation: SourceLocation = #_sourceLocation) {
      let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
        try store.write { db in try db.execute(_RenderedStatement(sql: sql, bindings: bindings)) }
      }
      if let error { expectNoValue(error, sql, sourceLocation: sourceLocation) }
    }
    let (text, number) = (BoundValue.text(Self.text), BoundValue.integer(Int64(Self.number)))
    try store.write { db in
      try db.execute(
        _RenderedStatement(sql: "INSERT INTO project (id, name) VALUES (?1, ?2)", bindings: [number, text]))
      try db.execute(_RenderedStatement(sql: "INSERT INTO tag (name) VALUES (?1)", bindings: [text]))
      try db.execute(_RenderedStatement(sql: "CREATE TABLE plain (v CHECK (v > 0), w UNIQUE)"))
    }
    expectError("INSERT INTO plain (v) VALUES (?1)", .integer(Int64(-Self.number)))
    expectError("INSERT INTO plain (w) VALUES (?1), (?1)", text)
    expectError("INSERT INTO project (name) VALUES (?1)", text)
    expectError("INSERT INTO project (id, name) VALUES (?1, 'x')", number)
    expectError("INSERT INTO project (id, name) VALUES (?1, 'x')", text)
    expectError("INSERT INTO tag (name) VALUES (upper(?1))", text)
    expectError("INSERT INTO item (title, project_id) VALUES (?1, 12)", text)
    expectError("INSERT INTO item (title, project_id) VALUES ('a', ?1)", .integer(Int64(Self.number + 1)))
    expectError("UPDATE project SET name = nullif(?1, ?1)", text)
    expectError("UPDATE project SET id = ?1 || 'x'", text)
  }

  @Test("Values that a running statement refuses aren't in the error, even where SQLite's message contains them")
  func messages() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE VIRTUAL TABLE words USING fts5(text)"))
      try db.execute(_RenderedStatement(sql: "INSERT INTO words VALUES ('a')"))
    }
    func expectMessage(
      _ sql: String, _ value: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let error = #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) {
        try store.read { db in try db.value(sql, .text(value), as: SQLValue?.self) }
      }
      guard let error else { return }
      expectNoValue(error, sql, sourceLocation: sourceLocation)
      #expect(error.message == message, sourceLocation: sourceLocation)
      #expect(error.bindings == [.text(value)], sourceLocation: sourceLocation)
    }
    let search =
      "invalid FTS5 expression passed to 'matches(_:)'; to search for text typed by a user, call 'matches(words:)'"
    for value in [
      "\(Self.text) \"", "\(Self.text) : a", "*\(Self.text)", "(\(Self.text)", "\(Self.text) AND",
      "a NEAR(\(Self.text) b, x)",
    ] {
      expectMessage("SELECT count(*) FROM words WHERE words MATCH ?1", value, search)
    }
    expectMessage("SELECT json_extract('{}', ?1)", Self.text, "JSON path error near …")
    expectMessage("SELECT json_extract('{\"a\":[]}', ?1)", "$.a[\(Self.text)", "JSON path error near …")
    expectMessage("SELECT json(?1)", Self.text, "malformed JSON")
    expectMessage("SELECT 'a' LIKE 'a' ESCAPE ?1", Self.text, "ESCAPE expression must be a single character")
    expectMessage("SELECT abs(-9223372036854775808) + ?1", Self.text, "integer overflow")
    let error = #expect(throws: (any Error).self) {
      try store.write { db in
        try db.execute(_RenderedStatement(sql: "ATTACH ?1 AS other", bindings: [.text("/\(Self.text)/\(Self.text)")]))
      }
    }
    if let error { expectNoValue(error, "ATTACH") }
  }

  @Test("Names in SQLite's messages are kept")
  func names() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE VIEW names AS SELECT missing FROM project"))
      let error = #expect(throws: DatabaseError.self) {
        try db.execute(_RenderedStatement(sql: "ALTER TABLE project RENAME TO folder"))
      }
      #expect(error?.message == "error in view names: no such column: missing")
    }
  }

  @Test("Misuse of a statement doesn't show its values")
  func misuse() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    let text = BoundValue.text(Self.text)
    for (sql, bindings) in [
      ("SELECT ?1, ?2", [text]), ("SELECT ?1", [text, text]), ("COMMIT", []), ("", [text]),
      ("SELECT 1; SELECT ?1", [text]),
    ] {
      let error = #expect(throws: TransactionMisuse.self) {
        try store.read { db in try db.fetchFirst(_RenderedStatement(sql: sql, bindings: bindings)) { _ in } }
      }
      if let error { expectNoValue(error, sql) }
    }
    for raw: RawSQL in [
      "SELECT '\(Self.text)'", "SELECT \(Self.text) -- \(Self.number)", "SELECT 1 WHERE '\(Self.number)' = 1 ",
    ] {
      let error = #expect(throws: QueryError.self) { try raw.rendered() }
      if let error { expectNoValue(error, "\(raw.self)") }
    }
  }
}
