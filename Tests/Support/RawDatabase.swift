import CSQLite
import PostilQuery

/// A database driven through the C API alone: what the tests hold Postil's work against.
public final class RawDatabase {
  private var handle: OpaquePointer?

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameters:
  ///   - foreignKeys: whether references are enforced; SQLite itself does not, unless it is asked to.
  ///   - collations: the names of collations that compare lower-case texts.
  ///   - decimals: whether there is the collation of decimal numbers, as in the sqlite3 shell; SQLite itself has none.
  ///   - quotesAreNames: whether a misspelled name in double quotes is an error, and not a text.
  ///     Source: SQLite, "Quirks, Caveats, and Gotchas", section 8.
  public init(
    path: String = ":memory:", foreignKeys: Bool = true, collations: [String] = [], decimals: Bool = false,
    quotesAreNames: Bool = false
  ) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "cannot open \(path)") }
    if decimals, postil_add_decimal_collation(handle) != SQLITE_OK { throw Failure(description: "no collation") }
    for name in collations { Self.add(name, to: handle) }
    if quotesAreNames {
      for flag in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] { _ = postil_set_flag(handle, flag, 0) }
    }
    if foreignKeys { try execute("PRAGMA foreign_keys = ON") }
  }

  deinit { sqlite3_close(handle) }

  /// Adds a collation that compares lower-case texts.
  public static func add(_ collation: String, to handle: OpaquePointer?) {
    sqlite3_create_collation_v2(
      handle, collation, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
          String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self).lowercased()
        }
        let (left, right) = (text(left, leftCount), text(right, rightCount))
        return left < right ? -1 : left == right ? 0 : 1
      }, nil)
  }

  public func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))), in: \(sql)")
    }
  }

  /// The rows of a query, every value as text and `NULL` as `nil`.
  /// - Parameter values: the texts of its parameters.
  public func rows(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
    try rows(sql, values) { statement, column in sqlite3_column_text(statement, column).map { String(cString: $0) } }
  }

  /// The rows of a query, every value in its storage class.
  public func values(_ sql: String) throws -> [[BoundValue]] { try rows(sql, [], Self.value) }

  private func rows<Value>(
    _ sql: String, _ values: [String], _ read: (OpaquePointer?, Int32) -> Value
  ) throws -> [[Value]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))), in: \(sql)")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[Value]] = []
    for (index, value) in values.enumerated() {
      postil_bind_text_copy(statement, Int32(index + 1), value, sqlite3_uint64(value.utf8.count))
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { read(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))), in: \(sql)")
      }
    }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> BoundValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      String(
        utf8: UnsafeBufferPointer(
          start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
      ).map(BoundValue.text) ?? .unstorable(.malformedText)
    case SQLITE_BLOB:
      .blob(
        Array(
          UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))))
    default: .null
    }
  }

  /// Every row of every table, in the order of its values: two databases with the same content have the same dump.
  public func contents() throws -> [String: [[String?]]] {
    let tables = try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").compactMap { $0[0] }
    var contents: [String: [[String?]]] = [:]
    for table in tables {
      let name = table.replacing("\"", with: "\"\"")
      contents[table] = try rows("SELECT * FROM \"\(name)\"").sorted { "\($0)" < "\($1)" }
    }
    return contents
  }
}
