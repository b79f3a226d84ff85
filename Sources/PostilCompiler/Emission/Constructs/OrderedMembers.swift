import PostilSchema

/// The operations of ordered relationships: `insertIntoSteps` and `moveInSteps`.
package struct OrderedMembers {
  var context: RelationshipContext
  private var order: ResolvedOrder
  private var owner: ModelContext { context.owner }

  /// `nil` if the relationship isn't ordered.
  package init?(_ context: RelationshipContext) {
    guard let order = context.relationship.order else { return nil }
    self.context = context
    self.order = order
  }

  package var sql: OrderedMembersSQL {
    let relationship = context.relationship
    guard let join = relationship.join else {
      return OrderedMembersSQL(
        table: order.table, key: context.target.keyColumns, owner: relationship.far, order: order,
        refreshments: context.target.rowSQL.refreshments, live: context.target.rowSQL.live)
    }
    return OrderedMembersSQL(table: order.table, key: owner.keyColumns(ofTable: join), owner: join.near, order: order)
  }

  package var insertion: GeneratedStatement {
    if let join = context.relationship.join { return sql.insertPair(join.near + join.far) }
    return context.relationship.isLet ? sql.appendMember : sql.insertRow
  }

  /// `stepsOrder`
  private var constant: String { context.name + "Order" }

  var code: [Code] { statements + (context.relationship.isLet ? [] : insert) + move }

  private var statements: [Code] {
    let type = "\(context.names[.relationshipOrder])<\(owner.type), \(context.target.swiftName)>"
    let constant = Code.call(
      "\(context.access.prefix)static let \(constant) = \(type)(",
      [
        .line(SwiftLiteral.string("\(owner.type).\(context.name)")), owner.statement(insertion, label: "insert: "),
        owner.statement(sql.counts, label: "counts: "), owner.statement(sql.positions, label: "positions: "),
        owner.statement(sql.place, label: "place: "), owner.statement(sql.spread, label: "spread: "),
      ] + (sql.taken.map { [owner.statement($0, label: "taken: ")] } ?? []))
    return [
      .documentation(["The statements that find and move the \(context.words) of \(indefinite(owner.valueName))."]),
      constant,
    ]
  }

  private func indefinite(_ word: String) -> String {
    (word.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + word
  }

  private var insert: [Code] {
    operation(
      "insertInto\(context.capitalizedName)", .oneAt(.init("at", "index", context.names[.int])),
      "Inserts this one at `index`, or moves it there; O(log n).", .insertMember)
  }

  private var move: [Code] {
    let parameters = [
      FunctionCode.Parameter("from", "source", context.names[.int]),
      FunctionCode.Parameter("to", "destination", context.names[.int]),
    ]
    return operation(
      "moveIn\(context.capitalizedName)", .values(parameters),
      "Moves the one at index `source` to index `destination`; O(log n).", .moveMember)
  }

  private func operation(
    _ name: String, _ argument: RelationshipContext.Argument, _ documentation: String, _ type: RuntimeName
  ) -> [Code] {
    context.method(name, argument, documentation) + context.constant(name, type, [], [.line(constant)])
  }
}
