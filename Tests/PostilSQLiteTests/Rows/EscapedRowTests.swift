import PostilQuery
import PostilSQLite
import Testing

/// A row or a binder that is copied out of its closure points to a statement that may have been freed.
@Suite struct EscapedRowTests {
  private let store: SQLiteStore
  private let values = _RenderedStatement(
    sql: #"SELECT "integer", "real", "text", "blob", "any" FROM "value" ORDER BY "id""#)

  init() throws {
    store = try .inMemory(schema: ValuesSchema.self, options: SQLiteOptions(cachedStatements: 1))
    try store.write { db in
      for number in 1...3 {
        try db.execute(
          _RenderedStatement(
            sql:
              #"INSERT INTO "value" ("integer", "real", "text", "blob") VALUES (?1, ?1 + 0.5, 'text ' || ?1, x'00')"#,
            bindings: [.integer(Int64(number))]))
      }
    }
  }

  private func expectEnded(_ row: _SQLiteRow, sourceLocation: SourceLocation = #_sourceLocation) {
    func expect<Result>(_ read: (inout _SQLiteRow) throws -> Result) {
      var copy = row
      #expect(throws: TransactionMisuse.rowEnded, sourceLocation: sourceLocation) { _ = try read(&copy) }
    }
    expect { try $0.readInt64() }
    expect { try $0.readDouble() }
    expect { try $0.readString() }
    expect { try $0.readUTF8 { _ in } }
    expect { try $0.readBytes { _ in } }
    expect { try $0.read(Int?.self) }
    expect { try $0.read(SQLValue?.self) }
    var copy = row
    #expect(
      !copy.skipNull() && !copy.isNull(ahead: 0) && copy.nextStorageClass() == .null, sourceLocation: sourceLocation)
    copy.skip(1)
    #expect(
      copy.decodingError(Int.self, reason: "no reason").description.hasSuffix(
        "contains NULL that isn't a valid Int: no reason"),
      sourceLocation: sourceLocation)
  }

  @Test func aCopyOfARowThrowsOnceItsClosureHasReturned() throws {
    var kept: _SQLiteRow?
    try store.read { db in
      _ = try db.fetchFirst(values) { row in kept = row }
      expectEnded(try #require(kept))
      // The cache has room for one statement, so that this frees the row's.
      for number in 0..<3 { #expect(try db.value("SELECT \(number)") == number) }
      expectEnded(try #require(kept))
    }
    expectEnded(try #require(kept))
    try store.close()
    expectEnded(try #require(kept))
  }

  @Test func aCopyOfAnEarlierRowThrowsWhileTheLoopGoesOn() throws {
    var rows: [_SQLiteRow] = []
    try store.read { db in
      try db.forEachRow(values) { row in
        for earlier in rows { expectEnded(earlier) }
        rows.append(row)
        _ = try row.readInt64()
        rows.append(row)
      }
    }
    #expect(rows.count == 6)
    for row in rows { expectEnded(row) }
  }

  @Test func aCopyIsReadInsideTheClosure() throws {
    try store.read { db in
      var numbers: [Int64] = []
      try db.forEachRow(values) { row in
        var copy = row
        copy.skip(1)
        numbers.append(try row.readInt64())
        #expect(try copy.readDouble() == Double(try #require(numbers.last)) + 0.5)
        // Another run of the same statement has its own rows.
        var inner: [Int64] = []
        try db.forEachRow(values) { inner.append(try $0.readInt64()) }
        #expect(inner == [1, 2, 3])
        #expect(try row.readDouble() == Double(try #require(numbers.last)) + 0.5)
      }
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test func aCopyOfABinderBindsNothing() throws {
    let insert = FixedStatement(#"INSERT INTO "value" ("text", "blob") VALUES (?1, ?2)"#)
    var kept: _SQLiteBinder?
    func useKept() throws {
      var binder = try #require(kept)
      binder.bind("kept")
      [1, 2, 3].withUnsafeBytes { binder.bindBytes($0) }
      binder.bindNull()
      binder.bind(1 as Int64)
      binder.bind(0.5)
      binder.bind(Double.nan)
    }
    try store.write { db in
      try db.execute(insert) { binder in
        kept = binder
        binder.bind("first")
        binder.bind(all: [.blob([7])])
      }
      try useKept()
      try db.execute(insert) { binder in
        binder.bind("second")
        try useKept()
        binder.bind(all: [.blob([8])])
        kept = binder
      }
      try useKept()
      #expect(
        try db.value(#"SELECT group_concat("text" || hex("blob"), ' ') FROM "value" WHERE "integer" IS NULL"#)
          == "first07 second08")
    }
    try store.close()
    try useKept()
  }
}
