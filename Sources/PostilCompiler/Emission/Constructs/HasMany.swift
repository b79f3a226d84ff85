/// A has-many: a query of the rows that reference the owner, and the operations that move rows into and out of the
/// relationship.
///
/// If the reference is required, rows can only be moved, not removed or replaced. If it is a `let`, they can't be moved
/// either.
struct HasMany {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var sql: ForeignKeySQL { context.foreignKeySQL }
  private var name: String { context.capitalizedName }
  /// Whether one statement takes a JSON array of keys: JSON must be able to represent them, and their order must not
  /// matter.
  private var takesArray: Bool { context.target.keyFitsJSON && relationship.order == nil }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] {
    [context.query, relationship.isLet ? [] : operations, OrderedMembers(context)?.code ?? []].separatedByBlanks()
  }

  private var operations: [Code] {
    let addition =
      context.method(
        "addTo\(name)", .one(),
        "Adds one\(context.atTheEnd), and removes it from its previous \(owner.valueName).")
      + context.method(
        "addTo\(name)", .many(label: "contentsOf"),
        "Adds all of them\(context.atTheEnd), or none if one doesn't exist.")
      + context.constant(
        "addTo\(name)", .addMembers, [owner.type, context.target.swiftName],
        [owner.statement(sql.move)] + (takesArray ? [owner.statement(sql.moveAll, label: "all: ")] : []))
    guard !relationship.isRequired else { return addition }
    return addition
      + context.removals(
        one: sql.release, all: sql.releaseAll,
        "Removes one without deleting it; `false` if it wasn't there.")
      + context.method("replace\(name)", .many(label: "with"), "Replaces the \(context.words) with these.")
      + context.constant(
        "replace\(name)", .replaceMembers, [],
        ["addTo\(name)", "removeAllFrom\(name)"]
          + (takesArray ? [owner.statement(sql.replaceAll, label: "all: ")] : []))
  }
}

extension RelationshipContext {
  /// `tags`: the related rows as a query.
  var query: [Code] {
    let type = "\(names[.query])<\(target.swiftName)>"
    let constant = "\(owner.type).\(RelationshipDescriptions.constant(relationship))"
    return [
      .documentation(["The \(words) of this \(owner.valueName) (\(origin)), as a query."]),
      .function("\(access.prefix)var \(SwiftNames.declared(name)): \(type)") {
        "\(names[.query])(\(constant), of: id)"
      },
    ]
  }
}
