/// A JSON value in the form in which a column contains it.
package enum JSONToken: Hashable, Sendable {
  case null
  /// The digits of a number.
  case number(String)
  /// Text, or the JSON of an array or object.
  case text(String)

  /// A key of an object. Keys are always text, whatever their type was.
  static func key(_ text: String, _ form: _JSONForm) -> JSONToken {
    switch form {
    case .integer, .integerOrText: Int64(text) == nil ? .text(text) : .number(text)
    case .text, .real, .blob, .any: .text(text)
    }
  }
}

/// Reads the JSON that SQLite's aggregates write, one level deep.
package struct JSONScanner {
  private let text: UnsafeRawBufferPointer
  private var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The elements of an array; `nil` if the text isn't an array.
  package static func elements(_ text: UnsafeRawBufferPointer) -> [JSONToken]? {
    var scanner = JSONScanner(text)
    return scanner.list(from: UInt8(ascii: "["), to: UInt8(ascii: "]")) { scanner in scanner.value() }
  }

  /// The members of an object; `nil` if the text isn't an object.
  static func members(_ text: UnsafeRawBufferPointer) -> [(key: String, value: JSONToken)]? {
    var scanner = JSONScanner(text)
    return scanner.list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { scanner in
      guard let key = scanner.string(), scanner.skip(UInt8(ascii: ":")), let value = scanner.value() else { return nil }
      return (key, value)
    }
  }

  private mutating func list<Item>(
    from open: UInt8, to close: UInt8, _ item: (inout JSONScanner) -> Item?
  ) -> [Item]? {
    var items: [Item] = []
    guard skip(open) else { return nil }
    if !skip(close) {
      repeat {
        guard let next = item(&self) else { return nil }
        items.append(next)
      } while skip(UInt8(ascii: ","))
      guard skip(close) else { return nil }
    }
    skipSpace()
    return position == text.count ? items : nil
  }

  private mutating func value() -> JSONToken? {
    skipSpace()
    guard position < text.count else { return nil }
    switch text[position] {
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "["), UInt8(ascii: "{"): return nested().map { .text($0) }
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    case UInt8(ascii: "t"): return skip("true") ? .number("1") : nil
    case UInt8(ascii: "f"): return skip("false") ? .number("0") : nil
    default:
      let start = position
      while position < text.count, Self.isOfNumber(text[position]) { position += 1 }
      return position > start ? .number(slice(start)) : nil
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The text of a nested array or object.
  private mutating func nested() -> String? {
    let start = position
    var depth = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        guard string() != nil else { return nil }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return slice(start) }
    }
    return nil
  }

  private mutating func string() -> String? {
    guard skip(UInt8(ascii: "\"")) else { return nil }
    var bytes: [UInt8] = []
    var start = position
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        bytes.append(contentsOf: text[start..<position])
        position += 1
        return String(utf8: bytes)
      case UInt8(ascii: "\\"):
        bytes.append(contentsOf: text[start..<position])
        position += 1
        guard let scalar = escaped() else { return nil }
        bytes.append(contentsOf: Array(String(scalar).utf8))
        start = position
      default: position += 1
      }
    }
    return nil
  }

  /// The character that an escape sequence represents.
  private mutating func escaped() -> Unicode.Scalar? {
    guard position < text.count else { return nil }
    defer { position += 1 }
    switch text[position] {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return hexadecimal()
    case let other: return Unicode.Scalar(other)
    }
  }

  /// The four digits after `\u`, or both parts of a surrogate pair. Stops at the last digit.
  private mutating func hexadecimal() -> Unicode.Scalar? {
    guard let unit = unit() else { return nil }
    guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
    guard position + 2 < text.count, text[position + 1] == UInt8(ascii: "\\"), text[position + 2] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let low = self.unit(), 0xDC00..<0xE000 ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    guard position + 4 < text.count else { return nil }
    let digits = String(decoding: text[(position + 1)...(position + 4)], as: UTF8.self)
    position += 4
    return UInt32(digits, radix: 16)
  }

  private func slice(_ start: Int) -> String { String(decoding: text[start..<position], as: UTF8.self) }

  private mutating func skipSpace() {
    while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= text.count, word.withUTF8Buffer({ $0.elementsEqual(text[position..<end]) }) else { return false }
    position = end
    return true
  }
}

/// Reads and writes one member of an object, at any depth.
extension JSONScanner {
  /// An object with another value at a path of keys, or without the last key. Keys stay sorted, and other values stay as they are.
  /// - Parameters:
  ///   - keys: the keys, which are texts.
  ///   - value: the JSON of the value; `nil` removes the last key.
  ///   - isElement: whether the value is appended to the array at the path instead, which is the whole text without keys.
  /// - Returns: `nil` if nothing changes, because a part of the path is missing.
  package static func setting(
    _ keys: ArraySlice<JSONToken>, of object: String, to value: String?, isElement: Bool = false
  ) -> String? {
    var object = object
    if isElement, keys.isEmpty {
      let count = object.withUTF8 { elements(UnsafeRawBufferPointer($0))?.count }
      guard let count, let value, let end = object.lastIndex(of: "]") else { return nil }
      return object[..<end] + (count == 0 ? "" : ",") + value + "]"
    }
    guard case .text(let key)? = keys.first, var members = object.withUTF8({ texts(UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    let index = members.firstIndex { $0.key == key }
    var text = value
    if keys.count > 1 || isElement {
      guard let index,
        let part = setting(keys.dropFirst(), of: members[index].value, to: value, isElement: isElement)
      else { return nil }
      text = part
    }
    if let index {
      if let text { members[index].value = text } else { members.remove(at: index) }
    } else if let text {
      let name = JSONText.array(of: [BoundValue.text(key)]).dropFirst().dropLast()
      members.insert((key, String(name), text), at: members.firstIndex { key < $0.key } ?? members.endIndex)
    } else {
      return nil
    }
    return "{" + members.map { "\($0.name):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// The members of an object, with the JSON of their names and values; `nil` if the text isn't an object.
  private static func texts(_ text: UnsafeRawBufferPointer) -> [(key: String, name: String, value: String)]? {
    var scanner = JSONScanner(text)
    return scanner.list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { scanner in
      scanner.skipSpace()
      let start = scanner.position
      guard let key = scanner.string() else { return nil }
      let name = scanner.slice(start)
      guard scanner.skip(UInt8(ascii: ":")) else { return nil }
      scanner.skipSpace()
      let valueStart = scanner.position
      guard scanner.value() != nil else { return nil }
      return (key, name, scanner.slice(valueStart))
    }
  }
}
