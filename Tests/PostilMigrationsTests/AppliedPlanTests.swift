import Foundation
import PostilCatalog
import PostilEvolution
import PostilMigrations
import PostilSQLite
import PostilSchema
import Testing

/// Every kind of change, planned by the tool and applied by the runtime: with its pre-checks, its guard of rebuilds, its ledger.
@Suite("Applied plans")
struct AppliedPlanTests {
  private static let changes =
    ColumnChangeTests.changes + ConstraintChangeTests.changes + RelationshipChangeTests.changes
    + ObjectChangeTests.changes + KeyChangeTests.changes

  @Test(arguments: changes) func theRuntimeAppliesWhatIsPlannedAndUndoesIt(_ change: Change) throws {
    let (old, new) = (try compiled(change.from), try compiled(change.to))
    let (before, after) = (try catalog(old), try catalog(new))
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("plan-\(UUID().uuidString).sqlite").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    let first = SchemaMigrations.File(
      name: "20260101000000_create",
      sql: MigrationPlanner(from: DatabaseCatalog(), to: before, schema: old).plan()
        .text(MigrationHeader(description: ["Creates."], after: [], schema: old.script().fingerprint)))
    let created = try MigrationDatabase(path: path, migrations: SchemaMigrations([first]))
    _ = try created.apply(ddl: old.script().text)
    created.close()
    do {
      let database = try Database(path: path)
      try database.run(change.rows)
    }

    let plan = MigrationPlanner(
      from: before, to: after, schema: new,
      allowing: try MigrationFinding.Code.allCases.map { try MigrationAllowance($0.rawValue) }
    ).plan()
    guard !plan.isEmpty else { return }
    let refused = try refusals(plan, in: path)
    let second = SchemaMigrations.File(
      name: "20260102000000_change",
      sql: plan.text(
        MigrationHeader(description: ["Changes."], after: [first.name], schema: new.script().fingerprint)))
    let changed = try MigrationDatabase(path: path, migrations: SchemaMigrations([first, second]))
    defer { changed.close() }
    guard refused == 0 else {
      #expect(throws: (any Error).self) { try changed.apply(ddl: new.script().text) }
      return
    }
    let outcomes: [MigrationOutcome]
    do { outcomes = try changed.apply(ddl: new.script().text) } catch {
      throw Database.Failure(description: "\(error)\n\(second.sql)")
    }
    #expect(outcomes.map(\.name) == [second.name])
    #expect(try Database(path: path).quoted(change.query).map { $0[0] } == change.after)

    guard case .script(let undo) = plan.undo, try refusals(undo, in: path, withLosses: true) == 0 else { return }
    do { _ = try changed.undo(second.name, sql: undo.text(nil)) } catch {
      throw Database.Failure(description: "\(error)\n\(undo.text(nil))")
    }
    #expect(CatalogComparison.differences(found: try Database(path: path).catalog(), expected: before).isEmpty)
  }

  private func catalog(_ schema: Schema) throws -> DatabaseCatalog {
    let database = try Database()
    try database.run(schema.script().text)
    return try database.catalog()
  }

  /// How many rows refuse a plan.
  private func refusals(_ plan: MigrationPlan, in path: String, withLosses: Bool = false) throws -> Int {
    let database = try Database(path: path)
    return try plan.findings.filter { withLosses || !$0.code.isLoss }
      .reduce(0) { try $0 + database.number($1.query) }
  }
}
