import PostilSchema

/// The statements that find and move the members of an ordered relationship. Each binds the owner's key first.
package struct OrderedMembersSQL {
  /// The table that holds the members' positions, and its primary key.
  var table: String
  var key: [String]
  /// The columns that reference the owner.
  var owner: [String]
  var order: ResolvedOrder
  /// The assignments that a statement that moves a row to another owner adds: `"version" = "version" + 1`.
  var refreshments: [String] = []
  /// The condition that a member isn't deleted, for models with `@softDelete`.
  var live: String?

  private var andLive: String { live.map { " AND \($0)" } ?? "" }
  private var position: String { SQLNames.quoted(order.column) }
  private var isOwners: String { SQLNames.equals(owner, from: 1) }
  private func parameter(_ number: Int) -> String { "?\(owner.count + number)" }

  /// Binds the owner, a row's key and a position. Makes the row the owner's last member if the position is `NULL`; triggers
  /// assign one then. With a position, it makes the row a member there, unless it is one already or keeps its position: the triggers
  /// assign another position to a row that brings its own from another owner.
  package var insertRow: GeneratedStatement {
    let new = parameter(key.count + 1)
    let isMember = zip(owner, SQLNames.parameters(owner.count)).map { "\(SQLNames.quoted($0)) IS \($1)" }
    let isOther =
      isMember.count == 1
      ? "\(SQLNames.quoted(owner[0])) IS NOT ?1" : "NOT (\(isMember.joined(separator: " AND ")))"
    let assignments = zip(owner, SQLNames.parameters(owner.count)).map { "\(SQLNames.quoted($0)) = \($1)" }
    return GeneratedStatement([
      GeneratedStatement.Clause(
        "UPDATE \(SQLNames.quoted(table)) SET ", assignments + ["\(position) = \(new)"] + refreshments),
      "WHERE \(SQLNames.equals(key, from: owner.count + 1))\(andLive)",
      "  AND (\(new) IS NULL OR \(isOther) AND \(position) IS NOT \(new))",
    ])
  }

  /// Binds the owner and a member's key. If the reference is a `let`, no other row can become a member.
  package var appendMember: GeneratedStatement {
    GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = NULL",
      "WHERE \(isOwners) AND \(SQLNames.equals(key, from: owner.count + 1))\(andLive)",
    ])
  }

  /// Binds both keys of a pair and a position. Makes the target the owner's last member if the position is `NULL`. With a
  /// position, it makes the target a member there, unless it is one already.
  package func insertPair(_ columns: [String]) -> GeneratedStatement {
    let new = "?\(columns.count + 1)"
    return GeneratedStatement([
      GeneratedStatement.Clause(
        "INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(columns + [order.column]), ")"),
      GeneratedStatement.Clause("VALUES (", SQLNames.parameters(columns.count + 1), ")"),
      GeneratedStatement.Clause(
        "ON CONFLICT (", SQLNames.quoted(key), ") DO UPDATE SET \(position) = NULL WHERE \(new) IS NULL"),
    ])
  }

  /// Binds a level, the first node and the last node.
  package var counts: GeneratedStatement {
    let nodes = "\"level\" = \(parameter(1)) AND \"node\" BETWEEN \(parameter(2)) AND \(parameter(3))"
    return GeneratedStatement([
      "SELECT \"node\", \"count\" FROM \(SQLNames.quoted(order.counts))",
      "WHERE \(isOwners) AND \(nodes) ORDER BY \"node\"",
    ])
  }

  /// Binds the first position, a limit and an offset.
  package var positions: GeneratedStatement { positions(andLive) }

  /// The same, including deleted rows; `nil` if rows aren't soft-deleted.
  package var taken: GeneratedStatement? { live.map { _ in positions("") } }

  private func positions(_ condition: String) -> GeneratedStatement {
    GeneratedStatement([
      "SELECT \(position) FROM \(SQLNames.quoted(table)) WHERE \(isOwners) AND \(position) >= \(parameter(1))\(condition)",
      "ORDER BY \(position) LIMIT \(parameter(2)) OFFSET \(parameter(3))",
    ])
  }

  /// Binds a first position, an offset and the new position of the member found there.
  package var place: GeneratedStatement {
    GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = \(parameter(3)) WHERE \(SQLNames.tuple(key)) = (",
      "  SELECT \(SQLNames.quoted(key).joined(separator: ", ")) FROM \(SQLNames.quoted(table))",
      "  WHERE \(isOwners) AND \(position) >= \(parameter(1))\(andLive) ORDER BY \(position) LIMIT 1 OFFSET \(parameter(2)))",
    ])
  }

  /// Binds the first position, the last position and the gap. Deleted rows keep their places among the others.
  package var spread: GeneratedStatement {
    let names = key.indices.map { "k\($0)" }
    let columns = zip(key, names).map { "\(SQLNames.quoted($0)) AS \(SQLNames.quoted($1))" }
    let same = zip(key, names).map { "\(SQLNames.quoted(table)).\(SQLNames.quoted($0)) = \(SQLNames.quoted($1))" }
    return GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = \(parameter(1)) + \"n\" * \(parameter(3)) FROM (",
      "  SELECT \(columns.joined(separator: ", ")), row_number() OVER (ORDER BY \(position)) AS \"n\"",
      "  FROM \(SQLNames.quoted(table)) WHERE \(isOwners) AND \(position) BETWEEN \(parameter(1)) AND \(parameter(2)))",
      "WHERE \(same.joined(separator: " AND "))",
    ])
  }
}
