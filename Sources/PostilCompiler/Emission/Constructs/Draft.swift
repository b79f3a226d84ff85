import PostilSchema

/// The model's `Draft`: a row that isn't in the database yet.
struct Draft {
  var context: ModelContext
  private var model: ResolvedModel { context.model }
  private var names: RuntimeNames { context.names }
  private var properties: [ResolvedProperty] { context.draftProperties }
  /// The access of the memberwise initializer: no wider than that of any parameter.
  private var initializerAccess: Access { properties.map(\.access).reduce(context.access, Access.narrower) }

  init(_ context: ModelContext) { self.context = context }

  var code: [Code] {
    [
      [
        .documentation(["A row of `\(context.table)` that isn't in the database yet."]),
        .type("\(context.access.prefix)struct Draft: \(conformances)") {
          [
            storage(of: properties), namedDefaults, initializer(of: properties), decoding(of: properties),
            bindColumns + insert, children, secrets(of: properties),
          ].separatedByBlanks()
        },
      ],
      returnsRow ? [] : rowInitializer,
    ].separatedByBlanks()
      + context.draftingReferences.flatMap { [.blank] + DraftOfOwner(context: context, reference: $0).code }
  }

  private var conformances: String {
    (model.draftConformances.map { names.conformance($0) } + [names[takesChildren ? .parentDraft : .modelDraft]]
      + (context.hasSecrets ? [names[.customReflectable]] : []))
      .joined(separator: ", ")
  }

  /// What hides the secrets of a draft with these properties.
  func secrets(of properties: [ResolvedProperty]) -> [Code] {
    let members = properties.map { property in
      Secrets.Member(name: property.name, isOptional: type(of: property).hasSuffix("?"), isSecret: property.isSecret)
    }
    let children = relationships.map { Secrets.Member(name: $0.name, isOptional: $0.kind == .hasOne, isSecret: false) }
    return Secrets(context).members(of: members + children)
  }

  /// The relationships whose rows are inserted with the draft.
  private var relationships: [ResolvedRelationship] { context.draftedRelationships }
  private var takesChildren: Bool { !relationships.isEmpty }

  /// `[Step.DraftOfItem]`, `[DraftMember<Tag>]`, or an optional for a has-one.
  private func type(of relationship: ResolvedRelationship) -> String {
    if relationship.kind == .manyToMany { return "[\(names[.draftMember])<\(relationship.target)>]" }
    let type = "\(relationship.target).\(DraftOfOwner.name(relationship.inverse ?? relationship.name))"
    return relationship.kind == .hasMany ? "[\(type)]" : type + "?"
  }

  func storage(of properties: [ResolvedProperty]) -> [Code] {
    let columns = properties.flatMap { property -> [Code] in
      let access = Access.narrower(context.access, property.access)
      let documentation: [Code] = property.documentation.isEmpty ? [] : [.documentation(property.documentation)]
      let value = isMemberwise ? defaultValue(of: property).map { " = " + $0 } ?? "" : ""
      return documentation + [
        .line("\(access.prefix)var \(SwiftNames.declared(property.name)): \(type(of: property))\(value)")
      ]
    }
    return columns
      + relationships.map {
        let value = isMemberwise ? " = " + defaultValue(of: $0) : ""
        return .line("\(context.access.prefix)var \(SwiftNames.declared($0.name)): \(type(of: $0))\(value)")
      }
  }

  private func defaultValue(of relationship: ResolvedRelationship) -> String {
    relationship.kind == .hasOne ? "nil" : "[]"
  }

  /// Whether Swift's own memberwise initializer is enough: nobody outside the module sees it, and no default refers to
  /// a name that means something else in the draft.
  private var isMemberwise: Bool {
    context.access == .internal && !decodesDefaults
      && properties.compactMap(writtenDefault).allSatisfy(DefaultExpression.isSelfContained)
  }

  /// Whether the draft needs an initializer that decodes it without the properties with a default: Swift's own omits only optionals.
  private var decodesDefaults: Bool {
    model.draftConformances.contains { $0 == "Codable" || $0 == "Decodable" }
      && properties.contains { writtenDefault(of: $0).map { $0 != "nil" } ?? false }
  }

  /// A column that the database can fill is optional in the draft.
  private func type(of property: ResolvedProperty) -> String {
    property.sqlDefault != nil && !property.isOptional ? property.type + "?" : property.type
  }

  private func defaultValue(of property: ResolvedProperty) -> String? {
    guard let value = writtenDefault(of: property) else { return nil }
    return isNamed(value) ? "Draft.\(defaultName(of: property))" : value
  }

  private func writtenDefault(of property: ResolvedProperty) -> String? {
    if property.sqlDefault != nil { return "nil" }
    if let value = property.defaultValue { return value }
    if context.isKey(property), let value = model.key.draftDefault { return value }
    return property.isOptional ? "nil" : nil
  }

  /// Whether a default gets a property of its own. A default argument of a public function may refer only to public
  /// declarations, and the expression may refer to others.
  private func isNamed(_ value: String) -> Bool {
    initializerAccess == .public && !DefaultExpression.isSelfContained(value)
  }

  /// `defaultShelf`
  private func defaultName(of property: ResolvedProperty) -> String {
    "default" + SwiftNames.capitalized(property.name)
  }

  private var namedDefaults: [Code] {
    properties.compactMap { property in
      guard let value = writtenDefault(of: property), isNamed(value) else { return nil }
      return .function(
        "@usableFromInline static var \(defaultName(of: property)): \(type(of: property))"
      ) { value }
    }
  }

  /// Empty if Swift's own initializer is enough.
  func initializer(of properties: [ResolvedProperty]) -> [Code] {
    guard !isMemberwise else { return [] }
    return FunctionCode(
      access: initializerAccess, introducer: "init",
      parameters: properties.map { .init(nil, $0.name, type(of: $0), defaultValue: defaultValue(of: $0)) }
        + relationships.map { .init(nil, $0.name, type(of: $0), defaultValue: defaultValue(of: $0)) },
      isThrowing: false,
      body: Code.initializing(
        (properties.map(\.name) + relationships.map(\.name)).map {
          ("self." + SwiftNames.member($0), SwiftNames.declared($0))
        })
    ).code
  }

  /// The initializer that decodes these properties; empty if Swift's own is enough.
  func decoding(of properties: [ResolvedProperty]) -> [Code] {
    guard decodesDefaults else { return [] }
    let members =
      properties.map { ($0.name, defaultValue(of: $0)) } + relationships.map { ($0.name, defaultValue(of: $0)) }
    return Self.decoding(
      members.map { name, value in
        (name, value == "nil" ? "_optional" : "_value", value == "nil" ? nil : value)
      }, of: context)
  }

  /// An initializer that decodes members by functions of the container, with their defaults.
  static func decoding(
    _ members: [(name: String, function: String, value: String?)], of context: ModelContext
  ) -> [Code] {
    let names = context.names
    let arguments = members.map { member in
      let call = "\(member.function)(.\(SwiftNames.member(member.name))\(member.value.map { ", or: " + $0 } ?? ""))"
      return Code.line("\(SwiftNames.label(member.name)): values.\(call)")
    }
    // Swift makes the keys for 'Encodable', or for its own 'init(from:)'.
    let keys =
      context.model.draftConformances.contains("Decodable") && !context.hasSecrets
      ? [
        Code.type("private enum CodingKeys: \(names[.string]), \(names[.codingKey])") {
          "case " + members.map { SwiftNames.declared($0.name) }.joined(separator: ", ")
        }
      ] : []
    return keys
      + FunctionCode(
        access: context.access, introducer: "init",
        parameters: [.init("from", "decoder", "any \(names[.decoder])")],
        body: [
          "let values = try decoder.container(keyedBy: CodingKeys.self)", .call("try self.init(", arguments),
        ]
      ).code
  }

  /// Whether the initializer's parameter for a property can be omitted.
  func hasDefault(_ property: ResolvedProperty) -> Bool { writtenDefault(of: property) != nil }

  private var bindColumns: [Code] {
    context.rowCode.binding(
      "bindColumns",
      properties.map { property in
        var property = property
        property.isOptional = type(of: property).hasSuffix("?")
        return property
      })
  }

  // MARK: - Insert

  /// Whether the row must be read back: the database fills columns, or assigns a key that isn't a plain 64-bit integer.
  private var returnsRow: Bool {
    properties.contains { $0.sqlDefault != nil } || model.rowProperties.contains { $0.role != .stored }
      || (model.key.isAssigned && !assignsInt64)
  }

  private var assignsInt64: Bool {
    model.key.isAssigned
      && (model.key.identifier == .generated || context.keyProperties.first?.type == "Int64")
  }

  private var insert: [Code] {
    FunctionCode(
      attributes: context.inlinable, access: context.access, introducer: "func _insertRow",
      parameters: [.init("in", "db", "some \(names[.writeTransaction])")], result: context.type,
      body: returnsRow ? insertReturning : insertKnown
    ).code
  }

  @CodeBuilder private var insertKnown: [Code] {
    if model.key.isAssigned {
      "try db._stored(\(context.type)(draft: self, id: ID(db.insert(self))))"
    } else {
      "try db.execute(\(context.type).rowStatements.insert) { bindColumns(to: &$0) }"
      "return try db._stored(\(context.type)(draft: self))"
    }
  }

  @CodeBuilder private var insertReturning: [Code] {
    Code.call(
      "let row = try db.fetchFirst(",
      [
        context.statement(context.rowSQL.insertReturning), "bind: { bindColumns(to: &$0) }",
        "read: { try \(context.type)(row: &$0) }",
      ])
    Code.function("guard let row else") {
      "throw \(names[.recordNotFound])(model: \(SwiftLiteral.string(context.type)), key: [])"
    }
    "return try db._stored(row)"
  }

  /// The functions that insert the children.
  private var children: [Code] {
    guard takesChildren else { return [] }
    let isThere = relationships.map { relationship in
      let member = "draft.\(SwiftNames.member(relationship.name))"
      return relationship.kind == .hasOne ? "\(member) != nil" : "!\(member).isEmpty"
    }
    let inserts = relationships.map { relationship -> Code in
      let isHidden = ["row", "db"].contains(relationship.name)
      let name = isHidden ? "self." + relationship.name : SwiftNames.declared(relationship.name)
      switch relationship.kind {
      case .hasOne: return .line("try \(name)?.draft(of: row.id).insert(in: db)")
      case .manyToMany:
        let operation = "\(context.type).addTo\(SwiftNames.capitalized(relationship.name))"
        return .line("try \(operation)(\(name), of: row.id, in: db)")
      default: return .line("try \(relationship.target).insert(\(name), of: row.id, in: db)")
      }
    }
    let insertion = FunctionCode(
      attributes: context.inlinable, access: context.access, introducer: "func insertChildren",
      parameters: [.init("of", "row", context.type), .init("in", "db", "some \(names[.writeTransaction])")],
      body: inserts)
    return [
      .function("\(context.access.prefix)static func hasChildren(_ draft: Draft) -> \(names[.bool])") {
        isThere.joined(separator: " || ")
      }
    ] + insertion.code
  }

  /// Creates the row from a draft that was inserted.
  private var rowInitializer: [Code] {
    let assigned = model.key.isAssigned
    return FunctionCode(
      attributes: context.isInlinable ? ["@usableFromInline"] : [], introducer: "init",
      parameters: [.init(nil, "draft", "Draft")] + (assigned ? [.init(nil, "id", "ID")] : []), isThrowing: false,
      body: Code.initializing(
        model.rowProperties.map {
          (
            context.member($0, besides: "draft", "id"),
            context.isAssigned($0) ? "id" : "draft.\(SwiftNames.member($0.name))"
          )
        })
    ).code
  }
}
