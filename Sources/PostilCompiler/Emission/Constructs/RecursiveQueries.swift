/// Recursive queries over a relationship of a model with itself: `ancestors(depth:)` and `descendants(depth:)` of a
/// reference, `reachableFriends(depth:)` of a many-to-many. Empty for all other relationships.
struct RecursiveQueries {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] {
    guard relationship.target == owner.type else { return [] }
    return switch relationship.kind {
    case .toOne:
      [
        function(
          "ancestors" + suffix,
          "The \(context.words) of this \(owner.valueName), that one's \(context.words), and so on"),
        function(
          "descendants" + suffix,
          "The rows whose \(context.words) is this \(owner.valueName), the rows below those, and so on", reversed: true),
      ].separatedByBlanks()
    case .manyToMany:
      function(
        "reachable" + context.capitalizedName,
        "The \(context.words) of this \(owner.valueName), their \(context.words), and so on")
    case .hasOne, .hasMany: []
    }
  }

  /// `ByParent` if the model references itself more than once.
  private var suffix: String {
    let references = owner.model.relationships.filter { $0.kind == .toOne && $0.target == owner.type }
    return references.count > 1 ? "By" + context.capitalizedName : ""
  }

  private func function(_ name: String, _ summary: String, reversed: Bool = false) -> [Code] {
    let constant = "\(owner.type).\(RelationshipDescriptions.constant(relationship))" + (reversed ? ".reversed" : "")
    return FunctionCode(
      documentation: ["\(summary), at most `depth` steps away (a recursive query)."], access: context.access,
      introducer: "func \(name)",
      parameters: [.init(nil, "depth", context.names[.int] + "?", defaultValue: "nil")], isThrowing: false,
      result: "\(context.names[.query])<\(owner.type)>",
      body: [.line("\(context.names[.query])(following: \(constant), from: id, depth: depth)")]
    ).code
  }
}
