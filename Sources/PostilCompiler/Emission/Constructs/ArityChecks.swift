import PostilSchema

/// `arityChecks`: the queries that find owners with too few members, for the error at the end of a transaction.
struct ArityChecks {
  var graph: ModelGraph
  var names: RuntimeNames

  /// Empty if no relationship has a `min:`. The protocol's default is an empty list.
  func code(prefix: String) -> [Code] {
    let checks = graph.models.flatMap { model in model.relationships.compactMap { check(of: $0, model) } }
    guard !checks.isEmpty else { return [] }
    return [
      .documentation(["The relationships that require a minimum number of members when a transaction commits."]),
      .array("\(prefix)static let arityChecks: [\(names[.arityCheck])] = [", checks),
    ]
  }

  private func check(of relationship: ResolvedRelationship, _ model: ResolvedModel) -> Code? {
    guard let minimum = relationship.arity.minimum, let unmet = relationship.arity.unmet,
      let target = graph.models.first(where: { $0.swiftName == relationship.target })
    else { return nil }
    let members = relationship.join?.table ?? target.table.name
    let live = relationship.join == nil ? target.rowSQL.live.map { " AND \($0)" } ?? "" : ""
    let columns = SQLNames.quoted(relationship.join?.near ?? relationship.far)
    let isOwners = columns.map { "\($0) = u.\($0)" }.joined(separator: " AND ")
    let statement = GeneratedStatement([
      GeneratedStatement.Clause(
        "SELECT ",
        ["(SELECT count(*) FROM \(SQLNames.quoted(members)) WHERE \(isOwners)\(live))"] + columns.map { "u.\($0)" }),
      "FROM \(SQLNames.quoted(unmet)) AS u LIMIT 1",
    ])
    return .call(
      "\(names[.arityCheck])(",
      [
        .line(SwiftLiteral.string("\(model.swiftName).\(relationship.name)")), .line("minimum: \(minimum)"),
        .sql(statement, label: "owner: "),
      ])
  }
}
