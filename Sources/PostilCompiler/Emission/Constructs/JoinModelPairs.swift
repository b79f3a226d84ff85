/// The operation that adds pairs that are rows of a join model. They are inserted as drafts, so that the model's
/// defaults apply.
struct JoinModelPairs {
  var context: RelationshipContext
  private var join: ModelContext
  private var through: ResolvedJoin.Through

  /// The parts of both keys that the two references take from the same property, such as a tenant: the rows of a pair must have the
  /// same values there.
  private var shared: [(near: String, far: String)]

  /// `nil` if a draft needs more than the two references.
  init?(_ context: RelationshipContext) {
    guard let join = context.joinModel, let through = context.relationship.join?.through else { return nil }
    let references = Set(through.near + through.far)
    guard join.draftProperties.allSatisfy({ references.contains($0.name) || Draft(join).hasDefault($0) })
    else { return nil }
    shared = through.near.enumerated().compactMap { index, property in
      guard let other = through.far.firstIndex(of: property) else { return nil }
      return (
        Self.part(index, of: through.near, "$0", context.owner.model),
        Self.part(other, of: through.far, "$1", context.target)
      )
    }
    self.context = context
    self.join = join
    self.through = through
  }

  /// `static let addToTags = _AddDrafts<Item, Tag>(…) { Tagging.Draft(itemID: $0, tagID: $1) }`
  func constant(_ pairs: JoinTableSQL) -> [Code] {
    let far = pairs.far.filter { !pairs.near.contains($0) }
    let columns = SQLNames.quoted(pairs.near + far).joined(separator: ", ")
    let insert = GeneratedStatement(join.rowSQL.insert.clauses + [.init("ON CONFLICT (\(columns)) DO NOTHING")])
    let near = values(through.near, of: "$0", context.owner.model)
    let values = near.merging(values(through.far, of: "$1", context.target)) { near, _ in near }
    let arguments = join.draftProperties.compactMap { property in
      values[property.name].map { "\(SwiftNames.label(property.name)): \($0)" }
    }
    let draft = "\(join.type).Draft(\(arguments.joined(separator: ", ")))"
    let body: [Code] =
      shared.isEmpty ? [.line(draft)] : [.line("guard \(isPair) else { return nil }"), .line("return \(draft)")]
    return context.constant(
      "addTo\(context.capitalizedName)", .addDrafts, [context.owner.type, context.target.swiftName],
      [context.owner.statement(insert), .closure("pair:") { body }])
  }

  /// The values of a reference's properties: the whole identifier, or one part of it for each property.
  private func values(_ properties: [String], of identifier: String, _ model: ResolvedModel) -> [String: String] {
    let parts = properties.indices.map { Self.part($0, of: properties, identifier, model) }
    return Dictionary(zip(properties, parts)) { first, _ in first }
  }

  private static func part(
    _ index: Int, of properties: [String], _ identifier: String, _ model: ResolvedModel
  ) -> String {
    properties.count == 1 ? identifier : "\(identifier).\(SwiftNames.member(model.key.properties[index]))"
  }

  /// `$0.tenantID == $1.tenantID`
  private var isPair: String { shared.map { "\($0.near) == \($0.far)" }.joined(separator: " && ") }
}
