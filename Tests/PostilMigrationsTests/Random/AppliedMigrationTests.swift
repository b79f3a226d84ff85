import Foundation
import PostilCatalog
import PostilEvolution
import PostilMigrations
import PostilSQLite
import PostilSchema
import PostilTestSupport
import Testing

/// What the planner writes, applied by the runtime to files with rows in them: nothing that it guards is in the way of a migration
/// that loses nothing, and what a dry run prints does the same.
///
/// `POSTIL_SEED` and `POSTIL_APPLIED_PAIRS` choose the pairs; a failure prints the seed of its pair.
@Suite("Applied random migrations")
struct AppliedMigrationTests {
  @Test func theRuntimeAppliesWhatThePlannerWritesAndUndoesIt() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = testSeed
    let count = environment["POSTIL_APPLIED_PAIRS"].flatMap { UInt64($0) } ?? 100
    var (applied, undone, refused) = (0, 0, 0)
    for pair in 0..<count {
      do {
        try AppliedPair(seed: seed + pair).run(&applied, &undone, &refused)
      } catch {
        Issue.record("POSTIL_SEED=\(seed + pair) POSTIL_APPLIED_PAIRS=1: \(error)")
        break
      }
    }
    print("Applied migrations: POSTIL_SEED=\(seed), \(applied) applied, \(refused) refused, \(undone) undone")
    if count >= 100 { #expect(applied * 2 > Int(count) && undone * 8 > Int(count)) }
  }
}

/// One pair of schemas.
private struct AppliedPair {
  let seed: UInt64

  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  func run(_ applied: inout Int, _ undone: inout Int, _ refused: inout Int) throws {
    var random = Generator(seed: seed)
    var nextID = 0
    let old = Blueprint.random(&random, &nextID)
    var new = old
    for _ in 0..<(1 + random.below(5)) { new.change(&random, &nextID) }
    guard !new.reusesNames(of: old) else { return }
    let (oldSchema, newSchema) = (old.schema(), new.schema(former: old))
    let (oldDDL, newDDL) = (oldSchema.script().text, newSchema.script().text)
    let (database, fresh) = (try Database(), try Database())
    do {
      try database.run(oldDDL)
      try fresh.run(newDDL)
    } catch {
      // Not every schema that can be made is one.
      return
    }
    let (former, target) = (try database.catalog(), try fresh.catalog())
    try old.fill(database, &random)
    let links = Links(from: old, to: new)
    let linked = try links.before(database)
    let plan = MigrationPlanner(
      from: former, to: target, schema: newSchema, formerSchema: oldSchema, allowing: try links.allowances(oldSchema)
    ).plan()
    guard plan.problems.isEmpty else { return }
    let text = plan.text(MigrationHeader(description: ["Random."], after: ["1_old"], schema: "0"))
    let folder = try TemporaryFolder()
    let path = folder.path("random.sqlite")
    try database.run("VACUUM INTO '\(path)'")
    let create = SchemaMigrations.File(name: "1_old", sql: "-- @migration(schema: \"old\")\n\(oldDDL)\n")
    let files = SchemaMigrations([create, SchemaMigrations.File(name: "2_new", sql: text)])
    do {
      let store = try MigrationDatabase(path: path, migrations: files)
      defer { store.close() }
      let isAtRisk = try plan.findings.contains { finding in
        try database.number(finding.query) > 0 && (!finding.code.isLoss || !finding.isAllowed)
      }
      let script = seed.isMultiple(of: 4) ? try store.dryRun(ddl: newDDL) : nil
      if script != nil { try database.run("VACUUM INTO '\(folder.path("shell.sqlite"))'") }
      do {
        let outcomes = try store.apply(ddl: newDDL)
        guard !isAtRisk else { throw Wrong(description: "rows at risk were not seen") }
        guard outcomes.map(\.kind) == [.adopted, .sql] else { throw Wrong(description: "\(outcomes)") }
      } catch MigrationError.rowsAtRisk where isAtRisk {
        refused += 1
        guard CatalogComparison.differences(found: try store.catalog(), expected: former).isEmpty else {
          throw Wrong(description: "what was refused changed the schema")
        }
        if let script, try Self.shell(folder.path("shell.sqlite"), script).status == 0 {
          throw Wrong(description: "the script was not refused\n\(script)")
        }
        return
      }
      applied += 1
      if let script { try Self.compare(script, on: folder.path("shell.sqlite"), with: path) }
      let status = try store.status(ddl: newDDL)
      guard status.isUpToDate, status.drift.isEmpty else { throw Wrong(description: "\(status)") }
      if let difference = try links.difference(linked, after: Database(path: path), plan) {
        throw Wrong(description: difference)
      }
      guard case .script(let undo) = plan.undo else { return }
      for finding in undo.findings where try store.rowsCounted(by: finding.query, path) > 0 { return }
      _ = try store.undo("2_new", sql: undo.text(nil))
      let differences = CatalogComparison.differences(found: try store.catalog(), expected: former)
      guard differences.isEmpty else { throw Wrong(description: "back: \(differences)") }
      guard try links.before(Database(path: path)) == linked else {
        throw Wrong(description: "back, references are others")
      }
      guard try store.apply(ddl: newDDL).map(\.name) == ["2_new"] else { throw Wrong(description: "not again") }
      undone += 1
    } catch {
      throw Wrong(description: "\(error)\n--- from\n\(oldDDL)\n--- to\n\(newDDL)\n--- migration\n\(text)")
    }
  }
}

extension AppliedPair {
  /// Runs the script in the `sqlite3` shell, and sees that it does what the runtime did.
  fileprivate static func compare(_ script: String, on path: String, with other: String) throws {
    let result = try shell(path, script)
    guard result.status == 0 else { throw Wrong(description: "\(result.output)\n\(script)") }
    var contents = try [path, other].map { try RawDatabase(path: $0, decimals: true).contents() }
    for index in contents.indices { contents[index]["postil_migration"] = nil }
    guard contents[0] == contents[1] else { throw Wrong(description: "the script does something else\n\(script)") }
    let schemas = try [path, other].map {
      try RawDatabase(path: $0, decimals: true).rows("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
    }
    guard schemas[0] == schemas[1] else { throw Wrong(description: "the script makes something else\n\(script)") }
  }

  fileprivate static func shell(_ path: String, _ script: String) throws -> (status: Int32, output: String) {
    try Process.shell("sqlite3 -bail '\(path)' 2>&1", script: script)
  }
}

extension MigrationDatabase {
  /// What a finding's query counts in the file.
  fileprivate func rowsCounted(by query: String, _ path: String) throws -> Int {
    Int(try RawDatabase(path: path, decimals: true).rows(query).first?.first?.flatMap { $0 } ?? "") ?? -1
  }
}
