import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// Positions in ordered relationships, and the limits of relationships.
extension PostgreSQLPlanWriter {
  /// Gives the members of a relationship that becomes ordered their positions.
  mutating func addOrders() {
    for change in changes {
      for order in decisions.newPositions(of: change.comparison) {
        let table = change.quoted
        lock(change.old.name)
        let owner = order.owner.map { SQLText.identifier(PostgreSQLNames.short($0)) }
        let key = change.comparison.new.table.primaryKey.map { SQLText.identifier(PostgreSQLNames.short($0)) }
        changesRows = true
        steps.append(
          MigrationStep(
            [
              "The members of the ordered relationship in '\(order.table)' get their positions, in the order of their keys."
            ],
            [
              """
              UPDATE \(table) SET \(SQLText.identifier(order.position)) = "placed"."position"
              FROM (
                SELECT \(change.row), (row_number() OVER (PARTITION BY \(owner.joined(separator: ", ")) ORDER BY \
              \(key.isEmpty ? "ctid" : key.joined(separator: ", "))) - 1) * \(OrderSQL.spacing) AS "position"
                FROM \(table) WHERE \(owner.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))) AS "placed"
              WHERE \(change.isSameRow(as: "placed"))
              """
            ]))
      }
    }
  }

  /// A finding that nobody has to allow: the rows of a table that triggers maintain are computed again.
  func accepted(_ code: MigrationFinding.Code, _ table: String) -> MigrationFinding {
    var finding = MigrationFinding(code: code, subject: table, message: "", query: "")
    (finding.isAllowed, finding.needsAllowance) = (!decisions.isUndo, false)
    return finding
  }

  mutating func addLimits() {
    var limits = decisions
    limits.steps = []
    limits.addLimits()
    for index in limits.steps.indices {
      limits.steps[index].findings = limits.steps[index].findings.compactMap { finding in
        var finding = finding
        guard let query = Self.portable(finding.query) else { return nil }
        finding.query = query
        return finding
      }
    }
    steps += limits.steps
  }
}
