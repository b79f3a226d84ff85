import PostilCatalog
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import PostilTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random pairs of schemas, with rows: migrated, compared with a fresh database, and migrated back.
///
/// `POSTIL_SEED` and `POSTIL_MIGRATION_PAIRS` choose the pairs; a failure prints the seed of its pair.
@Suite("Random migrations")
struct RandomMigrationTests {
  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test func everyPairOfSchemasMigratesForwardAndBackWithItsRows() throws {
    let seed = testSeed
    let count = Self.number("POSTIL_MIGRATION_PAIRS") ?? 500
    print("Random migrations: POSTIL_SEED=\(seed) POSTIL_MIGRATION_PAIRS=\(count)")
    var statistics = Statistics()
    var failures = 0
    for pair in 0..<count {
      do {
        try RandomPair(seed: seed + pair).run(&statistics)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_MIGRATION_PAIRS=1: \(error)")
        failures += 1
        if failures > 3 { break }
      }
    }
    print("Random migrations: \(statistics)")
    // Without rows it would prove little.
    if count >= 500 {
      #expect(statistics.withRows * 3 > statistics.pairs && statistics.undone * 6 > statistics.pairs)
      #expect(statistics.moved * 20 > statistics.pairs)
    }
  }
}

struct Statistics: CustomStringConvertible {
  var pairs = 0
  var withRows = 0
  var rebuilt = 0
  var altered = 0
  var undone = 0
  var refused = 0
  /// Pairs in which references hold new keys, and have rows.
  var moved = 0

  var description: String {
    "\(pairs) pairs, \(withRows) with rows, \(refused) refused first, \(rebuilt) with a rebuild, \(altered) without, \(undone) undone, \(moved) with references to other keys"
  }
}

/// One pair.
struct RandomPair {
  var seed: UInt64

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  func run(_ statistics: inout Statistics) throws {
    var random = Generator(seed: seed)
    guard let pair = try SchemaPair(&random) else { return }
    let (oldSchema, newSchema, database) = (pair.oldSchema, pair.newSchema, pair.database)
    let (former, target) = (try database.catalog(), try pair.fresh.catalog())
    let links = Links(from: pair.old, to: pair.new)
    let planner = MigrationPlanner(
      from: former, to: target, schema: newSchema, formerSchema: random.once(in: 2) ? oldSchema : nil,
      allowing: try links.allowances(oldSchema))
    let plan = planner.plan()
    let text = plan.text(MigrationHeader(description: ["Random."], after: [], schema: "0"))
    func fail(_ message: String) -> Wrong {
      Wrong(
        description:
          "\(message)\n--- from\n\(oldSchema.script().text)\n--- to\n\(newSchema.script().text)\n--- plan\n\(text)")
    }
    guard plan.problems.isEmpty else { throw fail("problems: \(plan.problems)") }
    if seed.isMultiple(of: 16), planner.plan() != plan { throw fail("it is not the same twice") }
    statistics.pairs += 1
    let columns = Kept(old: oldSchema, new: newSchema, plan: plan)
    do {
      var isRefused = false
      for finding in plan.findings where !finding.code.isLoss {
        if try database.number(finding.query) > 0 { isRefused = true }
      }
      if isRefused {
        statistics.refused += 1
        for table in oldSchema.tables.reversed() { try database.run("DELETE FROM \(SQLText.identifier(table.name))") }
      } else if try oldSchema.tables.contains(where: {
        try database.number("SELECT count(*) FROM \(SQLText.identifier($0.name))") > 0
      }) {
        statistics.withRows += 1
      }
      for finding in plan.findings {
        guard try database.number(finding.query) >= 0 else { throw fail("no number: \(finding)") }
      }
      let script = try MigrationScript(name: "random", text: text)
      guard script.prechecks.count == plan.findings.count else { throw fail("findings") }
      let before = try columns.content(of: database, old: true)
      let linked = try links.before(database)
      try database.apply(text)
      try compare(database, target, "forward")
      guard try columns.content(of: database, old: false) == before else { throw fail("the rows are others") }
      if let difference = try links.difference(linked, after: database, plan) { throw fail(difference) }
      if plan.movesReferences, linked.values.contains(where: { !$0.isEmpty }) { statistics.moved += 1 }
      try checkWords(database, newSchema)
      statistics.rebuilt += plan.rebuiltTables.isEmpty ? 0 : 1
      statistics.altered += plan.rebuiltTables.isEmpty ? 1 : 0
      guard case .script(let undo) = plan.undo else { return }
      for finding in undo.findings where try database.number(finding.query) > 0 { return }
      let undoText = undo.text(nil)
      do {
        try database.apply(undoText)
        try compare(database, former, "back")
      } catch {
        throw Wrong(description: "\(error)\n--- undo\n\(undoText)")
      }
      guard try columns.content(of: database, old: true) == before else {
        throw fail("back, the rows are others\n\(undoText)")
      }
      guard try links.before(database) == linked else { throw fail("back, references are others\n\(undoText)") }
      try checkWords(database, oldSchema)
      try database.apply(text)
      try compare(database, target, "forward again")
      guard try columns.content(of: database, old: false) == before else { throw fail("again, the rows are others") }
      if let difference = try links.difference(linked, after: database, plan) { throw fail("again, \(difference)") }
      statistics.undone += 1
    } catch let error as Wrong {
      throw error.description.contains("--- plan") ? error : fail(error.description)
    } catch {
      throw fail("\(error)")
    }
  }

  private func compare(_ database: Database, _ expected: DatabaseCatalog, _ direction: String) throws {
    let differences = CatalogComparison.differences(found: try database.catalog(), expected: expected)
    guard differences.isEmpty else { throw Wrong(description: "\(direction): \(differences.joined(separator: "\n"))") }
  }

  /// Whether every index of words has full-text index of its table. Source: SQLite, "SQLite FTS5 Extension", section 6.5.
  private func checkWords(_ database: Database, _ schema: Schema) throws {
    for table in schema.tables {
      guard let name = table.fullText?.name else { continue }
      let quoted = SQLText.identifier(name)
      try database.run("INSERT INTO \(quoted) (\(quoted), rank) VALUES ('integrity-check', 1)")
    }
  }
}

extension MigrationPlan {
  /// Whether a reference gets new keys.
  var movesReferences: Bool {
    steps.contains { step in step.comments.contains { $0.contains("the new key of") } }
  }
}

/// The columns whose values no migration may touch, by the tables of both sides. Those of references are left out: what they reference
/// has to stay, and not how.
struct Kept {
  var tables: [(old: String, new: String, columns: [(old: String, new: String)])] = []

  init(old: Schema, new: Schema, plan: MigrationPlan? = nil) {
    let touched = Set(
      (plan?.findings ?? []).filter { [.replaceNull, .unconvertible, .narrowType].contains($0.code) }.map(\.subject))
    for table in new.tables {
      guard let former = old.tables.first(where: { $0.name == (table.renamedFrom ?? table.name) }) else { continue }
      let columns = table.columns.compactMap { column -> (String, String)? in
        guard let before = former.columns.first(where: { $0.name == (column.renamedFrom ?? column.name) }),
          before.type == column.type, before.generation == nil, column.generation == nil,
          ![former, table].contains(where: { $0.references(over: [before.name, column.name]) }),
          !touched.contains("\(table.name).\(column.name)")
        else { return nil }
        return (before.name, column.name)
      }
      tables.append((former.name, table.name, columns))
    }
  }

  /// Every row, each with the values of these columns as SQLite quotes them.
  func content(of database: Database, old: Bool) throws -> [[String]] {
    try tables.map { table in
      let columns = table.columns.map { "quote(\(SQLText.identifier(old ? $0.old : $0.new)))" }
      let list = (["1"] + columns).joined(separator: " || ',' || ")
      return try database.rows("SELECT \(list) FROM \(SQLText.identifier(old ? table.old : table.new))")
        .map { $0[0] ?? "" }.sorted()
    }
  }
}

extension Table {
  /// Whether one of the columns holds a reference.
  fileprivate func references(over names: [String]) -> Bool {
    foreignKeys.contains { !Set($0.columns).isDisjoint(with: names) }
  }
}
