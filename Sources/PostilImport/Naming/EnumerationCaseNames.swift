/// Distinct names for an enum's cases.
struct EnumerationCaseNames {
  private var taken: Set<String> = []

  /// The name for a text: `inTransit` for `in transit`, `aPlus` for `A+` if `a` is taken.
  mutating func take(for text: String) -> String {
    let plain = Words.split(text)
    let spelled = Words.split(
      text.map { character in Self.signs[character].map { " \($0) " } ?? String(character) }.joined())
    let candidates = ([plain, spelled] + (text.isEmpty ? [["empty"]] : [])).map(Words.lowerCamel).map(
      Self.startingWithLetter)
    return takeFirst(of: candidates.filter { !$0.isEmpty })
  }

  /// The name for a number: `value1`, `minus2`.
  mutating func take(for number: Int64) -> String {
    takeFirst(of: [number < 0 ? "minus\(number.magnitude)" : "value\(number)"])
  }

  private mutating func takeFirst(of candidates: [String]) -> String {
    for name in candidates where SwiftWords.isPossibleMember(name) && taken.insert(name).inserted { return name }
    let base = candidates.last { SwiftWords.isPossibleMember($0) } ?? "value"
    var number = base == "value" ? taken.count + 1 : 2
    while !taken.insert("\(base)\(number)").inserted { number += 1 }
    return "\(base)\(number)"
  }

  private static func startingWithLetter(_ name: String) -> String {
    guard let first = name.first else { return "" }
    return first.isLetter && SwiftWords.isPossibleMember(name)
      ? name : "value" + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Signs that can be values, or distinguish two values.
  private static let signs: [Character: String] = [
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "<": "less", ">": "greater", "=": "equal", "!": "exclamation",
    "?": "question", "#": "hash", "%": "percent", "&": "and", "@": "at", "_": "underscore", ".": "dot", ",": "comma",
    ":": "colon", ";": "semicolon", "|": "pipe", "~": "tilde", "^": "caret", "$": "dollar", "€": "euro", "£": "pound",
    " ": "space",
  ]
}
