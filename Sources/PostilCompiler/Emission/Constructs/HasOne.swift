/// The one row that references the owner: `profile(in:)`, `setProfile(_:in:)` and, if the reference is optional,
/// `removeProfile(in:)`.
struct HasOne {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var sql: ForeignKeySQL { context.foreignKeySQL }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] {
    accessor + (relationship.isLet ? [] : setter) + (relationship.isLet || relationship.isRequired ? [] : remover)
  }

  private var accessor: [Code] {
    FunctionCode(
      documentation: [
        "The \(context.words) of this \(owner.valueName) (\(context.origin)); `nil` if it has none."
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

  /// If the reference is optional, the previous row is released first. One statement couldn't do both: SQLite checks a
  /// unique key row by row, in an unspecified order.
  private var setter: [Code] {
    let name = "set\(context.capitalizedName)"
    let words = "Sets the \(context.words) of this \(owner.valueName)"
    return context.method(
      name, .one(),
      words
        + (relationship.isRequired
          ? "; throws if it has a different one." : ", and releases the previous one without deleting it."))
      + context.constant(
        name, .setMember, [owner.type, context.target.swiftName],
        [owner.statement(sql.move)]
          + (relationship.isRequired ? [] : [owner.statement(sql.releaseOthers, label: "others: ")]))
  }

  private var remover: [Code] {
    let name = "remove\(context.capitalizedName)"
    return context.method(
      name, .none, result: context.names[.bool],
      "Releases the \(context.words) of this \(owner.valueName) without deleting it; `false` if it had none.")
      + context.constant(name, .removeOnly, [owner.type], [owner.statement(sql.releaseAll)])
  }
}
