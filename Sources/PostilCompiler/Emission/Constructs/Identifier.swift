/// The model's `ID`, and `id` if no property has that name.
struct Identifier {
  var context: ModelContext
  private var key: ResolvedKey { context.model.key }
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  init(_ context: ModelContext) { self.context = context }

  var code: [Code] {
    switch key.identifier {
    case .generated: alias(of: "\(names[.rowID])<\(context.type)>", "; every model has its own type.")
    case .declared where key.declaresID: []
    case .declared: alias(of: keyType)
    case .property: key.declaresID ? property : [alias(of: keyType), property].separatedByBlanks()
    case .composite: [structure, property].separatedByBlanks()
    }
  }

  private var keyType: String { context.keyProperties.first?.type ?? "Never" }

  private func alias(of type: String, _ remark: String = ".") -> [Code] {
    [
      .documentation(["The primary key of `\(context.table)`" + remark]),
      .line("\(access)typealias ID = \(type)"),
    ]
  }

  /// `var id`, if the key isn't a property of that name.
  private var property: [Code] {
    guard key.properties != ["id"] else { return [] }
    let value =
      key.identifier == .composite
      ? "ID(\(context.keyProperties.map { "\(SwiftNames.label($0.name)): \(SwiftNames.declared($0.name))" }.joined(separator: ", ")))"
      : context.keyProperties.first.map { SwiftNames.declared($0.name) } ?? "id"
    return [
      .documentation(["The primary key: \(key.properties.map { "`\($0)`" }.joined(separator: ", "))."]),
      .function("\(access)var id: ID") { value },
    ]
  }

  /// `struct ID` with a property for each part of a composite key.
  private var structure: [Code] {
    let properties = context.keyProperties
    let initializer = FunctionCode(
      access: context.access, introducer: "init",
      parameters: properties.map { .init(nil, $0.name, $0.type) }, isThrowing: false,
      body: Code.initializing(properties.map { ("self." + SwiftNames.member($0.name), SwiftNames.declared($0.name)) }))
    let group = ColumnGroupCode(type: "\(context.type).ID", properties: properties, rowCode: context.rowCode)
    return [
      .documentation(["The primary key of `\(context.table)`: one value for each of its columns."]),
      .type("\(access)struct ID: \(conformances)") {
        [
          properties.map { .line("\(access)var \(SwiftNames.declared($0.name)): \($0.type)") },
          initializer.code, [group.count], group.bind, key.isHeld ? group.requiredColumn : [], group.readingInitializer,
          key.isHeld ? group.columns : [],
        ].separatedByBlanks()
      },
    ]
  }

  private var conformances: String {
    [names[.keyValue], names[.columnGroup], names[.codable]].joined(separator: ", ")
  }
}
