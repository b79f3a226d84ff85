import PostilSQL

/// The table and triggers that maintain the order of a relationship's members for all writers.
///
/// The numbers match those of `OrderedPositions` in PostilQuery. SQLite runs the triggers of an event in no defined
/// order, so they don't depend on each other: the placing triggers update the position, which fires the counting
/// triggers separately, and a count may be negative while a statement runs. A soft-deleted row keeps its position but
/// isn't counted, so that it can be restored to its place. Source: SQLite, "CREATE TRIGGER", section 2.
package struct OrderSQL {
  var members: MemberTable
  /// The column with the position.
  var column: String
  /// The name of the table of counts.
  var counts: String

  /// The distance between the positions of members that are appended one by one.
  package static let spacing = 4096
  /// The levels of the aligned ranges whose members are counted, as a list of rows.
  package static let levels = "(16), (24), (32)"

  package init(members: MemberTable, column: String, counts: String) {
    self.members = members
    self.column = column
    self.counts = counts
  }

  private var position: String { SQLText.identifier(column) }
  private func position(of row: String) -> String { "\(row).\(position)" }

  /// The number of members in each aligned range of positions. An empty range has no row.
  package var countsTable: Table {
    let owner = members.ownerColumnsAlone
    let key = owner.map(\.name) + [level, node]
    return Table(
      name: counts,
      documentation: [
        "The number of members of '\(members.table)' in each range of 2^\(level) positions, maintained by triggers."
      ],
      columns: owner + [
        Column(name: level, type: .integer(bits: 64)), Column(name: node, type: .integer(bits: 64)),
        Column(name: "count", type: .integer(bits: 64)),
      ],
      primaryKey: KeyConstraint(name: ObjectName.primaryKey(of: counts), columns: key), isWithoutRowID: true)
  }

  private var level: String { "level" }
  private var node: String { "node" }

  /// Deletes the rows of empty ranges.
  package func emptyTrigger(_ name: String) -> Trigger {
    let key = members.ownerColumns + [level, node]
    let isSame = key.map { "\(SQLText.identifier($0)) = NEW.\(SQLText.identifier($0))" }.joined(separator: " AND ")
    return Trigger(
      name: name, table: counts, event: "AFTER UPDATE OF \"count\"", condition: "NEW.\"count\" = 0",
      statements: ["DELETE FROM \(SQLText.identifier(counts)) WHERE \(isSame)"])
  }

  /// - Parameter name: returns the name of the trigger for a purpose.
  package func triggers(name: (String) -> String) -> [Trigger] {
    let ordering = SQLText.identifiers(members.ownerColumns + [column])
    let counting = SQLText.identifiers(members.membershipColumns + [column])
    func trigger(_ purpose: String, _ event: String, when condition: String?, _ statements: [String]) -> Trigger {
      Trigger(
        name: name(purpose), table: members.table, event: event, condition: condition, statements: statements)
    }
    return [
      trigger("insert_place", "AFTER INSERT", when: isMisplaced, [place]),
      trigger("update_place", "AFTER UPDATE OF \(ordering)", when: "\(isMisplaced)\n  OR \(isCarriedAlong)", [place]),
      trigger("insert_count", "AFTER INSERT", when: isPlaced("NEW"), [count("NEW", by: 1)]),
      trigger("delete_count", "AFTER DELETE", when: isPlaced("OLD"), [count("OLD", by: -1)]),
      trigger(
        "update_count", "AFTER UPDATE OF \(counting)",
        when: "\(members.membershipChanges)\n  OR \(position(of: "NEW")) >> 16 IS NOT \(position(of: "OLD")) >> 16",
        [count("OLD", by: -1, where: isPlaced("OLD")), count("NEW", by: 1, where: isPlaced("NEW"))]),
    ]
  }

  /// The condition that the row has an owner but no position, or a position but no owner.
  private var isMisplaced: String {
    members.ownerExists(of: "NEW").map { "(\($0)) = (\(position(of: "NEW")) IS NULL)" }
      ?? "\(position(of: "NEW")) IS NULL"
  }

  /// A row that moved from another owner still has its old position, unless a new one was set.
  private var isCarriedAlong: String {
    "(\(members.ownerChanges)) AND \(position(of: "NEW")) IS \(position(of: "OLD"))"
  }

  private func isPlaced(_ row: String) -> String {
    "\(members.ownerExists(of: row).map { "\($0) AND " } ?? "")\(position(of: row)) IS NOT NULL\(members.andIsLive(row))"
  }

  /// Places the row after the last one, or removes its position if it has no owner.
  private var place: String {
    let table = SQLText.identifier(members.table)
    let end = """
      coalesce((
          SELECT \(position) FROM \(table)
          WHERE \(members.hasOwner(of: "NEW")) AND \(position) IS NOT NULL
            AND NOT (\(members.isSame(as: "NEW")))
          ORDER BY \(position) DESC LIMIT 1) + \(Self.spacing), 0)
      """
    let value = members.ownerExists(of: "NEW").map { "CASE WHEN \($0) THEN \(end) END" } ?? end
    return "UPDATE \(table) SET \(position) = \(value)\n    WHERE \(members.isSame(as: "NEW"))"
  }

  /// Adds a row to the counts of its ranges or removes it. Without its own `ON CONFLICT` clause, a statement in a
  /// trigger would use the conflict rule of the statement that fired it. Source: SQLite, "CREATE TRIGGER", section 2.1.
  private func count(_ row: String, by change: Int, where condition: String = "true") -> String {
    let range = SQLText.identifiers(members.ownerColumns + [level, node])
    let values = members.owner(of: row) + ["column1", "\(position(of: row)) >> column1", "\(change)"]
    return """
      INSERT INTO \(SQLText.identifier(counts)) (\(range), "count")
          SELECT \(values.joined(separator: ", ")) FROM (VALUES \(Self.levels))
          WHERE \(condition)
          ON CONFLICT (\(range)) DO UPDATE SET "count" = "count" + excluded."count"
      """
  }
}
