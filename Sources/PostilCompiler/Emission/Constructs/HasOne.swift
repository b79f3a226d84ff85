/// The one row that references the owner: `profile(in:)`, `setProfile(_:in:)` and, where the reference is optional,
/// `removeProfile(in:)`.
struct HasOne {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var sql: ForeignKeySQL { context.foreignKeySQL }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] {
    [accessor, relationship.isLet ? [] : setter, relationship.isLet || relationship.isRequired ? [] : remover]
      .separatedByBlanks()
  }

  private var accessor: [Code] {
    FunctionCode(
      documentation: [
        "The \(context.words) of this \(owner.valueName) (\(context.origin)), `nil` where it has none.",
        context.sqlProse(sql.fetch),
      ],
      attributes: context.inlinable, access: context.access, introducer: "func \(SwiftNames.declared(context.name))",
      parameters: [.init("in", "db", "some \(context.names[.readTransaction])")],
      result: context.target.swiftName + "?",
      body: [
        .call(
          "try db.fetchFirst(",
          [
            owner.statement(sql.fetch), "bind: { id._bind(to: &$0) }",
            "read: { try \(context.target.swiftName)(row: &$0) }",
          ])
      ]
    ).code
  }

  /// Where the reference is optional the one before is released first. One statement could not do that: SQLite checks a
  /// unique key row by row, in an order of its own.
  private var setter: [Code] {
    let one = RelationshipOperation.Argument.one(isOptional: false)
    let move = context.update(context.target.swiftName, sql.move, value: context.ownerID, key: context.targetID)
    let others = "the one before"
    return RelationshipOperation(
      context: context, name: "set\(context.capitalizedName)", argument: one, result: nil,
      documentation: relationship.isRequired
        ? [
          "Makes this the \(context.words) of this \(owner.valueName); refused while \(others) is there.",
          context.sqlProse(sql.move),
        ]
        : [
          "Makes this the \(context.words) of this \(owner.valueName), and releases \(others): two statements.",
          context.sqlProse(sql.releaseOthers), context.sqlProse(sql.move),
        ],
      body: relationship.isRequired
        ? [move] : [.closure("try db.savepoint") { [context.execute(sql.releaseOthers, one), move] }]
    ).code
  }

  private var remover: [Code] {
    context.operation(
      "remove\(context.capitalizedName)", .none, result: .bool,
      "Releases the \(context.words) of this \(owner.valueName); `false` when it had none.", sql.releaseAll,
      changed: " > 0")
  }
}
