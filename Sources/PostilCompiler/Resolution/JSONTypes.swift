import PostilSQL
import PostilSchema

/// Types that are stored as JSON.
extension TypeResolver {
  /// Reads the type of a property with `@json`. The outermost optional becomes the column's `NULL`.
  func json(_ text: SourceText, in scope: String) throws(Problem) -> ResolvedType {
    var syntax = try Self.syntax(text)
    var scope = scope
    var isOptional = false
    for _ in 0..<32 {
      if case .optional(let inner) = syntax {
        guard !isOptional else {
          throw Problem(Message.doubleOptional(text.text, "\(inner.description)?"))
        }
        isOptional = true
        syntax = inner
      } else if let alias = try optionalAlias(syntax, in: scope) {
        (syntax, scope) = alias
      } else {
        break
      }
    }
    if case .optional = syntax { throw Problem(Message.doubleOptional(text.text, syntax.description)) }
    let value = try jsonText(of: syntax, in: scope)
    return ResolvedType(name: value, isOptional: isOptional, stored: .json(value))
  }

  /// The type that an alias of an optional refers to.
  private func optionalAlias(_ syntax: TypeSyntax, in scope: String) throws(Problem) -> (TypeSyntax, String)? {
    guard let name = syntax.plainName,
      let full = try fullName(name.split(separator: ".").map(String.init), in: scope),
      let alias = index.aliases[full], case .optional = try Self.syntax(alias.type)
    else { return nil }
    return (try Self.syntax(alias.type), alias.scope)
  }

  /// A type that JSON can hold, as generated code writes it: with fully qualified names, including generic arguments.
  /// - Throws: a problem that names the part that isn't `Codable`.
  func jsonText(of syntax: TypeSyntax, in scope: String) throws(Problem) -> String {
    switch syntax {
    case .optional(let inner): return try jsonText(of: inner, in: scope) + "?"
    case .array(let element): return "[\(try jsonText(of: element, in: scope))]"
    case .dictionary(let key, let value):
      return "[\(try jsonText(of: key, in: scope)): \(try jsonText(of: value, in: scope))]"
    case .identifier(let components):
      let arguments = components.flatMap(\.arguments)
      let name = try jsonName(components.map(\.name), in: scope)
      return arguments.isEmpty ? name : "\(name)<\(try texts(of: arguments, in: scope))>"
    default:
      throw Problem(
        Self.noValue(syntax, holder: "JSON can't") ?? Message.unknownType(syntax.description, suggestion: nil))
    }
  }

  /// The type of the elements of an array or a set, if a column can have the type and stores the elements as JSON does; `nil` for any
  /// other type.
  func elements(of text: String, in scope: String) -> ColumnType? {
    guard let syntax = try? TypeSyntax(parsing: SourceText(text, at: SourcePosition())) else { return nil }
    var element: TypeSyntax
    switch syntax {
    case .array(let inner): element = inner
    case .identifier(let components):
      if let full = try? fullName(components.map(\.name), in: scope) {
        return index.aliases[full].flatMap { elements(of: $0.type.text, in: $0.scope) }
      }
      guard let last = components.last, last.name == "Set", last.arguments.count == 1 else { return nil }
      element = last.arguments[0]
    default: return nil
    }
    if case .optional(let inner) = element { element = inner }
    guard let type = try? resolve(element, in: scope), !type.isOptional else { return nil }
    switch type.stored {
    case .boolean, .text, .uuid, .real, .rowID, .integer(16, true), .integer(32, true), .integer(64, true):
      return type.stored.columnType
    default: return nil
    }
  }

  /// Whether a column contains JSON that can be an object with members which change independently: of a struct, or of a dictionary. An
  /// enum isn't one, because its member is the name of the case. Types of other modules may be.
  func mayBeJSONObject(_ type: StoredType, in scope: String) -> Bool {
    if case .json(let text) = type { mayBeObject(text, in: scope) } else { false }
  }

  private func mayBeObject(_ text: String, in scope: String) -> Bool {
    guard let syntax = try? TypeSyntax(parsing: SourceText(text, at: SourcePosition())) else { return true }
    switch syntax {
    case .array: return false
    case .dictionary(let key, _): return isKeyOfMembers(key, in: scope)
    case .identifier(let components):
      if let full = try? fullName(components.map(\.name), in: scope) {
        if let alias = index.aliases[full] { return mayBeObject(alias.type.text, in: alias.scope) }
        return index.types[full]?.first?.declaration.kind != .enum
      }
      guard let last = components.last, components.count == 1 || BuiltinType.modules.contains(components[0].name) else {
        return true
      }
      if last.name == "Dictionary", let key = last.arguments.first { return isKeyOfMembers(key, in: scope) }
      return last.name == "DateComponents"
        || BuiltinType.stored[last.name] == nil && !BuiltinType.collections.contains(last.name)
    default: return true
    }
  }

  /// Whether a dictionary with such keys may be an object in JSON. With others, it is an array. Source: SE-0320.
  private func isKeyOfMembers(_ key: TypeSyntax, in scope: String) -> Bool {
    guard case .identifier(let components) = key else { return false }
    if let full = try? fullName(components.map(\.name), in: scope) {
      if let alias = index.aliases[full], let key = try? Self.syntax(alias.type) {
        return isKeyOfMembers(key, in: alias.scope)
      }
      guard let type = index.types[full]?.first else { return true }
      return Conformances(of: type, in: index, everywhere: true).mayInclude("CodingKeyRepresentable")
    }
    let name = components.last?.name ?? ""
    return ["String", "Int"].contains(name) || BuiltinType.stored[name] == nil || name == "UUID"
  }

  /// Whether the type is `[Float]`, or another name of it.
  func isVector(_ text: String, in scope: String) -> Bool {
    guard let syntax = try? TypeSyntax(parsing: SourceText(text, at: SourcePosition())) else { return false }
    if case .array(let element) = syntax, let type = try? resolve(element, in: scope) {
      return type.stored == .real(bits: 32) && !type.isOptional
    }
    guard case .identifier(let components) = syntax, let full = try? fullName(components.map(\.name), in: scope) else {
      return false
    }
    return index.aliases[full].map { isVector($0.type.text, in: $0.scope) } ?? false
  }

  /// Generic arguments as generated code writes them.
  func texts(of arguments: [TypeSyntax], in scope: String) throws(Problem) -> String {
    var texts: [String] = []
    for argument in arguments {
      if case .integer(let text) = argument {
        texts.append(text)
      } else {
        texts.append(try jsonText(of: argument, in: scope))
      }
    }
    return texts.joined(separator: ", ")
  }

  private func jsonName(_ components: [String], in scope: String) throws(Problem) -> String {
    let written = components.joined(separator: ".")
    guard let full = try fullName(components, in: scope) else {
      try checkUnseen(components, written, in: scope)
      return written
    }
    if full.hasSuffix(".ID"), index.types[full] == nil, index.aliases[full] == nil { return full }
    if let alias = index.aliases[full] {
      guard alias.visibility != .hidden else { throw Problem(Message.hiddenType(full)) }
      guard jsonOpen.insert(full).inserted else { throw Problem(Message.circularType(written)) }
      defer { jsonOpen.remove(full) }
      _ = try jsonText(of: Self.syntax(alias.type), in: alias.scope)
      return full
    }
    guard let type = index.types[full]?.first else { return full }
    try checkCodable(type)
    return full
  }

  /// A type of the target must conform to `Codable` explicitly; a public type must also conform to `Sendable`.
  private func checkCodable(_ type: DeclaredType) throws(Problem) {
    let kind = type.declaration.kind
    guard type.visibility != .hidden else { throw Problem(Message.hiddenType(type.name)) }
    guard kind == .struct || kind == .enum else {
      throw Problem(Message.nominalType(type.name, kind.rawValue, holder: "JSON"))
    }
    let conformances = Conformances(of: type, in: index, everywhere: true)
    guard
      conformances.mayInclude("Codable")
        || conformances.mayInclude("Encodable") && conformances.mayInclude("Decodable")
    else { throw Problem(Message.notCodable(type.name, kind: kind.rawValue), isAboutCodable: true) }
    guard type.visibility < .package || conformances.mayInclude("Sendable") else {
      throw Problem(Message.rawTypeNotSendable(type.name, kind: kind.rawValue), at: type.place)
    }
  }

  /// Checks a type that the target doesn't declare: from the standard library, Foundation or an imported module.
  private func checkUnseen(_ components: [String], _ written: String, in scope: String) throws(Problem) {
    let name = components.last ?? written
    let isBuiltin = components.count == 1 || BuiltinType.modules.contains(components[0])
    if isBuiltin {
      if BuiltinType.stored[name] != nil || BuiltinType.codable.contains(name)
        || BuiltinType.collections.contains(name)
      {
        return
      }
      if let refusal = BuiltinType.refusal(of: name, written: written) { throw Problem(refusal) }
    }
    guard !importsOthers else { return }
    let declared = Array(index.types.keys) + Array(index.aliases.keys)
    throw Problem(
      Message.unknownType(written, suggestion: Spelling.nearest(to: written, in: BuiltinType.names + declared.sorted()))
    )
  }
}
