/// Values in JSON that are read like the columns of a row, so that each type reads its own.
struct JSONRow: RowReader {
  private let tokens: [JSONToken]
  private var position = 0

  init(_ tokens: [JSONToken]) { self.tokens = tokens }

  private func token(ahead offset: Int = 0) -> JSONToken {
    position + offset < tokens.count ? tokens[position + offset] : .null
  }

  private mutating func next() -> JSONToken {
    defer { position += 1 }
    return token()
  }

  private func mismatch(_ type: Any.Type) -> ColumnDecodingError {
    decodingError(type, reason: "the JSON contains a value of another type")
  }

  mutating func skipNull() -> Bool {
    guard token() == .null else { return false }
    position += 1
    return true
  }

  mutating func readInt64() throws -> Int64 {
    guard case .number(let digits) = next(), let value = Int64(digits) else { throw mismatch(Int64.self) }
    return value
  }

  mutating func readDouble() throws -> Double {
    switch next() {
    case .number(let digits), .text(let digits):
      guard let value = Double(digits) else { throw mismatch(Double.self) }
      return value
    case .null: throw mismatch(Double.self)
    }
  }

  mutating func readString() throws -> String {
    guard case .text(let text) = next() else { throw mismatch(String.self) }
    return text
  }

  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    var text = try readString()
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }

  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let digits = Array(try readString().utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    guard digits.count % 2 == 0 else { throw mismatch([UInt8].self) }
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
        throw mismatch([UInt8].self)
      }
      bytes.append(byte)
    }
    return try bytes.withUnsafeBytes(body)
  }

  func nextStorageClass() -> StorageClass {
    switch token() {
    case .null: .null
    case .number(let digits): Int64(digits) == nil ? .real : .integer
    case .text: .text
    }
  }

  func isNull(ahead offset: Int) -> Bool { token(ahead: offset) == .null }

  mutating func skip(_ count: Int) { position += count }

  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    let found: StorageClass =
      switch position > 0 && position <= tokens.count ? tokens[position - 1] : .null {
      case .null: .null
      case .number(let digits): Int64(digits) == nil ? .real : .integer
      case .text: .text
      }
    return ColumnDecodingError(column: "\(position - 1)", type: "\(type)", found: found, reason: reason)
  }
}
