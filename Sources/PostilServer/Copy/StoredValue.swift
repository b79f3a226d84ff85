#if PostgreSQL
  import CSQLite

  /// A value of a row of an SQLite database; valid until the next row is read.
  enum StoredValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case bytes(UnsafeRawBufferPointer)

    init(_ statement: OpaquePointer?, column: Int32) {
      func buffer(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
      }
      self =
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(buffer(sqlite3_column_text(statement, column)))
        case SQLITE_BLOB: .bytes(buffer(sqlite3_column_blob(statement, column)))
        default: .null
        }
    }

    /// The storage class, as in SQLite's documentation.
    var storageClass: String {
      switch self {
      case .null: "NULL"
      case .integer: "an INTEGER"
      case .real: "a REAL"
      case .text: "a TEXT"
      case .bytes: "a BLOB"
      }
    }

    /// The value as people write it, for messages.
    var description: String {
      switch self {
      case .null: "NULL"
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .text(let text): "'\(String(decoding: text, as: UTF8.self))'"
      case .bytes(let bytes): "x'\(bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
      }
    }
  }

  /// The reason why a value can't be copied.
  struct UnstorableValue: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
#endif
