import BenchmarkHarness
import Foundation
import SystemSQLite

/// An entry, as it is read.
struct Entry {
  var id: Int64
  var title: String
  var note: String
  var quantity: Int
  var rank: Int32
  var price: Double
  var done: Bool
  var dueAt: Date?
  var folderID: Int64

  static let columns = "id, title, note, quantity, rank, price, done, due_at, folder_id"

  /// Reads the row that `statement` stands on.
  @inline(__always)
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    title = statement.text(at: 1)
    note = statement.text(at: 2)
    quantity = Int(sqlite3_column_int64(statement, 3))
    rank = Int32(truncatingIfNeeded: sqlite3_column_int64(statement, 4))
    price = sqlite3_column_double(statement, 5)
    done = sqlite3_column_int64(statement, 6) != 0
    if let bytes = sqlite3_column_text(statement, 7) {
      dueAt = TimestampText.date(
        from: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 7))))
    }
    folderID = sqlite3_column_int64(statement, 8)
  }

  /// Adds the entry to a digest.
  @inline(__always)
  func add(to digest: inout Digest) {
    digest.add(
      id: id, title: title, note: note, quantity: quantity, rank: rank, price: price, done: done, dueAt: dueAt,
      folderID: folderID)
  }
}

extension EntryValues {
  /// Binds the columns of an insert.
  @inline(__always)
  func bind(to statement: OpaquePointer) {
    statement.bind(title, at: 1)
    statement.bind(note, at: 2)
    sqlite3_bind_int64(statement, 3, Int64(quantity))
    sqlite3_bind_int64(statement, 4, Int64(rank))
    sqlite3_bind_double(statement, 5, price)
    sqlite3_bind_int64(statement, 6, done ? 1 : 0)
    statement.bind(dueAt, at: 7)
    sqlite3_bind_int64(statement, 8, folderID)
  }

  static let insertSQL = """
    INSERT INTO entry (title, note, quantity, rank, price, done, due_at, folder_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """
}
