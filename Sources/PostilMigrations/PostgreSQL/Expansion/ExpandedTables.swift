import PostilSQL
import PostilSchema
import PostilTranslation

/// Renamed tables during an expansion.
///
/// A table keeps its name until the contract, so nothing changes for the old version. The new version uses a view with the new names, which
/// PostgreSQL updates like the table. Source: PostgreSQL 15, "CREATE VIEW", Updatable Views.
///
/// | statement of the new version | on the view |
/// |---|---|
/// | `INSERT … RETURNING`, `ON CONFLICT`, `UPDATE`, `DELETE`, `FOR UPDATE` | as on the table, whose defaults, constraints and triggers apply |
/// | `COPY … FROM` | refused by PostgreSQL; the store inserts the rows in pipelines instead |
/// | `ctid`, by which parts of blobs are written | a column of the view |
/// | `TRUNCATE` | refused by PostgreSQL; the store doesn't use it |
struct ExpandedTables {
  private(set) var expand: [MigrationStep] = []
  private(set) var contract: [MigrationStep] = []
  private(set) var problems: [PlanProblem] = []

  /// The beginning of the comments from which a store reads what a view is: before the name in the table.
  private static let mark = "postil_expand: "

  /// - Parameter writer: the change, before it writes anything; only names change.
  init(_ writer: PostgreSQLPlanWriter) {
    let renamed = writer.changes.filter { $0.old.name != $0.new.name }
    expand = renamed.map(Self.view)
    // When the views are gone, it is the ordinary change.
    var ordinary = writer
    ordinary.expansionViews = renamed.map(\.new.name)
    ordinary.write()
    problems = ordinary.problems
    contract = ordinary.steps.map { step in
      var step = step
      for index in step.findings.indices where step.findings[index].code.isAboutProgram {
        step.findings[index].isAllowed = true
      }
      return step
    }
    for finding in contract.flatMap(\.findings) where !finding.isAllowed && finding.needsAllowance {
      problems.append(PlanProblem(table: finding.table, message: finding.message, notes: finding.notes))
    }
  }

  private static func view(_ change: PostgreSQLTableChange) -> MigrationStep {
    var columns = change.kept.map { (old: $0.old.name, new: $0.new.name) }
    let renamed = columns.filter { $0.old != $0.new }
    // The store finds the place of a blob by it.
    if change.old.columns.contains(where: { $0.type == "bytea" }) { columns.append(("ctid", "ctid")) }
    func list(_ names: [String]) -> String { names.map { SQLText.identifier($0) }.joined(separator: ", ") }
    let comments =
      ["COMMENT ON VIEW \(change.quoted) IS \(SQLText.literal(mark + change.old.name))"]
      + renamed.map {
        "COMMENT ON COLUMN \(change.quoted).\(SQLText.identifier($0.new)) IS \(SQLText.literal(mark + $0.old))"
      }
    return MigrationStep(
      ["The new version uses table '\(change.old.name)' under the name '\(change.new.name)'."],
      [
        "CREATE VIEW \(change.quoted) (\(list(columns.map(\.new)))) WITH (security_invoker = true) AS SELECT "
          + "\(list(columns.map(\.old))) FROM \(SQLText.identifier(change.old.name))"
      ] + comments)
  }
}
