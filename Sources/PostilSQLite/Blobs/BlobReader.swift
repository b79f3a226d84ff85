import CSQLite
import PostilQuery

/// A blob or a text of a row, which is read in parts instead of being loaded: the argument of the closure of `withBlob`.
///
/// It can be used only inside the closure.
public class BlobReader<M: Model> {
  fileprivate let location: BlobLocation<M>
  private var handle: OpaquePointer?
  /// The number of bytes; those of a text in UTF-8.
  public private(set) var count = 0

  init(_ location: BlobLocation<M>, of id: M.ID) throws {
    self.location = location
    try location.check()
    let row = try location.row(of: id)
    let code = sqlite3_blob_open(
      location.connection.handle, "main", M.table.name, location.column, row, location.isWritable ? 1 : 0, &handle)
    guard code == SQLITE_OK else {
      close()
      throw location.connection.error(code, sql: "")
    }
    count = Int(sqlite3_blob_bytes(handle))
  }

  /// Reads a part of the blob.
  /// - Throws: ``BlobError``, ``DatabaseError``
  public func read(_ range: Range<Int>) throws -> [UInt8] {
    try check(range.lowerBound, range.count)
    return try [UInt8](unsafeUninitializedCapacity: range.count) { bytes, count in
      try run { sqlite3_blob_read($0, bytes.baseAddress, Int32(range.count), Int32(range.lowerBound)) }
      count = range.count
    }
  }

  /// Continues with the blob of another row, which is faster than opening it.
  /// - Throws: ``RecordNotFound``, ``BlobError``, ``DatabaseError``. Nothing can be read afterwards before another call succeeds.
  public func move(to id: M.ID) throws {
    let row = try location.row(of: id)
    try run { sqlite3_blob_reopen($0, row) }
    count = Int(sqlite3_blob_bytes(handle))
  }

  /// Closes the blob. Calling it again does nothing.
  func close() {
    sqlite3_blob_close(handle)
    handle = nil
  }

  fileprivate func check(_ offset: Int, _ length: Int) throws {
    guard offset >= 0, length <= count, offset <= count - length else {
      throw BlobError.outOfBounds(offset: offset, length: length, count: count)
    }
  }

  fileprivate func run(_ call: (OpaquePointer) -> Int32) throws {
    guard let handle else { throw BlobError.closed }
    guard location.connection.isUsable(location.serial) else { throw location.connection.endedError(location.serial) }
    let code = call(handle)
    if code & 0xFF == SQLITE_ABORT { throw BlobError.expired }
    if code != SQLITE_OK { throw location.connection.error(code, sql: "") }
  }
}

/// A blob of a row, which is read and written in parts: the argument of the closure of `withWritableBlob`.
///
/// It can be used only inside the closure.
public final class BlobWriter<M: Model>: BlobReader<M> {
  /// Overwrites a part of the blob, whose size stays the same.
  /// - Throws: ``BlobError``, ``DatabaseError``
  public func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
    try check(offset, bytes.count)
    func write(_ buffer: UnsafeBufferPointer<UInt8>) throws {
      try run { sqlite3_blob_write($0, buffer.baseAddress, Int32(buffer.count), Int32(offset)) }
    }
    if try bytes.withContiguousStorageIfAvailable(write) == nil { try Array(bytes).withUnsafeBufferPointer(write) }
  }
}
