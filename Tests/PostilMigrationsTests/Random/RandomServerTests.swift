import Foundation
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTestSupport
import Testing

/// Random pairs of models with rows, migrated on a PostgreSQL server and in SQLite. Random pairs of schemas are migrated while programs write:
/// see ``MigrationInUseTests``.
///
/// `POSTIL_PSQL` is the command that runs a script from standard input on a server: `psql -h /tmp -d postgres`. `Tests/PostgreSQL/run` sets it;
/// without it, nothing is run. `POSTIL_SEED` and `POSTIL_SERVER_PAIRS` choose the pairs.
@Suite("Random models on PostgreSQL")
struct RandomServerTests {
  @Test func everyPairOfModelsMigratesAsInSQLite() throws {
    func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    guard let psql = variable("POSTIL_PSQL") else {
      print("Random models on PostgreSQL: skipped, because POSTIL_PSQL is missing")
      return
    }
    let seed = testSeed
    let count = (variable("POSTIL_SERVER_PAIRS").flatMap { UInt64($0) } ?? 300) / 2
    print("Random models on PostgreSQL: POSTIL_SEED=\(seed)")
    var statistics = ServerStatistics()
    for pair in 0..<count {
      do {
        try ServerModelPair(seed: seed + pair, psql: psql).run(&statistics)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_SERVER_PAIRS=2: \(error)")
        break
      }
    }
    print("Random models on PostgreSQL: \(statistics)")
    if count >= 100 {
      #expect(statistics.withRows * 4 > statistics.pairs && statistics.unplanned * 4 < statistics.pairs)
    }
  }
}

struct ServerStatistics: CustomStringConvertible {
  var pairs = 0
  var withRows = 0
  var refused = 0
  var unplanned = 0
  var undone = 0
  var undoRefused = 0

  var description: String {
    "\(pairs) pairs, \(withRows) with rows, \(refused) refused first, \(unplanned) not planned, "
      + "\(undone) undone, \(undoRefused) with an undo that refuses the rows"
  }
}

/// A pair of models, migrated in both databases with the same rows: numbers, texts, positions and counts are the same afterwards.
private struct ServerModelPair {
  var seed: UInt64
  var psql: String

  func run(_ statistics: inout ServerStatistics) throws {
    var random = Generator(seed: seed)
    let (oldSketches, newSketches) = ModelPair.sketches(&random)
    let (oldSchema, newSchema): (Schema, Schema)
    // Not everything that can be put together is allowed.
    do {
      (oldSchema, newSchema) = (try compiled(ModelPair.text(oldSketches)), try compiled(ModelPair.text(newSketches)))
    } catch { return }
    let (database, fresh) = (try Database(), try Database())
    try database.run(oldSchema.script().text)
    try fresh.run(newSchema.script().text)
    try ModelPair(seed: seed).fill(database, oldSchema, &random)
    var allowing: [MigrationAllowance] = []
    for table in oldSchema.tables {
      allowing.append(try MigrationAllowance("dropTable:\(table.name)"))
      for column in table.columns { allowing.append(try MigrationAllowance("dropColumn:\(table.name).\(column.name)")) }
    }
    let plan = MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: newSchema, formerSchema: oldSchema,
      allowing: allowing
    ).plan()
    for finding in plan.findings where try !finding.code.isLoss && database.number(finding.query) > 0 {
      for table in oldSchema.tables.reversed() { try database.run("DELETE FROM \(SQLText.identifier(table.name))") }
    }
    func queries(_ cast: (String) -> String) -> [(String, String)] {
      newSchema.tables.map { table in
        let columns = table.columns.filter { $0.type == .integer(bits: 64) || $0.type == .text }
          .map { "coalesce(\(cast(SQLText.identifier($0.name))), '~')" }
        return (
          table.name,
          "SELECT \((["''"] + columns).joined(separator: " || '|' || ")) FROM \(SQLText.identifier(table.name))"
        )
      }
    }
    let proof = try ServerProof(
      psql: psql, old: oldSchema, new: newSchema, database: database, fresh: fresh, allowing: allowing, before: [],
      after: queries { "\($0)::text" })
    guard let result = try proof.run(&statistics), result.hasRows else { return }
    try database.apply(plan.text(nil))
    for (table, query) in queries({ "CAST(\($0) AS TEXT)" }) {
      let (found, expected) = (
        (result.sections["after \(table)"] ?? []).sorted(), try database.rows(query).map { $0[0] ?? "" }.sorted()
      )
      guard found == expected else {
        throw proof.wrong("'\(table)' is \(found), but \(expected) in SQLite\n\(plan.text(nil))")
      }
    }
  }
}

extension Schema {
  /// The schema whose integer keys the database assigns, as those of models are.
  var assigned: Schema {
    var schema = self
    for (index, table) in tables.enumerated() where !table.isWithoutRowID && table.primaryKey.columns.count == 1 {
      for (place, column) in table.columns.enumerated()
      where table.primaryKey.columns == [column.name] && column.type == .integer(bits: 64)
        && !table.foreignKeys.contains(where: { $0.columns == [column.name] })
      {
        schema.tables[index].columns[place].isAssigned = true
      }
    }
    return schema
  }
}
