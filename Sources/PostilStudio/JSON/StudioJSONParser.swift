extension StudioJSON {
  /// Reads a text. Source: RFC 8259.
  /// - Throws: ``StudioError`` with status 400 if it isn't JSON, or is nested too deeply.
  package init(_ bytes: [UInt8]) throws {
    self = try bytes.withUnsafeBufferPointer { buffer in
      var parser = StudioJSONParser(bytes: buffer)
      return try parser.parse()
    }
  }
}

/// Reads JSON from bytes.
private struct StudioJSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  static let maximumDepth = 100

  mutating func parse() throws -> StudioJSON {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw failure() }
    return value
  }

  private func failure() -> StudioError { .badRequest("the body isn't valid JSON: unexpected byte at offset \(index)") }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skip(word: StaticString) throws {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw failure() }
      index += 1
    }
  }

  private mutating func value(depth: Int) throws -> StudioJSON {
    guard depth <= Self.maximumDepth else {
      throw StudioError.badRequest("the body has more than \(Self.maximumDepth) levels")
    }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try skip(word: "true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try skip(word: "false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try skip(word: "null")
      return .null
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws -> StudioJSON {
    index += 1
    var members: [StudioJSON.Member] = []
    skipSpace()
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure() }
      let name = try string()
      skipSpace()
      guard skip(":") else { throw failure() }
      members.append(StudioJSON.Member(name, try value(depth: depth + 1)))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw failure() }
    return .object(members)
  }

  private mutating func array(depth: Int) throws -> StudioJSON {
    index += 1
    var elements: [StudioJSON] = []
    skipSpace()
    if skip("]") { return .array([]) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw failure() }
    return .array(elements)
  }

  private mutating func number() throws -> StudioJSON {
    let start = index
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let value = Int64(text), !text.hasPrefix("+") { return .integer(value) }
    guard let value = Double(text), value.isFinite, text.first.map({ "-0123456789".contains($0) }) == true else {
      throw failure()
    }
    return .number(value)
  }

  private mutating func string() throws -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(utf8: text) else { throw failure() }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure()
      default: text.append(byte)
      }
    }
    throw failure()
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    guard let byte = next else { throw failure() }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try unit()
      if 0xD800..<0xDC00 ~= value, skip("\\"), skip("u") {
        let low = try unit()
        guard 0xDC00..<0xE000 ~= low else { throw failure() }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw failure() }
      text += String(Character(scalar)).utf8
    default: throw failure()
    }
  }

  private mutating func unit() throws -> UInt32 {
    guard index + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw failure() }
    index += 4
    return value
  }
}
