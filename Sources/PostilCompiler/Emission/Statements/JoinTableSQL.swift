import PostilSchema

/// The statements of a many-to-many relationship, seen from one side.
///
/// The owner's key comes first among the parameters, then the target's, or those of several targets as one JSON array.
package struct JoinTableSQL {
  package var table: String
  /// The columns that reference the owner.
  package var near: [String]
  /// The columns that reference the target.
  package var far: [String]
  /// The order of the owner's targets; `nil` if they have none.
  var order: MemberOrder?

  private var insertInto: GeneratedStatement.Clause {
    GeneratedStatement.Clause(
      "INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(near + far + (order.map { [$0.position] } ?? [])), ")")
  }
  /// The position after the last target.
  private var end: [String] { order.map { [$0.end(of: table, owner: SQLNames.parameters(near.count))] } ?? [] }

  /// Adds one pair, unless it already exists.
  package var add: GeneratedStatement {
    GeneratedStatement([
      insertInto, GeneratedStatement.Clause("VALUES (", SQLNames.parameters(near.count + far.count) + end, ")"),
      "ON CONFLICT DO NOTHING",
    ])
  }

  /// Adds a pair for each element of the array. `WHERE true` keeps SQLite's parser from reading `ON` as part of a join.
  /// Source: SQLite, "UPSERT", section 2.2.
  var addAll: GeneratedStatement {
    let places = end.map { "\($0) + (row_number() OVER (ORDER BY \"json_each\".\"id\") - 1) * \(OrderSQL.spacing)" }
    return GeneratedStatement([
      insertInto,
      GeneratedStatement.Clause(
        "SELECT ",
        SQLNames.parameters(near.count) + (far.count == 1 ? ["\"value\""] : SQLNames.elementColumns(far.count))
          + places,
        " FROM json_each(?\(near.count + 1)) WHERE true"),
      "ON CONFLICT DO NOTHING",
    ])
  }

  package var remove: GeneratedStatement {
    GeneratedStatement(["DELETE FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(near + far, from: 1))"])
  }

  var removeAll: GeneratedStatement {
    GeneratedStatement(["DELETE FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(near, from: 1))"])
  }

  /// Removes every pair whose target is not in the array.
  var removeOthers: GeneratedStatement {
    let elements = SQLNames.elements(ofParameter: near.count + 1, columns: far.count)
    return GeneratedStatement([
      "DELETE FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(near, from: 1))",
      "AND \(SQLNames.tuple(far)) NOT IN (\(elements))",
    ])
  }
}
