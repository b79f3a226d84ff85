/// A reference: `project(in:)` and, if it is a `var`, `setProject(_:in:)`.
struct ToOne {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var properties: [ResolvedProperty] { owner.properties(named: relationship.keyProperties) }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] { accessor + setter }

  private var accessor: [Code] {
    let targetType = context.target.swiftName
    return FunctionCode(
      documentation: [
        "The \(context.words) of this \(owner.valueName) (\(context.origin))."
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

  /// A reference also finds a deleted row.
  private var label: String { context.target.rowSQL.live == nil ? "" : "withDeleted: " }

  /// The target's key, built from the properties that reference it.
  private var targetKey: String {
    guard properties.count > 1 else { return properties.first.map { owner.member($0, besides: "db") } ?? "id" }
    let labels = context.target.key.properties
    let arguments = zip(labels, properties).map { "\(SwiftNames.label($0)): \(SwiftNames.declared($1.name))" }
    return "\(context.targetIDType)(\(arguments.joined(separator: ", ")))"
  }

  /// Omitted if all properties of the reference are a `let` or part of the owner's own key. Sets the others, and doesn't accept `nil`
  /// if one of them is required.
  private var setter: [Code] {
    let settable = properties.filter { owner.isSettable($0) }
    guard !settable.isEmpty else { return [] }
    let isOptional = settable.allSatisfy(\.isOptional)
    let name = "set\(context.capitalizedName)"
    let row = SwiftNames.declared(context.targetName) + (isOptional ? "?" : "")
    let assignments = properties.enumerated().filter { owner.isSettable($1) }.map { index, property in
      let key = properties.count == 1 ? "id" : SwiftNames.member(context.target.key.properties[index])
      return Code.line("$0.\(SwiftNames.member(property.name)) = \(row).\(key)")
    }
    return context.method(
      name, .one(isOptional: isOptional), result: owner.type,
      "Sets the \(context.words) of this \(owner.valueName); returns the changed \(owner.valueName).",
      changes: owner.rowSQL.isRefreshed ? [] : assignments,
      rest: owner.rowSQL.isRefreshed ? [.line("return try \(owner.type).find(id, in: db)")] : [])
      + context.constant(
        name, .setReference, [owner.type, context.targetIDType + (isOptional ? "?" : "")],
        [owner.statement(isOptional ? context.foreignKeySQL.moveOrRelease : context.foreignKeySQL.move)]
          + (label.isEmpty ? [] : [.line("to: \(context.target.swiftName).self")]))
  }
}
