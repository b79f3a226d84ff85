import PostilSchema

/// Writes names as Swift identifiers.
package enum SwiftNames {
  /// Words that can't be names without backticks. Source: The Swift Programming Language, "Keywords and Punctuation".
  static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true",
    "try", "typealias", "var", "where", "while",
  ]

  /// Words that start an accessor or an expression in places where a name is allowed: `{ get }`, `await x`.
  private static let contextualKeywords: Set<String> = ["await", "didSet", "get", "set", "unsafe", "willSet"]

  /// The name as written in its declaration or on its own: `` `default` ``.
  package static func declared(_ name: String) -> String {
    keywords.contains(name) || contextualKeywords.contains(name) || !isIdentifier(name) ? "`\(name)`" : name
  }

  /// The name as the label of an argument. Source: The Swift Programming Language, "Keywords and Punctuation".
  package static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) || !isIdentifier(name) ? "`\(name)`" : name
  }

  /// The name as written after a dot, where only a few words need backticks.
  package static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) || !isIdentifier(name) ? "`\(name)`" : name
  }

  /// The name of a value of the type: `packageTag` of `PackageTag`, `urlItem` of `URLItem`, `item` of `Shop.Item`.
  static func value(of type: String) -> String {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    let firstWord = max(1, SnakeCase.name(name).prefix { $0 != "_" }.count)
    return name.prefix(firstWord).lowercased() + name.dropFirst(firstWord)
  }

  /// `Tags` of `tags`, as in `addToTags`.
  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Whether Swift reads the name as an identifier. Since Swift 6.2, a raw identifier in backticks can be any text
  /// (SE-0451).
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !first.properties.isDecimalDigit else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.isIdentifierPart || $0.value > 0x7F }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isDecimalDigit: Bool { numericType == .decimal }
  fileprivate var isIdentifierPart: Bool { isIDContinue }
}
