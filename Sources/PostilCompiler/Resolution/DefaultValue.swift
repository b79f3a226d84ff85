/// The default of a property: its text for generated code, and its type where it is a literal.
enum DefaultValue {
  /// The expression for a place inside `extension Model`: `Self` is the model's name, which a nested type can write too.
  static func text(_ source: SourceText, model: String) -> String {
    guard source.text.contains("Self"), let tokens = try? SyntaxToken.all(of: SourceText(source.text, at: start)) else {
      return source.text
    }
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

  /// The members that an expression names behind one of `types` and a point.
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

  private static let start = SourcePosition(offset: 0, line: 1, column: 1)
}
