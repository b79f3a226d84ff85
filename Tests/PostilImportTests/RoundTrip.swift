import CSQLite
import Foundation
import PostilCompiler
import PostilQuery
import PostilSQL
import PostilSchema
import PostilTestSupport
import Testing

@testable import PostilImport

/// Reads every value of a database as the type that its imported property has, writes it to a column declared like its own, and
/// expects SQLite to hold the same bytes there.
final class RoundTrip {
  private var handle: OpaquePointer?
  private let graph: ModelGraph
  private let texts: [String: String]

  init(path: String, graph: ModelGraph, files: [DatabaseImport.Result.File], collations: [String] = []) throws {
    self.graph = graph
    texts = Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    postil_add_decimal_collation(handle)
    for name in collations { RawDatabase.add(name, to: handle) }
  }

  deinit { sqlite3_close(handle) }

  func expectEveryValue() throws {
    try execute("ATTACH ':memory:' AS trial")
    for model in graph.models {
      for column in model.table.columns {
        try expect(column, of: model, isView: false, isWritten: !isSetByClock(column, of: model))
      }
    }
    for view in graph.views {
      for column in view.table.columns { try expect(column, of: view, isView: true, isWritten: false) }
    }
  }

  /// Whether a program never writes the value that it has read.
  private func isSetByClock(_ column: PostilSchema.Column, of model: ResolvedModel) -> Bool {
    switch model.properties.first(where: { $0.column == column.name })?.role {
    case .createdAt, .updatedAt: true
    default: false
    }
  }

  private func expect(_ column: PostilSchema.Column, of model: ResolvedModel, isView: Bool, isWritten: Bool) throws {
    let (name, table) = (SQLText.identifier(column.name), SQLText.identifier(model.table.name))
    let listed = listed(column.name, of: model)
    try execute(
      "DROP TABLE IF EXISTS trial.t; CREATE TABLE trial.t (place INTEGER, found, written \(try declaration(of: column.name, in: model.table.name)))"
    )
    guard let read = prepared("SELECT \(name) FROM main.\(table)") else { return }
    defer { sqlite3_finalize(read) }
    let insert = try #require(prepared("INSERT INTO trial.t VALUES (?, ?, ?)"))
    defer { sqlite3_finalize(insert) }
    var place: Int64 = 0
    while sqlite3_step(read) == SQLITE_ROW {
      guard sqlite3_column_type(read, 0) != SQLITE_NULL else {
        #expect(column.isNullable || isView || model.key.isAssigned, "'\(model.table.name).\(column.name)' is NULL")
        continue
      }
      place += 1
      if let listed {
        let text = sqlite3_column_text(read, 0).map { String(cString: $0) } ?? ""
        #expect(listed.contains(text), "'\(text)' is no case of '\(model.swiftName).\(column.name)'")
      }
      sqlite3_reset(insert)
      sqlite3_bind_int64(insert, 1, place)
      sqlite3_bind_value(insert, 2, sqlite3_column_value(read, 0))
      #expect(throws: Never.self, "'\(model.table.name).\(column.name)', \(column.type), seen as \(place)") {
        try Self.bind(Self.columnValue(column.type), SampleRow(read, column: 0), to: insert)
      }
      try #require(sqlite3_step(insert) == SQLITE_DONE)
    }
    guard isWritten else { return }
    let changed = try #require(
      prepared(
        """
        SELECT place, quote(found), quote(written) FROM trial.t WHERE typeof(found) <> typeof(written)
        OR found IS NOT written COLLATE BINARY OR CAST(found AS BLOB) IS NOT CAST(written AS BLOB)
        """))
    defer { sqlite3_finalize(changed) }
    while sqlite3_step(changed) == SQLITE_ROW {
      let values = (1...2).map { sqlite3_column_text(changed, $0).map { String(cString: $0) } ?? "" }
      Issue.record("'\(model.table.name).\(column.name)', \(column.type): \(values[0]) is written as \(values[1])")
    }
  }

  /// The declared type of a column, as one of another table has it.
  private func declaration(of column: String, in table: String) throws -> String {
    let statement = try #require(prepared("SELECT type FROM pragma_table_xinfo(?1) WHERE lower(name) = lower(?2)"))
    defer { sqlite3_finalize(statement) }
    for (index, text) in [table, column].enumerated() {
      postil_bind_text_copy(statement, Int32(index + 1), text, sqlite3_uint64(text.utf8.count))
    }
    guard sqlite3_step(statement) == SQLITE_ROW else { return "INTEGER" }
    let type = sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
    // Outside of a strict table 'ANY' is a number.
    return type.uppercased() == "ANY" ? "" : type
  }

  /// The raw values of the enum that a property has; `nil` where it has none.
  private func listed(_ column: String, of model: ResolvedModel) -> Set<String>? {
    guard let property = model.properties.first(where: { $0.columnNames.contains(column) }),
      let text = texts["\(model.swiftName).swift"]
    else { return nil }
    let type = property.type.replacing("?", with: "").split(separator: ".").last.map(String.init) ?? ""
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let start = lines.firstIndex(where: { $0.hasPrefix("enum \(type): ") }) else { return nil }
    let cases = lines[(start + 1)...].prefix { $0.hasPrefix("case ") }
    return Set(
      cases.map { line in
        let parts = line.dropFirst(5).split(separator: " = ", maxSplits: 1)
        return parts.last.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"`#")) } ?? ""
      })
  }

  private static func columnValue(_ type: ColumnType) -> any ColumnValue.Type {
    switch type {
    case .boolean: Bool.self
    case .integer(let bits): bits == 8 ? Int8.self : bits == 16 ? Int16.self : bits == 32 ? Int32.self : Int64.self
    case .unsignedInteger(let bits):
      bits == 8 ? UInt8.self : bits == 16 ? UInt16.self : bits == 32 ? UInt32.self : UInt64.self
    case .real: Double.self
    case .text, .json: String.self
    case .bytes, .packed: Data.self
    case .timestamp: Date.self
    case .iso8601Milliseconds: ISO8601Milliseconds.self
    case .unixSeconds: UnixSeconds.self
    case .unixMilliseconds: UnixMilliseconds.self
    case .julianDay: JulianDay.self
    case .referenceDate: ReferenceDate.self
    case .day: CalendarDay.self
    case .duration: Duration.self
    case .decimal: Decimal.self
    case .uuid: UUID.self
    case .uuidBytes: UUIDBytes.self
    case .any: SQLValue.self
    }
  }

  private static func bind<Value: ColumnValue>(
    _ type: Value.Type, _ row: SampleRow, to statement: OpaquePointer
  ) throws {
    var row = row
    var binder = TrialBinder(statement: statement)
    try Value._read(from: &row)._bind(to: &binder)
    if let failure = binder.failure { throw failure }
  }

  private func prepared(_ sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    return statement
  }

  private func execute(_ sql: String) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }
}

/// Binds one value as the third parameter of a statement.
private struct TrialBinder: ValueBinder {
  let statement: OpaquePointer
  var failure: (any Error)?

  mutating func bindNull() { sqlite3_bind_null(statement, 3) }
  mutating func bind(_ value: Int64) { sqlite3_bind_int64(statement, 3, value) }
  mutating func bind(_ value: Double) { sqlite3_bind_double(statement, 3, value) }
  mutating func bind(_ value: String) {
    var value = value
    value.withUTF8 { bindUTF8(UnsafeRawBufferPointer($0)) }
  }
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    postil_bind_text_copy(statement, 3, text.baseAddress, sqlite3_uint64(text.count))
  }
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) {
    postil_bind_blob_copy(statement, 3, bytes.baseAddress, sqlite3_uint64(bytes.count))
  }
  mutating func fail(_ error: any Error) { failure = error }
}
