import CSQLite
import PostilQuery

/// A transaction that runs everything on a ``TestDatabase``, with no cache and no transaction.
struct TestTransaction: WriteTransaction {
  typealias Row = TestRow
  typealias Binder = TestBinder

  static var dialect: Dialect { .sqlite }

  let database: TestDatabase

  func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout TestBinder) throws -> Void, read: (inout TestRow) throws -> Result
  ) throws -> Result? {
    try fetchFirst(rendered(statement, bind), read: read)
  }

  func forEachRow(
    _ statement: FixedStatement, bind: (inout TestBinder) throws -> Void, _ body: (inout TestRow) throws -> Void
  ) throws {
    try forEachRow(rendered(statement, bind), body)
  }

  func fetchFirst<Result>(_ statement: _RenderedStatement, read: (inout TestRow) throws -> Result) throws -> Result? {
    var result: Result?
    try forEachRow(statement) { row in
      if result == nil { result = try read(&row) }
    }
    return result
  }

  func forEachRow(_ statement: _RenderedStatement, _ body: (inout TestRow) throws -> Void) throws {
    try database.step(statement.sql, statement.bindings) {
      var row = TestRow(statement: $0)
      try body(&row)
    }
  }

  func setContext(_ name: String, to value: String?) {}

  func explain(_ statement: _RenderedStatement) throws -> QueryPlan {
    let lines = try database.plan(statement).split(separator: "\n")
    return QueryPlan(sql: statement.sql, steps: lines.map { QueryPlanStep(kind: .other, detail: String($0)) })
  }

  func execute(_ statement: FixedStatement, bind: (inout TestBinder) throws -> Void) throws -> Int {
    try execute(rendered(statement, bind))
  }

  func execute(_ statement: _RenderedStatement) throws -> Int {
    try database.step(statement.sql, statement.bindings) { _ in }
    return Int(sqlite3_changes(database.handle))
  }

  func insert(_ statement: FixedStatement, bind: (inout TestBinder) throws -> Void) throws -> Int64 {
    _ = try execute(statement, bind: bind)
    return sqlite3_last_insert_rowid(database.handle)
  }

  func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout TestBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      var changed = 0
      for element in elements { changed += try execute(statement) { try bind(element, &$0) } }
      return changed
    }
  }

  func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout TestBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      var changed = 0
      for element in elements {
        var binder = TestBinder()
        try bind(element, &binder)
        changed += try execute(_RenderedStatement(sql: statement.sql, bindings: binder.bindings + statement.bindings))
      }
      return changed
    }
  }

  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try database.run("SAVEPOINT s")
    do {
      let result = try body()
      try database.run("RELEASE s")
      return result
    } catch {
      try database.run("ROLLBACK TO s; RELEASE s")
      throw error
    }
  }

  private func rendered(
    _ statement: FixedStatement, _ bind: (inout TestBinder) throws -> Void
  ) throws -> _RenderedStatement {
    var binder = TestBinder()
    try bind(&binder)
    if let error = binder.error { throw error }
    return _RenderedStatement(sql: statement.description, bindings: binder.bindings)
  }
}

/// Collects values.
struct TestBinder: ValueBinder {
  var bindings: [BoundValue] = []
  var error: (any Error)?

  mutating func bindNull() { bindings.append(.null) }
  mutating func bind(_ value: Int64) { bindings.append(.integer(value)) }
  mutating func bind(_ value: Double) { bindings.append(.real(value)) }
  mutating func bind(_ value: String) { bindings.append(.text(value)) }
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    bindings.append(.text(String(decoding: text, as: UTF8.self)))
  }
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { bindings.append(.blob(Array(bytes))) }
  mutating func fail(_ error: any Error) { self.error = error }
}

/// Reads the columns of a row.
struct TestRow: RowReader {
  let statement: OpaquePointer
  var column: Int32 = 0

  mutating func skipNull() -> Bool {
    guard nextStorageClass() == .null else { return false }
    column += 1
    return true
  }

  mutating func readInt64() throws -> Int64 {
    try expect(.integer, Int64.self)
    return sqlite3_column_int64(statement, column - 1)
  }

  mutating func readDouble() throws -> Double {
    try expect(nextStorageClass() == .integer ? .integer : .real, Double.self)
    return sqlite3_column_double(statement, column - 1)
  }

  mutating func readString() throws -> String { try readUTF8 { String(decoding: $0, as: UTF8.self) } }

  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try expect(.text, String.self)
    let text = sqlite3_column_text(statement, column - 1)
    return try body(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column - 1))))
  }

  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try expect(.blob, [UInt8].self)
    let bytes = sqlite3_column_blob(statement, column - 1)
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column - 1))))
  }

  func nextStorageClass() -> StorageClass {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func isNull(ahead offset: Int) -> Bool { sqlite3_column_type(statement, column + Int32(offset)) == SQLITE_NULL }

  mutating func skip(_ count: Int) { column += Int32(count) }

  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(column: "\(column - 1)", type: "\(type)", found: .null, reason: reason)
  }

  private mutating func expect(_ storage: StorageClass, _ type: Any.Type) throws {
    let found = nextStorageClass()
    column += 1
    guard found == storage else {
      throw ColumnDecodingError(column: "\(column - 1)", type: "\(type)", found: found, reason: "a test read it")
    }
  }
}
