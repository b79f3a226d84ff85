import PostilSQL

/// The trigger that gives a member of an ordered relationship its position, and the expression for the position after the last one.
///
/// The numbers match those of `OrderedPositions` in PostilQuery.
package struct OrderSQL {
  var members: MemberTable
  /// The column with the position.
  var column: String

  /// The distance between the positions of members that are appended one by one.
  package static let spacing = 4096

  package init(members: MemberTable, column: String) {
    self.members = members
    self.column = column
  }

  /// The position after the last member: `(SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = ?1)`.
  /// - Parameters:
  ///   - alias: the name of the table in the condition.
  ///   - condition: which rows are the owner's.
  package static func end(of table: String, _ column: String, alias: String? = nil, where condition: String) -> String {
    let source = SQLText.identifier(table) + (alias.map { " AS \(SQLText.identifier($0))" } ?? "")
    let position = (alias.map { "\(SQLText.identifier($0))." } ?? "") + SQLText.identifier(column)
    return "(SELECT coalesce(max(\(position)) + \(spacing), 0) FROM \(source) WHERE \(condition))"
  }

  /// Places a row that another program inserts without a position after the last member. Postil's statements write positions themselves.
  package func trigger(_ name: String) -> Trigger {
    let position = SQLText.identifier(column)
    let isUnplaced = "NEW.\(position) IS NULL"
    let end = Self.end(of: members.table, column, where: members.hasOwner(of: "NEW"))
    return Trigger(
      name: name, table: members.table, event: "AFTER INSERT",
      condition: members.ownerExists(of: "NEW").map { "\(isUnplaced) AND \($0)" } ?? isUnplaced,
      statements: [
        "UPDATE \(SQLText.identifier(members.table)) SET \(position) =\n    \(end)\n    WHERE \(members.isSame(as: "NEW"))"
      ])
  }
}
