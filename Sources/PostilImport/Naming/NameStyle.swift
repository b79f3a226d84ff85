/// How the names of a database are converted to Swift names.
package enum NameStyle: String, CaseIterable, Sendable {
  /// Swift's own style, with singular table names and without a common prefix.
  case swift
  /// Swift's own style, keeping every word.
  case words
  /// The database's own names, if Swift allows them.
  case exact

  /// The name of a struct.
  /// - Parameter prefix: the common first word of all table names.
  func typeName(of name: String, prefix: String? = nil) -> String {
    if self == .exact { return Self.identifier(name, isType: true) }
    var words = Words.split(name)
    if self == .swift {
      if words.count > 1, words[0] == "tbl" || words[0] == prefix { words.removeFirst() }
      if let last = words.popLast() { words.append(Plural.singular(last)) }
    }
    return Self.startingWithLetter(Words.upperCamel(words), "Table")
  }

  /// The name of a property.
  func propertyName(of name: String) -> String {
    self == .exact
      ? Self.identifier(name, isType: false) : Self.startingWithLetter(Words.lowerCamel(Words.split(name)), "column")
  }

  /// The common first word of all table names, such as `app`.
  func prefix(of tables: [String]) -> String? {
    guard self == .swift, tables.count > 2 else { return nil }
    let words = tables.map(Words.split)
    guard let first = words.first?.first, words.allSatisfy({ $0.first == first && $0.count > 1 }) else { return nil }
    return first
  }

  private static func startingWithLetter(_ name: String, _ start: String) -> String {
    guard let first = name.first else { return start }
    return first.isLetter || first == "_" ? name : start + name
  }

  private static func identifier(_ name: String, isType: Bool) -> String {
    let words = String(String.UnicodeScalarView(name.unicodeScalars.map { isPart($0) ? $0 : "_" }))
    guard words.contains(where: { $0 != "_" }) else { return isType ? "Table" : "column" }
    if words.first?.isNumber == true { return "_" + words }
    // The case of the first letter distinguishes types from variables, also in generated code.
    return isType ? words.prefix(1).uppercased() + words.dropFirst() : words
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || !Words.split(String(scalar)).isEmpty
  }
}
