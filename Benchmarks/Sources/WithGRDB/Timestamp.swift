import BenchmarkHarness
import Foundation
import GRDB
import GRDBSQLite

/// A date in the text format that all contenders share. GRDB's own format goes through a date formatter of Foundation's and
/// is several times slower to write; a value type of one's own is what its documentation offers for another format.
struct Timestamp: DatabaseValueConvertible, StatementColumnConvertible {
  let date: Date

  init(_ date: Date) { self.date = date }

  var databaseValue: DatabaseValue {
    TimestampText.withUTF8(of: date) { String(decoding: $0, as: UTF8.self) }.databaseValue
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Timestamp? {
    guard var text = String.fromDatabaseValue(value) else { return nil }
    return text.withUTF8 { TimestampText.date(from: UnsafeRawBufferPointer($0)) }.map(Timestamp.init)
  }

  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let bytes = sqlite3_column_text(sqliteStatement, index) else { return nil }
    let count = Int(sqlite3_column_bytes(sqliteStatement, index))
    guard let date = TimestampText.date(from: UnsafeRawBufferPointer(start: bytes, count: count)) else { return nil }
    self.date = date
  }

  func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
    TimestampText.withUTF8(of: date) {
      sqlite3_bind_text(
        sqliteStatement, index, $0.assumingMemoryBound(to: CChar.self).baseAddress, CInt($0.count),
        unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }
}
