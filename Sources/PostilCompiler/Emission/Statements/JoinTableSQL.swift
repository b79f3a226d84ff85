/// The statements of a many-to-many relationship, seen from one side.
///
/// The owner's key comes first among the parameters, then the target's, or those of several targets as one JSON array.
package struct JoinTableSQL {
  package var table: String
  /// The columns that reference the owner.
  package var near: [String]
  /// The columns that reference the target.
  package var far: [String]
  /// Whether the pairs of an array must be added in the array's order.
  var isOrdered = false

  private var insertInto: GeneratedStatement.Clause {
    GeneratedStatement.Clause("INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(near + far), ")")
  }

  /// Adds one pair, unless it already exists.
  package var add: GeneratedStatement {
    GeneratedStatement([
      insertInto, GeneratedStatement.Clause("VALUES (", SQLNames.parameters(near.count + far.count), ")"),
      "ON CONFLICT DO NOTHING",
    ])
  }

  /// Adds a pair for each element of the array. `WHERE true` keeps SQLite's parser from reading `ON` as part of a join.
  /// Source: SQLite, "UPSERT", section 2.2.
  var addAll: GeneratedStatement {
    GeneratedStatement([
      insertInto,
      GeneratedStatement.Clause(
        "SELECT ",
        SQLNames.parameters(near.count) + (far.count == 1 ? ["\"value\""] : SQLNames.elementColumns(far.count)),
        " FROM json_each(?\(near.count + 1)) WHERE true"
          + (isOrdered ? " ORDER BY \"json_each\".\"id\"" : "")),
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
