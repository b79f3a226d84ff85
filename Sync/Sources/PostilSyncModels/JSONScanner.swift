/// Reads JSON in portions, without changing them: numbers keep their digits, and texts their escapes.
package struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether a text is one value.
  package static func isValue(_ text: String) -> Bool {
    var scanner = JSONScanner(text)
    return scanner.value() != nil && scanner.isAtEnd
  }

  /// Whether only spaces are left.
  package var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return position == bytes.count
    }
  }

  private mutating func skipSpaces() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  /// Skips spaces and a character, if it is there.
  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard position < bytes.count, bytes[position] == character.value else { return false }
    position += 1
    return true
  }

  /// The text of the next value; `nil` if there is none. Nested brackets only have to be balanced.
  package mutating func value() -> String? {
    skipSpaces()
    let start = position
    var depth = 0
    repeat {
      skipSpaces()
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return nil }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        position += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0 else { return nil }
        position += 1
      default:
        guard word() != nil else { return nil }
      }
    } while depth > 0
    return depth == 0 ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// A number, `true`, `false` or `null`.
  private mutating func word() -> ArraySlice<UInt8>? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        position += 1
        continue
      default: break
      }
      break
    }
    return position > start ? bytes[start..<position] : nil
  }

  /// Skips a text in quotes, whatever its escapes are.
  private mutating func skipString() -> Bool {
    guard skip("\"") else { return false }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\") { position += 1 }
    }
    return false
  }

  /// The next text in quotes, as it is and without escapes; `nil` if there is none, or if it has half of a surrogate pair.
  package mutating func string() -> (text: String, value: String)? {
    skipSpaces()
    let start = position
    guard skip("\"") else { return nil }
    var units: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        return (String(decoding: bytes[start..<position], as: UTF8.self), String(decoding: units, as: UTF8.self))
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        units += UTF8.encode(scalar).map { Array($0) } ?? []
      default: units.append(byte)
      }
    }
    return nil
  }

  /// The character after a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
      guard bytes.dropFirst(position).starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
      position += 2
      guard let low = hexadecimal(), 0xDC00..<0xE000 ~= low else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    case let other: return other < 0x80 ? Unicode.Scalar(other) : nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    let digits = String(decoding: bytes.dropFirst(position).prefix(4), as: UTF8.self)
    position += 4
    return digits.utf8.count == 4 ? UInt32(digits, radix: 16) : nil
  }

  /// A text in quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        quoted += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

// MARK: Comparison

extension JSONScanner {
  /// Whether two texts are the same value. PostgreSQL writes other spaces, escapes and exponents than Swift, and another order of members.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return true }
    var (scanner, other) = (JSONScanner(left), JSONScanner(right))
    guard let left = scanner.content(), let right = other.content() else { return false }
    return left == right
  }

  private indirect enum Content: Equatable {
    case word([UInt8])
    /// The digits without zeros at both ends, and what the last of them is multiplied by, as a power of ten.
    case number(isNegative: Bool, digits: [UInt8], exponent: Int)
    case text([UInt8])
    case array([Content])
    case object([String: Content])
  }

  /// The next value; `nil` if it isn't one, or can't be compared.
  private mutating func content(depth: Int = 0) -> Content? {
    guard depth < 100 else { return nil }
    if skip("[") {
      var elements: [Content] = []
      if skip("]") { return .array([]) }
      repeat {
        guard let element = content(depth: depth + 1) else { return nil }
        elements.append(element)
      } while skip(",")
      return skip("]") ? .array(elements) : nil
    }
    if skip("{") {
      var members: [String: Content] = [:]
      if skip("}") { return .object([:]) }
      repeat {
        guard let name = string()?.value, members[name] == nil, skip(":"), let member = content(depth: depth + 1)
        else { return nil }
        members[name] = member
      } while skip(",")
      return skip("}") ? .object(members) : nil
    }
    if let text = string() { return .text(Array(text.value.utf8)) }
    return word().map { Self.number($0) ?? .word(Array($0)) }
  }

  private static func number(_ word: ArraySlice<UInt8>) -> Content? {
    var rest = word
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { [0x45, 0x65].contains($0) }
    let sides = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let power = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0
    var digits = sides.flatMap { Array($0) }
    guard let power, abs(power) < 1_000_000, !digits.isEmpty, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    var exponent = power - (sides.count > 1 ? sides[1].count : 0)
    while digits.last == 48 {
      digits.removeLast()
      exponent += 1
    }
    let isZero = digits.isEmpty
    return .number(
      isNegative: isNegative, digits: Array(digits.drop { $0 == 48 }), exponent: isZero ? 0 : exponent)
  }
}
