/// The rows that reference the owner: a query, and what moves rows into and out of the relationship.
///
/// Where the reference is required nothing can be removed or replaced, only moved; where it is a `let`, nothing moves.
struct HasMany {
  var context: RelationshipContext
  private var relationship: ResolvedRelationship { context.relationship }
  private var owner: ModelContext { context.owner }
  private var sql: ForeignKeySQL { context.foreignKeySQL }
  private var one: RelationshipOperation.Argument { .one(isOptional: false) }

  init(_ context: RelationshipContext) { self.context = context }

  var code: [Code] {
    [
      context.query, relationship.isLet ? [] : [add, addAll].separatedByBlanks(),
      relationship.isLet || relationship.isRequired ? [] : [remove, removeAll, replace].separatedByBlanks(),
      OrderedMembers(context)?.code ?? [],
    ].separatedByBlanks()
  }

  private var add: [Code] {
    RelationshipOperation(
      context: context, name: "addTo\(context.capitalizedName)", argument: one, result: nil,
      documentation: [
        "Adds one\(context.atTheEnd), which leaves the \(owner.valueName) that had it.", context.sqlProse(sql.move),
      ],
      body: [
        context.update(context.target.swiftName, sql.move, value: context.ownerID, key: context.targetID)
      ]
    ).code
  }

  private var addAll: [Code] {
    many(
      "addTo\(context.capitalizedName)", "contentsOf", sql.moveAll,
      "Adds all of them\(context.atTheEnd), or none where one does not exist."
    ) {
      Code.closure("try db.savepoint") {
        "for \(context.targetID) in \(context.targetIDs) { try addTo\(context.capitalizedName)(\(context.targetID), "
          + "of: \(context.ownerID), in: db) }"
      }
    }
  }

  private var remove: [Code] {
    context.operation(
      "removeFrom\(context.capitalizedName)", one, result: .bool,
      "Removes one, which stays without \(owner.valueName); `false` when it was not there.", sql.release,
      changed: " > 0")
  }

  private var removeAll: [Code] {
    context.operation(
      "removeAllFrom\(context.capitalizedName)", .none, result: .int, "Removes all, and returns how many there were.",
      sql.releaseAll)
  }

  private var replace: [Code] {
    many(
      "replace\(context.capitalizedName)", "with", sql.replaceAll, "Makes these the \(context.words), and no others."
    ) {
      Code.closure("try db.savepoint") {
        "try removeAllFrom\(context.capitalizedName)(of: \(context.ownerID), in: db)"
        "try addTo\(context.capitalizedName)(contentsOf: \(context.targetIDs), of: \(context.ownerID), in: db)"
      }
    }
  }

  /// One statement over a JSON array of keys, or `oneByOne` where JSON cannot hold them or their order matters.
  private func many(
    _ name: String, _ label: String, _ statement: SQLStatement, _ summary: String,
    @CodeBuilder oneByOne: () -> [Code]
  ) -> [Code] {
    let fitsJSON = context.target.keyFitsJSON && relationship.order == nil
    let argument = RelationshipOperation.Argument.many(label: label)
    return RelationshipOperation(
      context: context, name: name, argument: argument, result: nil,
      documentation: [summary, fitsJSON ? context.sqlProse(statement) : context.sqlProse(sql.move) + " for each."],
      body: fitsJSON
        ? [
          .call(
            "try db.update(",
            [
              .line("\(context.target.swiftName).self"), owner.statement(statement),
              .line(SwiftNames.declared(context.ownerID)), .line("all: \(context.targetIDs)"),
            ])
        ] : oneByOne()
    ).code
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
