/// A text isn't JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The offset of the first byte that can't be read.
  package var offset: Int
  /// What is wrong there: `expected ',' or '}'`.
  package var reason: String
}

/// Reads JSON from bytes. Source: RFC 8259.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  static let maximumDepth = 100

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads the whole text.
  mutating func parse() throws(JSONSyntaxError) -> PlacedJSON {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw failure("expected the end of the text") }
    return value
  }

  private func failure(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset ?? index, reason: reason)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skip(word: StaticString) throws(JSONSyntaxError) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw failure("expected a value") }
      index += 1
    }
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> PlacedJSON {
    skipSpace()
    let start = index
    guard depth <= Self.maximumDepth else { throw failure("more than \(Self.maximumDepth) levels") }
    let content: PlacedJSON.Content
    switch next {
    case UInt8(ascii: "{"): content = try object(depth: depth)
    case UInt8(ascii: "["): content = try array(depth: depth)
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "t"):
      try skip(word: "true")
      content = .bool(true)
    case UInt8(ascii: "f"):
      try skip(word: "false")
      content = .bool(false)
    case UInt8(ascii: "n"):
      try skip(word: "null")
      content = .null
    default: content = try number()
    }
    return PlacedJSON(content: content, range: start..<index)
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> PlacedJSON.Content {
    index += 1
    var members: [PlacedJSON.Member] = []
    skipSpace()
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else {
        throw failure(next == UInt8(ascii: "}") ? "an extra ',' before '}'" : "expected a name in double quotes")
      }
      let offset = index
      let name = try string()
      skipSpace()
      guard skip(":") else { throw failure("expected ':'") }
      members.append(PlacedJSON.Member(name: name, offset: offset, value: try value(depth: depth + 1)))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw failure("expected ',' or '}'") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> PlacedJSON.Content {
    index += 1
    var elements: [PlacedJSON] = []
    skipSpace()
    if skip("]") { return .array([]) }
    repeat {
      skipSpace()
      if !elements.isEmpty, next == UInt8(ascii: "]") { throw failure("an extra ',' before ']'") }
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw failure("expected ',' or ']'") }
    return .array(elements)
  }

  private mutating func number() throws(JSONSyntaxError) -> PlacedJSON.Content {
    let start = index
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let value = Int64(text), !text.hasPrefix("+") { return .integer(value) }
    guard let value = Double(text), value.isFinite, text.first.map({ "-0123456789".contains($0) }) == true else {
      throw failure("expected a value", at: start)
    }
    return .number(value, text)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(utf8: text) else { throw failure("a string that isn't valid UTF-8", at: start) }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a control character or a line break in a string", at: index - 1)
      default: text.append(byte)
      }
    }
    throw failure("a string without its closing '\"'", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = index - 1
    guard let byte = next else { throw failure("an incomplete escape", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try unit(start)
      if 0xD800..<0xDC00 ~= value, skip("\\"), skip("u") {
        let low = try unit(start)
        guard 0xDC00..<0xE000 ~= low else { throw failure("an invalid '\\u' escape", at: start) }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw failure("an invalid '\\u' escape", at: start) }
      text += String(Character(scalar)).utf8
    default: throw failure("an unknown escape", at: start)
    }
  }

  private mutating func unit(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
    guard index + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw failure("an invalid '\\u' escape", at: start) }
    index += 4
    return value
  }
}
