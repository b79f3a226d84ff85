#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// Reads the columns of one row of a result, from left to right; valid only inside the closure that it is passed to.
  public struct _PostgreSQLRow: RowReader {
    let result: OpaquePointer
    let types: [WireType]
    let row: Int32
    var column: Int32 = 0

    init(_ result: OpaquePointer, _ types: [WireType], _ row: Int32) {
      self.result = result
      self.types = types
      self.row = row
    }

    // MARK: Columns

    private var type: WireType { types[Int(column)] }

    private var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
      Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }

    /// The number or text of a value in JSON.
    private var jsonValue: JSONValue { JSONValue(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) }

    private func mismatch(_ type: Any.Type) -> ColumnDecodingError {
      let found = nextStorageClass()
      return ColumnDecodingError(
        column: String(cString: PQfname(result, column)), type: "\(type)", found: found,
        reason: found == .null ? "it is NULL" : "PostgreSQL's type is \(self.type)")
    }

    private mutating func advance<Result>(_ read: (borrowing Self) throws -> Result) throws -> Result {
      guard column < PQnfields(result) else {
        throw ColumnDecodingError(
          column: "", type: "\(Result.self)", found: .null, reason: "the row has no more columns")
      }
      defer { column += 1 }
      return try read(self)
    }

    // MARK: RowReader

    /// Skips the next column if it is `NULL`.
    public mutating func skipNull() -> Bool {
      guard PQgetisnull(result, row, column) == 1 else { return false }
      column += 1
      return true
    }

    /// Reads the next column as an integer.
    public mutating func readInt64() throws -> Int64 {
      try advance { row in
        guard !row.isNull(ahead: 0) else { throw row.mismatch(Int64.self) }
        switch row.type {
        case .integer64: return row.integer(Int64.self)
        case .integer32: return Int64(row.integer(Int32.self))
        case .integer16: return Int64(row.integer(Int16.self))
        case .boolean: return row.bytes[0] == 0 ? 0 : 1
        case .jsonValue:
          guard case .number(let digits) = row.jsonValue, let value = Int64(digits) else {
            throw row.mismatch(Int64.self)
          }
          return value
        case .numeric:
          guard let value = Numeric.text(row.bytes).flatMap({ Int64($0) }) else { throw row.mismatch(Int64.self) }
          return value
        default: throw row.mismatch(Int64.self)
        }
      }
    }

    /// Reads the next column as a floating-point number.
    public mutating func readDouble() throws -> Double {
      try advance { row in
        guard !row.isNull(ahead: 0) else { throw row.mismatch(Double.self) }
        switch row.type {
        case .real64: return Double(bitPattern: row.integer(UInt64.self))
        case .real32: return Double(Float(bitPattern: row.integer(UInt32.self)))
        case .integer64: return Double(row.integer(Int64.self))
        case .integer32: return Double(row.integer(Int32.self))
        case .integer16: return Double(row.integer(Int16.self))
        case .jsonValue:
          guard case .number(let digits) = row.jsonValue, let value = Double(digits) else {
            throw row.mismatch(Double.self)
          }
          return value
        case .numeric:
          guard let value = Numeric.text(row.bytes).flatMap({ Double($0) }) else { throw row.mismatch(Double.self) }
          return value
        default: throw row.mismatch(Double.self)
        }
      }
    }

    /// Reads the next column as text.
    public mutating func readString() throws -> String {
      try readUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads the next column as UTF-8 text that is valid only inside `body`.
    public mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      try advance { row in
        guard !row.isNull(ahead: 0) else { throw row.mismatch(String.self) }
        var read: Result?
        switch row.type {
        case .text, .other: return try body(row.bytes)
        case .json: return try body(UnsafeRawBufferPointer(rebasing: row.bytes.dropFirst()))
        case .jsonValue:
          guard case .text(var text) = row.jsonValue else { break }
          read = try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        case .timestamp: read = try Moment.withText(microseconds: row.integer(Int64.self), body)
        case .date: read = try Moment.withText(days: row.integer(Int32.self), body)
        case .uuid: read = try EngineTexts.withUUID(row.bytes, body)
        case .numeric:
          if var text = Numeric.text(row.bytes) { read = try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) } }
        default: break
        }
        guard let read else { throw row.mismatch(String.self) }
        return read
      }
    }

    /// Reads the next column as bytes that are valid only inside `body`.
    public mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      try advance { row in
        guard !row.isNull(ahead: 0), row.type == .bytes || row.type == .uuid else { throw row.mismatch([UInt8].self) }
        return try body(row.bytes)
      }
    }

    /// The storage class that the next column's value has in SQLite.
    public func nextStorageClass() -> StorageClass {
      if isNull(ahead: 0) { return .null }
      switch type {
      case .boolean, .integer16, .integer32, .integer64: return .integer
      case .real32, .real64: return .real
      case .bytes: return .blob
      case .numeric: return Numeric.text(bytes).flatMap { Int64($0) } == nil ? .text : .integer
      case .jsonValue:
        guard case .number(let digits) = jsonValue else { return .text }
        return Int64(digits) == nil ? .real : .integer
      case .text, .timestamp, .date, .uuid, .json, .other: return .text
      }
    }

    /// Whether the column `offset` places after the next one is `NULL`.
    public func isNull(ahead offset: Int) -> Bool { PQgetisnull(result, row, column + Int32(offset)) == 1 }

    /// Skips `count` columns.
    public mutating func skip(_ count: Int) { column += Int32(count) }

    /// The error to throw if the last column contains a value that isn't a valid `type`.
    public func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
      var last = self
      last.column -= 1
      return ColumnDecodingError(
        column: String(cString: PQfname(result, last.column)), type: "\(type)", found: last.nextStorageClass(),
        reason: reason)
    }
  }
#endif
