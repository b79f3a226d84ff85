import CSQLite
import PostilQuery

/// Binds the parameters of one statement, from the first to the last; valid only inside the closure that it is passed to: a copy
/// that leaves the closure binds nothing.
///
/// Text and bytes are copied into an arena that the statement owns, and bound as `SQLITE_STATIC`, which saves an allocation
/// for each value. This is safe because only `sqlite3_step` reads parameters, and the arena is written only while the statement is
/// reset, before every parameter is bound again. A statement with an unbound parameter is refused before it runs. SQLite copies a
/// value that doesn't fit into the arena.
public struct _SQLiteBinder: ValueBinder {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let generation: Generation
  /// What the generation is while the binder is valid.
  @usableFromInline let number: UInt64
  /// How many parameters are bound.
  @usableFromInline var count: Int32 = 0
  /// The next free byte of the arena.
  @usableFromInline var free: UnsafeMutableRawPointer
  /// How many bytes of the arena are free.
  @usableFromInline var room: Int
  /// The number of bytes that SQLite had to copy because there was no room.
  @usableFromInline var overflow = 0
  /// The first value that could not be bound.
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(_ statement: SQLiteStatement) {
    handle = statement.storage.pointee.handle
    generation = statement.storage.pointee.generation
    number = generation.advance()
    free = statement.storage.pointee.arena
    room = statement.storage.pointee.arenaSize
  }

  /// Moves to the next parameter; `false` if the binder is no longer valid.
  @inlinable @inline(__always)
  mutating func takeParameter() -> Bool {
    count &+= 1
    return generation.number.pointee == number
  }

  /// Binds `NULL`.
  @inlinable
  public mutating func bindNull() {
    guard takeParameter() else { return }
    check(sqlite3_bind_null(handle, count))
  }

  /// Binds an INTEGER.
  @inlinable
  public mutating func bind(_ value: Int64) {
    guard takeParameter() else { return }
    check(sqlite3_bind_int64(handle, count, value))
  }

  /// Binds a REAL. A NaN, which SQLite would turn into `NULL`, makes the statement throw ``ColumnEncodingError``.
  @inlinable
  public mutating func bind(_ value: Double) {
    guard takeParameter() else { return }
    guard !value.isNaN else { return refuseNaN() }
    check(sqlite3_bind_double(handle, count, value))
  }

  /// Binds a TEXT.
  @inlinable
  public mutating func bind(_ value: String) {
    var value = value
    value.withUTF8 { text in bindUTF8(UnsafeRawBufferPointer(text)) }
  }

  /// Binds a TEXT, copied before the call returns.
  @inlinable
  public mutating func bindUTF8(_ text: UnsafeRawBufferPointer) {
    guard takeParameter() else { return }
    if let copy = copy(text) {
      check(sqlite3_bind_text(handle, count, copy.assumingMemoryBound(to: CChar.self), Int32(text.count), nil))
    } else {
      check(postil_bind_text_copy(handle, count, text.baseAddress, UInt64(text.count)))
    }
  }

  /// Binds a BLOB, copied before the call returns; no bytes are an empty blob.
  @inlinable
  public mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) {
    guard takeParameter() else { return }
    if let copy = copy(bytes) {
      check(sqlite3_bind_blob(handle, count, copy, Int32(bytes.count), nil))
    } else {
      check(postil_bind_blob_copy(handle, count, bytes.baseAddress, UInt64(bytes.count)))
    }
  }

  /// Remembers that a value cannot be bound; the statement throws `error` instead of running.
  public mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Copies the bytes into the arena, `nil` if it has no room. The copy of no bytes is not `nil`, which would be `NULL`.
  @inlinable
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    guard bytes.count <= room else {
      overflow &+= bytes.count
      return nil
    }
    let copy = free
    if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    free += bytes.count
    room &-= bytes.count
    return copy
  }

  @inlinable
  mutating func check(_ code: Int32) {
    if code != SQLITE_OK { note(code) }
  }

  /// Remembers a result code other than OK. A parameter too many is left to the count.
  @usableFromInline
  mutating func note(_ code: Int32) {
    guard code & 0xFF != SQLITE_RANGE else { return }
    fail(
      DatabaseError(
        code: code & 0xFF, extendedCode: code, message: String(cString: sqlite3_errstr(code)),
        sql: sqlite3_sql(handle).map { String(cString: $0) }))
  }

  @usableFromInline
  mutating func refuseNaN() {
    fail(ColumnEncodingError(type: "Double", reason: "it is NaN, which SQLite would store as NULL"))
  }
}
