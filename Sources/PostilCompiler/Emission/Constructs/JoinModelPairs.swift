/// What adds pairs that are rows of a model: they are drafts of it, so that its defaults hold.
struct JoinModelPairs {
  var context: RelationshipContext
  private var join: ModelContext
  private var through: ResolvedJoin.Through

  /// `nil` where a draft needs more than the two references, for there is no pair without them; and where the two share a
  /// property, for not any two rows have the same there.
  init?(_ context: RelationshipContext) {
    guard let join = context.joinModel, let through = context.relationship.join?.through else { return nil }
    let references = Set(through.near + through.far)
    guard references.count == through.near.count + through.far.count,
      join.draftProperties.allSatisfy({ references.contains($0.name) || Draft(join).hasDefault($0) })
    else { return nil }
    self.context = context
    self.join = join
    self.through = through
  }

  func add(_ pairs: JoinTableSQL) -> [Code] {
    let statement = insert(pairs)
    return RelationshipOperation(
      context: context, name: "addTo\(context.capitalizedName)", argument: .one(isOptional: false), result: .bool,
      documentation: ["Adds one; `false` when it was there already.", context.sqlProse(statement)],
      body: [
        .call("try db.execute(", [context.owner.statement(statement)], tail: " > 0") {
          "\(draft(of: context.targetID)).bindColumns(to: &$0)"
        }
      ]
    ).code
  }

  func addAll(_ pairs: JoinTableSQL) -> [Code] {
    let statement = insert(pairs)
    return RelationshipOperation(
      context: context, name: "addTo\(context.capitalizedName)", argument: .many(label: "contentsOf"), result: .int,
      documentation: [
        "Adds those that were not there yet, and returns how many.", context.sqlProse(statement) + " for each.",
      ],
      body: [
        .call(
          "try db.execute(",
          [
            context.owner.statement(statement),
            .line("forEach: \(context.targetIDs).lazy.map { \(draft(of: "$0")) }"),
          ]
        ) {
          "pair, binder in"
          "pair.bindColumns(to: &binder)"
        }
      ]
    ).code
  }

  private func insert(_ pairs: JoinTableSQL) -> SQLStatement {
    let names = SQLNames.quoted(pairs.near + pairs.far).joined(separator: ", ")
    return SQLStatement(join.rowSQL.insert.clauses + [.init("ON CONFLICT (\(names)) DO NOTHING")])
  }

  /// `Tagging.Draft(itemID: itemID, tagID: tagID)`
  private func draft(of target: String) -> String {
    let near = values(through.near, of: SwiftNames.declared(context.ownerID), context.owner.model)
    let values = near.merging(values(through.far, of: target, context.target)) { near, _ in near }
    let arguments = join.draftProperties.compactMap { property in
      values[property.name].map { "\(SwiftNames.label(property.name)): \($0)" }
    }
    return "\(join.type).Draft(\(arguments.joined(separator: ", ")))"
  }

  /// What the properties of a reference are: the whole of an identifier, or each its own part of it.
  private func values(_ properties: [String], of identifier: String, _ model: ResolvedModel) -> [String: String] {
    guard properties.count > 1 else { return [properties[0]: identifier] }
    let parts = model.key.properties.map { "\(identifier).\(SwiftNames.member($0))" }
    return Dictionary(zip(properties, parts)) { first, _ in first }
  }
}
