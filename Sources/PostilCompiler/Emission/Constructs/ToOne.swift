/// A reference: `list(in:)` and, over a `var`, `setList(_:in:)`.
struct ToOne {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var properties: [ResolvedProperty] { owner.properties(named: relationship.keyProperties) }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] { [accessor, setter].separatedByBlanks() }

  private var accessor: [Code] {
    let targetType = context.target.swiftName
    return FunctionCode(
      documentation: [
        "The \(context.words) of this \(owner.valueName) (\(context.origin)).",
        context.sqlProse(
          context.target.rowSQL.fetchWithDeleted),
      ],
      attributes: context.inlinable, access: context.access, introducer: "func \(SwiftNames.declared(context.name))",
      parameters: [.init("in", "db", "some \(context.names[.readTransaction])")],
      result: targetType + (relationship.isRequired ? "" : "?"), body: accessorBody(targetType)
    ).code
  }

  @CodeBuilder private func accessorBody(_ targetType: String) -> [Code] {
    if relationship.isRequired {
      "try \(targetType).find(\(label)\(targetKey), in: db)"
    } else if properties.count == 1 {
      "try \(targetKey).flatMap { try \(targetType).fetch(\(label)$0, in: db) }"
    } else {
      "guard \(properties.filter(\.isOptional).map { "let \(SwiftNames.declared($0.name))" }.joined(separator: ", ")) else { return nil }"
      "return try \(targetType).fetch(\(label)\(targetKey), in: db)"
    }
  }

  /// A reference is followed to a deleted row too.
  private var label: String { context.target.rowSQL.live == nil ? "" : "withDeleted: " }

  /// The target's key, of the properties that reference it.
  private var targetKey: String {
    guard properties.count > 1 else { return properties.first.map { owner.member($0, besides: "db") } ?? "id" }
    let labels = context.target.key.properties
    let arguments = zip(labels, properties).map { "\(SwiftNames.label($0)): \(SwiftNames.declared($1.name))" }
    return "\(context.targetIDType)(\(arguments.joined(separator: ", ")))"
  }

  /// Absent where a property of the reference is a `let` or part of the owner's own key; takes no `nil` where one of the
  /// properties is required.
  private var setter: [Code] {
    guard properties.allSatisfy({ owner.isSettable($0) }) else { return [] }
    let isOptional = properties.allSatisfy(\.isOptional)
    let argument = RelationshipOperation.Argument.one(isOptional: isOptional)
    let statement = context.foreignKeySQL.move
    let rowName = SwiftNames.declared(context.targetName) + (isOptional ? "?" : "")
    let assignments = properties.enumerated().map { index, property in
      let key = properties.count == 1 ? "id" : SwiftNames.member(context.target.key.properties[index])
      return Code.line("changed.\(SwiftNames.member(property.name)) = \(rowName).\(key)")
    }
    return RelationshipOperation(
      context: context, name: "set\(context.capitalizedName)", argument: argument, result: nil,
      documentation: [
        "Sets the \(context.words) of this \(owner.valueName), and returns the \(owner.valueName) as it is then.",
        context.sqlProse(statement),
      ],
      body: [
        context.update(owner.type, statement, value: context.targetID, key: context.ownerID)
      ],
      methodResult: (
        owner.type,
        owner.rowSQL.isRefreshed
          ? [.line("return try \(owner.type).find(id, in: db)")]
          : ["var changed = self"] + assignments + ["return changed"]
      )
    ).code
  }
}

extension RelationshipContext {
  /// `try db.update(Step.self, …, itemID, stepID)`: a statement that found no row does not pass silently.
  func update(_ model: String, _ statement: SQLStatement, value: String, key: String) -> Code {
    .call(
      "try db.update(",
      [
        .line("\(model).self"), owner.statement(statement), .line(SwiftNames.declared(value)),
        .line(SwiftNames.declared(key)),
      ])
  }
}
