import PostilSchema

/// The constants that describe relationships to queries: `Item.tagsRelationship`.
struct RelationshipDescriptions {
  var context: ModelContext
  private var names: RuntimeNames { context.names }

  init(_ context: ModelContext) { self.context = context }

  /// `tagsRelationship`
  static func constant(_ relationship: ResolvedRelationship) -> String { relationship.name + "Relationship" }

  var code: [Code] { context.model.relationships.map { description(of: $0) } }

  private func description(of relationship: ResolvedRelationship) -> Code {
    let target = context.target(of: relationship)
    var arguments: [Code] = [
      .line(SwiftLiteral.string(relationship.name)), array("from: ", relationship.near),
    ]
    if let join = relationship.join {
      arguments.append(
        .call(
          "through: \(names[.joinTable])(",
          [.line(SwiftLiteral.string(join.table)), array("near: ", join.near), array("far: ", join.far)]))
    }
    arguments.append(array("to: ", relationship.far))
    if relationship.kind == .toOne && relationship.isRequired { arguments.append("isRequired: true") }
    if let order = relationship.order { arguments.append(.line("orderedBy: \(SwiftLiteral.string(order.column))")) }
    if relationship.kind == .hasOne, target.rowSQL.live != nil { arguments.append("hidesDeleted: true") }
    return .conditional(
      context.conditions(of: relationship),
      [
        .call(
          "\(context.access(with: target).prefix)static let \(Self.constant(relationship)) = "
            + "\(names[.relationship])<\(context.type), \(relationship.target)>(", arguments)
      ])
  }

  private func array(_ label: String, _ columns: [String]) -> Code {
    .line(label + "[" + columns.map { SwiftLiteral.string($0) }.joined(separator: ", ") + "]")
  }
}
