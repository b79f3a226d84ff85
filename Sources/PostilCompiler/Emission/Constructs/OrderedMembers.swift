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
        table: order.table, key: context.target.keyColumns, member: context.target.keyColumns,
        fixed: context.fixedColumns,
        order: MemberOrder(owner: relationship.far, position: order.column),
        refreshments: context.target.rowSQL.refreshments(), live: context.target.rowSQL.live)
    }
    return OrderedMembersSQL(
      table: order.table, key: owner.keyColumns(ofTable: join), member: join.far,
      order: MemberOrder(owner: join.near, position: order.column))
  }

  package var insertion: GeneratedStatement {
    if context.relationship.join != nil { return sql.insertPair }
    return context.relationship.isLet ? sql.placeMember : sql.insertRow
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
        owner.statement(sql.positions, label: "positions: "), owner.statement(sql.around, label: "around: "),
        owner.statement(sql.place, label: "place: "), owner.statement(sql.occupied, label: "occupied: "),
        owner.statement(sql.spread, label: "spread: "),
      ])
    return [
      .documentation(["The statements that find and move the \(context.words) of \(indefinite(owner.valueName))."]),
      constant,
    ]
  }

  private func indefinite(_ word: String) -> String {
    (word.first.map { "aeiou".contains($0) } == true ? "an " : "a ") + word
  }

  private var insert: [Code] {
    let name = "insertInto\(context.capitalizedName)"
    return context.method(
      name, .oneAt(.init("at", "index", context.names[.int])), "Inserts this one at `index`, or moves it there.")
      + beside(name, "Inserts this one", "or moves it there")
      + context.constant(name, .insertMember, [], [.line(constant)])
  }

  private var move: [Code] {
    let name = "moveIn\(context.capitalizedName)"
    let parameters = [
      FunctionCode.Parameter("from", "source", context.names[.int]),
      FunctionCode.Parameter("to", "destination", context.names[.int]),
    ]
    return context.method(name, .values(parameters), "Moves the one at index `source` to index `destination`.")
      + beside(name, "Moves this one", nil) + context.constant(name, .moveMember, [], [.line(constant)])
  }

  private func beside(_ name: String, _ start: String, _ rest: String?) -> [Code] {
    let end = rest.map { ", \($0)." } ?? "."
    return context.method(name, .oneBeside("before"), "\(start) before another one\(end)")
      + context.method(name, .oneBeside("after"), "\(start) after another one\(end)")
  }
}
