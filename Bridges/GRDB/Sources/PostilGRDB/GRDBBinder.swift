import GRDBSQLite
import Postil

/// Binds the parameters of one statement, from the first to the last; valid only inside the closure that it is passed to.
public struct GRDBBinder: ValueBinder {
  private let handle: OpaquePointer
  /// How many parameters are bound.
  private(set) var count: Int32 = 0
  /// The first value that could not be bound.
  private(set) var failure: (any Error)?

  /// SQLite copies the value. Source: SQLite, "Constants Defining Special Destructor Behavior".
  private static var copy: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Binds `NULL`.
  public mutating func bindNull() { check(sqlite3_bind_null(handle, next())) }

  /// Binds an INTEGER.
  public mutating func bind(_ value: Int64) { check(sqlite3_bind_int64(handle, next(), value)) }

  /// Binds a REAL. A NaN, which SQLite would turn into `NULL`, makes the statement throw `ColumnEncodingError`.
  public mutating func bind(_ value: Double) {
    if value.isNaN { fail(ColumnEncodingError(type: "Double", reason: "it is NaN, which SQLite would store as NULL")) }
    check(sqlite3_bind_double(handle, next(), value))
  }

  /// Binds a TEXT.
  public mutating func bind(_ value: String) {
    var value = value
    value.withUTF8 { bindUTF8(UnsafeRawBufferPointer($0)) }
  }

  /// Binds a TEXT, copied before the call returns.
  public mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    let index = next()
    guard let count = length(text) else { return }
    guard let start = text.baseAddress else { return check(sqlite3_bind_text(handle, index, "", 0, Self.copy)) }
    check(sqlite3_bind_text(handle, index, start.assumingMemoryBound(to: CChar.self), count, Self.copy))
  }

  /// Binds a BLOB, copied before the call returns; no bytes are an empty blob.
  public mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) {
    let index = next()
    guard let count = length(bytes) else { return }
    check(
      count == 0
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob(handle, index, bytes.baseAddress, count, Self.copy))
  }

  /// Remembers that a value cannot be bound; the statement throws `error` instead of running.
  public mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  private mutating func next() -> Int32 {
    count += 1
    return count
  }

  private mutating func length(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    let length = Int32(exactly: bytes.count)
    if length == nil { check(SQLITE_TOOBIG) }
    return length
  }

  /// Remembers a result code other than OK. A parameter too many is left to the count.
  private mutating func check(_ code: Int32) {
    guard code != SQLITE_OK, code & 0xFF != SQLITE_RANGE else { return }
    fail(
      DatabaseError(
        code: code & 0xFF, extendedCode: code, message: String(cString: sqlite3_errstr(code)),
        sql: sqlite3_sql(handle).map { String(cString: $0) }))
  }
}
