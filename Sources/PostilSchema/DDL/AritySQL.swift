import PostilSQL

/// The table and triggers that enforce `min:` and `max:` of a relationship for all writers.
///
/// A statement that adds more members than allowed fails. An owner with too few members gets a row in a separate table.
/// That row references a row that never exists, through a foreign key that is checked when the transaction ends, so
/// SQLite itself rejects the `COMMIT`. Source: SQLite, "SQLite Foreign Key Support", section 4.2.
package struct AritySQL {
  /// `Item.steps`
  var relationship: String
  var members: MemberTable
  /// The owner's table, and its columns of the relationship.
  var owner: String
  var ownerKey: [String]
  /// The column with the time when an owner was deleted, if the owners are soft-deleted. A deleted owner needs no members.
  var ownerDeletion: String?

  package init(relationship: String, members: MemberTable, owner: String, ownerKey: [String], ownerDeletion: String?) {
    self.relationship = relationship
    self.members = members
    self.owner = owner
    self.ownerKey = ownerKey
    self.ownerDeletion = ownerDeletion
  }

  // MARK: - max

  package func maximumTriggers(_ maximum: Int, name: (String) -> String) -> [Trigger] {
    let isExceeded = "\(count(of: "NEW", upTo: maximum + 1)) > \(maximum)"
    // PostilSQLite converts this message to 'ConstraintViolation.arity'.
    let message = "MAX constraint failed: \(relationship), \(maximum)"
    let refuse = "SELECT RAISE(ABORT, \(SQLText.literal(message)))"
    func trigger(_ purpose: String, _ event: String, _ conditions: [String?]) -> Trigger {
      Trigger(
        name: name(purpose), table: members.table, event: event,
        condition: conditions.compactMap { $0 }.joined(separator: "\n  AND "), statements: [refuse])
    }
    return [
      trigger("insert_max", "AFTER INSERT", [members.ownerExists(of: "NEW"), isExceeded]),
      trigger(
        "update_max", "AFTER UPDATE OF \(SQLText.identifiers(members.membershipColumns))",
        ["(\(members.membershipChanges))", members.ownerExists(of: "NEW"), isExceeded]),
    ]
  }

  // MARK: - min

  /// The table of owners with too few members.
  package func unmetTable(_ name: String, _ minimum: Int) -> Table {
    let columns = members.ownerColumnsAlone
    var table = Table(
      name: name,
      documentation: [
        "The rows of '\(owner)' with fewer than \(minimum) members in '\(members.table)', maintained by triggers.",
        "A transaction can't commit while there are rows here: 'missing' references a row that never exists.",
      ],
      columns: columns + [
        Column(name: "missing", type: .integer(bits: 64), defaultExpression: "1"),
        Column(name: "found", type: .integer(bits: 64), isNullable: true),
      ],
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: name), columns: columns.map(\.name)),
      uniqueConstraints: [
        KeyConstraint(name: ObjectName.uniqueKey(of: name, columns: ["found"]), columns: ["found"])
      ],
      checks: [Check(name: ObjectName.check(of: name, column: "found"), expression: "\"found\" IS NULL")],
      foreignKeys: [
        ForeignKey(
          name: ObjectName.foreignKey(of: name, columns: ["missing"]), columns: ["missing"], referencedTable: name,
          referencedColumns: ["found"], onDelete: .noAction, isDeferred: true)
      ])
    table.isDerived = true
    return table
  }

  package func memberTriggers(_ minimum: Int, unmet: String, name: (String) -> String) -> [Trigger] {
    func trigger(_ purpose: String, _ event: String, _ condition: String?, _ statements: [String]) -> Trigger {
      Trigger(name: name(purpose), table: members.table, event: event, condition: condition, statements: statements)
    }
    return [
      trigger("insert_min", "AFTER INSERT", members.ownerExists(of: "NEW"), [forget("NEW", minimum, unmet)]),
      trigger(
        "delete_min", "AFTER DELETE", members.ownerExists(of: "OLD"),
        [note(members.owner(of: "OLD"), minimum, unmet)]),
      trigger(
        "update_min", "AFTER UPDATE OF \(SQLText.identifiers(members.membershipColumns))", members.membershipChanges,
        [note(members.owner(of: "OLD"), minimum, unmet), forget("NEW", minimum, unmet)]),
    ]
  }

  package func ownerTriggers(_ minimum: Int, unmet: String, name: (String) -> String) -> [Trigger] {
    let table = SQLText.identifier(unmet)
    let changing = SQLText.identifiers(ownerKey + (ownerDeletion.map { [$0] } ?? []))
    func keys(of row: String) -> [String] { ownerKey.map { "\(row).\(SQLText.identifier($0))" } }
    func isOwner(_ row: String) -> String { isEqual(members.ownerColumns, keys(of: row)) }
    let oldIsGone =
      "NOT EXISTS (SELECT 1 FROM \(SQLText.identifier(owner)) WHERE \(isEqual(ownerKey, keys(of: "OLD")))\(andOwnerIsLive))"
    func trigger(_ purpose: String, _ event: String, _ statements: [String]) -> Trigger {
      Trigger(name: name(purpose), table: owner, event: event, statements: statements)
    }
    return [
      trigger("owner_insert_min", "AFTER INSERT", [note(keys(of: "NEW"), minimum, unmet)]),
      trigger("owner_delete_min", "AFTER DELETE", ["DELETE FROM \(table) WHERE \(isOwner("OLD"))"]),
      trigger(
        "owner_update_min", "AFTER UPDATE OF \(changing)",
        [
          "DELETE FROM \(table) WHERE \(isOwner("OLD")) AND \(oldIsGone)",
          note(keys(of: "NEW"), minimum, unmet),
        ]),
    ]
  }

  private var andOwnerIsLive: String { ownerDeletion.map { " AND \(SQLText.identifier($0)) IS NULL" } ?? "" }

  /// Inserts an owner that exists and has too few members.
  private func note(_ values: [String], _ minimum: Int, _ unmet: String) -> String {
    """
    INSERT INTO \(SQLText.identifier(unmet)) (\(SQLText.identifiers(members.ownerColumns)))
        SELECT \(SQLText.identifiers(ownerKey)) FROM \(SQLText.identifier(owner))
        WHERE \(isEqual(ownerKey, values))\(andOwnerIsLive) AND \(count(of: values, upTo: minimum)) < \(minimum)
        ON CONFLICT DO NOTHING
    """
  }

  /// Removes an owner that has enough members.
  private func forget(_ row: String, _ minimum: Int, _ unmet: String) -> String {
    "DELETE FROM \(SQLText.identifier(unmet)) WHERE \(members.hasOwner(of: row))\n"
      + "    AND \(count(of: row, upTo: minimum)) >= \(minimum)"
  }

  private func isEqual(_ columns: [String], _ values: [String]) -> String {
    zip(columns, values).map { "\(SQLText.identifier($0)) = \($1)" }.joined(separator: " AND ")
  }

  /// The number of an owner's members, counted up to `limit`.
  private func count(of row: String, upTo limit: Int) -> String { count(of: members.owner(of: row), upTo: limit) }

  private func count(of owner: [String], upTo limit: Int) -> String {
    "(SELECT count(*) FROM (SELECT 1 FROM \(SQLText.identifier(members.table)) "
      + "WHERE \(isEqual(members.ownerColumns, owner))\(members.andLive) LIMIT \(limit)))"
  }
}
