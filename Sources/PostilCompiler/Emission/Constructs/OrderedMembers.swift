import PostilSchema

/// What an ordered relationship can do beside an unordered one: `insertIntoSteps` and `moveInSteps`.
struct OrderedMembers {
  var context: RelationshipContext
  private var order: ResolvedOrder
  private var owner: ModelContext { context.owner }

  /// `nil` where the relationship has no order.
  init?(_ context: RelationshipContext) {
    guard let order = context.relationship.order else { return nil }
    self.context = context
    self.order = order
  }

  private var sql: OrderedMembersSQL {
    let relationship = context.relationship
    guard let join = relationship.join else {
      return OrderedMembersSQL(
        table: order.table, key: context.target.keyColumns, owner: relationship.far, order: order,
        refreshments: context.target.rowSQL.refreshments, live: context.target.rowSQL.live)
    }
    return OrderedMembersSQL(table: order.table, key: owner.keyColumns(ofTable: join), owner: join.near, order: order)
  }

  private var append: SQLStatement {
    if let join = context.relationship.join { return sql.appendPair(join.near + join.far) }
    return context.relationship.isLet ? sql.appendMember : sql.appendRow
  }

  /// `stepsOrder`
  private var constant: String { context.name + "Order" }

  var code: [Code] {
    [statements, context.relationship.isLet ? [] : insert, move].separatedByBlanks()
  }

  private var statements: [Code] {
    let type = "\(context.names[.relationshipOrder])<\(owner.type), \(context.target.swiftName)>"
    let constant = Code.call(
      "\(context.access.prefix)static let \(constant) = \(type)(",
      [
        .line(SwiftLiteral.string("\(owner.type).\(context.name)")), owner.statement(append, label: "append: "),
        owner.statement(sql.counts, label: "counts: "), owner.statement(sql.positions, label: "positions: "),
        owner.statement(sql.place, label: "place: "), owner.statement(sql.spread, label: "spread: "),
      ] + (sql.taken.map { [owner.statement($0, label: "taken: ")] } ?? []))
    return [
      .documentation(["How the \(context.words) of \(indefinite(owner.valueName)) are found and placed."]), constant,
    ]
  }

  private func indefinite(_ word: String) -> String {
    (word.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + word
  }

  private var insert: [Code] {
    let index = FunctionCode.Parameter("at", "index", context.names[.int])
    return operation(
      "insertInto\(context.capitalizedName)",
      "Makes this the one at `index`, wherever it was before: O(log n), a savepoint of a few statements.",
      method: [.init("_", context.targetName, context.target.swiftName), index],
      call: "\(SwiftNames.declared(context.targetName)).id, at: index",
      staticForm: [.init("_", context.targetID, context.targetIDType), index],
      runs: "insert(\(context.targetID), at: index")
  }

  private var move: [Code] {
    let parameters = [
      FunctionCode.Parameter("from", "source", context.names[.int]),
      FunctionCode.Parameter("to", "destination", context.names[.int]),
    ]
    return operation(
      "moveIn\(context.capitalizedName)",
      "Moves the one at index `source`, so that it stands at `destination` afterwards: O(log n).",
      method: parameters, call: "from: source, to: destination", staticForm: parameters,
      runs: "move(from: source, to: destination")
  }

  private func operation(
    _ name: String, _ summary: String, method: [FunctionCode.Parameter], call: String,
    staticForm: [FunctionCode.Parameter], runs statement: String
  ) -> [Code] {
    let db = FunctionCode.Parameter("in", "db", "some \(context.names[.writeTransaction])")
    let ownerID = SwiftNames.declared(context.ownerID)
    func function(_ documentation: String, _ introducer: String, _ parameters: [FunctionCode.Parameter], _ body: String)
      -> [Code]
    {
      FunctionCode(
        documentation: [documentation], attributes: context.inlinable, access: context.access,
        introducer: "\(introducer) \(name)", parameters: parameters + [db], body: [.line(body)]
      ).code
    }
    return function(summary, "func", method, "try \(owner.type).\(name)(\(call), of: id, in: db)")
      + function(
        "The same by ids alone; no row is loaded.", "static func", staticForm + [.init("of", context.ownerID, "ID")],
        "try \(constant).\(statement), of: \(ownerID), in: db)")
  }
}
