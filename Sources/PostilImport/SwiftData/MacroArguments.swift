import PostilCompiler

/// The arguments of a macro of SwiftData: `.unique, originalName: "name"`.
struct MacroArguments {
  struct Argument {
    var label: String?
    var tokens: [SyntaxToken]

    /// The tokens as written, without white space.
    var text: String { tokens.map(\.text).joined() }

    /// `cascade` for `.cascade` and `Schema.Relationship.DeleteRule.cascade`.
    var lastName: String { tokens.last { $0.kind == .identifier }?.name ?? "" }

    var string: String? {
      guard tokens.count == 1, case .stringLiteral(.string(let text)) = tokens[0].kind else { return nil }
      return text
    }

    var integer: Int? { tokens.count == 1 ? Int(tokens[0].text.filter { $0 != "_" }) : nil }

    /// The property of a key path: `items` for `\Tag.items` and `\.items`.
    var keyPath: String? {
      guard tokens.first?.text.hasPrefix("\\") == true else { return nil }
      return tokens.last { $0.kind == .identifier }?.name
    }
  }

  private(set) var arguments: [Argument] = []

  init(_ attribute: Attribute?) {
    guard let attribute, let text = attribute.arguments, !text.isEmpty,
      let tokens = try? SyntaxToken.all(of: SourceText(text, at: attribute.name.position))
    else { return }
    arguments = Self.split(tokens[...]).map { part in
      if part.count > 2, let first = part.first, first.kind == .identifier, part[part.startIndex + 1].text == ":" {
        return Argument(label: first.name, tokens: Array(part.dropFirst(2)))
      }
      return Argument(label: nil, tokens: Array(part))
    }
  }

  subscript(_ label: String) -> Argument? { arguments.first { $0.label == label } }

  /// Whether there is an option such as `.unique` or `.transformable(by:)`.
  func contains(_ option: String) -> Bool {
    arguments.contains { argument in
      argument.label == nil && argument.tokens.prefix { $0.text != "(" }.last { $0.kind == .identifier }?.name == option
    }
  }

  /// Splits tokens at commas that aren't in brackets.
  static func split(_ tokens: ArraySlice<SyntaxToken>) -> [ArraySlice<SyntaxToken>] {
    var parts: [ArraySlice<SyntaxToken>] = []
    var start = tokens.startIndex
    var depth = 0
    for index in tokens.indices {
      switch tokens[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0:
        parts.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts
  }
}

/// `#Unique<Item>([\.title], [\.year, \.number])` and `#Index<Item>([\.title])` in a class.
struct ModelMacros {
  /// The properties of each key.
  private(set) var uniques: [[String]] = []
  private(set) var indexes: [[String]] = []

  /// - Parameter start: any position, because none is reported.
  init(_ text: String, at start: SourcePosition) {
    guard let tokens = try? SyntaxToken.all(of: SourceText(text, at: start)) else { return }
    for index in tokens.indices {
      let isHash = tokens[index].text == "#"
      let name = isHash && index + 1 < tokens.count ? tokens[index + 1].text : String(tokens[index].text.dropFirst())
      guard isHash || tokens[index].text.hasPrefix("#"), name == "Unique" || name == "Index" else { continue }
      let rest = tokens[(index + (isHash ? 2 : 1))...]
      guard let open = rest.firstIndex(where: { $0.text == "(" }), open - rest.startIndex < 12,
        let close = Self.closing(of: open, in: tokens)
      else { continue }
      let keys = MacroArguments.split(tokens[(open + 1)..<close]).map { key in
        MacroArguments.split(key.dropFirst().dropLast()).compactMap(Self.property)
      }
      if name == "Unique" { uniques += keys } else { indexes += keys }
    }
  }

  /// `title` for `\.title`; `home.city` for `\Item.home.city`.
  private static func property(_ tokens: ArraySlice<SyntaxToken>) -> String? {
    let names = tokens.filter { $0.kind == .identifier }.map { $0.name }
    let startsWithType = names.first?.first?.isUppercase == true && names.count > 1
    let path = startsWithType ? Array(names.dropFirst()) : names
    return path.isEmpty ? nil : path.joined(separator: ".")
  }

  private static func closing(of open: Int, in tokens: [SyntaxToken]) -> Int? {
    var depth = 0
    for index in open..<tokens.count {
      if ["(", "[", "{"].contains(tokens[index].text) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index].text) {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}
