import PostilSchema

/// The statements that change the owner of rows through their foreign key, for to-one, has-one and has-many
/// relationships.
package struct ForeignKeySQL {
  /// The table that holds the foreign key, and its primary key.
  var table: String
  var key: [String]
  /// The foreign key.
  var reference: [String]
  /// The columns of the foreign key that no statement sets. A row whose values differ from the owner's isn't found.
  var fixed: Set<String> = []
  /// The columns of a row, for the statement that fetches one.
  var columns: [String] = []
  /// The orders among the rows of an owner.
  var orders: [MemberOrder] = []
  /// The assignments that every statement that changes a row adds: `"version" = "version" + 1`.
  var refreshments: [String] = []
  /// The condition that a row isn't deleted, for models with `@softDelete`.
  var live: String?

  private var update: String { "UPDATE \(SQLNames.quoted(table))" }
  private var ownerParameters: Int { reference.count }
  private var placements: [String] {
    orders.map { $0.placement(in: table, owner: SQLNames.parameters(reference.count)) }
  }
  private func setOwner(_ placements: [String]) -> GeneratedStatement.Clause {
    GeneratedStatement.Clause(
      update + " SET ", settable.map { "\(SQLNames.quoted($0)) = \($1)" } + placements + refreshments)
  }
  private var setNull: String {
    update + " SET " + (settable.map { "\(SQLNames.quoted($0.column)) = NULL" } + refreshments).joined(separator: ", ")
  }
  /// The columns of the foreign key with the parameters of the owner.
  private var parameters: [(column: String, parameter: String)] {
    Array(zip(reference, SQLNames.parameters(reference.count)))
  }
  private var settable: [(column: String, parameter: String)] { parameters.filter { !fixed.contains($0.column) } }
  /// ` AND "tenant_id" = ?1`
  private var andSame: String {
    parameters.filter { fixed.contains($0.column) }.map { " AND \(SQLNames.quoted($0.column)) = \($0.parameter)" }
      .joined()
  }
  private var andLive: String { live.map { " AND \($0)" } ?? "" }
  /// `"id" IN (SELECT "value" FROM json_each(?2))`
  private var isInArray: String {
    "\(SQLNames.tuple(key)) IN (\(SQLNames.elements(ofParameter: ownerParameters + 1, columns: key.count)))"
  }

  /// Binds the owner and a row's key. Assigns the row to the owner.
  package var move: GeneratedStatement { move(placing: placements) }

  /// The same with other assignments of the row's position.
  func move(placing placements: [String]) -> GeneratedStatement {
    GeneratedStatement([
      setOwner(placements), "WHERE \(SQLNames.equals(key, from: ownerParameters + 1))\(andSame)\(andLive)",
    ])
  }

  /// The same with an owner that can be `NULL`.
  var moveOrRelease: GeneratedStatement {
    let same = parameters.filter { fixed.contains($0.column) }.map { column, parameter in
      " AND (\(SQLNames.quoted(column)) = \(parameter) OR \(parameter) IS NULL)"
    }.joined()
    return GeneratedStatement([
      setOwner(placements), "WHERE \(SQLNames.equals(key, from: ownerParameters + 1))\(same)\(andLive)",
    ])
  }

  /// Binds the owner and an array of keys. Assigns the rows to the owner; if one of them is missing, changes nothing.
  var moveAll: GeneratedStatement {
    GeneratedStatement([setOwner(placements), "WHERE \(isInArray)\(andSame)\(andLive)"] + noneIsMissing)
  }

  /// Binds the owner and a row's key. Sets the row's reference to `NULL` if it belongs to this owner.
  package var release: GeneratedStatement {
    GeneratedStatement([
      GeneratedStatement.Clause(setNull),
      "WHERE \(SQLNames.equals(reference, from: 1)) AND \(SQLNames.equals(key, from: ownerParameters + 1))\(andLive)",
    ])
  }

  /// Binds the owner. Sets the reference of all its rows to `NULL`.
  package var releaseAll: GeneratedStatement {
    GeneratedStatement([GeneratedStatement.Clause(setNull), "WHERE \(SQLNames.equals(reference, from: 1))\(andLive)"])
  }

  /// Binds the owner and an array of keys. Assigns exactly these rows to the owner; if one of them is missing, changes
  /// nothing.
  var replaceAll: GeneratedStatement {
    let assignments = settable.map {
      "\(SQLNames.quoted($0)) = CASE WHEN \(isInArray) THEN \($1) END"
    }
    return GeneratedStatement(
      [
        GeneratedStatement.Clause(update + " SET ", assignments + refreshments),
        "WHERE (\(SQLNames.equals(reference, from: 1)) OR \(isInArray))\(andSame)\(andLive)",
      ] + noneIsMissing)
  }

  /// Binds the owner and a row's key. Sets the reference of every other row of the owner to `NULL`, including deleted
  /// rows, because their unique reference would conflict.
  package var releaseOthers: GeneratedStatement {
    GeneratedStatement([
      GeneratedStatement.Clause(setNull),
      "WHERE \(SQLNames.equals(reference, from: 1)) AND NOT (\(SQLNames.equals(key, from: ownerParameters + 1)))",
    ])
  }

  /// Binds the owner and returns its row.
  var fetch: GeneratedStatement {
    GeneratedStatement([
      GeneratedStatement.Clause("SELECT ", SQLNames.quoted(columns)),
      "FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(reference, from: 1))\(andLive)",
    ])
  }

  /// The condition that every element of the array is the key of a row. It is evaluated once, not once per row.
  private var noneIsMissing: [GeneratedStatement.Clause] {
    let equal = zip(key, SQLNames.elementColumns(key.count)).map { "\(SQLNames.quoted($0)) = \($1)" }
    return [
      "AND NOT EXISTS (SELECT 1 FROM json_each(?\(ownerParameters + 1))",
      "WHERE NOT EXISTS (SELECT 1 FROM \(SQLNames.quoted(table)) WHERE \(equal.joined(separator: " AND "))\(andSame)\(andLive)))",
    ]
  }
}
