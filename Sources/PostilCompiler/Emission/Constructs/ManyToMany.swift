/// A relationship over a join table: a query, and what adds and removes its pairs.
struct ManyToMany {
  var context: RelationshipContext
  var sql: JoinTableSQL
  private var owner: ModelContext { context.owner }
  private var one: RelationshipOperation.Argument { .one(isOptional: false) }

  init?(_ context: RelationshipContext) {
    guard let join = context.relationship.join else { return nil }
    self.context = context
    sql = JoinTableSQL(
      table: join.table, near: join.near, far: join.far, isOrdered: context.relationship.order != nil)
  }

  var code: [Code] {
    guard context.relationship.join?.through != nil else {
      return [context.query, add, addAll, remove, removeAll, replace, OrderedMembers(context)?.code ?? []]
        .separatedByBlanks()
    }
    let pairs = JoinModelPairs(context)
    // What JSON cannot hold could only be replaced by removing all, and with them the columns of those that stay.
    return [
      context.query, pairs?.add(sql) ?? [], pairs?.addAll(sql) ?? [], remove, removeAll,
      pairs != nil && context.target.keyFitsJSON ? replace : [],
    ].separatedByBlanks()
  }

  private var add: [Code] {
    context.operation(
      "addTo\(context.capitalizedName)", one, result: .bool,
      "Adds one\(context.atTheEnd); `false` when it was there already.", sql.add,
      changed: " > 0")
  }

  private var addAll: [Code] {
    let fitsJSON = context.target.keyFitsJSON
    let argument = RelationshipOperation.Argument.many(label: "contentsOf")
    return RelationshipOperation(
      context: context, name: "addTo\(context.capitalizedName)", argument: argument, result: .int,
      documentation: [
        "Adds those that were not there yet\(context.atTheEnd), and returns how many.",
        fitsJSON ? context.sqlProse(sql.addAll) : context.sqlProse(sql.add) + " for each.",
      ],
      body: [fitsJSON ? context.execute(sql.addAll, argument) : addEach]
    ).code
  }

  /// For keys that JSON cannot hold.
  private var addEach: Code {
    .call("try db.execute(", [owner.statement(sql.add), "forEach: \(context.targetIDs)"]) {
      "\(context.targetID), binder in"
      "\(context.ownerID)._bind(to: &binder)"
      "\(context.targetID)._bind(to: &binder)"
    }
  }

  private var remove: [Code] {
    context.operation(
      "removeFrom\(context.capitalizedName)", one, result: .bool, "Removes one; `false` when it was not there.",
      sql.remove, changed: " > 0")
  }

  private var removeAll: [Code] {
    context.operation(
      "removeAllFrom\(context.capitalizedName)", .none, result: .int, "Removes all, and returns how many there were.",
      sql.removeAll)
  }

  private var replace: [Code] {
    // Those that stay would keep their places.
    let fitsJSON = context.target.keyFitsJSON && context.relationship.order == nil
    let name = context.capitalizedName
    return RelationshipOperation(
      context: context, name: "replace\(name)", argument: .many(label: "with"), result: .int,
      documentation: [
        "Makes these the \(context.words), and no others, by `addTo\(name)(contentsOf:)`; returns how many came and went.",
        context.sqlProse(fitsJSON ? sql.removeOthers : sql.removeAll),
      ],
      body: [fitsJSON ? replaceOthers : replaceAll]
    ).code
  }

  private var replaceOthers: Code {
    .call(
      "try db.replace(",
      [
        owner.statement(sql.removeOthers), .line(SwiftNames.declared(context.ownerID)),
        .line("with: \(context.targetIDs)"),
      ]
    ) {
      "try addTo\(context.capitalizedName)(contentsOf: $0, of: \(SwiftNames.declared(context.ownerID)), in: db)"
    }
  }

  private var replaceAll: Code {
    let (name, ownerID) = (context.capitalizedName, SwiftNames.declared(context.ownerID))
    return .closure("try db.savepoint") {
      "try removeAllFrom\(name)(of: \(ownerID), in: db) "
        + "+ addTo\(name)(contentsOf: \(context.targetIDs), of: \(ownerID), in: db)"
    }
  }
}
