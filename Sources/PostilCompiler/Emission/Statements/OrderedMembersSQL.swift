import PostilSchema

/// The statements that find and move the members of an ordered relationship. Each binds the owner's key first.
package struct OrderedMembersSQL {
  /// The table that holds the members' positions, and its primary key.
  var table: String
  var key: [String]
  /// The columns of the table that contain the key of a member.
  var member: [String]
  /// The columns of the owner's key that no statement sets. A row whose values differ from the owner's isn't found.
  var fixed: Set<String> = []
  var order: MemberOrder
  /// The assignments that a statement that moves a row to another owner adds: `"version" = "version" + 1`.
  var refreshments: [String] = []
  /// The condition that a member isn't deleted, for models with `@softDelete`.
  var live: String?

  private var owner: [String] { order.owner }
  private var andLive: String { live.map { " AND \($0)" } ?? "" }
  private var position: String { SQLNames.quoted(order.position) }
  private var isOwners: String { SQLNames.equals(owner, from: 1) }
  private var isMember: String { SQLNames.equals(member, from: owner.count + 1) }
  private var ordering: [String] { [position] + SQLNames.quoted(key) }
  private func parameter(_ number: Int) -> String { "?\(owner.count + number)" }
  /// The position that is bound after a member's key, or the one after the last member if it is `NULL`.
  private var newPosition: String {
    "coalesce(\(parameter(member.count + 1)), \(order.end(of: table, owner: SQLNames.parameters(owner.count))))"
  }

  /// Binds the owner, a row's key and a position. Makes the row the owner's member at the position, or the last one if it is `NULL`.
  package var insertRow: GeneratedStatement {
    ForeignKeySQL(table: table, key: member, reference: owner, fixed: fixed, refreshments: refreshments, live: live)
      .move(placing: ["\(position) = \(newPosition)"])
  }

  /// The same for a member. If the reference is a `let`, no other row can become a member.
  package var placeMember: GeneratedStatement {
    GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = \(newPosition)",
      "WHERE \(isOwners) AND \(isMember)\(andLive)",
    ])
  }

  /// Binds both keys of a pair and a position. Makes the target the owner's member at the position, or the last one if it is `NULL`.
  package var insertPair: GeneratedStatement {
    let columns = owner + member
    return GeneratedStatement([
      GeneratedStatement.Clause(
        "INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(columns + [order.position]), ")"),
      GeneratedStatement.Clause("VALUES (", SQLNames.parameters(columns.count) + [newPosition], ")"),
      GeneratedStatement.Clause(
        "ON CONFLICT (", SQLNames.quoted(key), ") DO UPDATE SET \(position) = excluded.\(position)"),
    ])
  }

  /// Binds a limit and an offset. Returns positions.
  package var positions: GeneratedStatement {
    GeneratedStatement([
      "SELECT \(position) FROM \(SQLNames.quoted(table)) WHERE \(isOwners)\(andLive)",
      GeneratedStatement.Clause("ORDER BY ", ordering, " LIMIT \(parameter(1)) OFFSET \(parameter(2))"),
    ])
  }

  /// Binds a member's key. Returns the positions of the member, of the one before it and of the one after it.
  package var around: GeneratedStatement {
    let owned = zip(owner, SQLNames.parameters(owner.count)).map { "\"other\".\(SQLNames.quoted($0)) = \($1)" }
    let columns = [order.position] + key
    func neighbour(_ comparison: String, _ direction: String) -> String {
      let (other, own) = ("other", "own")
      func row(_ name: String) -> String {
        "(\(columns.map { "\"\(name)\".\(SQLNames.quoted($0))" }.joined(separator: ", ")))"
      }
      let terms = columns.map { "\"\(other)\".\(SQLNames.quoted($0))\(direction)" }.joined(separator: ", ")
      return "(SELECT \"\(other)\".\(position) FROM \(SQLNames.quoted(table)) AS \"\(other)\""
        + " WHERE \((owned + ["\(row(other)) \(comparison) \(row(own))"]).joined(separator: " AND "))"
        + " ORDER BY \(terms) LIMIT 1)"
    }
    return GeneratedStatement([
      GeneratedStatement.Clause("SELECT ", [position, neighbour("<", " DESC"), neighbour(">", "")]),
      "FROM \(SQLNames.quoted(table)) AS \"own\" WHERE \(isOwners) AND \(isMember)\(andLive)",
    ])
  }

  /// Binds an offset and the new position of the member found there.
  package var place: GeneratedStatement {
    GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = \(parameter(2)) WHERE \(SQLNames.tuple(key)) = (",
      "  SELECT \(SQLNames.quoted(key).joined(separator: ", ")) FROM \(SQLNames.quoted(table)) WHERE \(isOwners)\(andLive)",
      "  ORDER BY \(ordering.joined(separator: ", ")) LIMIT 1 OFFSET \(parameter(1)))",
    ])
  }

  /// Binds the first position, the last position and a limit. Returns the number of rows between them, at most the limit. Deleted rows
  /// count too.
  package var occupied: GeneratedStatement {
    GeneratedStatement([
      "SELECT count(*) FROM (",
      "  SELECT 1 FROM \(SQLNames.quoted(table))",
      "  WHERE \(isOwners) AND \(position) BETWEEN \(parameter(1)) AND \(parameter(2)) LIMIT \(parameter(3)))",
    ])
  }

  /// Binds the first position, the last position and the gap. Deleted rows keep their places among the others.
  package var spread: GeneratedStatement {
    let names = key.indices.map { "k\($0)" }
    let columns = zip(key, names).map { "\(SQLNames.quoted($0)) AS \(SQLNames.quoted($1))" }
    let same = zip(key, names).map { "\(SQLNames.quoted(table)).\(SQLNames.quoted($0)) = \(SQLNames.quoted($1))" }
    return GeneratedStatement([
      "UPDATE \(SQLNames.quoted(table)) SET \(position) = \(parameter(1)) + \"n\" * \(parameter(3)) FROM (",
      "  SELECT \(columns.joined(separator: ", ")), row_number() OVER (ORDER BY \(ordering.joined(separator: ", "))) AS \"n\"",
      "  FROM \(SQLNames.quoted(table)) WHERE \(isOwners) AND \(position) BETWEEN \(parameter(1)) AND \(parameter(2)))",
      "WHERE \(same.joined(separator: " AND "))",
    ])
  }
}

/// The order of a relationship's members, in the table whose rows they are.
package struct MemberOrder: Hashable {
  /// The columns that reference the owner.
  var owner: [String]
  /// The column with the position among the owner's members. No property has it.
  var position: String

  init(owner: [String], position: String) {
    self.owner = owner
    self.position = position
  }

  /// `nil` if the members have no order.
  init?(_ rules: MemberRules) {
    guard let position = rules.position else { return nil }
    self.init(owner: rules.columns, position: position)
  }

  /// The position after the owner's last member: `(SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = ?1)`.
  /// - Parameter values: the owner's key.
  func end(of table: String, owner values: [String]) -> String {
    let isOwners = zip(owner, values).map { "\(SQLNames.quoted($0)) = \($1)" }.joined(separator: " AND ")
    return OrderSQL.end(of: table, position, where: isOwners)
  }

  /// The assignment that a statement adds that sets the owner to `values`: a member stays where it is, and a row that becomes a member
  /// is the last one. A value is `nil` if the statement doesn't set this column.
  func placement(in table: String, owner values: [String?]) -> String {
    let stays = zip(owner, values).compactMap { name, value in value.map { "\(SQLNames.quoted(name)) = \($0)" } }
    let isWhole = values.allSatisfy { $0 != nil }
    let end =
      isWhole
      ? end(of: table, owner: values.compactMap { $0 })
      : OrderSQL.end(
        of: table, position, alias: "other",
        where: zip(owner, values).map { name, value in
          "\"other\".\(SQLNames.quoted(name)) = \(value ?? "\(SQLNames.quoted(table)).\(SQLNames.quoted(name))")"
        }.joined(separator: " AND "))
    let position = SQLNames.quoted(position)
    return "\(position) = CASE WHEN \(stays.joined(separator: " AND ")) THEN \(position) ELSE \(end) END"
  }
}
