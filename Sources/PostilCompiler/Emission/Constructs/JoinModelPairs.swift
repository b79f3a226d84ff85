/// The operation that adds pairs that are rows of a join model. They are inserted as drafts, so that the model's
/// defaults apply.
struct JoinModelPairs {
  var context: RelationshipContext
  private var join: ModelContext
  private var through: ResolvedJoin.Through

  /// `nil` if a draft needs more than the two references.
  init?(_ context: RelationshipContext) {
    guard let join = context.joinModel, let through = context.relationship.join?.through else { return nil }
    let references = Set(through.near + through.far)
    guard join.draftProperties.allSatisfy({ references.contains($0.name) || Draft(join).hasDefault($0) })
    else { return nil }
    self.context = context
    self.join = join
    self.through = through
  }

  /// `static let addToTags = _AddDrafts<Item, Tag>(…) { Tagging.Draft(itemID: $0, tagID: $1) }`
  func constant(_ pairs: JoinTableSQL) -> [Code] {
    let columns = pairs.near + pairs.far.filter { !pairs.near.contains($0) }
    let target = SQLNames.quoted(columns).joined(separator: ", ")
    let insert = GeneratedStatement(join.rowSQL.insert.clauses + [.init("ON CONFLICT (\(target)) DO NOTHING")])
    let near = values(through.near, of: "$0", context.owner.model)
    let far = values(through.far, of: "$1", context.target)
    // Both references can take a value from the same property, such as a tenant: the rows of a pair must have the same one.
    let isPair = through.near.filter { far[$0] != nil }.map { "\(near[$0] ?? "") == \(far[$0] ?? "")" }
    let values = near.merging(far) { near, _ in near }
    let arguments = join.draftProperties.compactMap { property in
      values[property.name].map { "\(SwiftNames.label(property.name)): \($0)" }
    }
    let draft = "\(join.type).Draft(\(arguments.joined(separator: ", ")))"
    let body: [Code] =
      isPair.isEmpty
      ? [.line(draft)]
      : [.line("guard \(isPair.joined(separator: ", ")) else { return nil }"), .line("return \(draft)")]
    return context.constant(
      "addTo\(context.capitalizedName)", .addDrafts, [context.owner.type, context.target.swiftName],
      [context.owner.statement(insert), .closure("pair:") { body }])
  }

  /// The values of a reference's properties: the whole identifier, or one part of it for each property.
  private func values(_ properties: [String], of identifier: String, _ model: ResolvedModel) -> [String: String] {
    guard properties.count > 1 else { return [properties[0]: identifier] }
    let parts = model.key.properties.map { "\(identifier).\(SwiftNames.member($0))" }
    return Dictionary(zip(properties, parts)) { first, _ in first }
  }
}
