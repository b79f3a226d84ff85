import PostilQuery

/// A part of a blob couldn't be read or written.
public enum BlobError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The range isn't inside the blob, whose size is `count` bytes.
  case outOfBounds(offset: Int, length: Int, count: Int)
  /// A blob can't have this size.
  case invalidSize(Int)
  /// The row's value is `NULL` or a number, whose type SQLite reports in lowercase.
  case notABlob(column: String, found: String)
  /// The row was changed or deleted after the blob was opened.
  case expired
  /// The blob was used after the closure that it was passed to.
  case closed
  /// The column follows one that is `GENERATED … VIRTUAL`. SQLite would open the blob of another column.
  case afterVirtualColumn(column: String, virtual: String)
  /// The table has no rowids, which SQLite opens blobs by.
  case withoutRowID(table: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .outOfBounds(let offset, let length, let count):
      "\(length) bytes at \(offset) are not inside the blob, which has \(count); to change its size, pass 'size:' to 'withWritableBlob'"
    case .invalidSize(let size): "a blob can't have a size of \(size) bytes"
    case .notABlob(let column, let found):
      "'\(column)' is \(found == "null" ? "NULL" : "of type \(found)") in this row; only a blob or a text can be read in parts, "
        + "and 'size:' of 'withWritableBlob' creates a blob"
    case .expired: "the row was changed or deleted after the blob was opened; open it again"
    case .closed: "the blob was used outside of the closure that it was passed to"
    case .afterVirtualColumn(let column, let virtual):
      "'\(column)' follows the virtual column '\(virtual)', where SQLite can't read or write parts of it; "
        + "store '\(virtual)', or read the whole value"
    case .withoutRowID(let table):
      "'\(table)' is a table without rowids, whose blobs can't be read or written in parts; read the whole value"
    }
  }
}
