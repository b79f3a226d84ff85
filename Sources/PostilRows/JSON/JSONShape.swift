import PostilCompiler
import PostilSQL

/// Compares JSON with the Swift type of a column, as far as the compiler resolves it: arrays, dictionaries, strings, numbers, Booleans,
/// and structs whose coding Swift synthesizes. Everything else is accepted.
struct JSONShape {
  private let types: [String: ResolvedJSONType]
  private let column: ModelColumn
  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]

  init(types: [ResolvedJSONType], column: ModelColumn) {
    self.types = Dictionary(types.map { ($0.swiftName, $0) }, uniquingKeysWith: { first, _ in first })
    self.column = column
  }

  /// - Throws: ``ValueRefusal`` with the offset of the part that can't be decoded.
  func check(_ json: PlacedJSON, _ type: String) throws(ValueRefusal) {
    guard let syntax = Self.syntax(type) else { return }
    try check(json, syntax, at: column.swiftName)
  }

  private static func syntax(_ type: String) -> TypeSyntax? {
    try? TypeSyntax(parsing: SourceText(type, at: SourcePosition()))
  }

  private func check(_ json: PlacedJSON, _ type: TypeSyntax, at path: String) throws(ValueRefusal) {
    func refusal(_ expected: String) -> ValueRefusal {
      ValueRefusal(column: column.name, offset: json.range.lowerBound, description: "'\(path)' must be \(expected)")
    }
    switch type {
    case .optional(let inner):
      if !json.isNull { try check(json, inner, at: path) }
    case .array(let element):
      guard case .array(let elements) = json.content else { throw refusal("an array") }
      for (index, json) in elements.enumerated() { try check(json, element, at: "\(path)[\(index)]") }
    case .dictionary(let key, let value):
      guard key.description == "String" else { return }
      guard case .object(let members) = json.content else { throw refusal("an object") }
      for member in members { try check(member.value, value, at: "\(path).\(member.name)") }
    case .identifier:
      let name = type.description
      switch json.content {
      case .string where name == "String", .bool where name == "Bool",
        .number where ["Double", "Float"].contains(name),
        .integer where ["Double", "Float"].contains(name) || Self.integers.contains(name):
        return
      default:
        if name == "String" { throw refusal("a string") }
        if name == "Bool" { throw refusal("true or false") }
        if Self.integers.contains(name) { throw refusal("an integer") }
      }
      if let type = types[name] { try check(json, type, at: path) }
    default: return
    }
  }

  private func check(_ json: PlacedJSON, _ type: ResolvedJSONType, at path: String) throws(ValueRefusal) {
    guard case .object(let members) = json.content else {
      throw ValueRefusal(
        column: column.name, offset: json.range.lowerBound,
        description: "'\(path)' must be an object with the members of '\(type.swiftName)'")
    }
    for member in members {
      if let known = type.members.first(where: { $0.key == member.name }) {
        if let syntax = Self.syntax(known.type) { try check(member.value, syntax, at: "\(path).\(known.key)") }
        continue
      }
      // The struct may have other members, which are private. A name that is misspelled leaves its member without a value.
      let missing = type.members.map(\.key).filter { key in !members.contains { $0.name == key } }
      guard let nearest = Spelling.nearest(to: member.name, in: missing) else { continue }
      throw ValueRefusal(
        column: column.name, offset: member.offset,
        description: "'\(type.swiftName)' has no member '\(member.name)'; did you mean '\(nearest)'?")
    }
  }
}
