import PostilSQL
import PostilSchema

/// The default of a property: its text for generated code, and its type if it is a literal.
enum DefaultValue {
  /// The expression as written inside `extension Model`. `Self` is replaced by the model's name, because the expression
  /// may end up in a nested type.
  static func text(_ source: SourceText, model: String) -> String {
    let text = SourceText(source.text, at: SourcePosition())
    guard source.text.contains("Self"), let tokens = try? SyntaxToken.all(of: text) else { return source.text }
    var bytes: [UInt8] = []
    var end = 0
    let original = Array(source.text.utf8)
    for token in tokens where token.kind == .identifier && token.text == "Self" {
      bytes += original[end..<token.position.offset] + Array(model.utf8)
      end = token.endPosition.offset
    }
    return String(decoding: bytes + original[end...], as: UTF8.self)
  }

  /// The type that Swift infers from a literal; `nil` for anything else. Source: TSPL "Literals".
  static func type(of source: SourceText?) -> ResolvedType? {
    guard let source, var tokens = try? SyntaxToken.all(of: source) else { return nil }
    if tokens.first?.text == "-", tokens.count == 2 { tokens.removeFirst() }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    switch token.kind {
    case .integerLiteral: return ResolvedType(name: "Int", stored: .integer(bits: 64, isSigned: true))
    case .floatLiteral: return ResolvedType(name: "Double", stored: .real(bits: 64))
    case .stringLiteral: return ResolvedType(name: "String", stored: .text)
    case .identifier where token.text == "true" || token.text == "false":
      return ResolvedType(name: "Bool", stored: .boolean)
    default: return nil
    }
  }

  /// The members of `types` that an expression names: `normal` for `Priority.normal`.
  static func members(of types: [String], in source: SourceText) -> Set<String> {
    guard types.contains(where: { source.text.contains($0) }), let tokens = try? SyntaxToken.all(of: source) else {
      return []
    }
    var names: Set<String> = []
    for index in tokens.indices.dropFirst(2)
    where types.contains(tokens[index - 2].name) && tokens[index - 1].text == "." {
      names.insert(tokens[index].name)
    }
    return names
  }
}

/// The values that existing rows get when a column is added: the property's default, if it is a literal or an enum
/// case, so that its SQL is always the same. `Date()` and `UUID()` aren't literals.
extension Resolver {
  /// The SQL of the value; `nil` if there is none.
  func initialValue(of property: PropertyState) -> String? {
    guard let text = property.defaultValue else { return nil }
    guard var tokens = try? SyntaxToken.all(of: SourceText(text, at: SourcePosition())) else { return nil }
    if case .raw(let name, _) = property.type.stored { return caseValue(of: name, tokens) }
    if case .json = property.type.stored {
      let words = tokens.map(\.text)
      return words == ["[", "]"] ? "'[]'" : words == ["[", ":", "]"] ? "'{}'" : nil
    }
    let isNegative = tokens.first?.text == "-"
    if isNegative { tokens.removeFirst() }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    switch (property.type.stored, token.kind) {
    case (.boolean, _) where !isNegative && ["true", "false"].contains(token.text):
      return token.text == "true" ? "1" : "0"
    case (.integer, .integerLiteral): return RawValues.integer(token.text, isNegative: isNegative)?.sql
    // Swift converts a literal with a fraction to a Decimal through a Double.
    case (.decimal, .integerLiteral):
      return RawValues.integer(token.text, isNegative: isNegative).map { SQLText.literal($0.sql) }
    case (.real, .integerLiteral), (.real, .floatLiteral):
      let digits = token.text.filter { $0 != "_" }
      let isDecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      return isDecimal ? (isNegative ? "-" : "") + digits : nil
    case (.text, .stringLiteral(.string(let value))) where !isNegative: return SQLText.literal(value)
    default: return nil
    }
  }

  /// `.normal`, `Priority.normal`
  private func caseValue(of name: String, _ tokens: [SyntaxToken]) -> String? {
    guard let raw = try? types.rawType(name), let values = raw.values, let last = tokens.last else { return nil }
    let names = raw.type.declaration.cases.map(\.name.text)
    let path = tokens.dropLast().map(\.text)
    let isCase = path == ["."] || (path.last == "." && path.dropLast().joined() == name)
    guard isCase, let index = names.firstIndex(of: last.name), index < values.count else { return nil }
    return values[index].sql
  }
}
