#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// The result of a statement, which is freed with the last row that refers to it.
  @usableFromInline
  final class PostgreSQLResult {
    @usableFromInline let handle: OpaquePointer
    /// The types of the columns.
    @usableFromInline let types: UnsafeMutablePointer<WireType>
    @usableFromInline let columnCount: Int32

    /// - Parameter jsonValues: the columns that are values in JSON, which are read as their types in JSON.
    init(_ handle: OpaquePointer, jsonValues: [Int]) {
      self.handle = handle
      columnCount = PQnfields(handle)
      types = .allocate(capacity: Int(columnCount))
      for column in 0..<columnCount { (types + Int(column)).initialize(to: WireType(oid: PQftype(handle, column))) }
      for column in jsonValues where column < columnCount { types[column] = .jsonValue }
    }

    deinit {
      types.deallocate()
      PQclear(handle)
    }

    @inlinable var rowCount: Int32 { PQntuples(handle) }

    /// The number of rows that the statement changed.
    var changes: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }
  }

  /// Reads the columns of one row of a result, from left to right.
  public struct _PostgreSQLRow: RowReader {
    @usableFromInline let result: PostgreSQLResult
    @usableFromInline let handle: OpaquePointer
    @usableFromInline let types: UnsafeMutablePointer<WireType>
    @usableFromInline let columnCount: Int32
    @usableFromInline var row: Int32
    /// The index of the next column.
    @usableFromInline var column: Int32 = 0

    @inlinable @inline(__always)
    init(_ result: PostgreSQLResult, _ row: Int32) {
      self.result = result
      (handle, types, columnCount) = (result.handle, result.types, result.columnCount)
      self.row = row
    }

    // MARK: Columns

    private var type: WireType { column < columnCount ? types[Int(column)] : .other }

    @inlinable @inline(__always)
    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
    }

    /// The number at the start of a value that is long enough.
    @inlinable @inline(__always)
    func load<Value: FixedWidthInteger>(_ type: Value.Type, at column: Int32) -> Value {
      guard let value = UnsafeRawPointer(PQgetvalue(handle, row, column)) else { return 0 }
      return Value(bigEndian: value.loadUnaligned(as: Value.self))
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
      guard PQgetlength(handle, row, column) == MemoryLayout<Value>.size else { throw mismatch(Value.self) }
      return load(type, at: column)
    }

    /// The number or text of a value in JSON.
    private var jsonValue: JSONValue { JSONValue(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) }

    private func mismatch(_ type: Any.Type) -> ColumnDecodingError {
      guard column < columnCount else {
        return ColumnDecodingError(
          column: "number \(column + 1)", type: "\(type)", found: .null,
          reason: "the row has only \(columnCount) columns")
      }
      let found = nextStorageClass()
      return ColumnDecodingError(
        column: String(cString: PQfname(handle, column)), type: "\(type)", found: found,
        reason: found == .null ? "it is NULL" : "PostgreSQL's type is \(self.type)")
    }

    /// The next column, which must have a value.
    private mutating func next<Result>(
      _ type: Any.Type, _ read: (borrowing Self) throws -> Result
    ) throws -> Result {
      guard column < columnCount, PQgetisnull(handle, row, column) == 0 else { throw mismatch(type) }
      defer { column += 1 }
      return try read(self)
    }

    // MARK: RowReader

    /// The names of all columns, in order.
    public var _columnNames: [String] {
      (0..<columnCount).map { PQfname(handle, $0).map { String(cString: $0) } ?? "" }
    }

    /// Skips the next column if it is `NULL`.
    @inlinable @inline(__always)
    public mutating func skipNull() -> Bool {
      guard column < columnCount, PQgetisnull(handle, row, column) == 1 else { return false }
      column &+= 1
      return true
    }

    /// Reads the next column as an integer.
    @inlinable @inline(__always)
    public mutating func readInt64() throws -> Int64 {
      let index = column
      // NULL has the length 0.
      if index < columnCount, types[Int(index)] == .integer64, PQgetlength(handle, row, index) == 8 {
        column = index &+ 1
        return load(Int64.self, at: index)
      }
      return try readOtherInteger()
    }

    @usableFromInline
    mutating func readOtherInteger() throws -> Int64 {
      try next(Int64.self) { row in
        switch row.type {
        case .integer64: return try row.integer(Int64.self)
        case .integer32: return Int64(try row.integer(Int32.self))
        case .integer16: return Int64(try row.integer(Int16.self))
        case .boolean: return try row.integer(UInt8.self) == 0 ? 0 : 1
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
      try next(Double.self) { row in
        switch row.type {
        case .real64: return Double(bitPattern: try row.integer(UInt64.self))
        case .real32: return Double(Float(bitPattern: try row.integer(UInt32.self)))
        case .integer64: return Double(try row.integer(Int64.self))
        case .integer32: return Double(try row.integer(Int32.self))
        case .integer16: return Double(try row.integer(Int16.self))
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
    @inlinable @inline(__always)
    public mutating func readString() throws -> String {
      let index = column
      if index < columnCount, types[Int(index)] == .text, let text = PQgetvalue(handle, row, index) {
        let count = Int(PQgetlength(handle, row, index))
        if count > 0 || PQgetisnull(handle, row, index) == 0 {
          column = index &+ 1
          return String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
        }
      }
      return try readOtherString()
    }

    @usableFromInline
    mutating func readOtherString() throws -> String {
      var text = ""
      try readOtherUTF8(paddingIntegers: false) { text = String(decoding: $0, as: UTF8.self) }
      return text
    }

    /// Reads the next column as UTF-8 text that is valid only inside `body`.
    @inlinable @inline(__always)
    public mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      let index = column
      if index < columnCount, types[Int(index)] == .text, PQgetisnull(handle, row, index) == 0 {
        let text = bytes
        column = index &+ 1
        return try body(text)
      }
      var result: Result?
      try readOtherUTF8 { result = try body($0) }
      guard let result else { throw decodingError(String.self, reason: "the column can't be read as text") }
      return result
    }

    /// Reads a column that isn't a text as one.
    /// - Parameter paddingIntegers: whether an integer beyond `Int64` has twenty digits, as SQLite stores it.
    @usableFromInline
    mutating func readOtherUTF8(paddingIntegers: Bool = true, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      try next(String.self) { row in
        var read: Void?
        switch row.type {
        case .text: return try body(row.bytes)
        case .other:
          guard var vector = ArrayText.json(ofVector: row.bytes) else { return try body(row.bytes) }
          read = try vector.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        case .json: return try body(UnsafeRawBufferPointer(rebasing: row.bytes.dropFirst()))
        case .jsonValue:
          guard case .text(var text) = row.jsonValue else { break }
          read = try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        case .array:
          guard var text = ArrayText.json(row.bytes) else { break }
          read = try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        case .timestamp: read = try Moment.withText(microseconds: row.integer(Int64.self), body)
        case .date: read = try Moment.withText(days: row.integer(Int32.self), body)
        case .uuid where row.bytes.count == 16: read = try EngineTexts.withUUID(row.bytes, body)
        case .numeric:
          guard var text = Numeric.text(row.bytes) else { break }
          if paddingIntegers, text.utf8.count == 19, UInt64(text) != nil, Int64(text) == nil { text = "0" + text }
          read = try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        default: break
        }
        if read == nil { throw row.mismatch(String.self) }
      }
    }

    /// Reads the next column as a time: the seconds since the start of 2001.
    @inlinable @inline(__always)
    public mutating func _readTime() -> Double? {
      let index = column
      guard index < columnCount, types[Int(index)] == .timestamp, PQgetlength(handle, row, index) == 8,
        let time = Moment.timeInterval(microseconds: load(Int64.self, at: index))
      else { return nil }
      column = index &+ 1
      return time
    }

    /// Reads the next column as bytes that are valid only inside `body`.
    public mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      try next([UInt8].self) { row in
        guard row.type == .bytes || row.type == .uuid else { throw row.mismatch([UInt8].self) }
        return try body(row.bytes)
      }
    }

    /// The storage class that the next column's value has in SQLite.
    public func nextStorageClass() -> StorageClass {
      if column >= columnCount || isNull(ahead: 0) { return .null }
      switch type {
      case .boolean, .integer16, .integer32, .integer64: return .integer
      case .real32, .real64: return .real
      case .bytes: return .blob
      case .numeric: return Numeric.text(bytes).flatMap { Int64($0) } == nil ? .text : .integer
      case .jsonValue:
        guard case .number(let digits) = jsonValue else { return .text }
        return Int64(digits) == nil ? .real : .integer
      case .text, .timestamp, .date, .uuid, .json, .array, .other: return .text
      }
    }

    /// Whether the column `offset` places after the next one is `NULL`.
    @inlinable @inline(__always)
    public func isNull(ahead offset: Int) -> Bool {
      let index = column &+ Int32(truncatingIfNeeded: offset)
      return index < columnCount && PQgetisnull(handle, row, index) == 1
    }

    /// Skips `count` columns.
    @inlinable @inline(__always)
    public mutating func skip(_ count: Int) { column &+= Int32(truncatingIfNeeded: count) }

    /// The error to throw if the last column contains a value that isn't a valid `type`.
    public func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
      var last = self
      last.column = min(max(column - 1, 0), max(columnCount - 1, 0))
      return ColumnDecodingError(
        column: PQfname(handle, last.column).map { String(cString: $0) } ?? "", type: "\(type)",
        found: last.nextStorageClass(), reason: reason)
    }
  }
#endif
