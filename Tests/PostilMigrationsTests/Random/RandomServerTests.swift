import Foundation
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTestSupport
import Testing

/// Random pairs of schemas with rows, migrated on a PostgreSQL server and compared with a fresh schema.
///
/// `POSTIL_PSQL` is the command that runs a script from standard input on a server: `psql -h /tmp -d postgres`. `Tests/PostgreSQL/run` sets it;
/// without it, nothing is run. `POSTIL_SEED` and `POSTIL_SERVER_PAIRS` choose the pairs.
@Suite("Random migrations on PostgreSQL")
struct RandomServerTests {
  @Test func everyPairOfSchemasMigratesWithItsRows() throws {
    func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    guard let psql = variable("POSTIL_PSQL") else {
      print("Random migrations on PostgreSQL: skipped, because POSTIL_PSQL is missing")
      return
    }
    let seed = testSeed
    let count = variable("POSTIL_SERVER_PAIRS").flatMap { UInt64($0) } ?? 300
    print("Random migrations on PostgreSQL: POSTIL_SEED=\(seed) POSTIL_SERVER_PAIRS=\(count)")
    var statistics = ServerStatistics()
    var failures = 0
    for pair in 0..<count {
      do {
        try ServerPair(seed: seed + pair, psql: psql).run(&statistics)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_SERVER_PAIRS=1: \(error)")
        failures += 1
        if failures > 3 { break }
      }
    }
    print("Random migrations on PostgreSQL: \(statistics)")
    if count >= 200 {
      #expect(statistics.withRows * 4 > statistics.pairs && statistics.unplanned * 4 < statistics.pairs)
    }
    statistics = ServerStatistics()
    for pair in 0..<(count / 2) {
      do {
        try ServerModelPair(seed: seed + pair, psql: psql).run(&statistics)
      } catch {
        Issue.record("models, POSTIL_SEED=\(seed + pair) POSTIL_SERVER_PAIRS=2: \(error)")
        break
      }
    }
    print("Random models on PostgreSQL: \(statistics)")
  }
}

struct ServerStatistics: CustomStringConvertible {
  var pairs = 0
  var withRows = 0
  var refused = 0
  var unplanned = 0
  var moved = 0
  var undone = 0
  var undoRefused = 0

  var description: String {
    "\(pairs) pairs, \(withRows) with rows, \(refused) refused first, \(moved) with references to other keys, \(unplanned) not "
      + "planned, \(undone) undone, \(undoRefused) with an undo that refuses the rows"
  }
}

private struct ServerPair {
  var seed: UInt64
  var psql: String

  func run(_ statistics: inout ServerStatistics) throws {
    var random = Generator(seed: seed)
    guard let pair = try SchemaPair(&random, \.assigned) else { return }
    let (old, new, oldSchema, newSchema) = (pair.old, pair.new, pair.oldSchema, pair.newSchema)
    let links = Links(from: old, to: new)
    let kept = Kept(old: oldSchema, new: newSchema)
    let proof = try ServerProof(
      psql: psql, old: oldSchema, new: newSchema, database: pair.database, fresh: pair.fresh,
      allowing: try links.allowances(oldSchema),
      before: contents(kept, old: true) + linked(old, links), after: contents(kept, old: false) + linked(new, links))
    guard let result = try proof.run(&statistics) else { return }
    let touched = Kept(old: oldSchema, new: newSchema, plan: proof.plan)
    if result.hasRows, proof.text.contains("\"postil_parent\""),
      links.references.contains(where: { !(result.sections["before l\($0)"] ?? []).isEmpty })
    {
      statistics.moved += 1
    }
    for (index, table) in kept.tables.enumerated() where touched.tables[index].columns.count == table.columns.count {
      let (was, now) = (result.sections["before \(index)"] ?? [], result.sections["after \(index)"] ?? [])
      guard was.sorted() == now.sorted() else {
        throw proof.wrong("the rows of '\(table.new)' are others:\n\(was)\n\(now)")
      }
    }
    func linksThen(_ when: String) -> [Int: [String]] {
      Dictionary(
        uniqueKeysWithValues: links.references.map { ($0, (result.sections["\(when) l\($0)"] ?? []).sorted()) })
    }
    if let difference = links.difference(linksThen("before"), linksThen("after"), proof.plan) {
      throw proof.wrong(difference)
    }
  }

  private func contents(_ kept: Kept, old: Bool) -> [(String, String)] {
    kept.tables.enumerated().map { index, table in
      let columns = table.columns.map { "quote_nullable(\(SQLText.identifier(old ? $0.old : $0.new))::text)" }
      let list = (["'1'"] + columns).joined(separator: " || ',' || ")
      return ("\(index)", "SELECT \(list) FROM \(SQLText.identifier(old ? table.old : table.new))")
    }
  }

  private func linked(_ blueprint: Blueprint, _ links: Links) -> [(String, String)] {
    blueprint.linkQueries(links.references).sorted { $0.key < $1.key }.map { ("l\($0)", $1) }
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
