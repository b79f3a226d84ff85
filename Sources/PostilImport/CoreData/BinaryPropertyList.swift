/// A value of a property list.
indirect enum PropertyListValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since the beginning of 2001.
  case date(Double)
  case data([UInt8])
  case string(String)
  /// The index of an object in a keyed archive.
  case reference(Int)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// A dictionary; `nil` if a key isn't a string.
  static func dictionary(keys: [PropertyListValue], values: [PropertyListValue]) -> PropertyListValue? {
    var result: [String: PropertyListValue] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let name) = key else { return nil }
      result[name] = value
    }
    return .dictionary(result)
  }

  subscript(_ key: String) -> PropertyListValue? {
    if case .dictionary(let values) = self { values[key] } else { nil }
  }
}

/// Reads a binary property list, including the references of keyed archives, which Foundation doesn't expose. Damaged bytes can't
/// trap, nest without end or repeat one object many times.
///
/// Source: Apple, CoreFoundation, `CFBinaryPList.c`.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let offsetTable: Int
  private let count: Int
  /// The number of objects that may still be read.
  private var budget: Int

  /// The top object; `nil` if the bytes aren't a binary property list.
  static func value(of bytes: [UInt8]) -> PropertyListValue? {
    guard var list = BinaryPropertyList(bytes), let top = list.number(at: bytes.count - 16, size: 8) else { return nil }
    return list.object(top, depth: 0)
  }

  private init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8),
      let count = Self.number(in: bytes, at: bytes.count - 24, size: 8),
      let table = Self.number(in: bytes, at: bytes.count - 8, size: 8)
    else { return nil }
    self.bytes = bytes
    self.count = count
    offsetTable = table
    offsetSize = Int(bytes[bytes.count - 26])
    referenceSize = Int(bytes[bytes.count - 25])
    budget = bytes.count
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= bytes.count, table <= bytes.count,
      table + count * offsetSize <= bytes.count
    else { return nil }
  }

  private func number(at offset: Int, size: Int) -> Int? { Self.number(in: bytes, at: offset, size: size) }

  /// An unsigned number that fits into an `Int`.
  private static func number(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count, size > 0, size <= 16, offset + size <= bytes.count else { return nil }
    var value: UInt64 = 0
    for byte in bytes[offset..<(offset + size)].suffix(8) { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  private mutating func object(_ index: Int, depth: Int) -> PropertyListValue? {
    budget -= 1
    guard budget > 0, depth < 64, index < count,
      let offset = number(at: offsetTable + index * offsetSize, size: offsetSize), offset < bytes.count
    else { return nil }
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0: return marker == 8 ? .boolean(false) : marker == 9 ? .boolean(true) : marker == 0 ? .null : nil
    case 1: return integer(at: offset + 1, size: 1 << low)
    case 2: return real(at: offset + 1, size: 1 << low).map { .real($0) }
    case 3: return real(at: offset + 1, size: 8).map { .date($0) }
    case 8: return number(at: offset + 1, size: low + 1).map { .reference($0) }
    default: break
    }
    guard let (start, length) = extent(at: offset, low: low) else { return nil }
    switch marker >> 4 {
    case 4: return slice(start, length).map { .data(Array($0)) }
    case 5: return slice(start, length).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 6:
      guard length <= bytes.count, let units = slice(start, length * 2) else { return nil }
      let pairs = Array(units)
      return .string(
        String(decoding: (0..<length).map { UInt16(pairs[$0 * 2]) << 8 | UInt16(pairs[$0 * 2 + 1]) }, as: UTF16.self))
    case 0xA, 0xB, 0xC: return objects(at: start, length, depth: depth).map { .array($0) }
    case 0xD:
      guard length <= bytes.count, let keys = objects(at: start, length, depth: depth),
        let values = objects(at: start + length * referenceSize, length, depth: depth)
      else { return nil }
      return PropertyListValue.dictionary(keys: keys, values: values)
    default: return nil
    }
  }

  /// The start and the number of an object's elements.
  private func extent(at offset: Int, low: Int) -> (start: Int, length: Int)? {
    guard low == 0xF else { return (offset + 1, low) }
    guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0xF < 4 else { return nil }
    let size = 1 << Int(bytes[offset + 1] & 0xF)
    return number(at: offset + 2, size: size).map { (offset + 2 + size, $0) }
  }

  private func slice(_ start: Int, _ length: Int) -> ArraySlice<UInt8>? {
    guard start <= bytes.count, length <= bytes.count, start + length <= bytes.count else { return nil }
    return bytes[start..<(start + length)]
  }

  private mutating func objects(at start: Int, _ length: Int, depth: Int) -> [PropertyListValue]? {
    guard length <= bytes.count else { return nil }
    var result: [PropertyListValue] = []
    for place in 0..<length {
      guard let index = number(at: start + place * referenceSize, size: referenceSize),
        let value = object(index, depth: depth + 1)
      else { return nil }
      result.append(value)
    }
    return result
  }

  private func integer(at offset: Int, size: Int) -> PropertyListValue? {
    guard size <= 16, offset + size <= bytes.count else { return nil }
    var value: UInt64 = 0
    for byte in bytes[offset..<(offset + size)].suffix(8) { value = value << 8 | UInt64(byte) }
    // Only integers of 8 and 16 bytes are signed.
    return size < 8 || value <= UInt64(Int64.max) || size == 8 ? .integer(Int64(bitPattern: value)) : nil
  }

  private func real(at offset: Int, size: Int) -> Double? {
    guard size == 4 || size == 8, offset + size <= bytes.count else { return nil }
    var value: UInt64 = 0
    for byte in bytes[offset..<(offset + size)] { value = value << 8 | UInt64(byte) }
    return size == 8 ? Double(bitPattern: value) : Double(Float(bitPattern: UInt32(value)))
  }
}
