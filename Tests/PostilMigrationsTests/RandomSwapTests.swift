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

/// Random schemas with rows in which names change places: of columns in a table, of tables, two or more in a circle.
///
/// `POSTIL_SEED` and `POSTIL_MIGRATION_SWAPS` choose the schemas; a failure prints the seed of its own.
@Suite("Randomly exchanged names")
struct RandomSwapTests {
  @Test func everyValueStaysWithItsColumnForwardAndBack() throws {
    func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
    let seed = testSeed
    let count = number("POSTIL_MIGRATION_SWAPS") ?? 100
    var (withRows, undone) = (0, 0)
    for pair in 0..<count {
      do {
        try SwapPair(seed: seed + pair).run(&withRows, &undone)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_MIGRATION_SWAPS=1: \(error)")
        break
      }
    }
    print("Random swaps: POSTIL_SEED=\(seed), \(count) schemas, \(withRows) with rows, \(undone) undone")
    if count >= 100 { #expect(withRows * 3 > count && undone * 4 > count) }
  }
}

private struct SwapPair {
  var seed: UInt64

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  func run(_ withRows: inout Int, _ undone: inout Int) throws {
    var random = Generator(seed: seed)
    var nextID = 0
    let old = Blueprint.random(&random, &nextID)
    var new = old
    guard swap(&new, &random) else { return }
    let (oldSchema, newSchema) = (old.schema(), new.schema(former: old))
    let (database, fresh) = (try Database(), try Database())
    do {
      try database.run(oldSchema.script().text)
      try fresh.run(newSchema.script().text)
    } catch {
      // Not every schema that can be made is one.
      return
    }
    let (former, target) = (try database.catalog(), try fresh.catalog())
    try old.fill(database, &random)
    let plan = MigrationPlanner(from: former, to: target, schema: newSchema, formerSchema: oldSchema).plan()
    let text = plan.text(MigrationHeader(description: [], after: [], schema: "s"))
    func fail(_ message: String) -> Wrong {
      Wrong(
        description:
          "\(message)\n--- from\n\(oldSchema.script().text)\n--- to\n\(newSchema.script().text)\n--- plan\n\(text)")
    }
    do {
      guard plan.problems.isEmpty else { throw fail("\(plan.problems)") }
      for finding in plan.findings where try !finding.code.isLoss && database.number(finding.query) > 0 { return }
      let kept = Kept(old: oldSchema, new: newSchema, plan: plan)
      let before = try kept.content(of: database, old: true)
      if before.contains(where: { !$0.isEmpty }) { withRows += 1 }
      try database.apply(text)
      try check(database, target, newSchema, "forward")
      guard try kept.content(of: database, old: false) == before else { throw fail("the rows are others") }
      let history = RenameHistory([try MigrationScript(name: "swap", text: text)])
      let again = MigrationPlanner(
        from: try database.catalog(), to: target, schema: newSchema, formerSchema: newSchema, history: history
      ).plan()
      guard again.isEmpty else { throw fail("it is done again: \(again.text(nil))") }
      guard case .script(let undo) = plan.undo else { return }
      for finding in undo.findings where try database.number(finding.query) > 0 { return }
      try database.apply(undo.text(nil))
      try check(database, former, oldSchema, "back")
      guard try kept.content(of: database, old: true) == before else { throw fail("back, the rows are others") }
      undone += 1
    } catch let error as Wrong {
      throw error.description.contains("--- plan") ? error : fail(error.description)
    } catch {
      throw fail("\(error)")
    }
  }

  /// Lets some names go round.
  /// - Returns: Whether any did.
  private func swap(_ blueprint: inout Blueprint, _ random: inout Generator) -> Bool {
    var isSwapped = false
    for index in blueprint.tables.indices where blueprint.tables[index].columns.count > 1 && !random.once(in: 3) {
      let count = min(blueprint.tables[index].columns.count, 2 + random.below(2))
      let places = blueprint.tables[index].columns.indices.shuffled(using: &random).prefix(count)
      let names = places.map { blueprint.tables[index].columns[$0].name }
      for (place, name) in zip(places, names.dropFirst() + names.prefix(1)) {
        blueprint.tables[index].columns[place].name = name
      }
      isSwapped = true
    }
    if blueprint.tables.count > 1, random.once(in: 2) {
      let names = blueprint.tables.map(\.name)
      for (index, name) in zip(blueprint.tables.indices, names.dropFirst() + names.prefix(1)) {
        blueprint.tables[index].name = name
      }
      isSwapped = true
    }
    return isSwapped
  }

  /// Whether the schema is the one that is expected, and every index of words has full-text index of its table.
  private func check(_ database: Database, _ expected: DatabaseCatalog, _ schema: Schema, _ direction: String) throws {
    let differences = CatalogComparison.differences(found: try database.catalog(), expected: expected)
    guard differences.isEmpty else { throw Wrong(description: "\(direction): \(differences.joined(separator: "\n"))") }
    for table in schema.tables {
      guard let name = table.fullText?.name else { continue }
      let quoted = SQLText.identifier(name)
      try database.run("INSERT INTO \(quoted) (\(quoted), rank) VALUES ('integrity-check', 1)")
    }
  }
}
