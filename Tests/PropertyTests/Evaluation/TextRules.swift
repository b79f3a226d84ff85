/// SQLite's functions of text, code point by code point. Source: SQLite, "Built-In Scalar SQL Functions".
enum TextRules {
  static func lower(_ text: String) -> String { mapping(text) { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 } }
  static func upper(_ text: String) -> String { mapping(text) { $0 >= 97 && $0 <= 122 ? $0 - 32 : $0 } }

  private static func mapping(_ text: String, _ change: (UInt8) -> UInt8) -> String {
    String(decoding: text.utf8.map(change), as: UTF8.self)
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  static func trimmed(_ text: String, _ characters: String, atStart: Bool = true, atEnd: Bool = true) -> String {
    let set = Set(characters.unicodeScalars)
    var rest = Array(text.unicodeScalars)[...]
    while atStart, let first = rest.first, set.contains(first) { rest.removeFirst() }
    while atEnd, let last = rest.last, set.contains(last) { rest.removeLast() }
    return self.text(rest)
  }

  static func substring(_ text: String, from offset: Int, length: Int?) -> String {
    let rest = Array(text.unicodeScalars).dropFirst(max(offset, 0))
    return self.text(length.map { rest.prefix(max($0, 0)) } ?? rest)
  }

  /// How many code points stand before the first `part`.
  static func offset(of part: String, in text: String) -> Int? {
    let (needle, hay) = (Array(part.unicodeScalars), Array(text.unicodeScalars))
    guard needle.count <= hay.count else { return nil }
    return (0...(hay.count - needle.count)).first { hay[$0...].starts(with: needle) }
  }

  static func replacing(_ text: String, _ part: String, with replacement: String) -> String {
    let needle = Array(part.unicodeScalars)
    guard !needle.isEmpty else { return text }
    var rest = Array(text.unicodeScalars)[...]
    var result: [Unicode.Scalar] = []
    while let first = rest.first {
      if rest.starts(with: needle) {
        result += replacement.unicodeScalars
        rest.removeFirst(needle.count)
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return self.text(result)
  }

  static func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  static func hasPrefix(_ text: String, _ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    text.utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// The integer that the text begins with, or 0.
  static func integer(_ text: String) throws -> Int64 {
    var digits = Array(text.utf8).drop { $0 == 32 || ($0 >= 9 && $0 <= 13) }
    var sign = ""
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? "-" : ""
      digits.removeFirst()
    }
    let number = digits.prefix { $0 >= 48 && $0 <= 57 }
    if number.isEmpty { return 0 }
    guard number.count < 18 else { throw Unspecified() }
    return Int64(sign + String(decoding: number, as: UTF8.self)) ?? 0
  }

  /// Whether a text matches a pattern of `LIKE`.
  static func like(_ text: String, _ pattern: String, escape: Unicode.Scalar?, foldingCase: Bool) -> Bool {
    let (text, pattern) = foldingCase ? (lower(text), lower(pattern)) : (text, pattern)
    return matches(
      Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...], any: "%", one: "_", escape: escape)
  }

  /// Whether a text matches a pattern of `GLOB` without brackets.
  static func glob(_ text: String, _ pattern: String) -> Bool {
    matches(Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...], any: "*", one: "?", escape: nil)
  }

  private static func matches(
    _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>, any: Unicode.Scalar, one: Unicode.Scalar,
    escape: Unicode.Scalar?
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == escape, let literal = rest.first {
      return text.first == literal && matches(text.dropFirst(), rest.dropFirst(), any: any, one: one, escape: escape)
    }
    if first == any {
      return (text.startIndex...text.endIndex).contains {
        matches(text[$0...], rest, any: any, one: one, escape: escape)
      }
    }
    guard let character = text.first, first == one || first == character else { return false }
    return matches(text.dropFirst(), rest, any: any, one: one, escape: escape)
  }
}
