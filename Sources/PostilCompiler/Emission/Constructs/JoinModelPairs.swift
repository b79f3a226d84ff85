/// What adds pairs that are rows of a model: they are drafts of it, so that its defaults hold.
struct JoinModelPairs {
  var context: RelationshipContext
  private var join: ModelContext
  private var through: ResolvedJoin.Through

  /// `nil` where a draft needs more than the two references: then there is no pair without them.
  init?(_ context: RelationshipContext) {
    guard let join = context.joinModel, let through = context.relationship.join?.through else { return nil }
    let others = join.draftProperties.filter { $0.name != through.near && $0.name != through.far }
    guard others.allSatisfy(Draft(join).hasDefault) else { return nil }
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
    let arguments = join.draftProperties.compactMap { property -> String? in
      switch property.name {
      case through.near: "\(SwiftNames.label(property.name)): \(SwiftNames.declared(context.ownerID))"
      case through.far: "\(SwiftNames.label(property.name)): \(target)"
      default: nil
      }
    }
    return "\(join.type).Draft(\(arguments.joined(separator: ", ")))"
  }
}
