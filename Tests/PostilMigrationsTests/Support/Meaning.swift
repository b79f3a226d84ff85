import Foundation
import PostilQuery
import PostilSchema

/// What a value of the column `value` of `item` means, as the runtime reads it.
enum Meaning: Equatable, CustomStringConvertible {
  case number(String)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  /// Seconds since 2001, by whole ten thousandths.
  case time(Double)
  case uuid(UUID)
  case truth(Bool)
  case null

  /// - Returns: `nil` where the runtime can't read the value as the type.
  init?(in database: Database, as type: ColumnType) throws {
    guard let row = try database.rows("SELECT typeof(value), quote(value), hex(CAST(value AS BLOB)) FROM item").first
    else { return nil }
    var reader = StoredRow(kind: row[0] ?? "", literal: row[1] ?? "", hex: row[2] ?? "")
    if reader.kind == "null" {
      self = .null
    } else if let meaning = Self.read(&reader, as: type) {
      self = meaning
    } else {
      return nil
    }
  }

  private static func read(_ row: inout StoredRow, as type: ColumnType) -> Meaning? {
    func read<Value: ColumnValue>(_ as: Value.Type) -> Value? { try? Value._read(from: &row) }
    return switch type {
    case .boolean: read(Bool.self).map { .truth($0) }
    case .integer(8): read(Int8.self).map { .number("\($0)") }
    case .integer(32): read(Int32.self).map { .number("\($0)") }
    case .unsignedInteger(8): read(UInt8.self).map { .number("\($0)") }
    case .unsignedInteger: read(UInt64.self).map { .number("\($0)") }
    case .integer, .duration: read(Int64.self).map { .number("\($0)") }
    // What a `Float` reads was narrowed when it was written.
    case .real(32): read(Float.self).flatMap { _ in read(Double.self) }.map { .real($0) }
    case .real: read(Double.self).map { .real($0) }
    case .text, .json: read(String.self).map { .text($0) }
    case .bytes: read(Data.self).map { .bytes([UInt8]($0)) }
    case .packed: read(Packed<UInt32>.self) == nil ? nil : .bytes(row.bytes)
    case .timestamp: read(Date.self).map { .time($0.timeIntervalSinceReferenceDate) }
    case .iso8601Milliseconds:
      read(ISO8601Milliseconds.self).map { .time($0._plain.timeIntervalSinceReferenceDate) }
    case .unixSeconds: read(UnixSeconds.self).map { .time($0._plain.timeIntervalSinceReferenceDate) }
    case .unixMilliseconds: read(UnixMilliseconds.self).map { .time($0._plain.timeIntervalSinceReferenceDate) }
    case .julianDay: read(JulianDay.self).map { .time($0._plain.timeIntervalSinceReferenceDate) }
    case .referenceDate: read(ReferenceDate.self).map { .time($0._plain.timeIntervalSinceReferenceDate) }
    case .any:
      switch row.kind {
      case "integer": read(Int64.self).map { .number("\($0)") }
      case "real": read(Double.self).map { .real($0) }
      case "text": read(String.self).map { .text($0) }
      default: .bytes(row.bytes)
      }
    case .day: read(CalendarDay.self).flatMap { _ in Self.midnight(of: row) }
    case .decimal: read(Decimal.self).map { .number("\($0)") }
    case .uuid: read(UUID.self).map { .uuid($0) }
    case .uuidBytes: read(UUIDBytes.self).map { .uuid($0._plain) }
    }
  }

  /// A day means its midnight in UTC.
  private static func midnight(of row: StoredRow) -> Meaning? {
    var text = StoredRow(kind: "text", bytes: row.bytes + Array(" 00:00:00".utf8))
    return (try? Date._read(from: &text)).map { .time($0.timeIntervalSinceReferenceDate) }
  }

  var description: String {
    switch self {
    case .number(let text), .text(let text): text
    case .real(let number), .time(let number): "\(number)"
    case .bytes(let bytes): "\(bytes)"
    case .uuid(let uuid): "\(uuid)"
    case .truth(let isTrue): "\(isTrue)"
    case .null: "NULL"
    }
  }

  /// Whether two values of different types say the same.
  func isSame(as old: Meaning) -> Bool {
    switch (old, self) {
    case (.time(let first), .time(let second)): return abs(first - second) < 1e-6
    case (.real(let first), .real(let second)): return first == second
    // A number without a unit is what the new type counts, or was.
    case (.number, .time), (.time, .number), (.real, .time), (.time, .real): return true
    case (.truth(let isTrue), .number(let text)), (.number(let text), .truth(let isTrue)):
      return text == (isTrue ? "1" : "0")
    case (.truth(let isTrue), .real(let number)), (.real(let number), .truth(let isTrue)):
      return number == (isTrue ? 1 : 0)
    case (.truth(let isTrue), .text(let text)), (.text(let text), .truth(let isTrue)):
      return ["\(isTrue)", isTrue ? "1" : "0"].contains(text.lowercased())
    case (.number(let text), .real(let number)), (.real(let number), .number(let text)):
      return Decimal(string: text).map { "\($0)" } == Decimal(string: "\(number)").map { "\($0)" }
        || Double(text) == number
    case (.text(let text), .real(let number)), (.real(let number), .text(let text)):
      return Double(text.trimmingCharacters(in: .whitespaces)) == number
    case (.text(let text), .number(let number)), (.number(let number), .text(let text)):
      return text == number || Double(text) == 0 && number == "0" || Decimal(string: text) == Decimal(string: number)
    case (.text(let text), .uuid(let uuid)), (.uuid(let uuid), .text(let text)): return UUID(uuidString: text) == uuid
    case (.text(let text), .bytes(let bytes)), (.bytes(let bytes), .text(let text)): return Array(text.utf8) == bytes
    case (.uuid(let uuid), .bytes(let bytes)), (.bytes(let bytes), .uuid(let uuid)):
      return withUnsafeBytes(of: uuid.uuid) { Array($0) } == bytes
        || UUID(uuidString: String(decoding: bytes, as: UTF8.self)) == uuid
    case (.number(let number), .bytes(let bytes)):
      return Decimal(string: String(decoding: bytes, as: UTF8.self)) == Decimal(string: number) || number == "0"
    // What the new text names was read above.
    case (.text(let text), .time), (.time, .text(let text)): return text.contains("-") || Double(text) != nil
    default: return old == self
    }
  }
}

/// A row of one value, for what the runtime reads.
struct StoredRow: RowReader {
  var kind: String
  var literal = ""
  var bytes: [UInt8]

  init(kind: String, literal: String = "", bytes: [UInt8]) {
    self.kind = kind
    self.literal = literal
    self.bytes = bytes
  }

  init(kind: String, literal: String, hex: String) {
    let digits = Array(hex.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) ?? 0
    }
    self.init(kind: kind, literal: literal, bytes: bytes)
  }

  mutating func skipNull() -> Bool { false }

  mutating func readInt64() throws -> Int64 {
    guard kind == "integer", let value = Int64(literal) else { throw decodingError(Int64.self, reason: kind) }
    return value
  }

  mutating func readDouble() throws -> Double {
    guard kind == "real" || kind == "integer", let value = Double(literal) else {
      throw decodingError(Double.self, reason: kind)
    }
    return value
  }

  mutating func readString() throws -> String { try readUTF8 { String(decoding: $0, as: UTF8.self) } }

  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard kind == "text" else { throw decodingError(String.self, reason: kind) }
    return try bytes.withUnsafeBytes(body)
  }

  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard kind == "blob" else { throw decodingError(Data.self, reason: kind) }
    return try bytes.withUnsafeBytes(body)
  }

  func nextStorageClass() -> StorageClass { StorageClass(rawValue: kind.uppercased()) ?? .null }
  func isNull(ahead offset: Int) -> Bool { false }
  mutating func skip(_ count: Int) {}

  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(column: "value", type: "\(type)", found: nextStorageClass(), reason: reason)
  }
}
