/// Writes the values of a cursor as bytes. Each value starts with a byte for its storage class.
struct CursorWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: BoundValue) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let value):
      bytes.append(1)
      // Numbers near zero are short, whether positive or negative.
      writeLength(UInt64(bitPattern: value << 1 ^ value >> 63))
    case .real(let value):
      bytes.append(2)
      write(value.bitPattern)
    case .text(let value):
      bytes.append(3)
      writeLength(UInt64(value.utf8.count))
      bytes += value.utf8
    case .blob(let value):
      bytes.append(4)
      writeLength(UInt64(value.count))
      bytes += value
    case .unstorable(let error):
      // No row has such a value. In an order, it stops the statement.
      bytes.append(5)
      bytes += error.description.utf8
    }
  }

  /// Writes 8 bytes, most significant first.
  mutating func write(_ value: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Writes seven bits per byte, least significant first. The highest bit means that more bytes follow.
  private mutating func writeLength(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads what ``CursorWriter`` wrote; returns `nil` for any other bytes.
struct CursorReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Reads all values to the end.
  mutating func readBindings() -> [BoundValue]? {
    var values: [BoundValue] = []
    while !rest.isEmpty {
      guard let value = readBinding() else { return nil }
      values.append(value)
    }
    return values
  }

  mutating func readUInt64() -> UInt64? { readBytes(8)?.reduce(0) { $0 << 8 | UInt64($1) } }

  private mutating func readBinding() -> BoundValue? {
    switch rest.popFirst() {
    case 0: return .null
    case 1:
      guard let value = readLength() else { return nil }
      return .integer(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
    case 2:
      guard let bits = readUInt64() else { return nil }
      let value = Double(bitPattern: bits)
      return value.isNaN ? nil : .real(value)
    case 3:
      guard let bytes = readRun(), let text = String(utf8: bytes) else { return nil }
      return .text(text)
    case 4: return readRun().map { .blob(Array($0)) }
    default: return nil
    }
  }

  private mutating func readRun() -> ArraySlice<UInt8>? {
    guard let length = readLength(), length <= UInt64(rest.count) else { return nil }
    return readBytes(Int(length))
  }

  private mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func readLength() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, through: 63, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      let bits = UInt64(byte & 0x7F)
      guard (bits << UInt64(shift)) >> UInt64(shift) == bits else { return nil }
      value |= bits << UInt64(shift)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}

/// Bytes as letters, digits, `-` and `_`, without padding. Source: RFC 4648, section 5.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(alphabet[bits >> count & 0x3F])
      }
      bits &= 0xFF
    }
    if count > 0 { text.append(alphabet[bits << (6 - count) & 0x3F]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes encoded by `text`; `nil` for any text that ``text(of:)`` can't return.
  static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.utf8 {
      let value = values[Int(character)]
      guard value != 0xFF else { return nil }
      (bits, count) = (bits << 6 | Int(value), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= 1 << count - 1
      }
    }
    return count < 6 && bits == 0 ? bytes : nil
  }
}
