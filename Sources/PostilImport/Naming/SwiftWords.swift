/// Names that are reserved by Swift, Foundation or Postil.
enum SwiftWords {
  /// Words that need backticks as names of properties or cases. Source: The Swift Programming Language, "Lexical Structure".
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "inout", "internal",
    "let",
    "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static", "struct", "subscript",
    "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard",
    "if", "in", "repeat", "return", "throw", "switch", "where", "while", "any", "as", "await", "false", "is", "nil",
    "super",
    "throws", "true", "try", "async",
  ]

  /// Words that can't be names of properties, even in backticks.
  private static let impossibleMembers: Set<String> = [
    "self", "Self", "init", "Type", "Protocol", "Any", "_rowSource", "hashValue", "hash", "encode",
  ]

  /// Struct names that would hide types used in their own properties or in generated code.
  private static let types: Set<String> = [
    "Any", "Array", "Bool", "Character", "Codable", "CodingKey", "Columns", "Data", "Date", "DateComponents", "Decimal",
    "Decodable",
    "Decoder", "Dictionary", "Double", "Draft", "Duration", "Encodable", "Encoder", "Equatable", "Error", "Float",
    "Foundation",
    "FullTextColumn",
    "Hashable", "Hasher", "ID", "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8", "Never", "Optional",
    "OwningModel", "Postil",
    "Protocol", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring", "Swift", "Type", "UInt",
    "UInt16",
    "UInt32", "UInt64", "UInt8", "URL", "UniqueKeys", "UUID", "Void",
  ]

  /// The name as declared and used, in backticks if it is a keyword.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  static func isPossibleMember(_ name: String) -> Bool { !impossibleMembers.contains(name) }

  static func isPossibleType(_ name: String) -> Bool { !types.contains(name) }

  static func isPossibleNestedType(_ name: String) -> Bool { isPossibleType(name) }
}
