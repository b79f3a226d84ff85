/// The statements that move rows between owners by their foreign key: of a to-one, a has-one and a has-many.
struct ForeignKeySQL {
  /// The table that holds the foreign key, and its primary key.
  var table: String
  var key: [String]
  /// The foreign key.
  var reference: [String]
  /// The columns of a row, for the statement that fetches one.
  var columns: [String] = []
  /// What every statement that changes a row sets besides: `"version" = "version" + 1`.
  var refreshments: [String] = []
  /// The condition of a row that is not deleted, where rows are deleted by `@softDelete`.
  var live: String?

  private var update: String { "UPDATE \(SQLNames.quoted(table))" }
  private var ownerParameters: Int { reference.count }
  private var setOwner: SQLStatement.Clause {
    SQLStatement.Clause(
      update + " SET ",
      zip(reference, SQLNames.parameters(reference.count)).map { "\(SQLNames.quoted($0)) = \($1)" } + refreshments)
  }
  private var setNull: String {
    update + " SET " + (SQLNames.quoted(reference).map { "\($0) = NULL" } + refreshments).joined(separator: ", ")
  }
  private var andLive: String { live.map { " AND \($0)" } ?? "" }
  /// `"id" IN (SELECT "value" FROM json_each(?2))`
  private var isInArray: String {
    "\(SQLNames.tuple(key)) IN (\(SQLNames.elements(ofParameter: ownerParameters + 1, columns: key.count)))"
  }

  /// Binds the owner and a row's key: the row belongs to the owner from now on.
  var move: SQLStatement {
    SQLStatement([setOwner, "WHERE \(SQLNames.equals(key, from: ownerParameters + 1))\(andLive)"])
  }

  /// Binds the owner and an array of keys: the rows belong to the owner, or, where one of them is missing, none is
  /// touched.
  var moveAll: SQLStatement {
    SQLStatement([setOwner, "WHERE \(isInArray)\(andLive)"] + noneIsMissing)
  }

  /// Binds the owner and a row's key: the row has no owner, if it had this one.
  var release: SQLStatement {
    SQLStatement([
      SQLStatement.Clause(setNull),
      "WHERE \(SQLNames.equals(reference, from: 1)) AND \(SQLNames.equals(key, from: ownerParameters + 1))\(andLive)",
    ])
  }

  /// Binds the owner: its rows have no owner.
  var releaseAll: SQLStatement {
    SQLStatement([SQLStatement.Clause(setNull), "WHERE \(SQLNames.equals(reference, from: 1))\(andLive)"])
  }

  /// Binds the owner and an array of keys: these and only these belong to the owner, or, where one of them is missing,
  /// nothing is touched.
  var replaceAll: SQLStatement {
    let assignments = zip(reference, SQLNames.parameters(reference.count)).map {
      "\(SQLNames.quoted($0)) = CASE WHEN \(isInArray) THEN \($1) END"
    }
    return SQLStatement(
      [
        SQLStatement.Clause(update + " SET ", assignments + refreshments),
        "WHERE (\(SQLNames.equals(reference, from: 1)) OR \(isInArray))\(andLive)",
      ] + noneIsMissing)
  }

  /// Binds the owner and a row's key: every other row of the owner has no owner; a deleted one neither, whose unique reference
  /// would conflict with it.
  var releaseOthers: SQLStatement {
    SQLStatement([
      SQLStatement.Clause(setNull),
      "WHERE \(SQLNames.equals(reference, from: 1)) AND NOT (\(SQLNames.equals(key, from: ownerParameters + 1)))",
    ])
  }

  /// Binds the owner and fetches its row.
  var fetch: SQLStatement {
    SQLStatement([
      SQLStatement.Clause("SELECT ", SQLNames.quoted(columns)),
      "FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(reference, from: 1))\(andLive)",
    ])
  }

  /// Every element of the array is the key of a row; evaluated once, not once per row.
  private var noneIsMissing: [SQLStatement.Clause] {
    let equal = zip(key, SQLNames.elementColumns(key.count)).map { "\(SQLNames.quoted($0)) = \($1)" }
    return [
      "AND NOT EXISTS (SELECT 1 FROM json_each(?\(ownerParameters + 1))",
      "WHERE NOT EXISTS (SELECT 1 FROM \(SQLNames.quoted(table)) WHERE \(equal.joined(separator: " AND "))\(andLive)))",
    ]
  }
}
