/// Finds the structs in JSON columns and the members that queries can follow.
///
/// A member has a path if Swift synthesizes the coding. Its key is the property's name, or the one in `CodingKeys`. A
/// handwritten `encode(to:)` can use any keys, so such a struct has no members here.
struct JSONMembersFinder {
  let types: TypeResolver
  private var index: DeclarationIndex { types.index }
  /// The structs by full name.
  private(set) var found: [String: ResolvedJSONType] = [:]
  /// Enums and identifiers that JSON contains as their raw value.
  private(set) var scalars: Set<String> = []
  private var seen: Set<String> = []

  init(types: TypeResolver) { self.types = types }

  /// Adds the structs in the type of a `@json` property.
  /// - Parameter scope: the full name of the enclosing type.
  mutating func look(through text: SourceText, in scope: String) {
    guard let syntax = try? TypeResolver.syntax(text) else { return }
    look(through: syntax, in: scope)
  }

  private mutating func look(through syntax: TypeSyntax, in scope: String) {
    switch syntax {
    case .optional(let inner), .array(let inner): look(through: inner, in: scope)
    case .dictionary(let key, let value):
      look(through: key, in: scope)
      look(through: value, in: scope)
    case .identifier(let components):
      for argument in components.flatMap(\.arguments) { look(through: argument, in: scope) }
      guard let full = try? types.fullName(components.map(\.name), in: scope), seen.insert(full).inserted else {
        return
      }
      if let alias = index.aliases[full] { return look(through: alias.type, in: alias.scope) }
      if let type = index.types[full]?.first, index.types[full]?.count == 1 { add(type) }
    default: return
    }
  }

  private mutating func add(_ type: DeclaredType) {
    let parts = index.parts(of: type.name)
    guard type.module == nil, type.visibility != .hidden, !type.isInsideGeneric,
      type.declaration.genericParameters == nil,
      !parts.contains(where: { $0.declaration.functions.contains("encode") })
    else { return }
    if let raw = try? types.rawType(type.name) {
      if raw.caseNames == nil, raw.isRawRepresentable, isScalar(raw.stored) { scalars.insert(type.name) }
      return
    }
    guard type.declaration.kind == .struct, index.types["\(type.name).JSONPaths"] == nil,
      index.aliases["\(type.name).JSONPaths"] == nil, let keys = codingKeys(of: type.name)
    else { return }
    var members: [ResolvedJSONType.Member] = []
    for property in type.declaration.properties {
      look(through: property, of: type)
      guard let member = member(property, of: type, keys: keys) else { continue }
      members.append(member)
    }
    guard !members.isEmpty else { return }
    found[type.name] = ResolvedJSONType(
      swiftName: type.name, access: type.visibility.access, path: type.path,
      conditions: Conditions.text(type.conditions), members: members)
  }

  private mutating func look(through property: PropertyDeclaration, of type: DeclaredType) {
    guard let text = property.type, !property.isStatic, property.storage != .computed else { return }
    look(through: text, in: type.name)
  }

  private func member(
    _ property: PropertyDeclaration, of type: DeclaredType, keys: [String: String]?
  ) -> ResolvedJSONType.Member? {
    let name = property.name.text
    let visibility = Visibility(property.modifiers) ?? .internal
    guard property.isSimplePattern, !property.isStatic, property.storage != .computed, visibility != .hidden,
      property.attributes.isEmpty, !property.modifiers.contains(where: { $0.name == "lazy" }),
      property.conditions.count <= type.conditions.count, name != "jsonNode"
    else { return nil }
    let key = keys.map { $0[name] } ?? name
    let written = property.type.flatMap { text in
      (try? TypeResolver.syntax(text)).flatMap { try? types.jsonText(of: $0, in: type.name) }
    }
    guard let key, let typeName = written ?? DefaultValue.type(of: property.initializer)?.name else { return nil }
    return ResolvedJSONType.Member(
      name: name, key: key, type: typeName, access: min(visibility, type.visibility).access)
  }

  /// Whether a raw value has the same form in JSON as in a column.
  private func isScalar(_ stored: StoredType) -> Bool {
    switch stored {
    case .text, .uuid, .timestamp, .boolean, .rowID, .integer(_, isSigned: true), .real(bits: 64): true
    case .integer(let bits, isSigned: false): bits < 64
    case .raw(let name, let base): (try? types.rawType(name))?.caseNames == nil && isScalar(base)
    default: false
    }
  }

  /// The keys of `CodingKeys` by property; `.some(nil)` if there is no `CodingKeys`, so that the properties' names are
  /// the keys; `nil` if the keys are unknown.
  private func codingKeys(of name: String) -> [String: String]?? {
    let full = "\(name).CodingKeys"
    guard index.aliases[full] == nil else { return nil }
    guard let declared = index.types[full] else { return .some(nil) }
    guard declared.count == 1, let keys = declared.first?.declaration, keys.kind == .enum,
      ["String", "Swift.String", "CodingKey"].contains(keys.inheritance.first?.text),
      let values = try? RawValues.values(of: declared[0], stored: .text)
    else { return nil }
    let pairs = zip(keys.cases, values).compactMap { declaration, value -> (String, String)? in
      guard case .text(let key) = value else { return nil }
      return (declaration.name.text, key)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension Resolver {
  /// The structs in JSON columns, in the order of the source, and the enums and identifiers in them.
  func jsonTypes() -> (structs: [ResolvedJSONType], scalars: Set<String>) {
    var finder = JSONMembersFinder(types: types)
    for model in models {
      for property in model.properties {
        guard case .json = property.type.stored, let text = property.source.declaration.type else { continue }
        finder.look(through: text, in: model.name)
      }
    }
    let structs = index.order.compactMap { type -> ResolvedJSONType? in
      var found = finder.found[type.name]
      found?.imports = imports[type.path] ?? []
      return found
    }
    return (structs, finder.scalars)
  }
}
