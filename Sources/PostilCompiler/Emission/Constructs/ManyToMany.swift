import PostilSchema

/// A relationship over a join table: a query, and the operations that add and remove its pairs.
package struct ManyToMany {
  var context: RelationshipContext
  package var sql: JoinTableSQL
  private var owner: ModelContext { context.owner }
  private var join: ResolvedJoin
  private var name: String { context.capitalizedName }
  private var types: [String] { [owner.type, context.target.swiftName] }

  package init?(_ context: RelationshipContext) {
    guard let join = context.relationship.join else { return nil }
    self.context = context
    self.join = join
    sql = JoinTableSQL(
      table: join.table, near: join.near, far: join.far,
      order: context.relationship.order.map { MemberOrder(owner: join.near, position: $0.column) })
  }

  var code: [Code] {
    let removals = context.removals(one: sql.remove, all: sql.removeAll, "Removes one; `false` if it wasn't there.")
    let operations: [Code]
    if join.through == nil {
      operations = addition(constant) + removals + replacement
    } else if let pairs = JoinModelPairs(context) {
      // Without JSON, replacing would first remove all pairs, including the other columns of those that stay.
      operations = addition(pairs.constant(sql)) + removals + (context.target.keyFitsJSON ? replacement : [])
    } else {
      operations = removals
    }
    return [context.query, operations, OrderedMembers(context)?.code ?? []].separatedByBlanks()
  }

  private func addition(_ constant: [Code]) -> [Code] {
    context.method(
      "addTo\(name)", .one(), result: context.names[.bool],
      "Adds one\(context.atTheEnd); `false` if it was already there.")
      + context.method(
        "addTo\(name)", .many(label: "contentsOf"), result: context.names[.int],
        "Adds\(context.atTheEnd) those that aren't there yet; returns how many were added.")
      + constant
  }

  private var constant: [Code] {
    let all = context.target.keyFitsJSON ? [owner.statement(sql.addAll, label: "all: ")] : []
    return context.constant("addTo\(name)", .addPairs, types, [owner.statement(sql.add)] + all)
  }

  private var replacement: [Code] {
    // In an ordered relationship, the pairs that stay would keep their old positions.
    let others =
      context.target.keyFitsJSON && context.relationship.order == nil
      ? [owner.statement(sql.removeOthers, label: "others: ")] : []
    return context.method(
      "replace\(name)", .many(label: "with"), result: context.names[.int],
      "Replaces the \(context.words) with these; returns how many were removed and added.")
      + context.constant(
        "replace\(name)", .replacePairs, [],
        [
          .line(RelationshipDescriptions.constant(context.relationship)), "addTo\(name)", "removeFrom\(name)",
          "removeAllFrom\(name)",
        ] + others)
  }
}
